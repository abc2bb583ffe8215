import type { Json } from './protocol';
import { plainText } from '../base/text';

/** Fields of a message, read so that each has its type and a missing one is empty. */

export type Fields = { [key: string]: Json };

export const fields = (value: Json | undefined): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
export const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
// Every text may hold a stranger's words, so marks that turn or hide others are left out.
export const text = (value: Json | undefined): string =>
  typeof value === 'string' ? plainText(value) : '';
export const flag = (value: Json | undefined): boolean => value === true;

export function number(value: Json | undefined, absent = 0): number {
  const read = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : absent;
}

export function oneOf<T extends string>(value: Json | undefined, known: readonly T[]): T {
  return known.find((name) => name === value) ?? known[0]!;
}

export const texts = (value: Json | undefined): string[] => list(value).map(text);
