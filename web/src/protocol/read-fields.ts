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

/** A larger number is not exact here, so no number of a message is. */
export const kMost = Number.MAX_SAFE_INTEGER;

// A number may come as a text, as protobuf's JSON has 64-bit integers.
export function number(value: Json | undefined, absent = 0): number {
  const read = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : absent;
}

/** Returns a whole number from `least` on. */
export const whole = (value: Json | undefined, least = 0, absent = 0): number =>
  Math.min(Math.max(Math.trunc(number(value, absent)), least), kMost);

/** Returns null for what is missing, and else what is read of it. */
export const orNull = <T>(value: Json | undefined, read: (value: Json) => T): T | null =>
  value === undefined || value === null ? null : read(value);

export function oneOf<T extends string>(value: Json | undefined, known: readonly T[]): T {
  return known.find((name) => name === value) ?? known[0]!;
}

export const texts = (value: Json | undefined): string[] => list(value).map(text);
