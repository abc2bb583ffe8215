import { describe, expect, it } from 'vitest';
import type { Evening } from '../protocol/protocol';
import { readEvening } from '../protocol/readers';
import { breakSaid, courseOf, csvOf, mostOf, pointsOf, worthText } from './accounts';

const evening = (fields: Partial<Evening>): Evening => ({ ...readEvening({}), ...fields });

describe('the worth of a chip', () => {
  it('is a number with a currency before or behind it', () => {
    expect(worthText(450, '0.01 €')).toBe('4.50 €');
    expect(worthText(450, '0,005 €')).toBe('2.250 €');
    expect(worthText(12_000, '$2')).toBe('$24,000');
  });
  it('is exact for as many chips as there may be', () => {
    expect(worthText(9_007_199_254_740_991, '0.03')).toBe('270,215,977,642,229.73');
  });
  it('is nothing until somebody has said it', () => {
    for (const typed of ['', 'much', '0', '1.2.3', '-', '.5', '1,000.5', '1,000']) expect(worthText(80, typed)).toBe('');
  });
});

describe('the break of an evening', () => {
  it('says when the next table begins', () => {
    expect(breakSaid(evening({ break_left_ms: 20_000 }), 9_000)).toBe('The next table begins in 0:09.');
  });
  it('says nothing while it waits for people', () => {
    expect(breakSaid(evening({}), 0)).toBe('');
  });
  it('says to the bank, and to the others, that the evening ends if the bank buys no chips', () => {
    const broke = evening({ broke: true, break_left_ms: 130_000 });
    expect(breakSaid(broke, 83_000)).toBe(
      'The bank has no chips left. If it buys none within 1:23, the evening ends for all.',
    );
    expect(breakSaid({ ...broke, bank: true }, 83_000)).toMatch(/^You have no chips left.* 1:23, or/);
  });
});

const account = (name: string, key: string, bought: number, chips: number, past: number[]) => ({
  name,
  key,
  bought,
  cashed: 0,
  chips,
  past,
});

describe('the accounts of an evening', () => {
  const two = evening({
    id: 'ab'.repeat(32),
    first_table: 1,
    accounts: [account('Ann', 'aa', 500, 400, [500, 300]), account('=Bob', 'bb', 1000, 1100, [-1, 800])],
  });

  it('have a course over the tables, which goes on until now', () => {
    expect(courseOf(two, 0)).toEqual([500, 300, 400]);
    expect(courseOf(two, 1)).toEqual([null, 800, 1100]);
    expect(courseOf({ ...two, over: true }, 0)).toEqual([500, 300]);
  });
  it('are drawn on one scale, from the table at which each came', () => {
    expect(mostOf(two)).toBe(1100);
    expect(pointsOf(courseOf(two, 0), 1100)).toBe('0,13 50,17 100,15');
    expect(pointsOf(courseOf(two, 1), 1100)).toBe('50,7 100,1');
    expect(pointsOf([0], 1)).toBe('0,23');
  });
  it('are saved as the audit writes them, and no name is a formula', () => {
    const over = { ...two, payments: [{ from: 0, to: 1, chips: 100 }] };
    expect(csvOf(over)).toBe(
      [
        'evening,nickname,key,bought,cashed_out,chips,won',
        `${two.id},"Ann",aa,500,0,400,-100`,
        `${two.id},"'=Bob",bb,1000,0,1100,100`,
        '',
        'evening,from,from_key,to,to_key,chips',
        `${two.id},"Ann",aa,"'=Bob",bb,100`,
        '',
      ].join('\r\n'),
    );
  });
});
