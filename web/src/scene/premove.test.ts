import { describe, expect, it } from 'vitest';
import { fixture } from '../fixture';
import { choose, madeOf, premovable } from './premove';
import { sceneOf } from './scene';

const state = fixture('chess');
const scene = sceneOf(state);
if (scene.look.kind !== 'grid') throw new Error();
const { grid, paths } = scene.look;
const hint = scene.hint.grid!;
const waiting = { ...state, moves: [], turn: { ...state.turn, mine: false } };

describe('a premove', () => {
  it('begins at a piece of mine, and only while another is to move', () => {
    const own = premovable(waiting, hint, grid);
    const white = state.seats[state.me]!.role === 'White';
    expect(own.size).toBeGreaterThan(0);
    for (const cell of own)
      expect(/[A-Z]/.test(grid.cells[cell]!.value), grid.cells[cell]!.value).toBe(white);
    expect(premovable(state, hint, grid).size).toBe(0);
    expect(premovable({ ...waiting, me: -1 }, hint, grid).size).toBe(0);
    expect(premovable({ ...waiting, phase: 'ended' }, hint, grid).size).toBe(0);
  });
  it('goes from a piece to any other square, and is let go of by the same piece', () => {
    const own = new Set([3, 4]);
    expect(choose(own, [], 9)).toEqual({ picked: [], cells: null });
    expect(choose(own, [], 3)).toEqual({ picked: [3], cells: null });
    expect(choose(own, [3], 3)).toEqual({ picked: [], cells: null });
    expect(choose(own, [3], 4)).toEqual({ picked: [4], cells: null });
    expect(choose(own, [3], 9)).toEqual({ picked: [], cells: [3, 9] });
  });
  it('is one legal move, a choice between pieces, or none', () => {
    const [first] = paths;
    expect(madeOf(first!.path, paths)).toEqual([first!.move]);
    expect(madeOf([first!.path[0]!, first!.path[0]!], paths)).toEqual([]);
    const promotion = sceneOf(fixture('chess-promotion'));
    if (promotion.look.kind !== 'grid') throw new Error();
    const several = promotion.look.paths.find(({ move }) => move.becomes !== '')!;
    expect(madeOf(several.path, promotion.look.paths)).toHaveLength(4);
  });
});
