import type { Grid } from '../hint/grid';
import type { GridHint } from '../hint/hint';
import type { Move, State } from '../protocol/protocol';

/** A move that is chosen before one's turn, at games of pieces that go from square to square. The page
 * knows no rules, so any square may be the aim: the move is made if it is legal then, and else dropped. */

/** Returns the cells of my own pieces while I may choose a move for my next turn; else none. */
export function premovable(state: State, grid: GridHint, board: Grid): Set<number> {
  const live = state.replay === null && state.inspect === null && state.phase === 'playing';
  const asked = state.turn.mine && state.moves.length > 0;
  if (grid.fen === undefined || !live || asked || state.me < 0 || state.away) return new Set();
  const white = state.seats[state.me]?.role === (grid.below ?? 'White');
  const own = board.cells.filter(
    ({ value }) => value !== '.' && (value === value.toUpperCase()) === white,
  );
  return new Set(own.map(({ index }) => index));
}

export interface Chosen {
  picked: number[];
  cells: number[] | null;
}

/** Returns what a click on a cell makes of what is picked: first a piece of mine, then its aim. */
export function choose(own: Set<number>, picked: number[], cell: number): Chosen {
  const from = picked[0];
  if (own.has(cell)) return { picked: from === cell ? [] : [cell], cells: null };
  return from === undefined ? { picked: [], cells: null } : { picked: [], cells: [from, cell] };
}

/** Returns the moves that are legal now along these cells: one is made, several are a choice between
 * pieces, and none means that the premove is dropped. */
export const madeOf = (cells: number[], paths: { move: Move; path: number[] }[]): Move[] =>
  paths.filter(({ path }) => path.join() === cells.join()).map(({ move }) => move);
