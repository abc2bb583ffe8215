import type { Json } from './protocol';
import { fields, flag, list, number, text, texts } from './read-fields';
import { readNumber } from './read-number';
import type { Inspect, InspectMove, InspectMoves, InspectSeat } from './inspect';

/** Reads where an inspection stands, as `read.ts` reads the rest of a state. */

/** Returns a whole number from `least` on: seats and places are counted. */
const whole = (value: Json | undefined, least = 0): number =>
  Math.max(least, Math.trunc(number(value)));

function readSeat(value: Json): InspectSeat {
  const from = fields(value);
  return {
    seat: whole(from.seat, -1),
    name: text(from.name),
    view: from.view ?? null,
    learnt: texts(from.learnt),
  };
}

function readMove(value: Json): InspectMove {
  const from = fields(value);
  return { label: text(from.label), line: text(from.line), number: readNumber(from.number) };
}

function readMoves(value: Json): InspectMoves {
  const from = fields(value);
  return {
    seat: whole(from.seat),
    chosen: flag(from.chosen),
    // A move without a line cannot be made.
    moves: list(from.moves)
      .map(readMove)
      .filter((move) => move.line !== ''),
  };
}

export function readInspect(value: Json | undefined): Inspect | null {
  if (value === undefined || value === null) return null;
  const from = fields(value);
  const last = whole(from.last);
  return {
    what: text(from.what),
    ply: Math.min(whole(from.ply), last),
    last,
    events: texts(from.events),
    wanted: texts(from.wanted),
    fixed: flag(from.fixed),
    state: from.state ?? null,
    seats: list(from.seats).map(readSeat),
    moves: list(from.moves).map(readMoves),
    before: from.before ?? null,
  };
}
