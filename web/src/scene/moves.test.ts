import { describe, expect, it } from 'vitest';
import { kindOf } from '../protocol/kind';
import { fixture, fixtureNames } from '../fixture';
import {
  filtered,
  formOf,
  inBounds,
  keyOf,
  needless,
  moveOfKey,
  ordered,
  verbOf,
  withNumber,
  withWords,
} from './moves';
import { potRaise, preselected, presetsOf } from './presets';
import type { Move } from '../protocol/protocol';
import { sceneOf } from './scene';
import { click, nextCells } from '../views/grid-play';

const move = (json: Move['move'], label = '', number: Move['number'] = null): Move => ({
  id: '0',
  label,
  move: json,
  touches: [],
  number,
  careful: false,
  kind: kindOf(json),
  price: null,
  main: false,
  becomes: '',
  brief_label: '',
  aside: '',
  ask: '',
  picks: [],
});
const upTo = (min: number, max: number, step = 1): Move['number'] => ({
  name: 'raise',
  min,
  max,
  step,
  suggestions: [],
  before: 'raise to ',
  after: '',
});

describe('a move', () => {
  it('has a kind', () => {
    expect(kindOf('fold')).toBe('fold');
    expect(kindOf({ raise: 40 })).toBe('raise');
    expect(kindOf([1, 2])).toBe('');
    expect(kindOf({ a: 1, b: 2 })).toBe('');
  });
  it('takes another number where the least one stands', () => {
    expect(withNumber(move({ raise: 40 }, '', upTo(40, 90)), 60)).toEqual({ raise: 60 });
    expect(withNumber(move({ to: 40, by: 'x' }, '', upTo(40, 90)), 60)).toEqual({
      to: 60,
      by: 'x',
    });
    expect(withNumber(move(5, '', upTo(5, 9)), 7)).toBe(7);
  });
  it('keeps its number in its bounds', () => {
    const raise = move({ raise: 40 }, '', upTo(40, 95, 10));
    expect([0, 44, 46, 94, 95, 1000].map((value) => inBounds(raise, value))).toEqual([
      40, 40, 50, 90, 95, 95,
    ]);
  });
  it('has words around its number', () => {
    const raise = move({ raise: 40 }, 'raise to 40', upTo(40, 1000));
    expect(verbOf(raise)).toBe('raise to');
    expect(withWords(raise, '1,300')).toBe('raise to 1,300');
    const bid = move({ bid: 0 }, '', { ...upTo(0, 10)!, before: 'bid ', after: ' of 10 tricks' });
    expect(withWords(bid, '3')).toBe('bid 3 of 10 tricks');
  });
  it('is needless by what it is, and not by its words', () => {
    const fold: Move = { ...move('fold', 'aussteigen'), careful: true };
    const check: Move = { ...move('check', 'schieben'), main: true, price: 0 };
    expect(needless([fold, check])).toEqual([fold]);
    expect(needless([fold, { ...check, price: 20 }])).toEqual([]);
    // A game in which nothing is chips calls its moves as it likes.
    expect(needless([move('a', 'fold'), move('b', 'check')])).toEqual([]);
  });
  it('is found by its key and in its order', () => {
    const hint = {
      order: ['fold', 'check', 'call', 'raise'],
      keys: { c: ['check', 'call'], r: 'raise' },
    };
    const moves = [move({ raise: 4 }), move('call'), move('fold'), move('away')];
    expect(ordered(moves, hint).map((each) => kindOf(each.move))).toEqual([
      'fold',
      'call',
      'raise',
      'away',
    ]);
    expect(moveOfKey('c', moves, hint)?.move).toBe('call');
    expect(moveOfKey('constructor', moves, hint)).toBeNull();
    expect(keyOf(moves[0]!, hint)).toBe('r');
  });
  it('is found by letters', () => {
    const moves = [move(0, 'take 1 from heap 0'), move(1, 'take 2 from heap 1')];
    expect(filtered(moves, '2 HEAP').map((each) => each.move)).toEqual([1]);
  });
});

describe('a form', () => {
  it('has the bids by count and face', () => {
    const state = fixture('liars-dice');
    const form = formOf(state.moves, sceneOf(state).hint.moves)!;
    expect(form.moves.get('17,6')?.move).toEqual({ bid: [17, 6] });
    expect(form.moves.has('17,5')).toBe(false);
  });
});

describe('presets', () => {
  it('are what the pot comes to after a call', () => {
    const state = fixture('holdem');
    const scene = sceneOf(state);
    if (scene.look.kind !== 'cards') throw new Error();
    expect(potRaise(scene.look.scene, 0, 1 / 3)).toBe(607);
    expect(potRaise(scene.look.scene, 0, 1 / 2)).toBe(770);
    const raise = state.moves.find((each) => each.number !== null)!;
    expect(
      presetsOf(raise, scene.hint.moves, scene.look.scene, 0).map(({ value }) => value),
    ).toEqual(raise.number!.suggestions.map(({ value }) => value));
  });
});

describe('what was chosen before my turn', () => {
  const fold = move('fold', 'fold');
  const check = move('check', 'check');
  const call = move('call', 'call 300');
  it('folds only where checking is not free', () => {
    expect(preselected({ choice: 'fold', price: 300 }, [fold, call], 300)).toBe(fold);
    expect(preselected({ choice: 'fold', price: 0 }, [fold, check], 0)).toBeNull();
    expect(preselected({ choice: 'check-fold', price: 0 }, [fold, check], 0)).toBe(check);
  });
  it('calls only at its price', () => {
    expect(preselected({ choice: 'call', price: 300 }, [fold, call], 300)).toBe(call);
    expect(preselected({ choice: 'call', price: 300 }, [fold, call], 600)).toBeNull();
  });
  it('calls up to its limit, and never folds or raises instead', () => {
    const upTo = { choice: 'call-up-to' as const, price: 600 };
    expect(preselected(upTo, [fold, call], 600)).toBe(call);
    expect(preselected(upTo, [fold, call], 601)).toBeNull();
    expect(preselected(upTo, [fold, check], 0)).toBe(check);
    expect(preselected(upTo, [fold], 100)).toBeNull();
  });
});

describe('clicks on a board', () => {
  const a = move('a');
  const b = move('b');
  const paths = [
    { move: a, path: [1, 2] },
    { move: b, path: [1, 2] },
    { move: move('c'), path: [1, 3] },
    { move: move('d'), path: [5] },
  ];
  it('follow the path of a move', () => {
    expect([...nextCells(paths, [])]).toEqual([1, 5]);
    expect(click(paths, [], 1)).toEqual({ picked: [1], done: [] });
    expect(click(paths, [1], 2).done).toEqual([a, b]);
    expect(click(paths, [1], 1).picked).toEqual([]);
    expect(click(paths, [1], 9)).toEqual({ picked: [], done: [] });
    expect(click(paths, [1], 5).done.map((each) => each.move)).toEqual(['d']);
  });
});

describe('the moves of the fixtures', () => {
  const honest = fixtureNames().filter((name) => !name.includes('hostile'));
  it.each(honest)('of %s have a label with the least number in it, as the program sends it', (name) => {
    const state = fixture(name);
    const inspected = state.inspect?.moves.flatMap((asked) => asked.moves) ?? [];
    for (const { label, number } of [...state.moves, ...inspected])
      if (number !== null) expect(withWords({ number }, String(number.min))).toBe(label);
  });
});
