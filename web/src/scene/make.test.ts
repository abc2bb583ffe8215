import { afterEach, expect, it } from 'vitest';
import { fixture } from '../fixture';
import { ui } from '../store/ui';
import { makeMove } from './make';

afterEach(() => ui.set({ ask: null }));

it('asks about the number that was chosen, and not about the range', () => {
  const raise = fixture('holdem').moves.find(({ number }) => number !== null)!;
  makeMove({ ...raise, careful: true }, 1200);
  expect(ui.get().ask?.text).toContain('1,200');
  expect(ui.get().ask?.text).not.toContain(String(raise.number!.max));
});
