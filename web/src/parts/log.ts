import type { Json, Line } from '../protocol/protocol';
import { type Act, actsOf, linesOf, told } from '../words/said';

/**
 * The log as pages: a hand, deal or round each, with its streets or tricks as parts. The program
 * says where a part begins and what it is called; equal moves one after the other are one entry.
 */

export type LogKind = 'moves' | 'chat' | 'table';
export const kLogKinds: LogKind[] = ['moves', 'chat', 'table'];

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
  /** How often the same was said in a row. */
  times: number;
}

export interface LogPart {
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

const sayingOf = (heading: Json, name: string): string =>
  typeof heading === 'object' && heading !== null && !Array.isArray(heading)
    ? told(heading[name] ?? null, '')
    : '';

function entriesOf(line: Line): LogEntry[] {
  const entry = { seq: line.seq, kind: kindOf(line), line: line.kind, seat: line.seat, times: 1 };
  const plain = (text: string): LogEntry => ({ ...entry, who: [], text, amount: '' });
  if (line.said === null || line.kind !== 'event') return [plain(line.text)];
  return linesOf(line.said).flatMap((said) => {
    const acts = actsOf(said);
    if (acts !== null)
      return acts.map(({ who, verb, amount }: Act) => ({ ...entry, who: [who], text: verb, amount }));
    return told(said, line.text).split('\n').map(plain);
  });
}

const alike = (a: LogEntry, b: LogEntry): boolean =>
  a.kind === 'moves' && b.kind === 'moves' && a.text === b.text && a.amount === b.amount;

/** Adds an entry, or counts it with the one before it if both say the same. */
function add(entries: LogEntry[], entry: LogEntry): void {
  const last = entries.at(-1);
  if (last === undefined || !alike(last, entry)) {
    entries.push(entry);
  } else if (entry.who.length === 0 && last.who.length === 0) {
    last.times += 1;
  } else if (entry.who.every((who) => !last.who.includes(who))) {
    last.who.push(...entry.who);
  } else {
    entries.push(entry);
  }
}

/** Returns the log of these kinds as pages, the last one last. Without lines there is none. */
export function logPages(lines: Line[], kinds: readonly LogKind[] = kLogKinds): LogPage[] {
  const pages: LogPage[] = [];
  for (const line of lines) {
    if (line.heading !== null) {
      const title = sayingOf(line.heading, 'page');
      const part = { title: sayingOf(line.heading, 'title'), value: sayingOf(line.heading, 'value') };
      if (pages.at(-1)?.title !== title) pages.push({ title, parts: [] });
      pages.at(-1)!.parts.push({ ...part, entries: [] });
    }
    if (!kinds.includes(kindOf(line))) continue;
    if (pages.length === 0) pages.push({ title: '', parts: [{ title: '', value: '', entries: [] }] });
    for (const entry of entriesOf(line)) add(pages.at(-1)!.parts.at(-1)!.entries, entry);
  }
  return pages
    .map((page) => ({ ...page, parts: page.parts.filter((part) => part.entries.length > 0) }))
    .filter((page) => page.parts.length > 0);
}
