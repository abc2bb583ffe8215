import sentences from '../../../ui/words/sentences.json';
import { grouped, groupedIn, plainText } from '../base/text';
import type { Json, Line, Move, State } from '../protocol/protocol';
import { words } from '.';
import { aboutGame, aroundNumber, gameNews, gameWords } from './labels';
import { kOwnName, saidOfOneself } from './oneself';

/**
 * The program's sentences in the page's language. The program sends ids of
 * ui/words/sentences.json with values; of each value it says the kind: only chips, and the words of
 * a game that is played for chips, get separators.
 */

type Sentence = { [language: string]: string };
type Values = { [name: string]: Json };

const kSentences: { [id: string]: Sentence } = sentences;

const isObject = (value: Json | undefined): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const plain = (value: Json | undefined): string =>
  typeof value === 'string' ? plainText(value) : typeof value === 'number' ? String(value) : '';

/** Returns a name of a person, and a German page's word for the person of the page. */
const nameText = (name: string): string =>
  words.lang === 'de' && name === kOwnName ? words.you : name;
const inList = (name: string): string =>
  words.lang === 'de' && name === kOwnName ? 'du' : name;

/** Returns a value in words: {"name": "Bob"} as "Bob". `ofGame` says words of a game in the page's language. */
function valueText(value: Json | undefined, ofGame = gameWords): string {
  const [kind = '', of] = isObject(value) ? (Object.entries(value)[0] ?? []) : [];
  switch (kind) {
    case 'chips':
      return typeof of === 'number' ? grouped(of, words.separator) : plain(of);
    case 'game':
      return ofGame(plain(of));
    case 'stakes':
      return groupedIn(ofGame(plain(of)), words.separator);
    case 'names':
      return words.names(listOf(of).map(plain).map(inList), Infinity);
    case 'name':
      return nameText(plain(of));
    case 'said':
      return told(of ?? null, '');
    case 'both':
      return isObject(of) ? plain(of[words.lang] ?? of.en) : '';
    case 'list':
    case 'lines':
      return listOf(of)
        .map((each) => told(each, ''))
        .join(kind === 'list' ? ', ' : '\n');
    default:
      return plain(of);
  }
}

/** Returns the title of a game that a sentence names. */
function titleText(value: Json | undefined): string {
  const game = valueText(value);
  return Object.hasOwn(words.titles, game) ? words.titles[game]! : game;
}

const isOwn = (value: Json | undefined): boolean =>
  isObject(value) &&
  (value.name === kOwnName ||
    (Array.isArray(value.names) && value.names.length === 1 && value.names[0] === kOwnName));

const isOne = (value: Json | undefined): boolean => isObject(value) && (value.count === 1 || value.chips === 1);

/** Returns a sentence of the program, and `text` if it has no id that this page knows. */
export function told(said: Json, text: string): string {
  const id = isObject(said) && typeof said.id === 'string' ? said.id : '';
  const sentence = Object.hasOwn(kSentences, id) ? kSentences[id]![words.lang] : undefined;
  if (!isObject(said) || sentence === undefined) return text;
  const ofGame = id === 'game_says' ? gameNews : id === 'game_about' ? aboutGame : gameWords;
  const personal =
    words.lang === 'de' ? saidOfOneself(sentence, (place) => isOwn(said[place])) : sentence;
  const toldValue = (name: string): string =>
    name === 'game' ? titleText(said[name]) : valueText(said[name], ofGame);
  return personal.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name: string, one, more) =>
    one === undefined ? toldValue(name) : isOne(said[name]) ? one : more,
  );
}

/** Returns sentences one after the other, and `text` if there are none. */
export const toldList = (all: Json, text: string): string =>
  listOf(all).length === 0 ? text : listOf(all).map((each) => told(each, '')).join(' ');

/** Returns a sentence of lines as these lines, each as it was said; any other one as itself. */
export function linesOf(said: Json): Json[] {
  if (!isObject(said) || said.id !== 'lines' || !isObject(said.lines)) return [said];
  return listOf(said.lines.lines);
}

/** A move that was made: "raise to" and "80". A number that does not end or begin it belongs to its words. */
export interface Act {
  who: string;
  verb: string;
  amount: string;
}

function actOf(said: Json): Act | null {
  if (!isObject(said) || !/^moved(_first|_second)?$/.test(plain(said.id)) || !isObject(said.move)) return null;
  const [kind = '', of] = Object.entries(said.move)[0] ?? [];
  const move = plain(of);
  const quoted = /^"([^"\n]*)"$/.exec(move);
  const named = gameWords(quoted ? quoted[1]! : move);
  // In a game without stakes a number is a part of the move's name: "cards 3" is the third card.
  const number = !quoted && kind === 'stakes' && named.match(/\d+/g)?.length === 1 ? /^(\d+) (.+)$|^(.+) (\d+)$/.exec(named) : null;
  const amount = number?.[1] ?? number?.[4] ?? '';
  const verb = number?.[2] ?? number?.[3] ?? named;
  return {
    who: valueText(said.who),
    verb: quoted ? words.quoted(verb) : verb,
    amount: kind === 'stakes' ? groupedIn(amount, words.separator) : amount,
  };
}

/** The place of a move among those that two seats make in turn. */
export interface MoveNumber {
  n: number;
  second: boolean;
}

export function moveNumberOf(said: Json): MoveNumber | null {
  const id = saidId(said);
  if (!isObject(said) || !isObject(said.n) || (id !== 'moved_first' && id !== 'moved_second')) return null;
  const n = said.n.count;
  return typeof n === 'number' ? { n, second: id === 'moved_second' } : null;
}

/** Returns the moves of which a sentence tells, if it tells of nothing else. */
export function actsOf(said: Json): Act[] | null {
  const all =
    isObject(said) && said.id === 'together' && isObject(said.all)
      ? listOf(said.all.list).map(actOf)
      : [actOf(said)];
  return all.length > 0 && all.every((act) => act !== null) ? (all as Act[]) : null;
}

const kMuck = 'muck';

/** Returns the seats that stayed in to the end of a hand and put their cards away, as the lines of that hand say. */
export function muckedSeats(lines: Line[], hand: number, { seats, me }: State): number[] {
  const of = lines.filter((line) => line.kind === 'event' && line.hand === hand);
  return of.flatMap(({ said }) => linesOf(said)).flatMap((one): number[] => {
    if (saidId(one) === 'own_muck') return me < 0 ? [] : [me];
    if (!isObject(one) || !isObject(one.move) || !isObject(one.who)) return [];
    if (one.move.stakes !== kMuck) return [];
    const names = [one.who.name, ...listOf(one.who.names)].filter((name) => typeof name === 'string');
    return names
      .map((name) => (name === kOwnName ? me : seats.findIndex((seat) => seat.name === name)))
      .filter((seat) => seat >= 0);
  });
}

/** Returns the name of a move. Its numbers are chips if it costs some. */
export const moveName = ({ label, price }: Move): string =>
  price === null ? label : groupedIn(label, words.separator);

export const toldLine = (line: Line): Line => ({ ...line, text: told(line.said, line.text) });

/** A card that somebody played to a trick, and who takes the trick, after the last card of it. */
export interface TrickCard {
  who: string;
  card: string;
  taker: string;
  /** 0: the game does not count its tricks. */
  trick: number;
}

export function trickCardOf(said: Json): TrickCard | null {
  if (!isObject(said) || !plain(said.id).startsWith('trick_play')) return null;
  const n = isObject(said.n) ? said.n.count : 0;
  return {
    who: valueText(said.who),
    card: valueText(said.card),
    taker: said.taker === undefined ? '' : valueText(said.taker),
    trick: typeof n === 'number' ? n : 0,
  };
}

/** Returns the id of a sentence; "": it has none. */
export const saidId = (said: Json | undefined): string => (isObject(said) ? plain(said.id) : '');

/** Returns whether a sentence tells what a seat did, or left undone; the rules say all the others. */
export function isMove(said: Json): boolean {
  return /^(moved|together|absent|no_answer|sits_out|gone|own_muck)/.test(saidId(said));
}

/** The states as the program sent them, by those that the page shows. */
const raw = new WeakMap<State, State>();

/** Returns a state as the program sent it: with the names of moves that a person may type. */
export const asSent = (state: State): State => raw.get(state) ?? state;

function toldMove(move: Move): Move {
  const now = {
    ...move,
    label: gameWords(move.label),
    brief_label: gameWords(move.brief_label),
    aside: gameWords(move.aside),
  };
  if (move.number === null) return now;
  const [before, after] = aroundNumber(move.number.before, move.number.after);
  return { ...now, number: { ...move.number, before, after } };
}

const part = (said: Json, name: string): Json => (isObject(said) ? (said[name] ?? null) : null);

/** Returns lines in the page's language, as far as they have ids. */
const toldEach = (lines: string[], said: Json): string[] =>
  lines.map((line, i) => told(listOf(said)[i] ?? null, line));

const toldPair = <Pair extends { of: string; text: string; said: Json }>(pair: Pair): Pair => ({
  ...pair,
  of: told(part(pair.said, 'of'), pair.of),
  text: told(part(pair.said, 'text'), pair.text),
});

/** Returns the state with all that the program says as ids in the page's language. */
export function toldState(state: State): State {
  const from = asSent(state);
  const { checks, trouble, result } = from;
  const now: State = {
    ...from,
    turn: { ...from.turn, then: gameWords(from.turn.then) },
    terms: { ...from.terms, sentence: told(from.terms.said, from.terms.sentence) },
    seats: from.seats.map((seat) => ({ ...seat, words: told(seat.said, seat.words) })),
    last_hand: from.last_hand.map((line, i) => told(listOf(from.last_hand_said)[i] ?? null, line)),
    moves: from.moves.map(toldMove),
    replay: from.replay && {
      ...from.replay,
      rows: from.replay.rows.map((row) => ({
        ...row,
        lines: row.lines.map((line, i) => told(listOf(row.said)[i] ?? null, line)),
      })),
    },
    inspect: from.inspect && {
      ...from.inspect,
      events: toldEach(from.inspect.events, from.inspect.events_said),
      wanted: toldEach(from.inspect.wanted, from.inspect.wanted_said),
      seats: from.inspect.seats.map((seat) => ({
        ...seat,
        learnt: toldEach(seat.learnt, seat.learnt_said),
      })),
    },
    waiting: told(from.waiting_said, from.waiting),
    checks: {
      ...checks,
      sentence: told(checks.said, checks.sentence),
      steps: checks.steps.map((step) => ({
        ...step,
        what: told(step.said, step.what),
        by: isObject(step.said) && step.said.by !== undefined ? valueText(step.said.by) : step.by,
      })),
    },
    trouble: trouble.map((each) => ({
      ...each,
      title: told(part(each.said, 'title'), each.title),
      text: told(part(each.said, 'text'), each.text),
      next: told(part(each.said, 'next'), each.next),
      conviction: each.conviction && {
        ...each.conviction,
        statements: each.conviction.statements.map(toldPair),
        fates: each.conviction.fates.map(toldPair),
      },
    })),
    result:
      result === null || listOf(result.said).length === 0
        ? result
        : { ...result, words: listOf(result.said).map((each) => told(each, '')) },
  };
  raw.set(now, from);
  return now;
}
