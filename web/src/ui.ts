import { box } from './box';
import { lookBy } from './history';
import type { Json, Move, State } from './protocol';
import { page } from './store';
import { words } from './words';

/** How the page itself stands: what is open, what is picked and not yet sent, what one prefers. */
export type Tab = 'log' | 'chat' | 'table' | 'checks';
/** The tabs of an inspection. */
export type InspectTab = 'moves' | 'views' | 'state' | 'log';
export type Theme = 'auto' | 'light' | 'dark';

export interface Ui {
  tab: Tab;
  inspectTab: InspectTab;
  /** On a phone: whether the panel is open as a sheet. */
  sheet: boolean;
  menu: boolean;
  help: boolean;
  theme: Theme;
  letterKeys: boolean;
  suitLetters: boolean;
  sound: boolean;
  notify: boolean;
  language: string;
  flipped: boolean;
  /** The earlier step that one looks at; null: the present. */
  looking: number | null;
  /** The cells clicked so far of a move that takes several clicks. */
  picked: number[];
  /** A question in the action bar before a move is sent. */
  ask: { text: string; yes: string; no: string; move?: Json; line?: string } | null;
  /** The number of a move such as a raise, while it is chosen. */
  amount: number | null;
  bid: number[] | null;
  preselect: { choice: 'fold' | 'check-fold' | 'call' | 'call-any'; price: number } | null;
  /** Until when the last hand is shown, by this page's clock, and which one. */
  showdown: { hand: number; until: number } | null;
  /** The last lines of a hand that has just ended, and until when they are shown. */
  lastHand: { lines: string[]; until: number } | null;
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
  menu: false,
  help: false,
  theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
  letterKeys: kept('letters') !== 'off',
  suitLetters: kept('suits') === 'on',
  sound: kept('sound') === 'on',
  notify: kept('notify') === 'on',
  language: '',
  flipped: false,
  looking: null,
  picked: [],
  ask: null,
  amount: null,
  bid: null,
  preselect: null,
  showdown: null,
  lastHand: null,
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

const kLastHand_ms = 5000;

/** Lets go of everything that belonged to a step that is over, and notes when a hand ends. */
export function watchSteps(): void {
  let seen: State | null = null;
  page.watch(({ state }) => {
    if (
      state !== null &&
      (seen === null ||
        seen.step !== state.step ||
        seen.me !== state.me ||
        seen.table.id !== state.table.id)
    ) {
      ui.set({ picked: [], ask: null, amount: null, bid: null });
    }
    if (state === null || seen === null || seen.table.id !== state.table.id)
      ui.set({ looking: null });
    if (seen !== null && state !== null && seen.table.id === state.table.id) {
      const lines = state.last_hand.slice(-2);
      if (lines.length > 0 && lines.join() !== seen.last_hand.slice(-2).join()) {
        ui.set({ lastHand: { lines, until: performance.now() + kLastHand_ms } });
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
  ui.set({ tab, sheet: true });
}

/** Asks before a hand is folded that may go on for nothing. */
export function askFold(move: Move): void {
  ui.set({
    ask: {
      text: words.checkIsFree('F'),
      yes: words.preFold,
      no: words.notThis,
      move: move.move,
    },
  });
}
