import type { JSX } from 'preact';
import { Card, cardName, Die, Glyph, glyphName } from '../art/Art';
import { type Shown, shownBy, type Thing } from '../scene/table';
import type { Mark, SceneFace, Shape, TableScene } from '../protocol/table-scene';
import { ui } from '../store/ui';
import { words } from '../words';
import { gameWords } from '../words/labels';

/** A thing of a scene: a card, a disc, a die, a tile, a bar or a peg. */

export function MarkSign({ mark, className = '' }: { mark: Mark; className?: string }) {
  return (
    <svg class={`scene-mark ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`#m-${mark}`} />
    </svg>
  );
}

export const inkOf = (face: { colour?: string }): string => `fill-${face.colour ?? 'plain'}`;

/** Returns the shape of a thing: that of its face, and for a back that of its place. */
export function shapeOf(shown: Shown, place: Shape | undefined): Shape | 'die' | 'glyph' {
  if (shown.kind === 'die') return 'die';
  if (shown.kind === 'glyph') return 'glyph';
  if (shown.kind === 'face') return shown.face.shape ?? place ?? 'card';
  return shown.kind === 'card' ? 'card' : (place ?? 'card');
}

function Face({ face, shape }: { face: SceneFace; shape: string }) {
  return (
    <span class={`scene-face of-${shape} ${inkOf(face)}`}>
      {face.text !== undefined && face.text !== '' && <b>{face.text}</b>}
      {face.mark !== undefined && <MarkSign mark={face.mark} />}
    </span>
  );
}

export function Look({
  scene,
  face,
  place,
}: {
  scene: TableScene;
  face: string | null;
  place?: Shape | undefined;
}) {
  const shown = shownBy(scene, face);
  const shape = shapeOf(shown, place);
  switch (shown.kind) {
    case 'card':
      return <Card card={shown.card} width={60} />;
    case 'die':
      return <Die face={shown.value} size={60} />;
    case 'glyph':
      return <Glyph name={shown.name} />;
    case 'face':
      return <Face face={shown.face} shape={shape} />;
    case 'back':
      return shape === 'card' ? <Card card={null} width={60} /> : <span class={`scene-face of-${shape} back`} />;
  }
}

/** Returns what a thing is, for people who hear the page. */
export function thingName(scene: TableScene, thing: Thing): string {
  const shown = shownBy(scene, thing.face);
  const name =
    shown.kind === 'face'
      ? gameWords(shown.face.name)
      : shown.kind === 'die'
        ? words.die(shown.value)
        : shown.kind === 'glyph'
          ? glyphName(shown.name)
          : cardName(shown.kind === 'card' ? shown.card : null);
  const told = (thing.state.notes ?? []).map((note) => noteName(scene, note));
  const marks = (thing.state.marks ?? []).flatMap((mark) => words.scene.marks[mark] ?? []);
  return [name, ...(told.length > 0 ? [words.scene.told(told.join(', '))] : []), ...marks].join(', ');
}

function noteName(scene: TableScene, note: string): string {
  const denied = note.startsWith('not ');
  const word = denied ? note.slice(4) : note;
  const name = gameWords(scene.notes?.[word]?.name ?? word);
  return denied ? words.scene.not(name) : name;
}

/** The notes under a card: what was told of it, and crossed out what was denied. */
function Notes({ scene, notes }: { scene: TableScene; notes: string[] }) {
  return (
    <span class="scene-notes" aria-hidden="true">
      {notes.map((note) => {
        const denied = note.startsWith('not ');
        const word = denied ? note.slice(4) : note;
        const look = scene.notes?.[word];
        return (
          <span key={note} class={`scene-note ${denied ? 'denied' : look ? inkOf(look) : 'fill-white'}`}>
            {look?.mark ? <MarkSign mark={look.mark} /> : [...word].slice(0, 2).join('')}
          </span>
        );
      })}
    </span>
  );
}

/** What the table knows of touches: which may come next, which is chosen, and what a touch does. */
export interface Hands {
  /** What goes on with the chain; `touchable` is also what begins another. */
  next: Set<string>;
  touchable: Set<string>;
  chain: string[];
  picks: string[];
  pickable: Set<string>;
  press: (at: string, event: MouseEvent) => void;
}

interface TouchableProps extends Omit<JSX.HTMLAttributes<HTMLElement>, 'onClick' | 'ref'> {
  press: ((event: MouseEvent) => void) | undefined;
  /** A thing in it is the button for those who do not point. */
  holdsButton?: boolean;
}

/** A thing or a cell: a button, if a touch of it does something. */
export function Touchable({ press, holdsButton = false, ...rest }: TouchableProps) {
  const Tag = press && !holdsButton ? 'button' : 'span';
  return <Tag {...(Tag === 'button' ? { type: 'button' } : {})} {...rest} onClick={press} />;
}

export interface LyingProps {
  scene: TableScene;
  thing: Thing;
  hands: Hands;
  shape?: Shape | undefined;
  notes?: boolean;
  style?: { [name: string]: string };
  className?: string;
  /** Touches other than its own id that reach it, such as its cell. */
  also?: string[];
}

export function Lying({ scene, thing, hands, shape, notes, style, className = '', also = [] }: LyingProps) {
  const shown = shownBy(scene, thing.face);
  const touches = [thing.id, ...also];
  const next = touches.find((each) => hands.next.has(each));
  const legal = next ?? touches.find((each) => hands.touchable.has(each));
  const chosen = touches.some((each) => hands.chain.includes(each));
  const picked = hands.picks.includes(thing.id);
  const act = next ?? touches.find((each) => hands.chain.includes(each)) ?? legal;
  const canPick = hands.pickable.has(thing.id);
  const marks = (thing.state.marks ?? []).map((mark) => `is-${mark}`).join(' ');
  const state = [
    `thing thing-${shapeOf(shown, shape)} ${marks} ${className}`,
    chosen || picked ? 'is-chosen' : '',
    next !== undefined && hands.chain.length > 0 ? 'is-legal' : '',
    legal !== undefined || canPick ? 'can-touch' : '',
  ].join(' ');
  const name = thingName(scene, thing);
  const inside = (
    <>
      <span class="thing-look" style={thing.state.turn ? { transform: `rotate(${thing.state.turn}deg)` } : undefined}>
        <Look scene={scene} face={thing.face} place={shape} />
      </span>
      {notes && <Notes scene={scene} notes={thing.state.notes ?? []} />}
    </>
  );
  const pick = (): void =>
    ui.set({
      picks: picked ? hands.picks.filter((each) => each !== thing.id) : [...hands.picks, thing.id],
    });
  const press =
    act === undefined ? (canPick ? pick : undefined) : (event: MouseEvent) => hands.press(act, event);
  return (
    <Touchable
      class={state}
      style={style}
      data-thing={thing.id}
      aria-label={name}
      role={press ? undefined : 'img'}
      aria-pressed={press && (canPick ? picked : chosen)}
      press={press}
    >
      {inside}
    </Touchable>
  );
}
