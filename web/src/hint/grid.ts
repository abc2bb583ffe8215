import type { Json, Move, State } from '../protocol/protocol';
import { type GridHint, kCellsMax } from './hint';
import { at } from './pointer';

/** A board of cells, as a hint draws it from a view. */
export interface Cell {
  /** The index in the game's own order: row times columns plus column. */
  index: number;
  row: number;
  column: number;
  /** The cell as the view has it, and what is drawn for it. */
  value: string;
  glyph: string | null;
  name: string;
}

export interface Grid {
  rows: number;
  columns: number;
  /** By the game's index. */
  cells: Cell[];
  /** The cells in the order in which they are drawn, from the top left. */
  drawn: Cell[][];
}

const kFenPieces = 'kqrbnp';

function sizeOf(size: number | string | undefined, params: Json): number | null {
  const value = typeof size === 'string' ? at(params, `/${size}`) : size;
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= kCellsMax
    ? value
    : null;
}

/** Returns the 64 letters of a position in Forsyth's notation, with a1 first, "." for empty. */
export function fenCells(fen: string): string[] | null {
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  if (ranks.length !== 8) return null;
  const cells: string[] = [];
  for (const rank of ranks.reverse()) {
    const row = [...rank].flatMap((letter) =>
      /[1-8]/.test(letter) ? Array<string>(Number(letter)).fill('.') : [letter],
    );
    if (row.length !== 8 || row.some((c) => c !== '.' && !kFenPieces.includes(c.toLowerCase()))) {
      return null;
    }
    cells.push(...row);
  }
  return cells;
}

function viewCells(value: Json | undefined, count: number): string[] | null {
  if (typeof value === 'string') {
    const letters = [...value];
    if (letters.length === count) return letters;
    const without = letters.filter((letter) => letter !== '/');
    return without.length === count ? without : null;
  }
  if (!Array.isArray(value) || value.length !== count) return null;
  return value.map((cell) => (cell === null ? '' : typeof cell === 'string' ? cell : String(cell)));
}

/** Returns what is drawn for a cell of the view: a glyph's name, up to two letters, or nothing. */
function glyphFor(hint: GridHint, value: string): string | null {
  if (hint.fen !== undefined) {
    if (value === '.') return null;
    return `${value === value.toLowerCase() ? 'black' : 'white'}-${value.toLowerCase()}`;
  }
  if (hint.glyphs && Object.hasOwn(hint.glyphs, value)) return hint.glyphs[value]!;
  return value.trim() === '' ? null : value;
}

export const coordinate = (row: number, column: number): string =>
  `${String.fromCharCode(97 + column)}${row + 1}`;

/** Returns the raw cells of a view, or null if the hint does not fit it. */
export function cellsOf(hint: GridHint, view: Json, params: Json): string[] | null {
  if (hint.fen !== undefined) {
    const fen = at(view, hint.fen);
    return typeof fen === 'string' ? fenCells(fen) : null;
  }
  const rows = sizeOf(hint.rows, params);
  const columns = sizeOf(hint.columns, params);
  if (rows === null || columns === null || hint.cells === undefined) return null;
  return viewCells(at(view, hint.cells), rows * columns);
}

export function resolveGrid(hint: GridHint, state: State, flipped = false): Grid | null {
  const values = cellsOf(hint, state.view, state.table.params);
  if (values === null) return null;
  const fen = hint.fen !== undefined;
  const rows = fen ? 8 : sizeOf(hint.rows, state.table.params)!;
  const columns = fen ? 8 : sizeOf(hint.columns, state.table.params)!;

  const cells = values.map((value, index): Cell => {
    const row = Math.floor(index / columns);
    const column = index % columns;
    const name =
      hint.names?.[index] ??
      (hint.coordinates === 'a1' || fen || columns > 3
        ? coordinate(row, column)
        : `${row + 1}, ${column + 1}`);
    return { index, row, column, value, glyph: glyphFor(hint, value), name };
  });

  const lines = Array.from({ length: rows }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  );
  if (fen || hint.bottom) lines.reverse();
  if (flipped) {
    lines.reverse();
    for (const line of lines) line.reverse();
  }
  return { rows, columns, cells, drawn: lines };
}

/** Returns whether the board is turned so that it is drawn for the role of `me`. */
export const turnedFor = (hint: GridHint, state: State): boolean => {
  const mine = state.seats[state.me]?.role;
  return hint.below !== undefined && mine !== undefined && mine !== hint.below;
};

/** Returns the index of the cell that a touch or a part of a move names, or null. */
export function cellOfTouch(touch: string, grid: Grid): number | null {
  const square = /^([a-z])([1-9]\d?)$/.exec(touch);
  const pair = /^(\d+)[, ](\d+)$/.exec(touch);
  const index = square
    ? (Number(square[2]) - 1) * grid.columns + square[1]!.charCodeAt(0) - 97
    : pair
      ? Number(pair[1]) * grid.columns + Number(pair[2])
      : /^\d+$/.test(touch)
        ? Number(touch)
        : -1;
  const column = square ? square[1]!.charCodeAt(0) - 97 : pair ? Number(pair[2]) : 0;
  return column < grid.columns && index >= 0 && index < grid.cells.length ? index : null;
}

const isIndex = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** Returns the cells to click for a move, in order; null for a move that is not on the board. */
export function pathOf(hint: GridHint, grid: Grid, move: Move): number[] | null {
  const json = move.move;
  if (move.touches.length > 0 && hint.move !== 'column') {
    const cells = move.touches.map((touch) => cellOfTouch(touch, grid));
    return cells.includes(null) ? null : (cells as number[]);
  }
  if (hint.move === 'index') return isIndex(json) && json < grid.cells.length ? [json] : null;
  if (hint.move === 'column') {
    if (!isIndex(json) || json >= grid.columns) return null;
    // The disc falls to the first empty cell, seen from row 0.
    const free = grid.cells.find((cell) => cell.column === json && cell.glyph === null);
    return free ? [free.index] : null;
  }
  if (hint.move === 'row,column' || hint.move === 'column,row') {
    if (!Array.isArray(json) || json.length !== 2) return null;
    const [row, column] = hint.move === 'row,column' ? json : [json[1], json[0]];
    return isIndex(row) && isIndex(column) && row < grid.rows && column < grid.columns
      ? [row * grid.columns + column]
      : null;
  }
  return null;
}

/** Returns which cells the last step changed: all of them where something moved away, else only
 * those that were filled (so the discs that an Othello move turns are not marked). */
export function changedCells(
  hint: GridHint,
  grid: Grid,
  before: Json | undefined,
  params: Json,
): Set<number> {
  const old = before === undefined ? null : cellsOf(hint, before, params);
  const changed = new Set<number>();
  if (old === null || old.length !== grid.cells.length) return changed;
  const empty = (value: string): boolean => glyphFor(hint, value) === null;
  const moved = grid.cells.some((cell) => cell.glyph === null && !empty(old[cell.index]!));
  for (const cell of grid.cells) {
    const was = old[cell.index]!;
    if (was !== cell.value && (moved || empty(was))) changed.add(cell.index);
  }
  return changed;
}
