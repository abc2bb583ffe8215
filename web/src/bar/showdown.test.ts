import { expect, it } from 'vitest';
import { fixture } from '../fixture';
import { muckedSeats } from '../hint/cards';
import { readHint } from '../hint/hint';
import { shownUntil } from './ShowdownBar';

it('a shown hand stands for what is left of the time that its game gives', () => {
  const state = fixture('holdem-showdown');
  const at = (look_ms: number) => ({ ...state, turn: { ...state.turn, look_ms } });
  expect(shownUntil(at(1200), 5000)).toBe(6200);
  expect(shownUntil(at(3700), 5000)).toBe(8700);
  expect(shownUntil(at(0), 5000)).toBe(9000); // a program that does not say how long
});

it('who was in to the end and shows nothing has mucked; who folded before has not', () => {
  const state = fixture('holdem-showdown');
  const read = readHint(state.hint);
  if ('wrong' in read) throw new Error(read.wrong);
  const view = state.view as { [name: string]: never };
  const last = { hand: 7, board: [], paid: [40, 40, 20], ranks: [null, null, null], won: [0, 100, 0] };
  const now = (shown: (string[] | null)[]) => ({ ...state, view: { ...view, last: { ...last, shown } } }) as typeof state;
  const before = { ...view, in: state.seats.map((_, seat) => seat < 2) } as never;
  const ended = now([null, ['9c', 'Ts'], null]);
  expect(muckedSeats(read.hint.cards!, ended, before)).toEqual([0]);
  expect(muckedSeats(read.hint.cards!, now([null, null, null]), before)).toEqual([]); // all others folded
});
