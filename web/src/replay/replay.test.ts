import { describe, expect, it } from 'vitest';
import { fixture } from '../fixture';
import type { Replay } from '../protocol/protocol';
import { lineTo, placeName, recordName, replayLine, rowNow, stripAt, ticksOf } from './replay';
import { chooseWords } from '../words';

const replay = (part: Partial<Replay> = {}): Replay => ({ ...fixture('replay').replay!, ...part });

describe('a key in a replay', () => {
  it('is the line that a terminal takes', () => {
    expect(replayLine(' ', true)).toBe('play');
    expect(replayLine('ArrowLeft', true)).toBe('back');
    expect(replayLine('ArrowRight', true)).toBe('next');
    expect(['[', ']'].map((key) => replayLine(key, true))).toEqual(['[', ']']);
    expect(['PageUp', 'PageDown'].map((key) => replayLine(key, true))).toEqual(['<', '>']);
    expect(['Home', 'End'].map((key) => replayLine(key, true))).toEqual(['first', 'last']);
    expect(replayLine('V', true)).toBe('v');
  });
  it('is nothing where it means nothing, and no letter where they are off', () => {
    expect(replayLine('x', true)).toBeNull();
    expect(replayLine('v', false)).toBeNull();
    expect(replayLine('toString', true)).toBeNull();
  });
  it('goes to records, and before the first one', () => {
    expect(lineTo(310)).toBe('record 310');
    expect(lineTo(-1)).toBe('first');
  });
});

describe('a place in a replay', () => {
  it('has a name', () => {
    chooseWords('en');
    expect(placeName(replay({ hand: 14, street: 'river' }))).toBe('Hand 14, river');
    expect(placeName(replay({ hand: 0, street: '', record: 7 }))).toBe('Record 7');
    expect(placeName(replay({ hand: 0, street: '', record: -1 }))).toBe('before the first record');
    expect(placeName(replay({ hand: 2, street: 'bid_low' }))).toBe('Hand 2, bid low');
    chooseWords('de');
    expect(placeName(replay({ hand: 0, street: '', record: 7 }))).toBe('Eintrag 7');
    chooseWords('en');
  });
  it('is heard with what was found', () => {
    const at = replay();
    expect(recordName(at)).toBe(`record ${at.record}, checked`);
    const rows = at.rows.map((row) => ({ ...row, mark: 'absence' as const }));
    expect(recordName(replay({ rows }))).toContain('somebody absent');
    expect(rowNow(at)!.record).toBe(at.record);
    expect(rowNow(replay({ rows: [] }))).toBeUndefined();
  });
});

describe('the slider', () => {
  const streets = [0, 10, 11, 60, 95].map((record, i) => ({ record, text: `s${i}` }));
  it('marks where streets begin', () => {
    const ticks = ticksOf(
      replay({ first_of_hand: 0, last_of_hand: 100, record: 70, streets }),
      10,
    );
    expect(ticks.map((tick) => tick.at)).toEqual([0, 10, 11, 60, 95]);
    expect(ticks.map((tick) => tick.now)).toEqual([false, false, false, true, false]);
  });
  it('leaves out labels that would touch, but never the present one', () => {
    const begin = (tick: { at: number; ends: boolean }): number => tick.at - (tick.ends ? 15 : 0);
    for (let record = 0; record <= 100; ++record) {
      const ticks = ticksOf(replay({ first_of_hand: 0, last_of_hand: 100, record, streets }), 15);
      const shown = ticks.filter((tick) => tick.shown);
      expect(shown.some((tick) => tick.now)).toBe(true);
      for (const a of shown)
        for (const b of shown)
          if (a !== b) expect(Math.abs(begin(a) - begin(b))).toBeGreaterThanOrEqual(15);
    }
  });
  it('of a hand with one record has a width', () => {
    const one = replay({ first_of_hand: 5, last_of_hand: 5, record: 5, streets: [] });
    expect(ticksOf(one, 10)).toEqual([]);
  });
  it('has a strip of all records, with the one that fails', () => {
    const at = replay({
      runs: [
        { record: 0, count: 99, mark: 'checked' },
        { record: 99, count: 1, mark: 'failing' },
      ],
    });
    expect(stripAt(at, 50)).toBe(500);
    expect(stripAt(replay({ runs: [] }), 0)).toBe(0);
  });
});
