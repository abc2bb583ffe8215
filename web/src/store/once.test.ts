import { describe, expect, it } from 'vitest';
import { fixture } from '../fixture';
import { isAnswered, type Sent } from './once';
import { page } from './store';

describe('a move that went out', () => {
  const state = fixture('holdem');
  const sent: Sent = { table: state.table.id, step: state.step, line: 7, at: 0 };
  const now = { ...page.get(), state, link: 'open' as const };
  const line = { seq: 8, text: 'Not played.', seat: -1, hand: 1, shows: false, said: null, heading: null, took_ms: 0 };
  it('waits for the table', () => {
    expect(isAnswered(sent, now)).toBe(false);
    expect(isAnswered(sent, { ...now, lines: [{ ...line, kind: 'event' }] })).toBe(false);
    expect(isAnswered(sent, { ...now, lines: [{ ...line, seq: 7, kind: 'note' }] })).toBe(false);
  });
  it('is answered by the next step, by the end of the turn, or by a word on what is wrong', () => {
    expect(isAnswered(sent, { ...now, state: { ...state, step: state.step + 1 } })).toBe(true);
    const turn = { ...state.turn, mine: false };
    expect(isAnswered(sent, { ...now, state: { ...state, turn } })).toBe(true);
    expect(isAnswered(sent, { ...now, lines: [{ ...line, kind: 'note' }] })).toBe(true);
    expect(isAnswered(sent, { ...now, link: 'cut' })).toBe(true);
  });
});
