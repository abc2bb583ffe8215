import file from '../../../games/labels.json';
import { words } from '.';
import { kOwnName, saidOfOneself } from './oneself';

/**
 * The games' own words in German, those for moves and for what has happened, for display alone: what
 * a person types, and what the program reads, stays as the game has it. Words that
 * games/labels.json does not have stay, too.
 */

interface Pattern {
  english: RegExp;
  places: string[];
  german: string;
}

const kPlace = /\{(\w+)\}/g;

const lengthOfOwn = (english: string): number => english.replace(kPlace, '').length;

/** Patterns without places come first, then those with more words of their own. */
function patternsOf(all: { [english: string]: string }, place: (name: string) => string): Pattern[] {
  return Object.entries(all)
    .sort(
      ([a], [b]) =>
        Number(a.includes('{')) - Number(b.includes('{')) || lengthOfOwn(b) - lengthOfOwn(a),
    )
    .map(([english, german]) => ({
      english: new RegExp(
        `^${english
          .replace(/[.?*+()|^$[\]\\]/g, '\\$&')
          .replace(kPlace, (_, name: string) => `(${place(name)})`)}$`,
      ),
      places: [...english.matchAll(kPlace)].map(([each]) => each),
      german,
    }));
}

/** Stands for the number of a move where its words are told without it. */
const kNumberMark = '\u0001';
/** Numbers, and any other words: "ace of spades" is no "{n} of {m}". */
const kPatterns = patternsOf({ ...file.parts, ...file.labels }, (name) =>
  /^[nm]$/.test(name) ? `[-+]?\\d[\\d.,]*|${kNumberMark}` : '.+',
);
const kInOneSentence = '(?:(?!\\. |\\.$).)+';
/** A name; a comma in it would hide where other news begin. */
const kOnePerson = '(?:(?!\\. |\\.$|, ).)+';
/** Numbers, which may be chips, and any other words. */
const kNews = patternsOf(file.news, (name) =>
  /^[nmf]$/.test(name)
    ? '[-+]?\\d+'
    : /^[A-Z]/.test(name)
      ? '.+'
      : /^(who|to)$/.test(name)
        ? kOnePerson
        : kInOneSentence,
);
/** A line of news takes no more steps than this, whatever a script has written there. */
const kStepsMax = 300;
const kNewsLengthMax = 400;

const kNames: { [english: string]: string } = file.names;
const germanName = (name: string): string =>
  Object.hasOwn(kNames, name) ? kNames[name]! : name;

/** Returns a game's name of a side, a piece, a cell or of what it counts in the page's language. */
export const gameName = (name: string): string => (words.lang === 'de' ? germanName(name) : name);

const known = new Map<string, string>();

function german(label: string): string {
  for (const { english, places, german: translated } of kPatterns) {
    const found = english.exec(label);
    if (!found) continue;
    const of = (place: string): string => found[1 + places.indexOf(place)] ?? place;
    const own = /^you$/i.test(of('{who}'));
    // A move is done to its person, unless a preposition says how.
    const behind = saidOfOneself(translated, (place) => own && place === 'who').replace(/^Du\b|\bdu\b/, 'dich');
    return (own ? behind : translated).replace(kPlace, (place) =>
      place === '{who}' ? of(place) : germanName(of(place)), // a person, whatever the name
    );
  }
  return germanName(label);
}

/** Returns news joined by commas in German: "Ann wins 20, Bob wins 10". */
function germanList(news: string, steps: { left: number }): string | null {
  for (let at = news.indexOf(', '); at >= 0; at = news.indexOf(', ', at + 1)) {
    const first = germanNews(news.slice(0, at), steps);
    const others = first === null ? null : germanNews(news.slice(at + 2), steps);
    if (others !== null) return `${first}, ${others.replace(/^Du\b/, 'du')}`;
  }
  return null;
}

/** Returns news in German; null if some of its words have none. */
function germanNews(news: string, steps = { left: kStepsMax }): string | null {
  if (news.length > kNewsLengthMax || --steps.left < 0) return null;
  const listed = germanList(news, steps);
  if (listed !== null) return listed;
  for (const { english, places, german: translated } of kNews) {
    const found = english.exec(news);
    if (!found) continue;
    const parts = places.map((place, i) =>
      /^\{[A-Z]/.test(place)
        ? germanNews(found[1 + i]!, steps)
        : place === '{side}'
          ? germanName(found[1 + i]!)
          : found[1 + i] === 'you'
            ? 'dir'
            : found[1 + i]!,
    );
    if (parts.every((part) => part !== null))
      return saidOfOneself(translated, (place) => parts[places.indexOf(`{${place}}`)] === kOwnName).replace(kPlace, (place) => parts[places.indexOf(place)] ?? place);
  }
  return null;
}

const knownNews = new Map<string, string>();

/** As rules/lua/script_game.cc begins each line in a script's words. */
const kScriptMark = 'game> ';

/** Returns a line of a game's own words on what happened in the page's language. */
function newsLine(line: string): string {
  const before = knownNews.get(line);
  if (before !== undefined) return before;
  const mark = line.startsWith(kScriptMark) ? kScriptMark : '';
  const own = line.slice(mark.length).trim();
  const told = mark + (germanNews(own) ?? own);
  if (knownNews.size < 2000) knownNews.set(line, told); // a game may make up new ones for ever
  return told;
}

/** Returns what a game says of what happened, in the page's language. */
export const gameNews = (news: string): string =>
  words.lang === 'de' ? news.split('\n').map(newsLine).join('\n') : news;

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
  const told = gameWords(`${before}${kNumberMark}${after}`).split(kNumberMark);
  return told.length === 2 ? [told[0]!, told[1]!] : [before, after];
}

const kAbout: { [english: string]: string } = { ...file.games, ...file.params };

/** Returns what a game is about, or what a parameter of it means, in the page's language. */
export const aboutGame = (about: string): string =>
  words.lang === 'de' && Object.hasOwn(kAbout, about) ? kAbout[about]! : about;
