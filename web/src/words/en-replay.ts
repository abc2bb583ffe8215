import { grouped } from '../base/text';

/** The words of a replay and of looking back; part of `en.ts`. */

const plural = (count: number, one: string, many: string): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

export const enReplay = {
  replay: 'Replay',
  hands: (count: number) => plural(count, 'hand', 'hands'),
  leaveReplay: 'Leave the replay',
  replayGone: 'The replay has ended',
  replayAgain: 'To look at it again, start',
  checkingTitle: 'The transcript is being checked',
  checkingText: (records: string) => `${records} records are good so far.`,
  beforeFirst: 'before the first record',
  replayHand: (hand: number) => `Hand ${grouped(hand)}`,
  replayRecord: (record: number) => `Record ${grouped(record)}`,
  recordShort: (record: number) => `record ${record}`,
  recordAbsence: (record: number) => `record ${record}, checked, somebody absent`,
  ofAll: (count: string) => `of ${count}`,
  streets: {
    shuffle: 'Shuffle',
    deal: 'Deal',
    preflop: 'Preflop',
    flop: 'Flop',
    turn: 'Turn',
    river: 'River',
    showdown: 'Showdown',
    over: 'End',
  } as { [street: string]: string },
  placeInHand: (hand: number) => `Place in hand ${hand}`,
  placeInMatch: 'Place in the match',
  stripName: (records: number, absences: number, failing: number) =>
    [
      `${plural(records, 'record', 'records')} checked`,
      absences > 0 ? `${absences} with somebody absent` : '',
      failing > 0 ? 'the next one fails' : '',
    ]
      .filter((part) => part !== '')
      .join(', '),
  handWord: 'Hand',
  speed: 'Speed',
  play: 'Play',
  pause: 'Pause',
  recordBack: 'The record before',
  recordNext: 'The next record',
  toFirst: 'To the beginning',
  toLast: 'To the end',
  perspective: 'Seen by',
  everybody: 'Everybody',
  mySeat: 'My seat',
  lookBack: 'Look back',
  lookAt: (step: number) => `You look at step ${step}`,
  stepBack: 'One step back',
  stepOn: 'One step on',
  backToNow: 'Back to now',
  spaceKey: 'Space',
  replayKeys: [
    ['Space', 'play or pause'],
    ['← →', 'the record before, the next'],
    ['[ ]', 'the street before, the next'],
    ['PgUp PgDn', 'the hand before, the next'],
    ['Home End', 'to the beginning, to the end'],
    ['+ −', 'faster, slower'],
    ['V', 'what everybody saw, or what my seat saw'],
    ['T', 'read the place again'],
    ['/', 'go to the input: hand 14, record 310'],
    ['G, then L T K', 'records, table, checks'],
    ['?', 'this list'],
  ] as [string, string][],
};
