import { describe, expect, it } from 'vitest';
import type { Evening } from '../protocol/protocol';
import { readEvening } from '../protocol/readers';
import { breakSaid } from './accounts';

const evening = (fields: Partial<Evening>): Evening => ({ ...readEvening({}), ...fields });

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
