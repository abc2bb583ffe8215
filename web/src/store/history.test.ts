import { describe, expect, it } from 'vitest';
import { fixture } from '../fixture';
import { kHistoryKept, lookBy, pastOf, remembered } from './history';
import type { State } from '../protocol/protocol';

const at = (step: number, part: Partial<State> = {}): State => ({
  ...fixture('holdem'),
  step,
  ...part,
});
const seen = (...steps: number[]): State[] =>
  steps.reduce<State[]>((history, step) => remembered(history, at(step)), []);

describe('what was seen of a match', () => {
  it('has the latest state of each step, and the last of them if there are many', () => {
    expect(seen(1, 2, 2, 3).map((state) => state.step)).toEqual([1, 2, 3]);
    const many = seen(...Array.from({ length: kHistoryKept + 50 }, (_, i) => i));
    expect(many.length).toBe(kHistoryKept);
    expect(many.at(-1)!.step).toBe(kHistoryKept + 49);
  });
  it('begins anew with another match, and has nothing before one', () => {
    const other = at(1, { table: { ...at(1).table, id: 'another' } });
    expect(remembered(seen(1, 2), other)).toEqual([other]);
    expect(remembered(seen(1, 2), at(3, { phase: 'terms' }))).toEqual([]);
  });
  it('is gone through step by step, back to now', () => {
    const history = seen(5, 7, 9);
    expect(lookBy(history, null, -1)).toBe(7);
    expect(lookBy(history, 7, -1)).toBe(5);
    expect(lookBy(history, 5, -1)).toBe(5);
    expect(lookBy(history, 5, 1)).toBe(7);
    expect(lookBy(history, 7, 1)).toBeNull();
    expect(lookBy(history, null, 1)).toBeNull();
    expect(lookBy(seen(5), null, -1)).toBeNull();
    expect(lookBy(history, 6, -1)).toBe(5);
  });
  it('offers no move and runs no clock', () => {
    const past = pastOf(fixture('holdem'));
    expect(past.moves).toEqual([]);
    expect(past.turn.mine).toBe(false);
    expect(past.turn.left_ms).toBe(0);
    expect(past.seats.every((seat) => seat.clock_ms === 0 && seat.away_ms === 0)).toBe(true);
    expect(past.view).toEqual(fixture('holdem').view);
  });
});
