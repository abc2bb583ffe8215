import { describe, expect, it } from 'vitest';
import { fixture, fixtureNames } from '../fixture';
import { sceneOf } from '../scene/scene';
import type { Json, State } from '../protocol/protocol';
import { resolveCards, resolveShowdown, priceFor, moveOfCard, sortCards } from './cards';
import { resolveDice, resolveTrack } from './dice';
import { changedCells, fenCells, pathOf, resolveGrid, turnedFor } from './grid';
import { readHint } from './hint';
import { at, forSeat } from './pointer';

const withView = (state: State, view: Json): State => ({ ...state, view });

describe('a pointer', () => {
  const view: Json = {
    stacks: [5, 7],
    bid: null,
    pots: [{ chips: 1 }, { chips: 2 }],
    'a/b': { '~': 3 },
  };
  it('leads to a value', () => {
    expect(at(view, forSeat('/stacks/{seat}', 1, 0))).toBe(7);
    expect(at(view, '/a~1b/~0')).toBe(3);
    expect(at(view, '/pots/*/chips')).toEqual([1, 2]);
  });
  it('gives null below null, and nothing for what is not there', () => {
    expect(at(view, '/bid/0')).toBeNull();
    for (const path of [
      '/none',
      '/stacks/2',
      '/stacks/-1',
      '/stacks/01',
      '/pots/*/none',
      'stacks',
      '/constructor',
      '/__proto__',
    ]) {
      expect(at(view, path)).toBeUndefined();
    }
  });
});

/** The cases that rules/hint.cc is tested with, too. */
const cases = Object.values(
  import.meta.glob<{ good: Json[]; wrong: Json[] }>('./cases.json', {
    eager: true,
    import: 'default',
  }),
)[0]!;

describe('a hint', () => {
  it.each(cases.good.map((each) => [JSON.stringify(each).slice(0, 70), each]))(
    'is used if it is right: %s',
    (_, each) => {
      expect(readHint(each as Json)).toEqual({ hint: each });
    },
  );
  it.each(cases.wrong.map((each) => [JSON.stringify(each).slice(0, 70), each]))(
    'is not used if it is wrong: %s',
    (_, each) => {
      expect(readHint(each as Json)).toHaveProperty('wrong');
    },
  );
  it('falls to the generic view if a path does not resolve', () => {
    const state = fixture('holdem');
    expect(sceneOf(state).look.kind).toBe('cards');
    expect(sceneOf(withView(state, { board: [] })).look.kind).toBe('generic');
    expect(sceneOf(withView(fixture('chess'), { fen: '8/8' })).look.kind).toBe('generic');
    expect(sceneOf(withView(fixture('mancala'), { board: [1, 2] })).look.kind).toBe('generic');
    expect(sceneOf(withView(fixture('liars-dice'), { dice: [] })).look.kind).toBe('generic');
  });
  it('of every fixture resolves, before the first deal too', () => {
    const generic = ['generic', 'hostile', 'inspect-hostile', 'labels-generic'];
    for (const name of fixtureNames()) {
      const kind = sceneOf(fixture(name)).look.kind;
      if (fixture(name).view !== null)
        expect([name, kind === 'generic']).toEqual([name, generic.includes(name)]);
    }
  });
});

describe('a grid', () => {
  it('reads a position with a1 first', () => {
    expect(fenCells('8/8/8/8/8/8/8/R6k w - - 0 1')!.slice(0, 8).join('')).toBe('R......k');
    expect(fenCells('9/8/8/8/8/8/8/8')).toBeNull();
    expect(fenCells('x7/8/8/8/8/8/8/8')).toBeNull();
  });
  it('takes its size from the parameters, and may be drawn from the bottom', () => {
    const state = fixture('connect-four');
    const grid = resolveGrid(
      { rows: 'height', columns: 'width', cells: '/board', bottom: true, glyphs: { '.': null } },
      state,
    )!;
    expect([grid.rows, grid.columns]).toEqual([6, 7]);
    expect(grid.drawn[5]![3]!.value).toBe('0');
    expect(grid.drawn[4]![3]!.value).toBe('1');
  });
  it('maps each way to write a move to its cells', () => {
    for (const name of [
      'chess',
      'chess-promotion',
      'othello',
      'tic-tac-toe',
      'connect-four',
      'puzzle-15',
      'tribolo',
    ]) {
      const state = fixture(name);
      const scene = sceneOf(state);
      if (scene.look.kind !== 'grid') throw new Error(name);
      expect([name, scene.look.paths.length + scene.buttons.length]).toEqual([
        name,
        state.moves.length,
      ]);
    }
    const othello = fixture('othello');
    const hint = { rows: 8, columns: 8, cells: '/board', move: 'row,column' as const };
    const grid = resolveGrid(hint, othello)!;
    const [row, column] = othello.moves[0]!.move as [number, number];
    expect(pathOf(hint, grid, othello.moves[0]!)).toEqual([8 * row + column]);
    expect(
      pathOf({ ...hint, move: 'column,row' }, grid, {
        ...othello.moves[0]!,
        move: [6, 7],
        touches: [],
      }),
    ).toEqual([62]);
    expect(pathOf(hint, grid, { ...othello.moves[0]!, move: [9, 9], touches: [] })).toBeNull();
    expect(pathOf(hint, grid, { ...othello.moves[0]!, touches: ['z9'] })).toBeNull();
  });
  it('is turned for the other role', () => {
    const state = fixture('chess');
    expect(turnedFor({ fen: '/fen', below: 'White' }, state)).toBe(false);
    expect(turnedFor({ fen: '/fen', below: 'White' }, { ...state, me: 1 })).toBe(true);
    expect(resolveGrid({ fen: '/fen' }, state, true)!.drawn[7]![7]!.name).toBe('a8');
  });
  it('marks where a piece went, and of discs only the new one', () => {
    const chess = fixture('chess');
    const grid = resolveGrid({ fen: '/fen' }, chess)!;
    const before = { fen: 'r1bqk2r/pppp1ppp/2n5/8/1BBPn3/5N2/PP3PPP/RN1QK2R b KQkq - 0 8' };
    expect(
      [...changedCells({ fen: '/fen' }, grid, before, null)].map((i) => grid.cells[i]!.name),
    ).toEqual(['b4', 'c6']);
    const hint = { rows: 2, columns: 2, cells: '/board', glyphs: { '.': null } };
    const discs = resolveGrid(hint, withView(chess, { board: 'WWW.' }))!;
    expect([...changedCells(hint, discs, { board: 'BW..' }, null)]).toEqual([2]);
  });
});

/** What the hint of hold'em draws. */
interface HoldemView {
  pots: { chips: number }[];
  bets: number[];
  button: number;
  own_rank: string;
  last: { won: number[] };
}

describe('cards', () => {
  it('count the pot with what is in front of the seats', () => {
    const state = fixture('holdem');
    const hint = readHint(state.hint);
    if ('wrong' in hint) throw new Error(hint.wrong);
    const scene = resolveCards(hint.hint.cards!, state)!;
    const view = state.view as unknown as HoldemView;
    const sum = (chips: number[]): number => chips.reduce((all, each) => all + each, 0);
    expect(scene.total).toBe(sum(view.pots.map((pot) => pot.chips)) + sum(view.bets));
    expect(scene.pots).toHaveLength(2);
    expect(priceFor(scene, 0)).toBe(state.moves.find((move) => move.kind === 'call')!.price);
    expect(scene.seats[view.button]!.marks).toEqual(['D']);
    expect(scene.words).toBe(view.own_rank);
  });
  it('merge pots of the same seats', () => {
    const state = fixture('holdem');
    const view = {
      ...(state.view as { [key: string]: Json }),
      pots: [
        { chips: 5, seats: [1, 0] },
        { chips: 7, seats: [0, 1] },
      ],
    };
    const hint = readHint(state.hint);
    if ('wrong' in hint) throw new Error(hint.wrong);
    expect(resolveCards(hint.hint.cards!, withView(state, view))!.pots).toEqual([
      { chips: 12, seats: [0, 1] },
    ]);
  });
  it('of a shown hand are found', () => {
    const state = fixture('holdem-showdown');
    const hint = readHint(state.hint);
    if ('wrong' in hint) throw new Error(hint.wrong);
    const shown = resolveShowdown(hint.hint.cards!, state)!;
    const { won } = (state.view as unknown as HoldemView).last;
    expect(shown.seats.map((seat) => seat.won)).toEqual(won);
    expect(won.some((chips) => chips > 0)).toBe(true);
  });
  it('are chosen by touch where moves name them by their places', () => {
    const state = fixture('holdem');
    const { cards } = state.hint as { cards: { mine: { [key: string]: Json } } };
    const hint = { ...(state.hint as object), cards: { ...cards, mine: { ...cards.mine, choose: 'change' } } };
    const moves = ['keep', 'change 1', 'change 1 2', 'change 3'].map((move) => ({ ...state.moves[0]!, move, number: null }));
    const { look, buttons } = sceneOf({ ...state, hint: hint as Json, moves });
    if (look.kind !== 'cards') throw new Error(look.kind);
    const [first, second] = look.scene.mine.map(({ card }) => card);
    expect(look.scene.choices).toEqual([first, second]);
    expect(buttons.map(({ picks }) => picks)).toEqual([[], [first], [first, second], []]);
  });
  it('are sorted by suit, and each has its move', () => {
    const state = fixture('hearts');
    const hint = readHint(state.hint);
    if ('wrong' in hint) throw new Error(hint.wrong);
    const { mine, trick } = resolveCards(hint.hint.cards!, state)!;
    expect(mine.map((own) => own.card).join(' ')).toBe('Ac 8c 7c 8d 5d As Ks 9s Kh Th 9h');
    expect(mine.filter((own) => own.fair).map((own) => own.card)).toEqual(['Ac', '8c', '7c']);
    expect(mine.every((own) => moveOfCard(own, state.moves)?.move === own.slot)).toBe(true);
    expect(trick).toHaveLength(3);
    expect(sortCards([{ card: '2h' }, { card: 'Ah' }], ['h']).map(({ card }) => card)).toEqual([
      'Ah',
      '2h',
    ]);
  });
});

describe('what is too much to draw', () => {
  const holdem = fixture('holdem');
  const hint = readHint(holdem.hint);
  if ('wrong' in hint) throw new Error(hint.wrong);
  const view = (part: { [key: string]: Json }): State =>
    withView(holdem, { ...(holdem.view as { [key: string]: Json }), ...part });
  it('is cut, where it is many of a kind', () => {
    const many = Array.from({ length: 4000 }, () => 'Ah');
    const scene = resolveCards(hint.hint.cards!, view({ board: many }))!;
    expect(scene.boards[0]!.cards.length).toBeLessThanOrEqual(60);
    const pots = Array.from({ length: 4000 }, (_, i) => ({ chips: 1, seats: [i] }));
    expect(resolveCards(hint.hint.cards!, view({ pots }))!.pots.length).toBeLessThanOrEqual(12);
  });
  const dice = fixture('liars-dice');
  const bid = (present: Json) =>
    sceneOf(withView(dice, { ...(dice.view as { [key: string]: Json }), bid: present })).look;
  it('is the view as it is, where dice have no such faces or counts', () => {
    for (const wrong of [[6, 0], [6, -1], [-1, 4], [6, 1000], ['6', 4], [1e9, 4]])
      expect([wrong, bid(wrong as Json).kind]).toEqual([wrong, 'generic']);
    const seven = bid([6, 7]);
    expect(seven.kind === 'dice' && seven.scene.bid?.face).toBe(7);
  });
});

describe('dice and tracks', () => {
  it('have a bid or none', () => {
    const state = fixture('liars-dice');
    const hint = {
      seats: { count: '/dice/{seat}', faces: '/opened/{seat}' },
      mine: '/own',
      centre: { count: '/bid/0', face: '/bid/1', by: '/bidder' },
    };
    expect(resolveDice(hint, state)!.bid).toEqual({ count: 17, face: 5, value: '', by: 4 });
    const none = { ...(state.view as { [key: string]: Json }), bid: null };
    expect(resolveDice(hint, withView(state, none))!.bid).toBeNull();
    expect(resolveDice(hint, { ...state, me: -1 })!.mine).toEqual([]);
  });
  it('are turned for the second seat', () => {
    const state = fixture('mancala');
    const hint = {
      cells: '/board',
      rows: [
        [12, 11, 10, 9, 8, 7],
        [0, 1, 2, 3, 4, 5],
      ],
      names: [
        ['f1', 'e1', 'd1', 'c1', 'b1', 'a1'],
        ['f2', 'e2', 'd2', 'c2', 'b2', 'a2'],
      ],
      ends: [13, 6],
    };
    const second = resolveTrack(hint, { ...state, me: 1 })!;
    expect(second.rows.map((row) => row.map((house) => house.index))).toEqual([
      [5, 4, 3, 2, 1, 0],
      [7, 8, 9, 10, 11, 12],
    ]);
    expect(second.ends.map((end) => end.index)).toEqual([6, 13]);
    expect(second.rows[1]!.map((house) => house.name).join(' ')).toBe('a1 b1 c1 d1 e1 f1');
  });
  it('name the houses as the moves do', () => {
    const { moves, ...state } = fixture('mancala');
    const { look } = sceneOf({ moves, ...state });
    if (look.kind !== 'track') throw new Error('mancala is no track');
    const names = new Map(look.scene.rows.flat().map((house) => [house.index, house.name]));
    for (const move of moves) expect(names.get(move.move as number)).toBe(move.label);
  });

  it('are not drawn where a number is to be and something else is', () => {
    const state = fixture('mancala');
    const hint = { cells: '/board', rows: [[0, 1]] };
    for (const other of ['<b>4</b>', true, [3], { beads: 3 }]) {
      const odd = withView(state, { board: [4, other] });
      expect(resolveTrack(hint, odd)).toBeNull();
      expect(resolveTrack({ ...hint, draw: 'glyph' as const }, odd)).not.toBeNull();
    }
  });
});
