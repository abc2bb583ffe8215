import type { Json, NumberOfMove } from './protocol';

/** Where an inspection stands: a match that its author plays for all seats, or a transcript. */
export interface Inspect {
  /** The game, or the transcript's file. */
  what: string;
  /** 0: the match has just begun. */
  ply: number;
  last: number;
  /** What led here. */
  events: string[];
  /** What is to happen next; none: the match is over. */
  wanted: string[];
  /** It is a transcript, which is only read. */
  fixed: boolean;
  state: Json;
  /** First everybody, then each seat whose knowledge is there. */
  seats: InspectSeat[];
  moves: InspectMoves[];
  /** The view before the last event, of who looks. */
  before: Json;
}

export interface InspectSeat {
  /** -1: everybody. */
  seat: number;
  name: string;
  view: Json;
  /** What the last event changed in this view, beyond what everybody saw. */
  learnt: string[];
}

/** The moves of one seat that is asked, and the lines by which they are made. */
export interface InspectMoves {
  seat: number;
  /** Seats move at once, and this one has chosen. */
  chosen: boolean;
  moves: InspectMove[];
}

export interface InspectMove {
  label: string;
  line: string;
  /** Of a move with a number, which the line lacks. */
  number: NumberOfMove | null;
}
