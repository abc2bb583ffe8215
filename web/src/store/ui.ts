import { box } from '../base/box';
import { lookBy } from './history';
import type { Json, Move, State } from '../protocol/protocol';
import { page } from './store';
import type { Preselection } from './preselection';
import { sentence } from '../base/text';
import { words } from '../words';
import { gameWords } from '../words/labels';

/** How the page itself stands: what is open, what is picked and not yet sent, what one prefers. */
export type Tab = 'log' | 'chat' | 'table' | 'checks';
/** The tabs of an inspection. */
export type InspectTab = 'moves' | 'views' | 'state' | 'log';
export type Theme = 'auto' | 'light' | 'dark';

export interface Shown {
  text: string;
  /** By this page's clock. */
  until: number;
}

export interface Question {
  text: string;
  yes: string;
  no: string;
  move?: Json;
  line?: string;
  /** The words are the game's and not the page's. */
  ofGame?: boolean;
}

export interface Ui {
  tab: Tab;
  inspectTab: InspectTab;
  /** On a phone: whether the panel is open as a sheet. */
  sheet: boolean;
  /** Before a match, beside which the panel stands: whether it was opened already. */
  panel: boolean;
  menu: boolean;
  help: boolean;
  theme: Theme;
  letterKeys: boolean;
  suitLetters: boolean;
  sound: boolean;
  notify: boolean;
  language: string;
  /** The worth of a chip, as the person types it: "0.01 €". */
  worth: string;
  flipped: boolean;
  /** The earlier step that one looks at; null: the present. */
  looking: number | null;
  /** The cells clicked so far of a move that takes several clicks. */
  picked: number[];
  /** What was touched so far of a move on a scene: things, places and cells. */
  touched: string[];
  /** The things of a scene that are chosen for a move. */
  picks: string[];
  /** A question in the action bar before a move is sent. */
  ask: Question | null;
  /** The number of a move such as a raise, while it is chosen. */
  amount: number | null;
  bid: number[] | null;
  preselect: Preselection | null;
  /** The most that "call up to" pays; null: as first offered. */
  callLimit: number | null;
  /** A move of two squares that is to be made once it is my turn, by its cells. */
  premove: { cells: number[] } | null;
  /** Until when the last hand is shown, by this page's clock, and which one. */
  showdown: { hand: number; from: number; until: number; unseen: string[] } | null;
  /** What was shown just now, or how a hand ended, each until when it is to be read. */
  shown: Shown[];
  /** Troubles that were read, by title and text. */
  read: string[];
  /** The number of the last chat line that was seen. */
  chatSeen: number;
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(`fairdeal.${key}`);
  } catch {
    return null; // a browser may refuse storage to a page
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`fairdeal.${key}`, value);
  } catch {
    // Then it holds until the page is loaded again.
  }
}

const theme = kept('theme');

export const ui = box<Ui>({
  tab: 'log',
  inspectTab: 'moves',
  sheet: false,
  panel: false,
  menu: false,
  help: false,
  theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
  letterKeys: kept('letters') !== 'off',
  suitLetters: kept('suits') === 'on',
  sound: kept('sound') === 'on',
  notify: kept('notify') === 'on',
  language: '',
  worth: kept('worth') ?? '',
  flipped: false,
  looking: null,
  picked: [],
  touched: [],
  picks: [],
  ask: null,
  amount: null,
  bid: null,
  preselect: null,
  callLimit: null,
  premove: null,
  showdown: null,
  shown: [],
  read: [],
  chatSeen: -1,
});

export function chooseTheme(next: Theme): void {
  keep('theme', next);
  ui.set({ theme: next });
  showPreferences();
}

/** Writes the preferences where the style sheet sees them. */
export function showPreferences(): void {
  const { theme, suitLetters } = ui.get();
  const root = document.documentElement;
  if (theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.suits = suitLetters ? 'letters' : 'plain';
}

/** A line stays for so long, whatever the others do meanwhile. */
const kShown_ms = 5000;
const kShownMost = 8;
const kJustNow = 3;

/** Adds lines to those that are still to be read. */
export function addShown(old: Shown[], lines: string[], now: number): Shown[] {
  const left = old.filter(({ text, until }) => until > now && !lines.includes(text));
  return [...left, ...lines.map((text) => ({ text, until: now + kShown_ms }))].slice(-kShownMost);
}

/** Lets go of everything that belonged to a step that is over, and notes when a hand ends. */
export function watchSteps(): void {
  let seen: State | null = null;
  let heard = -1;
  page.watch(({ state, lines: said }) => {
    // When the page is loaded, all lines come at once, and only the last ones are of just now.
    const fresh = (heard < 0 ? said.slice(-kJustNow) : said).filter(
      (line) => line.seq > heard && line.shows,
    );
    heard = Math.max(heard, said.at(-1)?.seq ?? -1);
    if (fresh.length > 0)
      ui.set({
        shown: addShown(ui.get().shown, fresh.map((line) => line.text), performance.now()),
      });
    if (
      state !== null &&
      (seen === null ||
        seen.step !== state.step ||
        seen.me !== state.me ||
        seen.table.id !== state.table.id)
    ) {
      ui.set({ picked: [], touched: [], picks: [], ask: null, amount: null, bid: null });
    }
    if (state === null || seen === null || seen.table.id !== state.table.id)
      ui.set({ looking: null, premove: null });
    if (seen !== null && state !== null && seen.table.id === state.table.id) {
      const lines = state.last_hand.slice(-2);
      if (lines.length > 0 && lines.join() !== seen.last_hand.slice(-2).join()) {
        ui.set({ shown: addShown(ui.get().shown, lines, performance.now()) });
      }
    }
    seen = state;
  });
}

/** Looks one step back, or on; at the last one that is the present again. */
export function look(by: 1 | -1): void {
  ui.set({ looking: lookBy(page.get().history, ui.get().looking, by) });
}

export function openTab(tab: Tab): void {
  ui.set({ tab, sheet: true, panel: true });
}

/** A move as it is asked about. */
interface Asked {
  /** What is sent, and what it is called, where the move has a number that was chosen. */
  json?: Json;
  name?: string;
  /** A move that costs nothing. */
  free?: Move;
  /** The key that makes the move. */
  key?: string;
}

/** Asks before a move is sent: the move's own question, if it has one. */
export function askFor(move: Move, { json = move.move, name = move.label, free, key = '' }: Asked = {}): void {
  const ofGame = move.ask !== '';
  const label = sentence(name);
  // In a question of the page a script's name of a move stands in quotation marks.
  const yes = !ofGame && page.get().state?.table.script ? words.quoted(label) : label;
  const isCheck = free?.kind === 'check';
  const own = isCheck ? words.checkIsFree(key || 'F') : words.sureQuestion(yes);
  const text = ofGame ? gameWords(move.ask) : own;
  ui.set({ ask: { text, yes, no: words.notThis, move: json, ofGame } });
}
