import type { LobbyFigure, LobbyFinished, LobbyGame, LobbyLuck, LobbyTable } from '../protocol/protocol';
import { clock, grouped } from '../base/text';
import { words } from '../words';
import { gameWords } from '../words/labels';

/** What the lobby says of tables and matches, in words. */

export const titleIn = (game: string, title: string): string =>
  Object.hasOwn(words.titles, game) ? words.titles[game]! : title;

/** The shelves of games, in the order of `fairdeal games`. */
const kShelves = ['poker', 'dice', 'cards', 'boards', 'alone', 'teaching'] as const;
export type Shelf = (typeof kShelves)[number] | 'other';

const shelfOf = ({ name, shelf, seats_max }: LobbyGame): Shelf =>
  name.startsWith('lua-') ? 'teaching' : seats_max === 1 ? 'alone' : (kShelves.find((each) => each === shelf) ?? 'other');

/** The game that most people ask for comes first, on its shelf and for practice. */
export const kKnown = ['holdem'];

/** Returns the games by shelves, and leaves out shelves that are empty. */
export const shelved = (games: LobbyGame[]): { shelf: Shelf; games: LobbyGame[] }[] => {
  const known = (game: LobbyGame): number => Number(kKnown.includes(game.name));
  return [...kShelves, 'other' as const]
    .map((shelf) => ({
      shelf,
      games: games
        .filter((game) => shelfOf(game) === shelf)
        .sort((a, b) => known(b) - known(a)),
    }))
    .filter((each) => each.games.length > 0);
};

/** Returns how many may sit: "2–10", or "4". */
export const seatsIn = ({ seats_min, seats_max }: LobbyGame): string =>
  seats_min === seats_max ? `${seats_max}` : `${seats_min}–${seats_max}`;

const signed = (value: number): string =>
  value > 0 ? `+${grouped(value, words.separator)}` : grouped(value, words.separator);

/** Returns how a match ended for me: chips in poker, else won, lost or the place. */
export function resultOf(match: LobbyFinished, shelf: string): string {
  const mine = match.result[match.me];
  if (match.me < 0) return words.lobby.watched;
  if (mine === undefined) return '';
  if (shelf === 'poker') return signed(mine);
  if (match.result.length === 1) return signed(mine);
  const better = match.result.filter((each) => each > mine).length;
  const equal = match.result.filter((each) => each === mine).length;
  if (match.result.length === 2 || better === 0) {
    return better > 0 ? words.lobby.lost : equal > 1 ? words.lobby.drawn : words.lobby.won;
  }
  return words.lobby.place(better + 1);
}

/** Returns whether a match ended well (1), badly (-1) or neither. */
export function toneOf(match: LobbyFinished): number {
  const mine = match.result[match.me];
  return mine === undefined ? 0 : Math.sign(mine);
}

export const othersOf = (match: LobbyFinished): string[] =>
  match.players.filter((_, seat) => seat !== match.me);

/** Returns how long a match was: "38 hands", "41 moves". */
export const lengthOf = (match: LobbyFinished): string =>
  match.hands > 0 ? words.lobby.hands(match.hands) : words.lobby.moves(match.moves);

/** Returns the cost of waiting: "1:12 left, then fold", or when a kept table was left. */
export function costOf(table: LobbyTable, left_ms: number, now_s: number): string {
  if (table.standing === 'to_act')
    return table.left_ms === 0
      ? words.noClock
      : words.lobby.left(clock(left_ms), table.then === '' ? '' : words.then(gameWords(table.then)));
  if (table.standing === 'kept') return words.lobby.lastHere(ago(now_s - table.seen_s));
  return words.lobby.standing[table.standing];
}

/** Returns "3 h" for a time in seconds. */
export function ago(seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60));
  if (minutes < 60) return words.lobby.minutes(minutes);
  if (minutes < 60 * 24) return words.lobby.hours(Math.floor(minutes / 60));
  return words.lobby.days(Math.floor(minutes / 60 / 24));
}

const kDay_s = 24 * 60 * 60;

/** Returns "today", "yesterday", a day of the week, or a date. */
export function dayOf(at_s: number, now_s: number): string {
  const midnight = new Date(now_s * 1000);
  midnight.setHours(0, 0, 0, 0);
  const since = midnight.getTime() / 1000 - at_s;
  if (since <= 0) return words.lobby.today;
  if (since <= kDay_s) return words.lobby.yesterday;
  const date = new Date(at_s * 1000);
  return date.toLocaleDateString(
    words.lang,
    since <= 6 * kDay_s
      ? { weekday: 'long' }
      : { day: 'numeric', month: 'short', year: 'numeric' },
  );
}

export interface Totals {
  matches: number;
  hands: number;
  won: number;
  /** Chips of all poker, or null if none was played. */
  chips: number | null;
}

export function totalsOf(figures: LobbyFigure[], games: LobbyGame[]): Totals {
  const poker = new Set(games.filter((game) => game.shelf === 'poker').map((game) => game.name));
  const sum = (list: LobbyFigure[], of: (figure: LobbyFigure) => number): number =>
    list.reduce((total, figure) => total + of(figure), 0);
  const of_poker = figures.filter((figure) => poker.has(figure.game));
  return {
    matches: sum(figures, (figure) => figure.matches),
    hands: sum(figures, (figure) => figure.hands),
    won: sum(figures, (figure) => figure.won),
    chips: of_poker.length === 0 ? null : sum(of_poker, (figure) => figure.sum),
  };
}

/** Returns what chance brought, in words: averages of cards and dice, and chips of hands that were
 *  all in. */
export function luckWords(luck: LobbyLuck): string {
  const all_in = luck.what === 'all_in';
  const number = (hundredths: number): string =>
    all_in
      ? grouped(Math.round(hundredths / 100), words.separator)
      : (hundredths / 100 / luck.count).toFixed(2).replace('.', words.point);
  return words.lobby.luck[luck.what](
    luck.count,
    number(luck.sum),
    number(luck.expected),
    number(luck.reach),
  );
}

export const chipsIn = signed;
