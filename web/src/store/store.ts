import { box } from '../base/box';
import { remembered } from './history';
import type { Sent } from './once';
import type { Json, Line, State } from '../protocol/protocol';
import { toldLine, toldState } from '../words/said';

/**
 * What the program said. The page is drawn from the latest state alone. Of earlier ones it keeps
 * the view before, to mark what the last step changed, and a history, to look back at.
 */
export interface Page {
  state: State | null;
  /** When the state came, by this page's clock: clocks count down from there. */
  came: number;
  /** The view before the last step that changed it. */
  before: Json | undefined;
  lines: Line[];
  /** The states of earlier steps, to look back at, with the present one as the last. */
  history: State[];
  link: 'opening' | 'open' | 'cut';
  /** Whether the program keeps the connection, and does not answer. */
  stopped: boolean;
  /** Since when the person is asked what the page shows now, by this page's clock. */
  since: number;
  /** Whether that is so short a time that a click was meant for what stood there before. */
  fresh: boolean;
  /** While cut off: whether the program ended in order, as after a match. */
  over: boolean;
  /** While cut off: when the page tries again, and how often it has called since. */
  retry: number;
  calls: number;
  /** Whether the person has asked for a next match, which is not there yet. */
  next: boolean;
  /** A move that went out and is not answered yet. */
  sent: Sent | null;
}

export const kLinesKept = 1000;

export const page = box<Page>({
  state: null,
  came: 0,
  before: undefined,
  lines: [],
  history: [],
  link: 'opening',
  stopped: false,
  since: -Infinity,
  fresh: false,
  over: false,
  retry: 0,
  calls: 0,
  next: false,
  sent: null,
});

const same = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Takes a new state from the program. */
export function takeState(came: State, now: number): void {
  const state = toldState(came);
  const { state: old, before, history } = page.get();
  const sameTable = old !== null && old.table.id === state.table.id;
  // A replay and an inspection go back and forth, so the program tells what was before.
  const told = state.replay ?? state.inspect;
  const changed = sameTable && !same(old.view, state.view);
  const asks = state.turn.mine && state.moves.length > 0;
  const asked = sameTable && old.step === state.step && old.turn.mine && old.moves.length > 0;
  page.set({
    state,
    came: now,
    next: sameTable && page.get().next && (state.again || state.practice),
    since: asks && !asked ? now : page.get().since,
    before: told
      ? (told.before ?? undefined)
      : changed
        ? old.view
        : sameTable
          ? before
          : undefined,
    history: remembered(history, state),
  });
}

/** Adds lines of the log. After a new connection all of them come again, with the same numbers. */
export function takeLines(lines: Line[]): void {
  const known = new Map(page.get().lines.map((line) => [line.seq, line]));
  for (const line of lines) known.set(line.seq, toldLine(line));
  const sorted = [...known.values()].sort((a, b) => a.seq - b.seq);
  page.set({ lines: sorted.slice(-kLinesKept) });
}

/** Says all again that the program said, after another language was chosen. */
export function tellAgain(): void {
  const { state, lines, history } = page.get();
  page.set({
    state: state && toldState(state),
    lines: lines.map(toldLine),
    history: history.map(toldState),
  });
}
