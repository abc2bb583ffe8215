import type { Json, LobbyGame, LobbyParam } from '../protocol/protocol';

/** The form that opens a table, as data: made from a game's parameters alone. */

/** How a field is shown: up to four choices as a segment, numbers with - and +. */
export type Shape = 'segment' | 'list' | 'number' | 'pair' | 'rows' | 'text';

export interface Field {
  /** The parameters that it sets: two for a pair, such as blinds. */
  params: LobbyParam[];
  name: string;
  shape: Shape;
}

export type Values = { [param: string]: Json };

/** Pairs that people say in one breath. */
const kPairs: [name: string, first: string, second: string][] = [
  ['blinds', 'small_blind', 'big_blind'],
  ['board_size', 'width', 'height'],
  ['board_size', 'columns', 'rows'],
];
/** Lists of rows: which parameter each column of the first row is, before any row of the list. A game
 * has the columns of the parameters that it has. */
const kRows: { [param: string]: { [column: string]: string | number } } = {
  levels: {
    from: 1,
    small: 'small_blind',
    big: 'big_blind',
    button: 'button_blind',
    bet: 'bet',
    bring_in: 'bring_in',
    ante: 'ante',
  },
};
/** The column of a list that has no meaning while another parameter is set: levels by minutes are from no hand on. */
const kWithout: { [param: string]: { column: string; while: string } } = {
  levels: { column: 'from', while: 'level_minutes' },
};
/** What people decide first. All else comes behind, in the order of the game. */
const kFirst = ['betting', 'blinds', 'stack', 'goal', 'dice', 'board_size', 'line_length', 'hands'];
const kShown = 3;
const kSegmentMax = 4;

function shapeOf(param: LobbyParam): Shape {
  if (param.kind === 'flag') return 'segment';
  if (param.kind === 'choice')
    return param.choices.length <= kSegmentMax ? 'segment' : 'list';
  if (param.kind === 'json' && Object.hasOwn(kRows, param.name) && Array.isArray(param.standard))
    return 'rows';
  return param.kind === 'number' ? 'number' : 'text';
}

/** Returns whether nothing can be chosen here. */
const isFixed = (param: LobbyParam): boolean =>
  param.kind === 'number' && param.min !== null && param.min === param.max;

/** Returns the fields for a game: those that are shown at once, and the rest. */
export function fieldsOf(game: LobbyGame): { first: Field[]; more: Field[] } {
  const left = game.params.filter((param) => !isFixed(param));
  const all: Field[] = [];
  for (const [name, one, two] of kPairs) {
    const pair = [one, two].map((each) => left.find((param) => param.name === each));
    if (pair.some((param) => param?.kind !== 'number')) continue;
    all.push({ params: pair as LobbyParam[], name, shape: 'pair' });
    for (const param of pair) left.splice(left.indexOf(param!), 1);
  }
  for (const param of left) all.push({ params: [param], name: param.name, shape: shapeOf(param) });
  const rank = (field: Field): number => {
    const at = kFirst.indexOf(field.name);
    return at < 0 ? kFirst.length : at;
  };
  const sorted = all
    .map((field, i) => ({ field, i }))
    .sort((a, b) => rank(a.field) - rank(b.field) || a.i - b.i)
    .map(({ field }) => field);
  return { first: sorted.slice(0, kShown), more: sorted.slice(kShown) };
}

export type Row = { [column: string]: number };

/** More rows would not fit into a message of the page. */
export const kRowsMax = 40;
/** How many hands a new level is after the one before. */
const kHandsOfLevel = 10;

/** Returns what holds before the first row of a list: the values of other parameters. */
export function firstRow(game: LobbyGame, values: Values, name: string): Row {
  const first: Row = {};
  for (const [column, of] of Object.entries(kRows[name] ?? {})) {
    const param = game.params.find((each) => each.name === of);
    if (typeof of === 'string' && !param) continue;
    first[column] = typeof of === 'number' ? of : Number(values[of] ?? param?.standard ?? 0);
  }
  return first;
}

/** Returns the columns of such a list that people fill in. */
export function columnsOf(first: Row, values: Values, name: string): string[] {
  const without = kWithout[name];
  const left_out = without !== undefined && Number(values[without.while] ?? 0) > 0;
  return Object.keys(first).filter((column) => !(left_out && column === without.column));
}

/** Returns the rows of a value. */
export const rowsOf = (value: Json): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** Returns a row to add: ten hands later, with twice as much of all else. */
export function nextRow(rows: Row[], first: Row): Row {
  const last = rows.at(-1) ?? first;
  return Object.fromEntries(
    Object.keys(first).map((column) => [
      column,
      column === 'from' ? last[column]! + kHandsOfLevel : 2 * (last[column] ?? 0),
    ]),
  );
}

/** Returns a number as near to `value` as a parameter allows. */
export function inRange(value: number, min: number | null, max: number | null): number {
  const whole = Math.trunc(value);
  return Math.min(max ?? Infinity, Math.max(min ?? -Infinity, whole));
}

/** Returns by how much - and + change a number: about a tenth of what is usual. */
export function stepOf(standard: Json): number {
  const usual = typeof standard === 'number' ? Math.abs(standard) : 0;
  return usual < 100 ? 1 : 10 ** (Math.floor(Math.log10(usual)) - 1);
}

/** Returns what a text field says as a value, or null if it says none. */
export function valueOf(param: LobbyParam, typed: string): Json | undefined {
  if (param.kind === 'text') return typed;
  try {
    return JSON.parse(typed) as Json;
  } catch {
    return undefined;
  }
}

const same = (a: Json | undefined, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the rows with the columns that people fill in. */
const filledIn = (value: Json, values: Values, name: string): Json =>
  rowsOf(value).map((row) =>
    Object.fromEntries(columnsOf(row, values, name).map((column) => [column, row[column]!])),
  );

/** Returns the parameters that differ from what is usual, as the program takes them. */
export function paramsOf(game: LobbyGame, values: Values): Values {
  const chosen: Values = {};
  for (const param of game.params) {
    const value = values[param.name];
    if (value === undefined || same(value, param.standard)) continue;
    chosen[param.name] = kRows[param.name] ? filledIn(value, values, param.name) : value;
  }
  return chosen;
}

/** Returns a word as a line has it: in quotes if it has spaces. A quote itself cannot be said. */
export function quoted(word: string): string {
  const plain = word.replaceAll("'", '');
  return /[ ]/.test(plain) || plain === '' ? `'${plain}'` : plain;
}

/** The choices of a bank for an evening of tables, in chips. */
export interface BuyIn {
  least: number;
  most: number;
  /** With which the bank's person sits down. */
  own: number;
  /** Whether the bank's person is asked about each order. */
  asks: boolean;
}

/** A table of an evening has so many hands, so that people come and go between them. */
const kHandsOfEvening = 10;

/** Returns a game as one of an evening: people bring their chips. */
export const ofEvening = (game: LobbyGame): LobbyGame => ({
  ...game,
  params: game.params
    .filter(({ name }) => name !== 'stack' && name !== 'stacks')
    .map((param) => (param.name === 'hands' ? { ...param, standard: kHandsOfEvening } : param)),
});

/** Returns the usual buy-in of a game: half of its stack to all of it. */
export function usualBuyIn(game: LobbyGame): BuyIn {
  const stack = Number(game.params.find(({ name }) => name === 'stack')?.standard ?? 1000);
  return { least: Math.ceil(stack / 2), most: stack, own: stack, asks: false };
}

/** Returns a buy-in after one of its numbers was changed: the others follow it. */
export function buyInWith(before: BuyIn, change: Partial<BuyIn>): BuyIn {
  const next = { ...before, ...change };
  if (change.most !== undefined) next.least = Math.min(next.least, next.most);
  next.most = Math.max(next.least, next.most);
  return { ...next, own: inRange(next.own, next.least, next.most) };
}

export interface Opening {
  seats: number;
  bots: number;
  strength: Strength;
  /** Seconds for a move; 0: no clock. */
  move_s: number;
  bank_s: number;
  /** Seconds that a move in time gives back; null: as many as is usual. */
  increment_s: number | null;
  /** Whom an invitation lets in: who has it, who has it once the host says yes, or contacts alone. */
  admit: 'invited' | 'ask' | 'known';
  watch: 'none' | 'invited' | 'open';
  /** Of an evening of tables; null: it is one match. */
  evening: BuyIn | null;
}

/** The least time for a move that a table takes: then all time is in the reserve. */
const kLeastMove_s = 1;

/** Returns the clock of a game in which each has so many minutes, and a move gives seconds back. */
export const gameClock = (
  minutes: number,
  increment_s: number,
): Pick<Opening, 'move_s' | 'bank_s' | 'increment_s'> => ({
  move_s: kLeastMove_s,
  bank_s: minutes * 60,
  increment_s,
});

/** Returns the line that opens a table. It says all that the form shows and a setting of the program may say, too:
 * where the line said nothing, the setting would hold unseen. */
export function hostLine(game: LobbyGame, values: Values, opening: Opening): string {
  const parts = ['host', game.name, '--seats', opening.seats.toString()];
  if (opening.bots > 0) parts.push('--bots', `${opening.bots}:${opening.strength}`);
  const params = paramsOf(game, values);
  if (Object.keys(params).length > 0)
    parts.push('--params', `'${JSON.stringify(params).replaceAll("'", '\\u0027')}'`);
  if (opening.move_s === 0) parts.push('--untimed');
  else parts.push('--move-time', opening.move_s.toString(), '--bank', opening.bank_s.toString());
  if (opening.move_s > 0 && opening.increment_s !== null)
    parts.push('--increment', opening.increment_s.toString());
  parts.push('--admit', opening.admit);
  if (opening.watch !== 'none') parts.push('--watch', opening.watch);
  if (opening.evening !== null) {
    const { least, most, own, asks } = opening.evening;
    parts.push('--evening', '--buy-in', `${least}:${most}`, '--chips', own.toString());
    if (asks) parts.push('--orders', 'ask');
  }
  return parts.join(' ');
}

/** Returns how many sit at a table of practice, the person among them. */
export const practiceSeats = (game: LobbyGame): number =>
  Math.max(game.seats_min, Math.min(game.seats_max, 6));

/** How far bots look ahead; simple: they go by rules of thumb. */
export type Strength = 'simple' | 'easy' | 'normal' | 'hard';

/** Returns the line that plays against bots. */
export function playLine(game: LobbyGame, bots: Strength): string {
  const seats = practiceSeats(game);
  return `play ${game.name} --seats ${seats}${seats > 1 ? ` --bots ${bots}` : ''}`;
}

/** A longer text would not fit into a message of the page. */
const kInvitationMax = 2500;

/** Returns a text without what no link, code or address has, if it is too long, and its part that
 * begins with a link, if it is too long even so. */
function shortened(text: string): string {
  if (text.length <= kInvitationMax / 4) return text;
  const plain = text.replace(/[\u2010-\u2015\u2212]/g, '-').replace(/[^!-~]+|["\\]/g, ' ');
  const link = plain.length <= kInvitationMax ? 0 : Math.max(0, plain.search(/fairdeal:/i));
  return plain.slice(link, link + kInvitationMax).trim();
}

/** Returns whether a text holds an invitation as a table gives it: a link, an address with a link behind
 * its `#`, or a code. */
export const hasInvitation = (text: string): boolean =>
  /fairdeal:\d|https?:\/\/\S+#|\b\d+-[a-z]+-[a-z]+\b/i.test(text);

/** Returns the line for an invitation, which may stand among other words: the program looks for a
 * link, a code or an address there. */
export const joinLine = (invitation: string): string =>
  `join ${quoted(shortened(invitation.replaceAll("'", ' ').replace(/\s+/g, ' ').trim()))}`;
