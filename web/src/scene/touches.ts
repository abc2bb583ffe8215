import type { Move } from '../protocol/protocol';

/** Touches of a scene: a move is a chain of things, places and cells, or a set of things. */

/** The most moves of a choice that stand in the bar as buttons; more are a list. */
export const kBarMax = 3;
/** So few moves stand in the bar even if all of them are made on the table. */
export const kAllMax = 4;

/** Returns the touches of which any one will do: "a|b" is either. */
const anyOf = (touch: string): string[] => touch.split('|');

const begins = (move: Move, chain: string[]): boolean =>
  chain.length <= move.touches.length && chain.every((touch, i) => anyOf(move.touches[i]!).includes(touch));

/** Returns the moves that the chain begins or completes. */
export const movesOf = (moves: Move[], chain: string[]): Move[] =>
  chain.length === 0 ? [] : moves.filter((move) => begins(move, chain));

/** Returns what may be touched next. */
export const nextTouches = (moves: Move[], chain: string[]): Set<string> =>
  new Set(
    moves
      .filter((move) => begins(move, chain) && move.touches.length > chain.length)
      .flatMap((move) => anyOf(move.touches[chain.length]!)),
  );

/** Returns the longest beginning of the chain that this touch may follow: to choose again is to go back in it. */
function before(moves: Move[], chain: string[], at: string): string[] | undefined {
  for (let length = chain.length; length >= 0; --length)
    if (nextTouches(moves, chain.slice(0, length)).has(at)) return chain.slice(0, length);
  return undefined;
}

/** Returns what may be touched at all: what may be next, and what may be chosen in place of a touch of the chain. */
export const touchable = (moves: Move[], chain: string[]): Set<string> =>
  new Set(
    Array.from({ length: chain.length + 1 }, (_, n) => [...nextTouches(moves, chain.slice(0, n))]).flat(),
  );

export interface Touched {
  chain: string[];
  /** The move that the touch completes, if it is one alone. */
  done: Move | null;
  /** The touches that complete it. */
  by?: string[];
}

/** Returns what a touch does: it goes on, chooses again, or lets go. */
export function touch(moves: Move[], chain: string[], at: string): Touched {
  if (chain.at(-1) === at) return { chain: [], done: null };
  const from = before(moves, chain, at);
  if (from === undefined) return { chain: [], done: null };
  const now = [...from, at];
  const whole = moves.filter((move) => begins(move, now));
  const done = whole.length === 1 && whole[0]!.touches.length === now.length ? whole[0]! : null;
  return done ? { chain: [], done, by: now } : { chain: now, done };
}

/** Returns the things among which one chooses for a move. */
export const pickable = (moves: Move[]): Set<string> => new Set(moves.flatMap((move) => move.picks));

/** Returns the move for which exactly these things are chosen. Things that look alike count as equal: `look` tells
 * them apart. */
export function moveOfPicks(
  moves: Move[],
  picks: string[],
  look: (thing: string) => string = (thing) => thing,
): Move | null {
  const looks = (things: string[]): string => things.map(look).sort().join('\n');
  const chosen = looks(picks);
  return moves.find((move) => move.picks.length > 0 && looks(move.picks) === chosen) ?? null;
}

/** Returns the moves with a number that stand in the bar: those of the chain come first. */
export function numberMoves(moves: Move[], chain: string[]): Move[] {
  const numbers = moves.filter((move) => move.number !== null);
  const chosen = movesOf(numbers, chain);
  return [...chosen, ...numbers.filter((move) => !chosen.includes(move))];
}

/** Returns the moves that stand in the bar while these things are touched. */
export function barMoves(moves: Move[], chain: string[]): Move[] {
  const plain = moves.filter((move) => move.number === null);
  const chosen = movesOf(plain, chain);
  if (chosen.length > 0) return chosen;
  const free = plain.filter((move) => move.touches.length === 0 && move.picks.length === 0);
  const all = plain.filter((move) => move.picks.length === 0);
  return all.length <= kAllMax ? all : free;
}
