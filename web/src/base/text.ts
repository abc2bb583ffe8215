/** Text for people: names from strangers, numbers, times. */

/** Returns a length as the style sheet has them: sixteen to a rem, which grows on large screens. */
export const rem = (length: number): string => `${Math.round(length * 100) / 1600}rem`;

/**
 * Returns a name that cannot turn the text around it: controls and marks of direction are left out,
 * and what is left is put between isolates, so that a name in Arabic or Hebrew keeps its own
 * direction and its neighbours keep theirs. Nothing here escapes HTML, because no text of this page
 * ever becomes HTML: it is put into text nodes.
 */
export function plainName(name: string): string {
  const visible = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '').trim();
  // More than three marks on one letter would climb over the lines above it.
  const calm = visible.replace(/(\p{M}{3})\p{M}+/gu, '$1');
  return calm === '' ? '?' : calm;
}

export const isolated = (name: string): string => `\u2068${plainName(name)}\u2069`;

/** Returns 1690 as "1,690". All languages of this page group by thousands; German takes a dot. */
export function grouped(value: number, separator = ','): string {
  const digits = Math.abs(Math.trunc(value)).toString();
  const groups = digits.replace(/\B(?=(\d{3})+$)/g, separator);
  return (value < 0 ? '\u2212' : '') + groups;
}

/** Returns 18400 ms as "0:19": what is left is never shown as less than it is. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds % 60).toString().padStart(2, '0');
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${(minutes % 60).toString().padStart(2, '0')}:${rest}`;
}

/** Returns how long something took: "118 ms", "1.9 s", "24 s". */
export function took(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

/** Returns "call 300" as "Call 300". A square, such as in "e2 to d3", keeps its letter. */
export const sentence = (words: string): string =>
  words === '' || /^\p{Ll}\d/u.test(words) ? words : words[0]!.toUpperCase() + words.slice(1);

/** Returns the text with thousands separators in its numbers of four digits and more. */
export const groupedIn = (words: string, separator = ','): string =>
  words.replace(/(?<![\d.,:])\d{4,}(?![\d.:])/g, (digits) => grouped(Number(digits), separator));

/** Returns the text without controls and marks of direction, which could hide or turn what stands
 * beside it. Line ends stay; so do the joiners that some scripts are written with. */
export const plainText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu, (mark) =>
    /[\n\u200c\u200d]/.test(mark) ? mark : '',
  );
