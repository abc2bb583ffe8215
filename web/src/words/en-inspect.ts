import { grouped } from '../base/text';

/** The words of an inspection, which shows a match to the author of its game; part of `en.ts`. */

export const enInspect = {
  inspection: 'Inspection',
  leave: 'Leave the inspection',
  gone: 'The inspection has ended',
  again: 'To inspect it again, start',
  details: 'Moves, views, state, log',

  // The bar.
  place: (ply: number) => `Ply ${grouped(ply)}`,
  placeInMatch: 'Place in the match',
  begins: 'The match begins.',
  over: 'The match is over.',
  wanted: (what: string[]) =>
    what.length > 1 ? `Wanted: ${what[0]}, and ${what.length - 1} more` : `Wanted: ${what[0]}`,
  toFirst: 'To the beginning',
  back: 'The event before',
  next: 'The next event',
  nextAtLast: 'The next event: what chance decides, the dealer decides',
  toLast: 'To the last event',
  random: 'Random move',
  looks: 'Seen by',

  // The panel.
  tabs: { moves: 'Moves', views: 'Views', state: 'State', log: 'Log' },
  seat: (seat: number) => `Seat ${seat}`,
  nobodyAsked: 'No seat is asked for a move.',
  chosen: 'has chosen',
  noMoves: 'There is no legal move.',
  number: (label: string) => `${label}: the number`,
  absences: 'Absences',
  misses: 'Misses its turn',
  leaves: 'Leaves',
  blocks: 'Blocks a card',
  blocksAbout: 'The card that is wanted can never be shown, because of this seat',
  ofSeat: (name: string, does: string) => `${name}: ${does}`,
  lookingNow: 'looks',
  learnt: 'Learnt from the last event',
  changed: 'Changed by the last event',
  nothing: 'nothing',
  state: 'What the rules know',
  fileName: 'File name',
  save: 'Save',
  load: 'Load',
  command: 'Command',
  commandHint: 'next 5, view 2, save FILE, help',
  answer: 'Answer',

  keys: [
    ['← →', 'the event before, the next'],
    ['Home End', 'to the beginning, to the last event'],
    ['R', 'a random move'],
    ['V', 'the next one looks'],
    ['1 … 9', 'the numbered move of the seat that looks'],
    ['T', 'read the place again'],
    ['/', 'go to the command'],
    ['G, then M V S L', 'moves, views, state, log'],
    ['?', 'this list'],
  ] as [string, string][],
};
