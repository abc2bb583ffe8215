import type { Replay, ReplayRow } from '../protocol/protocol';
import { words } from '../words';

/** A replay, as pure data: what keys mean there, and where things stand along the slider. */

/** The lines that the program understands, as at its terminal. */
const kKeys: { [key: string]: string } = {
  ' ': 'play',
  ArrowLeft: 'back',
  ArrowRight: 'next',
  '[': '[',
  ']': ']',
  PageUp: '<',
  PageDown: '>',
  Home: 'first',
  End: 'last',
  '+': '+',
  '-': '-',
};

/** Returns the line that a key sends, or null if it means nothing in a replay. */
export function replayLine(pressed: string, letters: boolean): string | null {
  if (Object.hasOwn(kKeys, pressed)) return kKeys[pressed]!;
  return letters && pressed.toLowerCase() === 'v' ? 'v' : null;
}

/** Returns the line that goes to a record; −1 is the table before its first. */
export const lineTo = (record: number): string => (record < 0 ? 'first' : `record ${record}`);

/** Returns the record at which the replay stands, with what it did. */
export const rowNow = (replay: Replay): ReplayRow | undefined =>
  replay.rows.find((row) => row.record === replay.record);

export const streetName = (street: string): string =>
  Object.hasOwn(words.streets, street)
    ? words.streets[street]!
    : street.charAt(0).toUpperCase() + street.slice(1).replaceAll('_', ' ');

/** Returns "Hand 14, river", or what else says where this is. */
export function placeName(replay: Replay): string {
  const parts: string[] = [];
  if (replay.hand > 0) parts.push(words.replayHand(replay.hand));
  else if (replay.record < 0) parts.push(words.beforeFirst);
  else parts.push(words.replayRecord(replay.record));
  if (replay.street !== '') parts.push(streetName(replay.street).toLowerCase());
  return parts.join(', ');
}

/** Returns "record 310, checked" for people who hear the page. */
export function recordName(replay: Replay): string {
  if (replay.record < 0) return words.beforeFirst;
  return rowNow(replay)?.mark === 'absence'
    ? words.recordAbsence(replay.record)
    : words.recordChecked(replay.record);
}

export interface Tick {
  record: number;
  /** Per cent of the slider. */
  at: number;
  label: string;
  now: boolean;
  /** There is room for the label. */
  shown: boolean;
  /** The label ends at its tick, because there is no room at its right. */
  ends: boolean;
}

/** Returns where streets begin along the slider. A label that would touch the one before is left
 * out, but the street of the present place keeps its own. */
export function ticksOf(replay: Replay, room: number): Tick[] {
  const { first_of_hand: first, last_of_hand: last, streets } = replay;
  const wide = Math.max(1, last - first);
  const now = streets.reduce((found, tick, i) => (tick.record <= replay.record ? i : found), -1);
  const ticks = streets.map((tick, i) => ({
    record: tick.record,
    at: (100 * (tick.record - first)) / wide,
    label: streetName(tick.text),
    now: i === now,
    shown: false,
    ends: (100 * (tick.record - first)) / wide > 100 - room,
  }));
  const current = ticks[now];
  if (current !== undefined) current.shown = true;
  const begin = (tick: Tick): number => tick.at - (tick.ends ? room : 0);
  for (const tick of ticks)
    tick.shown ||= ticks.every(
      (other) => !other.shown || Math.abs(begin(other) - begin(tick)) >= room,
    );
  return ticks;
}

/** Returns the part of all records that stands before a record, in thousandths, for the strip. */
export function stripAt(replay: Replay, record: number): number {
  const all = replay.runs.reduce((sum, run) => Math.max(sum, run.record + run.count), 1);
  return (1000 * record) / all;
}
