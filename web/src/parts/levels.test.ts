import { describe, expect, it } from 'vitest';
import { fixture } from '../fixture';
import type { Json, State } from '../protocol/protocol';
import { levelNow, levelToCome } from './levels';

const kLevels = [
  { small: 25, big: 50, ante: 0 },
  { small: 50, big: 100, ante: 5 },
];
const blinds = { small_blind: 10, big_blind: 20, levels: [] as Json };

const at = (params: Json, view: Json, alarm_ms = 0): State => {
  const state = fixture('holdem');
  return { ...state, view, table: { ...state.table, params }, turn: { ...state.turn, alarm_ms } };
};

describe('blinds', () => {
  it('stay where there are no levels', () => {
    expect(levelNow(at(blinds, {}))).toEqual({ small: 10, big: 20, from: 'now' });
    expect(levelToCome(at(blinds, {}))).toBe(null);
    expect(levelNow(at({ bet: 20 }, {}))).toBe(null);
  });
  it('rise by hands', () => {
    const params = { ...blinds, levels: kLevels.map((level, i) => ({ ...level, from: 11 + 10 * i })) };
    expect(levelNow(at(params, { level: 2 }))).toEqual({ small: 25, big: 50, from: 'now' });
    expect(levelToCome(at(params, { level: 2 }))).toEqual({ small: 50, big: 100, from: { hand: 21 } });
    expect(levelToCome(at(params, { level: 3 }))).toBe(null);
  });
  it('rise by minutes, and with the next hand once that is due', () => {
    const params = { ...blinds, level_minutes: 10, levels: kLevels };
    expect(levelToCome(at(params, { level: 1 }, 5000))).toEqual({
      small: 25,
      big: 50,
      from: { ms: 5000 },
    });
    expect(levelToCome(at(params, { level: 1 }, 0))).toBe(null);
    expect(levelToCome(at(params, { level: 1, level_due: 3 }, 5000))).toEqual({
      small: 50,
      big: 100,
      from: 'next',
    });
  });
});
