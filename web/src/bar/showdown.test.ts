import { expect, it } from 'vitest';
import { fixture } from '../fixture';
import { shownUntil } from './ShowdownBar';

it('a shown hand stands for what is left of the time that its game gives', () => {
  const state = fixture('holdem-showdown');
  const at = (look_ms: number) => ({ ...state, turn: { ...state.turn, look_ms } });
  expect(shownUntil(at(1200), 5000)).toBe(6200);
  expect(shownUntil(at(3700), 5000)).toBe(8700);
  expect(shownUntil(at(0), 5000)).toBe(9000); // a program that does not say how long
});
