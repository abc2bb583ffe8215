import type { InspectMoves, Line, Move, NumberOfMove } from './protocol';
import { kindOf } from './kind';
import { whole, type Fields } from './read-fields';

/** The last word on messages whose fields depend on each other in ways of their own. */

type Mend<T> = (read: T, from: Fields) => T;

export const mendMove: Mend<Move> = (read) => ({ ...read, kind: read.kind || kindOf(read.move) });

/** Where the program says no words around a number, the move's name stands before it. */
export const mendNumberOfMove: Mend<NumberOfMove> = (read) =>
  read.before + read.after === '' && read.name !== ''
    ? { ...read, before: `${read.name} ` }
    : read;

/** A move without a line cannot be made. */
export const mendInspectMoves: Mend<InspectMoves> = (read) => ({
  ...read,
  moves: read.moves.filter((move) => move.line !== ''),
});

/** Protobuf's JSON may leave out seat 0 of chat; a line that is no chat is no seat's. */
export const mendLine: Mend<Line> = (read, from) => ({
  ...read,
  seat: whole(from.seat, -1, read.kind === 'chat' ? 0 : -1),
});
