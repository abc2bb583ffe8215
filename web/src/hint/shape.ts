import type { Json } from '../protocol/protocol';

/** Checks of a JSON value against a shape. A check returns what is wrong, or null. */
export type Check = (value: Json, path: string) => string | null;

export const text =
  (most: number): Check =>
  (value, path) =>
    typeof value === 'string' && value.length <= most
      ? null
      : `${path}: a text of at most ${most} letters`;

export const flag: Check = (value, path) =>
  typeof value === 'boolean' ? null : `${path}: true or false`;

export const whole =
  (least: number, most: number): Check =>
  (value, path) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? null
      : `${path}: a whole number from ${least} to ${most}`;

/** A JSON Pointer into the view. */
export const pointer: Check = (value, path) =>
  typeof value === 'string' && value.length <= 200 && value.startsWith('/')
    ? null
    : `${path}: a path that begins with /`;

export const oneOf =
  (...names: string[]): Check =>
  (value, path) =>
    names.includes(value as string) ? null : `${path}: one of ${names.join(', ')}`;

export const either =
  (...checks: Check[]): Check =>
  (value, path) => {
    const wrong = checks.map((check) => check(value, path));
    return wrong.includes(null) ? null : wrong.join(', or ');
  };

export const nothing: Check = (value, path) => (value === null ? null : `${path}: null`);

export const listOf =
  (check: Check, most: number): Check =>
  (value, path) => {
    if (!Array.isArray(value) || value.length > most) return `${path}: a list of at most ${most}`;
    for (const [i, each] of value.entries()) {
      const wrong = check(each, `${path}/${i}`);
      if (wrong !== null) return wrong;
    }
    return null;
  };

/** An object with any keys, such as glyphs by letter. */
export const mapOf =
  (check: Check, most: number): Check =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return `${path}: an object`;
    const keys = Object.keys(value);
    if (keys.length > most) return `${path}: at most ${most} members`;
    for (const key of keys) {
      const wrong = check(value[key]!, `${path}/${key}`);
      if (wrong !== null) return wrong;
    }
    return null;
  };

/** An object with these members and no others; those that must be there are named in `needed`. */
export const object =
  (members: { [key: string]: Check }, needed: string[] = []): Check =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return `${path}: an object`;
    for (const key of Object.keys(value)) {
      const check = Object.hasOwn(members, key) ? members[key] : undefined;
      if (check === undefined) return `${path}/${key}: no such member`;
      const wrong = check(value[key]!, `${path}/${key}`);
      if (wrong !== null) return wrong;
    }
    for (const key of needed) if (!Object.hasOwn(value, key)) return `${path}: lacks ${key}`;
    return null;
  };
