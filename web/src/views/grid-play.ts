import type { Move } from '../protocol/protocol';

/** Clicks on a board: which cells may come next, and when a move is complete. Moves are paths of
 * cells, so nothing here knows a game: a stone has one cell, a chess move two. */

export interface Path {
  move: Move;
  path: number[];
}

const begins = (path: number[], picked: number[]): boolean =>
  picked.length <= path.length && picked.every((cell, i) => path[i] === cell);

/** Returns the cells that may be clicked next. */
export function nextCells(paths: Path[], picked: number[]): Set<number> {
  return new Set(
    paths
      .filter(({ path }) => begins(path, picked) && path.length > picked.length)
      .map(({ path }) => path[picked.length]!),
  );
}

export interface Clicked {
  picked: number[];
  /** The moves that are complete with this click: one is sent, of several the person chooses. */
  done: Move[];
}

/** Returns what a click on a cell does. A click elsewhere lets go, or picks anew. */
export function click(paths: Path[], picked: number[], cell: number): Clicked {
  if (picked.at(-1) === cell && picked.length > 0) return { picked: [], done: [] };
  const from = nextCells(paths, picked).has(cell) ? picked : [];
  if (!nextCells(paths, from).has(cell)) return { picked: [], done: [] };
  const now = [...from, cell];
  const done = paths.filter(({ path }) => begins(path, now) && path.length === now.length);
  const longer = paths.some(({ path }) => begins(path, now) && path.length > now.length);
  return { picked: now, done: longer ? [] : done.map(({ move }) => move) };
}

/** Returns what of the sixteen pieces of a side is missing, the cheapest first, and by how much the
 * side that took them is ahead. `letters` are the cells of a position in Forsyth's letters. */
export function captured(letters: string[]): { white: string[]; black: string[]; ahead: number } {
  const worth: { [letter: string]: number } = { p: 1, n: 3, b: 3, r: 5, q: 9 };
  const start: { [letter: string]: number } = { p: 8, n: 2, b: 2, r: 2, q: 1 };
  const missing = { white: [] as string[], black: [] as string[] };
  let ahead = 0;
  for (const letter of ['p', 'n', 'b', 'r', 'q']) {
    for (const side of ['white', 'black'] as const) {
      const there = letters.filter(
        (each) => each === (side === 'white' ? letter.toUpperCase() : letter),
      ).length;
      for (let i = there; i < start[letter]!; ++i) missing[side].push(`${side}-${letter}`);
      ahead += there * worth[letter]! * (side === 'white' ? 1 : -1);
    }
  }
  return { ...missing, ahead };
}
