import file from '../../../games/labels.json';
import { words } from '.';

/**
 * The games' own names of moves in German, for display alone: what a person types, and what the
 * program reads, stays as the game has it. A name that games/labels.json does not have stays, too.
 */

interface Pattern {
  english: RegExp;
  places: string[];
  german: string;
}

const kPlace = /\{(\w+)\}/g;

/** Patterns without places come first, then those with more words of their own. */
const kPatterns: Pattern[] = Object.entries(file.labels)
  .sort(
    ([a], [b]) =>
      (a.match(kPlace)?.length ?? 0) - (b.match(kPlace)?.length ?? 0) || b.length - a.length,
  )
  .map(([english, german]) => ({
    english: new RegExp(
      `^${english.replace(/[.?*+()|^$[\]\\]/g, '\\$&').replace(kPlace, '(.+)')}$`,
    ),
    places: [...english.matchAll(kPlace)].map(([place]) => place),
    german,
  }));

const known = new Map<string, string>();

function german(label: string): string {
  for (const { english, places, german: translated } of kPatterns) {
    const found = english.exec(label);
    if (found)
      return translated.replace(kPlace, (place) => found[1 + places.indexOf(place)] ?? place);
  }
  return label;
}

/** Returns words of a game in the page's language. Those of a script stand in quotation marks. */
export function gameWords(label: string): string {
  if (words.lang !== 'de') return label;
  const quoted = /^"([^"\n]*)"$/.exec(label);
  if (quoted) return words.quoted(gameWords(quoted[1]!));
  const before = known.get(label);
  if (before !== undefined) return before;
  const told = german(label);
  if (known.size < 2000) known.set(label, told); // a game may make up new ones for ever
  return told;
}

/** Returns the words before and after the number of a move. */
export function aroundNumber(before: string, after: string): [string, string] {
  const mark = '\u0001';
  const told = gameWords(`${before}${mark}${after}`).split(mark);
  return told.length === 2 ? [told[0]!, told[1]!] : [before, after];
}
