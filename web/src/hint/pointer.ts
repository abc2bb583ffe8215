import type { Json } from '../protocol/protocol';

/**
 * JSON Pointers (RFC 6901) with a `*`, which stands for each member of a list, and `{seat}` and
 * `{me}`, which stand for the index of a seat.
 */

/** Returns the pointer for a seat. */
export const forSeat = (pointer: string, seat: number, me: number): string =>
  pointer.replaceAll('{seat}', String(seat)).replaceAll('{me}', String(me));

const unescaped = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/**
 * Returns the value at the pointer, a list of values if it has a `*`, or undefined if it does not
 * resolve. A path that goes on below null gives null: what a game has not got yet (no bid, no
 * board) is null in its view, and that is no mistake of the hint.
 */
export function at(value: Json, pointer: string): Json | undefined {
  if (pointer === '') return value;
  if (!pointer.startsWith('/')) return undefined;
  return walk(value, pointer.slice(1).split('/'));
}

function walk(value: Json, tokens: string[]): Json | undefined {
  const [token, ...rest] = tokens;
  if (token === undefined) return value;
  if (value === null) return null;
  if (token === '*') {
    if (!Array.isArray(value)) return undefined;
    const found = value.map((each) => walk(each, rest));
    return found.includes(undefined) ? undefined : (found as Json[]);
  }
  const key = unescaped(token);
  if (Array.isArray(value)) {
    if (!/^(0|[1-9]\d{0,5})$/.test(key)) return undefined;
    const member = value[Number(key)];
    return member === undefined ? undefined : walk(member, rest);
  }
  if (typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
  return walk(value[key]!, rest);
}

export const asNumber = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
export const asText = (value: Json | undefined): string | null =>
  typeof value === 'string' ? value : null;
export const asList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
