import type { Json, Line } from '../protocol/protocol';
import { type Act, actsOf, isMove, linesOf, told, moveNumberOf, type TrickCard, trickCardOf } from '../words/said';

/**
 * The log as pages: a hand, deal or round each, with its streets or tricks as parts. The program
 * says where a part begins and what it is called; equal moves one after the other are one entry,
 * and so are the cards of a trick.
 */

/** The rules' own lines are what nobody chose: deals, rolls, scores, and what a move meant. */
export type LogKind = 'moves' | 'rules' | 'chat' | 'table';
export const kLogKinds: LogKind[] = ['moves', 'rules', 'chat', 'table'];

export interface LogEntry {
  seq: number;
  kind: LogKind;
  /** As Line.kind. */
  line: Line['kind'];
  /** The people who made a move, or the seat that said something. */
  who: string[];
  seat: number;
  /** The words of a move without its number; else all of the words. */
  text: string;
  amount: string;
  /** The cards of a trick in their order; none in any other entry. */
  cards: TrickCard[];
  /** A move of the first seat and the answer of the second, with their number; null: it is none. */
  pair: MovePair | null;
  /** How often the same was said in a row. */
  times: number;
}

/** A move of a pair, and how long it took; 0: that is not known. */
export interface PairedMove {
  who: string;
  text: string;
  took_ms: number;
}

export interface MovePair {
  n: number;
  /** Of the first and the second seat; null: the log does not have it. */
  moves: [PairedMove | null, PairedMove | null];
}

export interface LogPart {
  /** Of the line with which it begins. */
  seq: number;
  title: string;
  value: string;
  entries: LogEntry[];
}

export interface LogPage {
  title: string;
  parts: LogPart[];
}

const kindOf = (line: Line): LogKind =>
  line.kind === 'chat' ? 'chat' : line.kind === 'event' ? 'moves' : 'table';

const memberOf = (heading: Json, name: string): Json =>
  typeof heading === 'object' && heading !== null && !Array.isArray(heading) ? (heading[name] ?? null) : null;

const sayingOf = (heading: Json, name: string): string => told(memberOf(heading, name), '');

function entriesOf(line: Line): LogEntry[] {
  const entry = {
    seq: line.seq, kind: kindOf(line), line: line.kind, seat: line.seat, times: 1, cards: [], pair: null, who: [], amount: '',
  };
  const plain = (text: string): LogEntry => ({ ...entry, text });
  if (line.said === null || line.kind !== 'event') return [plain(line.text)];
  // News that begin a part stand in its heading.
  const said = linesOf(line.said).slice(memberOf(line.heading, 'by_news') === true ? 1 : 0);
  return said.flatMap((one): LogEntry[] => {
    const acts = actsOf(one);
    const number = moveNumberOf(one);
    if (acts !== null && number !== null) {
      const move = { who: acts[0]!.who, text: acts[0]!.verb, took_ms: line.took_ms };
      return [{ ...plain(''), pair: { n: number.n, moves: number.second ? [null, move] : [move, null] } }];
    }
    if (acts !== null)
      return acts.map(({ who, verb, amount }: Act) => ({ ...entry, who: [who], text: verb, amount }));
    const card = trickCardOf(one);
    if (card !== null) return [{ ...plain(''), cards: [card] }];
    const kind = isMove(one) ? 'moves' : 'rules';
    return told(one, line.text).split('\n').map((text) => ({ ...plain(text), kind }));
  });
}

const alike = (a: LogEntry, b: LogEntry): boolean =>
  a.line === 'event' && b.line === 'event' && a.text === b.text && a.amount === b.amount &&
  a.cards.length + b.cards.length === 0 && a.pair === null && b.pair === null;

const inOneTrick = (a: LogEntry, b: LogEntry): boolean =>
  a.cards.length > 0 && b.cards.length > 0 && a.cards[0]!.trick === b.cards[0]!.trick &&
  !a.cards.some((card) => card.taker !== '');

const inOnePair = (a: LogEntry, b: LogEntry): boolean =>
  a.pair !== null && b.pair !== null && a.pair.n === b.pair.n && a.pair.moves[1] === null && b.pair.moves[0] === null;

/** Adds an entry, or counts it with the one before it if both say the same. */
function add(entries: LogEntry[], entry: LogEntry): void {
  const alone = entry.cards.length === 0 && entry.pair === null;
  const last = alone ? entries.at(-1) : entries.findLast(({ line }) => line === 'event');
  if (last !== undefined && inOneTrick(last, entry)) {
    last.cards.push(...entry.cards);
  } else if (last !== undefined && inOnePair(last, entry)) {
    last.pair = { n: last.pair!.n, moves: [last.pair!.moves[0], entry.pair!.moves[1]] };
  } else if (last === undefined || !alike(last, entry)) {
    entries.push({ ...entry });
  } else if (entry.who.length === 0 && last.who.length === 0) {
    last.times += 1;
  } else if (entry.who.every((who) => !last.who.includes(who))) {
    last.who.push(...entry.who);
  } else {
    entries.push(entry);
  }
}

/** Returns the title of the last page: "Hand 14", "Deal 2"; "": the log has no pages. */
export const lastHeading = (lines: Line[]): string =>
  sayingOf(lines.findLast(({ heading }) => heading !== null)?.heading ?? null, 'page');

/** Returns the log of these kinds as pages, the last one last. Without lines there is none. */
export function logPages(lines: Line[], kinds: readonly LogKind[] = kLogKinds): LogPage[] {
  const pages: LogPage[] = [];
  const telling = new Set<number>();
  for (const line of lines) {
    if (line.heading !== null) {
      const title = sayingOf(line.heading, 'page');
      const part = {
        seq: line.seq, title: sayingOf(line.heading, 'title'), value: sayingOf(line.heading, 'value'),
      };
      // The line of a trick has its number.
      if (linesOf(line.said).some((one) => trickCardOf(one) !== null)) part.title = '';
      if (pages.at(-1)?.title !== title) pages.push({ title, parts: [] });
      pages.at(-1)!.parts.push({ ...part, entries: [] });
      // A title that is news of the rules tells something though nothing follows it yet.
      if (memberOf(line.heading, 'by_news') === true && kinds.includes('rules')) telling.add(line.seq);
    }
    const entries = entriesOf(line).filter((entry) => kinds.includes(entry.kind));
    if (entries.length === 0) continue;
    if (pages.length === 0) pages.push({ title: '', parts: [{ seq: line.seq, title: '', value: '', entries: [] }] });
    for (const entry of entries) add(pages.at(-1)!.parts.at(-1)!.entries, entry);
  }
  return pages
    .map((page) => ({
      ...page,
      parts: page.parts.filter((part) => part.entries.length > 0 || telling.has(part.seq)),
    }))
    .filter((page) => page.parts.length > 0);
}
