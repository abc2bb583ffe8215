import { expect, it } from 'vitest';
import { fixture, linesOfFixture } from '../fixture';
import { muckedSeats } from '../words/said';
import { shownUntil } from './ShowdownBar';

it('a shown hand stands for what is left of the time that its game gives', () => {
  const state = fixture('holdem-showdown');
  const at = (look_ms: number) => ({ ...state, turn: { ...state.turn, look_ms } });
  expect(shownUntil(at(1200), 5000)).toBe(6200);
  expect(shownUntil(at(3700), 5000)).toBe(8700);
  expect(shownUntil(at(0), 5000)).toBe(9000); // a program that does not say how long
});

it('who mucked is told by the lines of the hand, also to a page that is opened after it', () => {
  const state = fixture('ended');
  const lines = linesOfFixture('ended');
  expect(muckedSeats(lines, 1, state)).toEqual([2, 0]); // Carol, and the person of the page
  expect(muckedSeats(lines, 2, state)).toEqual([]);
  expect(muckedSeats(linesOfFixture('holdem-showdown'), 1, fixture('holdem-showdown'))).toEqual([1]);
});
