import type { Json, State } from '../protocol/protocol';

/** The blinds of a table of poker, which rise by hands or by minutes (docs/holdem.md). */

/** Blinds, and when they hold: now, from a hand on, or in so many milliseconds after the state came. */
export interface Level {
  small: number;
  big: number;
  from: 'now' | 'next' | { hand: number } | { ms: number };
}

const member = (of: Json, name: string): Json | undefined =>
  typeof of === 'object' && of !== null && !Array.isArray(of) ? of[name] : undefined;
const number = (of: Json | undefined, name: string): number => {
  const value = of === undefined ? undefined : member(of, name);
  return typeof value === 'number' ? value : 0;
};

function levelAt(params: Json, at: number): Omit<Level, 'from'> | null {
  if (at === 1) {
    const [small, big] = [member(params, 'small_blind'), member(params, 'big_blind')];
    return typeof small === 'number' && typeof big === 'number' ? { small, big } : null;
  }
  const levels = member(params, 'levels');
  const level = Array.isArray(levels) ? levels[at - 2] : undefined;
  if (level === undefined || typeof member(level, 'big') !== 'number') return null;
  return { small: number(level, 'small'), big: number(level, 'big') };
}

/** Returns the blinds of the hand that is played; null at a table without blinds. */
export function levelNow(state: State): Level | null {
  const level = levelAt(state.table.params, number(state.view, 'level') || 1);
  return level && { ...level, from: 'now' };
}

/** Returns the blinds that come next, once it is known when; null if there are none. */
export function levelToCome(state: State): Level | null {
  const { params } = state.table;
  const now = number(state.view, 'level') || 1;
  const due = number(state.view, 'level_due');
  const level = levelAt(params, due || now + 1);
  if (level === null) return null;
  if (due > 0) return { ...level, from: 'next' };
  if (number(params, 'level_minutes') > 0)
    return state.turn.alarm_ms > 0 ? { ...level, from: { ms: state.turn.alarm_ms } } : null;
  const levels = member(params, 'levels') as Json[];
  return { ...level, from: { hand: number(levels[now - 1], 'from') } };
}
