import { grouped } from '../base/text';
import type { enInspect } from './en-inspect';

/** The German words of an inspection; part of `de.ts`. */

export const deInspect: typeof enInspect = {
  inspection: 'Untersuchung',
  leave: 'Untersuchung verlassen',
  gone: 'Die Untersuchung ist zu Ende',
  again: 'Um noch einmal zu untersuchen:',
  details: 'Züge, Sichten, Zustand, Verlauf',

  place: (ply: number) => `Schritt ${grouped(ply, '.')}`,
  placeInMatch: 'Stelle im Spiel',
  begins: 'Das Spiel beginnt.',
  over: 'Das Spiel ist zu Ende.',
  wanted: (what: string[]) =>
    what.length > 1
      ? `Gebraucht wird: ${what[0]}, und ${what.length - 1} mehr`
      : `Gebraucht wird: ${what[0]}`,
  toFirst: 'An den Anfang',
  back: 'Ereignis davor',
  next: 'Nächstes Ereignis',
  nextAtLast: 'Nächstes Ereignis: was der Zufall entscheidet, entscheidet der Geber',
  toLast: 'Zum letzten Ereignis',
  random: 'Zufälliger Zug',
  looks: 'Sicht',

  tabs: { moves: 'Züge', views: 'Sichten', state: 'Zustand', log: 'Verlauf' },
  seat: (seat: number) => `Platz ${seat}`,
  nobodyAsked: 'Kein Platz ist am Zug.',
  chosen: 'hat gewählt',
  noMoves: 'Es gibt keinen erlaubten Zug.',
  number: (label: string) => `${label}: die Zahl`,
  absences: 'Abwesenheit',
  misses: 'Verpasst den Zug',
  leaves: 'Geht',
  blocks: 'Sperrt Karte',
  blocksAbout: 'Die Karte, die gebraucht wird, kann wegen dieses Platzes nie gezeigt werden',
  ofSeat: (name: string, does: string) => `${name}: ${does}`,
  lookingNow: 'schaut',
  learnt: 'Aus dem letzten Ereignis erfahren',
  changed: 'Vom letzten Ereignis geändert',
  nothing: 'nichts',
  state: 'Was die Regeln wissen',
  fileName: 'Dateiname',
  save: 'Sichern',
  load: 'Laden',
  command: 'Befehl',
  commandHint: 'next 5, view 2, save FILE, help',
  answer: 'Antwort',

  keys: [
    ['← →', 'Ereignis davor, nächstes Ereignis'],
    ['Pos1 Ende', 'an den Anfang, zum letzten Ereignis'],
    ['R', 'ein zufälliger Zug'],
    ['V', 'der Nächste schaut'],
    ['1 … 9', 'der Zug mit dieser Nummer von dem, der schaut'],
    ['T', 'die Stelle noch einmal vorlesen'],
    ['/', 'zum Befehl'],
    ['G, dann M V S L', 'Züge, Sichten, Zustand, Verlauf'],
    ['?', 'diese Liste'],
  ] as [string, string][],
};
