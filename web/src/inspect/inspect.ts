import { withWords } from '../scene/moves';
import type { NumberOfMove, State } from '../protocol/protocol';
import type { Scene } from '../scene/scene';
import { grouped, plainName } from '../base/text';
import { words } from '../words';
import type { Inspect, InspectMove } from '../protocol/protocol';

/** An inspection, as pure data: the lines that keys and buttons send, and what is said of a place.
 * In lines seats count from 1, as at the terminal. */

export const kEverybody = -1;

/** Returns the line by which a seat looks at the table, or everybody. */
export const lookLine = (seat: number): string =>
  seat === kEverybody ? 'look all' : `look ${seat + 1}`;

/** Returns the line by which the next one looks, in a circle; null if there is nobody else. */
export function lookNext(inspect: Inspect, me: number): string | null {
  const seats = inspect.seats.map(({ seat }) => seat);
  if (seats.length < 2) return null;
  return lookLine(seats[(seats.indexOf(me) + 1) % seats.length]!);
}

export const goLine = (ply: number): string => `go ${ply}`;

/** The lines by which a seat fails to do what is wanted of it. */
export const absenceLines = (seat: number): { absent: string; leaves: string; blocks: string } => ({
  absent: `absent ${seat + 1}`,
  leaves: `out ${seat + 1} left`,
  blocks: `void ${seat + 1}`,
});

/** Returns the line that a key sends, or null if it means nothing in an inspection. */
export function inspectLine(
  pressed: string,
  letters: boolean,
  inspect: Inspect,
  me: number,
): string | null {
  switch (pressed) {
    case 'ArrowRight':
      return 'next';
    case 'ArrowLeft':
      return 'back';
    case 'Home':
      return goLine(0);
    case 'End':
      return goLine(inspect.last);
  }
  if (!letters) return null;
  const key = pressed.toLowerCase();
  if (key === 'r') return inspect.fixed ? null : 'random';
  return key === 'v' ? lookNext(inspect, me) : null;
}

/** Returns the drawing of the moves with the letters left out that mean something here. */
export function withoutOwnKeys(scene: Scene): Scene {
  const { moves } = scene.hint;
  if (moves?.keys === undefined) return scene;
  const keys = Object.entries(moves.keys).filter(([key]) => key !== 'r' && key !== 'v');
  return { ...scene, hint: { ...scene.hint, moves: { ...moves, keys: Object.fromEntries(keys) } } };
}

/** Returns "2 to 40" in the language of the page; "" for a move without a number. */
export function rangeWords({ number }: InspectMove): string {
  if (number === null) return '';
  const shown = (value: number): string => grouped(value, words.separator);
  return words.amountRange(shown(number.min), shown(number.max));
}

/** Returns the number of the range that is nearest to what was typed; what is no number counts as 0. */
export function inRange({ min, max, step }: NumberOfMove, typed: string): number {
  const value = Math.trunc(Number(typed));
  const near = Math.min(max, Math.max(min, Number.isNaN(value) ? 0 : value));
  const last = Math.floor((max - min) / step);
  return step === 1 ? near : min + step * Math.min(Math.round((near - min) / step), last);
}

/** Returns the line that makes a move with its number. */
export const moveLine = (move: InspectMove, value: number): string => `${move.line} ${value}`;

/** Returns "raise to 1,200". */
export const moveLabel = (move: InspectMove, value: number): string =>
  withWords(move, grouped(value, words.separator));

/** Returns the name of a seat or of everybody, as the program has it. */
export function seatName(state: State, seat: number): string {
  if (seat === kEverybody) return words.everybody;
  const name =
    state.inspect?.seats.find((each) => each.seat === seat)?.name || state.seats[seat]?.name;
  return name ? plainName(name) : words.inspect.seat(seat + 1);
}

export const eventWords = (inspect: Inspect): string =>
  inspect.events.length > 0 ? inspect.events.join(' ') : words.inspect.begins;

export const wantedWords = (inspect: Inspect): string =>
  inspect.wanted.length > 0 ? words.inspect.wanted(inspect.wanted) : '';

/** Returns a place in words for people who hear the page. */
export function placeWords({ inspect, result }: State): string {
  if (inspect === null) return '';
  return [
    `${words.inspect.place(inspect.ply)}.`,
    eventWords(inspect),
    inspect.wanted.length > 0 ? `${wantedWords(inspect)}.` : (result?.words ?? []).join(' '),
  ]
    .filter((part) => part !== '')
    .join(' ');
}
