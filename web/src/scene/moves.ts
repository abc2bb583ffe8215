import type { Json, Move, NumberOfMove } from '../protocol/protocol';
import type { MovesHint } from '../hint/hint';

/** What the legal moves are, without knowing the rules: kinds, numbers, forms, keys. */

/** Returns the move with its number replaced: the least one stands in what the program sent. */
export function withNumber(move: Move, value: number): Json {
  const json = move.move;
  if (typeof json === 'number') return value;
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
    const name = move.number?.name ?? '';
    const keys = Object.keys(json);
    const key = Object.hasOwn(json, name)
      ? name
      : keys.find((each) => typeof json[each] === 'number');
    if (key !== undefined) return { ...json, [key]: value };
  }
  return json;
}

/** Returns the number in the bounds of the move that is nearest to `value`. */
export function inBounds(move: Move, value: number): number {
  if (move.number === null) return value;
  const { min, max, step } = move.number;
  if (value >= max) return max;
  const steps = Math.round((Math.max(value, min) - min) / step);
  return Math.min(max, min + steps * step);
}

/** Returns the words of a move before its number: "raise to". */
export const verbOf = ({ number }: { number: NumberOfMove | null }): string =>
  (number?.before ?? '').trim();

/** Returns the words of a move with a number, as it is shown: "raise to 1,200". */
export const withWords = ({ number }: { number: NumberOfMove | null }, shown: string): string =>
  `${number?.before ?? ''}${shown}${number?.after ?? ''}`.trim();

/** Returns the expected move that costs nothing, such as to check. */
export const freeOf = (moves: Move[]): Move | undefined =>
  moves.find((move) => move.main && move.price === 0);

/**
 * Returns the moves that one hardly wants because another costs nothing, such as to fold where one
 * may check. They have no button: a key and the menu have them, and ask again.
 */
export const needless = (moves: Move[]): Move[] =>
  freeOf(moves) !== undefined
    ? moves.filter((move) => move.careful && move.number === null)
    : [];

/** Returns the moves as the hint orders them; moves that it does not name come last. */
export function ordered(moves: Move[], hint: MovesHint | undefined): Move[] {
  const order = hint?.order ?? [];
  const place = (move: Move): number => {
    const at = order.indexOf(move.kind);
    return at < 0 ? order.length : at;
  };
  return [...moves].sort((a, b) => place(a) - place(b));
}

/** Returns the first move of the kinds that a key stands for. */
export function moveOfKey(key: string, moves: Move[], hint: MovesHint | undefined): Move | null {
  const kinds = hint?.keys && Object.hasOwn(hint.keys, key) ? hint.keys[key]! : [];
  for (const kind of typeof kinds === 'string' ? [kinds] : kinds) {
    const found = moves.find((move) => move.kind === kind);
    if (found) return found;
    if (Object.hasOwn(hint?.number ?? {}, kind)) return onlyNumber(moves);
  }
  return null;
}

/** A key for a raise means a bet too, where that is the only move with a number. */
function onlyNumber(moves: Move[]): Move | null {
  const numbers = moves.filter((move) => move.number !== null);
  return numbers.length === 1 ? numbers[0]! : null;
}

/** Returns the key that a hint gives to a move, to print it on its button. */
export function keyOf(move: Move, hint: MovesHint | undefined, moves: Move[] = []): string {
  const { kind } = move;
  for (const [key, kinds] of Object.entries(hint?.keys ?? {})) {
    if (kinds === kind || (Array.isArray(kinds) && kinds.includes(kind))) return key;
    if (move.number !== null && moveOfKey(key, moves, hint) === move) return key;
  }
  return '';
}

export interface FormMoves {
  kind: string;
  /** By the values of the fields, as "6,5". */
  moves: Map<string, Move>;
  values: number[][];
}

/** Returns the moves that a form of two numbers stands for, such as count and face of a bid. */
export function formOf(moves: Move[], hint: MovesHint | undefined): FormMoves | null {
  for (const [kind, fields] of Object.entries(hint?.form ?? {})) {
    const form: FormMoves = { kind, moves: new Map(), values: [] };
    for (const move of moves) {
      const json = move.move;
      if (move.kind !== kind || typeof json !== 'object' || json === null || Array.isArray(json))
        continue;
      const values = json[kind];
      if (!Array.isArray(values) || values.length !== fields.length) continue;
      if (!values.every((value): value is number => typeof value === 'number')) continue;
      form.moves.set(values.join(','), move);
      form.values.push(values);
    }
    if (form.values.length > 0) return form;
  }
  return null;
}

const kFacesMax = 12;
const kCountsMax = 999;

/** Returns whether a form can be drawn: with few faces, which dice have, and counts of a few dice. */
export const fitsForm = ({ values }: FormMoves): boolean =>
  new Set(values.map(([, face]) => face)).size <= kFacesMax &&
  values.every(
    ([count, face]) =>
      values[0]!.length === 2 &&
      Number.isInteger(count) &&
      count! >= 0 &&
      count! <= kCountsMax &&
      Number.isInteger(face) &&
      face! >= 1 &&
      face! <= kCountsMax,
  );

/** Returns the moves whose words have all the letters that were typed. */
export function filtered<T extends { label: string }>(moves: T[], typed: string): T[] {
  const parts = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== '');
  return moves.filter((move) => parts.every((part) => move.label.toLowerCase().includes(part)));
}
