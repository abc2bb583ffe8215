import { Component, type ComponentChildren } from 'preact';
import { tellWriter } from '../scene/scene';

interface Props {
  /** With another value the children are tried anew. */
  of: unknown;
  /** The stand-in for them if drawing them fails. */
  instead: ComponentChildren;
  children: ComponentChildren;
}

/** A part of the page that may fail, because it is drawn by a stranger's hint and view. The page
 * goes on with something else in its place; the console tells the writer of the game. */
export class Guard extends Component<Props, { failed: boolean; of: unknown }> {
  override state = { failed: false, of: this.props.of };

  static override getDerivedStateFromProps(
    props: Props,
    state: { failed: boolean; of: unknown },
  ): { failed: boolean; of: unknown } | null {
    return props.of === state.of ? null : { failed: false, of: props.of };
  }

  override componentDidCatch(error: unknown): void {
    tellWriter('this game', `drawing it failed: ${String(error)}`);
    this.setState({ failed: true });
  }

  override render(): ComponentChildren {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
