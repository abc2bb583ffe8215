import type { Json } from '../protocol/protocol';
import { plainText } from '../base/text';
import { words } from '../words';

/** A view as rows of a tree, with what changed since the view before. */
export interface TreeRow {
  path: string;
  depth: number;
  name: string;
  /** Null for a row that has others below it. */
  value: string | null;
  /** What it was before, or null if it is the same. */
  was: string | null;
  added: boolean;
}

export const kRowsMax = 400;

/** Returns a value in words. What null means is for `none` to say: in a view, hidden. */
function shown(value: Json, none: string): string {
  if (value === null) return none;
  if (typeof value === 'string') return value === '' ? '""' : plainText(value);
  return plainText(JSON.stringify(value));
}

const isLeaf = (value: Json): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Array.isArray(value)
    ? value.length === 0 ||
      (value.length <= 8 && value.every((each) => typeof each !== 'object' || each === null))
    : Object.keys(value).length === 0);

function leafWords(value: Json, none: string): string {
  if (Array.isArray(value))
    return value.length === 0 ? '\u2013' : value.map((each) => shown(each, none)).join(', ');
  if (typeof value === 'object' && value !== null) return '\u2013';
  return shown(value, none);
}

const members = (value: Json): [string, Json][] =>
  Array.isArray(value)
    ? value.map((each, i) => [String(i), each])
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];

export function treeRows(
  view: Json,
  before: Json | undefined,
  none: string = words.hidden,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const leaf = (value: Json): string => leafWords(value, none);
  const add = (
    name: string,
    value: Json,
    old: Json | undefined,
    known: boolean,
    depth: number,
    path: string,
  ): void => {
    if (rows.length >= kRowsMax) return;
    const row: TreeRow = {
      path,
      depth,
      name: plainText(name),
      value: null,
      was: null,
      added: false,
    };
    if (isLeaf(value) || depth > 6) {
      row.value = isLeaf(value) ? leaf(value) : plainText(JSON.stringify(value));
      const was =
        old === undefined ? null : isLeaf(old) ? leaf(old) : plainText(JSON.stringify(old));
      if (was !== null && was !== row.value) row.was = was;
      row.added = known && old === undefined;
      rows.push(row);
      return;
    }
    rows.push(row);
    const olds = new Map(old === undefined ? [] : members(old));
    for (const [key, each] of members(value))
      add(key, each, olds.get(key), known && old !== undefined, depth + 1, `${path}/${key}`);
  };
  const olds = new Map(before === undefined ? [] : members(before));
  if (isLeaf(view)) add('', view, before, before !== undefined, 0, '/');
  else
    for (const [key, each] of members(view))
      add(key, each, olds.get(key), before !== undefined, 0, `/${key}`);
  return rows;
}
