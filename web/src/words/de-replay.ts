import { grouped } from '../base/text';
import type { enReplay } from './en-replay';

/** The German words of a replay and of looking back; part of `de.ts`. */

const n = (count: number, one: string, many: string): string =>
  `${grouped(count, '.')} ${count === 1 ? one : many}`;

export const deReplay: typeof enReplay = {
  replay: 'Wiedergabe',
  hands: (count: number) => n(count, 'Hand', 'Hände'),
  leaveReplay: 'Wiedergabe verlassen',
  replayGone: 'Die Wiedergabe ist zu Ende',
  replayAgain: 'Um sie noch einmal anzusehen:',
  checkingTitle: 'Das Protokoll wird geprüft',
  checkingText: (records: string) => `${records} Einträge sind bisher gut.`,
  beforeFirst: 'vor dem ersten Eintrag',
  replayHand: (hand: number) => `Hand ${grouped(hand, '.')}`,
  replayRecord: (record: number) => `Eintrag ${grouped(record, '.')}`,
  recordShort: (record: number) => `Eintrag ${record}`,
  recordAbsence: (record: number) => `Eintrag ${record}, geprüft, jemand fehlte`,
  ofAll: (count: string) => `von ${count}`,
  streets: {
    shuffle: 'Mischen',
    deal: 'Geben',
    preflop: 'Preflop',
    flop: 'Flop',
    turn: 'Turn',
    river: 'River',
    showdown: 'Showdown',
    over: 'Ende',
  } as { [street: string]: string },
  placeInHand: (hand: number) => `Stelle in Hand ${hand}`,
  placeInMatch: 'Stelle im Spiel',
  stripName: (records: number, absences: number, failing: number) =>
    [
      `${n(records, 'Eintrag', 'Einträge')} geprüft`,
      absences > 0 ? `bei ${absences} fehlte jemand` : '',
      failing > 0 ? 'der nächste ist falsch' : '',
    ]
      .filter((part) => part !== '')
      .join(', '),
  handWord: 'Hand',
  speed: 'Tempo',
  play: 'Abspielen',
  pause: 'Anhalten',
  recordBack: 'Eintrag davor',
  recordNext: 'Nächster Eintrag',
  toFirst: 'An den Anfang',
  toLast: 'Ans Ende',
  perspective: 'Sicht',
  everybody: 'Alle',
  mySeat: 'Mein Platz',
  lookBack: 'Zurückschauen',
  lookAt: (step: number) => `Du siehst Schritt ${step}`,
  stepBack: 'Einen Schritt zurück',
  stepOn: 'Einen Schritt weiter',
  backToNow: 'Zurück zu jetzt',
  spaceKey: 'Leertaste',
  replayKeys: [
    ['Leertaste', 'abspielen oder anhalten'],
    ['← →', 'Eintrag davor, nächster Eintrag'],
    ['[ ]', 'Straße davor, nächste Straße'],
    ['Bild ↑ ↓', 'Hand davor, nächste Hand'],
    ['Pos1 Ende', 'an den Anfang, ans Ende'],
    ['+ −', 'schneller, langsamer'],
    ['V', 'was alle sahen, oder was mein Platz sah'],
    ['T', 'die Stelle noch einmal vorlesen'],
    ['/', 'zum Eingabefeld: hand 14, record 310'],
    ['G, dann L T K', 'Einträge, Tisch, Prüfungen'],
    ['?', 'diese Liste'],
  ] as [string, string][],
};
