import type { Json, Line, State } from './protocol/protocol';
import { readState } from './protocol/read';
import { readFromNode } from './protocol/readers';

/** For tests: the states of `fixtures/`. Nothing of the page itself reads this file. */

type Frames = { v: number; state?: Json; lines?: Json }[];

const files = import.meta.glob<Frames>('../fixtures/*.json', { eager: true, import: 'default' });

export const fixtureNames = (): string[] =>
  Object.keys(files).map((path) => path.replace('../fixtures/', '').replace('.json', ''));

/** Returns the last state of a fixture. */
export function fixture(name: string): State {
  const states = files[`../fixtures/${name}.json`]!.filter((frame) => frame.state !== undefined);
  return readState(states.at(-1)!.state!);
}

/** Returns all lines of a fixture. */
export const linesOfFixture = (name: string): Line[] =>
  files[`../fixtures/${name}.json`]!.flatMap((frame) => readFromNode(frame as unknown as Json).lines);
