import type { State } from '../protocol/protocol';

/** What this page has seen of a match, to look back at it while the match goes on. View only: of an
 * earlier step no move can be made, and no clock runs there. */

export const kHistoryKept = 200;

/** Returns the history with a new state: the latest of each step, of one match. */
export function remembered(history: State[], state: State): State[] {
  if (state.phase !== 'playing' && state.phase !== 'ended') return [];
  const last = history.at(-1);
  if (last === undefined || last.table.id !== state.table.id || last.step > state.step)
    return [state];
  const before = last.step === state.step ? history.slice(0, -1) : history;
  return [...before, state].slice(-kHistoryKept);
}

/** Returns the step to look at after going one back or on from what one looks at; null: the present. */
export function lookBy(history: State[], looking: number | null, by: 1 | -1): number | null {
  const now = history.length - 1;
  const found = looking === null ? now : history.findIndex((state) => state.step >= looking);
  const at = Math.max(0, (found < 0 ? now : found) + by);
  return at >= now ? null : history[at]!.step;
}

/** Returns an earlier state as it is drawn: nothing can be done there, and no time runs. */
export function pastOf(state: State): State {
  return {
    ...state,
    moves: [],
    working: [],
    turn: { ...state.turn, mine: false, left_ms: 0 },
    seats: state.seats.map((seat) => ({ ...seat, away_ms: 0, clock_ms: 0 })),
  };
}
