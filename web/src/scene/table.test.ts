import { describe, expect, it } from 'vitest';
import { madeOfScenes } from '../../scene-schema.mjs';
import schema from '../../../rules/scene/scene.schema.json?raw';
import text from '../../../rules/scene/scene_schema.cc?raw';
import type { Json } from '../protocol/protocol';
import { readScene } from '../protocol/read-scene';
import types from '../protocol/table-scene.ts?raw';
import { rowsOfBand, tableOf } from './table';
import { barMoves, moveOfPicks, movesOf, nextTouches, touch, touchable } from './touches';
import { fixture } from '../fixture';
import { sceneOf } from './scene';
import type { Move } from '../protocol/protocol';

const files = import.meta.glob<{ [name: string]: Json }>('../../../tests/rules/scenes/*.json', {
  eager: true,
  import: 'default',
});
const named = (name: string): { [name: string]: Json } =>
  files[`../../../tests/rules/scenes/${name}.json`]!;

describe('the text and the types of scenes', () => {
  it('are what the schema makes', () => {
    expect(Object.values(madeOfScenes(schema))).toEqual([text, types]);
  });
});

describe('a scene', () => {
  it.each(Object.keys(files))('of %s is read', (file) => {
    expect(readScene(files[file]!)).toEqual(files[file]);
  });
  it.each([
    ['no object', 7],
    ['a place of no kind', { ...named('gin'), places: [{ id: 'a', kind: 'chest', rank: 1 }] }],
    ['a member that nobody reads', { ...named('gin'), html: '<b>' }],
    ['a face without a name', { ...named('gin'), faces: { a: {} } }],
    ['a number beyond its bounds', { ...named('gin'), seats: [{ number: 2e9 }] }],
    ['more things than there may be', { ...named('gin'), things: Array(201).fill(['a', 'b', 0, null]) }],
  ])('with %s is none', (_, value) => expect(readScene(value as Json)).toBeNull());
  it('has no marks of direction in its texts', () => {
    const seats: Json = [{ unit: 'a\u202eb' }, {}];
    expect(readScene({ ...named('gin'), seats })!.seats[0]!.unit).toBe('ab');
  });
  it('that is missing is none', () => expect(readScene(null)).toBeNull());
});

describe('the frame of a table', () => {
  it.each([
    ['spades', 'mat'],
    ['yahtzee', 'sheet'],
    ['battleship', 'boards'],
    ['backgammon', 'facing'],
    ['gin', 'rows'],
    ['hanabi', 'rows'],
    ['lantern-walk', 'rows'],
    ['skull', 'rows'],
    ['blackjack', 'rows'],
  ])('of %s is %s', (name, frame) => {
    expect(tableOf(readScene(named(name))!, 0).frame).toBe(frame);
  });
  it('has my places in my band, and those of others with their seats, after me', () => {
    const { bands } = tableOf(readScene(named('hanabi'))!, 2);
    expect(bands.mine.map(({ place }) => place.id)).toEqual(['hand2']);
    expect(bands.others.map(({ seat }) => seat)).toEqual([3, 0, 1]);
  });
  it('has places with a row side by side', () => {
    const { bands } = tableOf(readScene(named('hanabi'))!, 0);
    expect(rowsOfBand(bands.middle)[0]!.map(({ place }) => place.id)).toEqual([
      'fire-red', 'fire-yellow', 'fire-green', 'fire-blue', 'fire-white',
    ]);
  });
});

const move = (id: string, touches: string[], picks: string[] = []): Move => ({
  id, label: id, move: id, touches, picks, number: null, careful: false, kind: '', price: null, main: false,
  becomes: '', brief_label: '', aside: '', ask: '',
});

describe('touches', () => {
  const moves = [
    move('6/off', ['w3', 'board:1,13']),
    move('6/2', ['w3', 'board:1,11']),
    move('double', ['cube']),
    move('resign', []),
  ];
  it('begin with things that a move begins with', () => {
    expect([...nextTouches(moves, [])]).toEqual(['w3', 'cube']);
  });
  it('go on to what ends a move', () => {
    expect(touch(moves, [], 'w3')).toEqual({ chain: ['w3'], done: null });
    expect(touch(moves, ['w3'], 'board:1,11')).toEqual({ chain: [], done: moves[1], by: ['w3', 'board:1,11'] });
  });
  it('let go by a second touch, by one beside, and begin anew', () => {
    expect(touch(moves, ['w3'], 'w3')).toEqual({ chain: [], done: null });
    expect(touch(moves, ['w3'], 'w9')).toEqual({ chain: [], done: null });
    expect(touch(moves, ['w3'], 'cube')).toEqual({ chain: [], done: moves[2], by: ['cube'] });
  });
  it('choose again what was chosen or aimed at', () => {
    const more = [...moves, move('5/3', ['w8', 'board:1,9'])];
    expect(touch(more, ['w3', 'board:1,13'], 'board:1,11').done).toEqual(more[1]);
    expect(touch(more, ['w3'], 'w8')).toEqual({ chain: ['w8'], done: null });
    expect([...touchable(more, ['w3'])].sort()).toEqual(['board:1,11', 'board:1,13', 'cube', 'w3', 'w8']);
  });
  it('of which any one will do begin the same move', () => {
    const clues = [move('red', ['r1|r3']), move('ones', ['r1|b1'])];
    expect([...nextTouches(clues, [])]).toEqual(['r1', 'r3', 'b1']);
    expect(movesOf(clues, ['r1'])).toEqual(clues);
    expect(touch(clues, [], 'r3')).toEqual({ chain: [], done: clues[0], by: ['r3'] });
  });
  it('that complete several moves leave the choice to the bar', () => {
    const two = [move('a', ['x']), move('b', ['x'])];
    expect(touch(two, [], 'x')).toEqual({ chain: ['x'], done: null });
    expect(movesOf(two, ['x'])).toEqual(two);
  });
  it('choose things for a move', () => {
    const rolls = [move('roll 1', [], ['d1']), move('roll 1 2', [], ['d1', 'd2'])];
    expect(moveOfPicks(rolls, ['d2', 'd1'])).toBe(rolls[1]);
    expect(moveOfPicks(rolls, [])).toBeNull();
    expect(moveOfPicks(rolls, ['d9'], () => 'six')).toBe(rolls[0]);
    expect(barMoves(rolls, [])).toEqual([]);
  });
  it('leave the moves without one to the bar, and all moves if they are few', () => {
    expect(barMoves(moves, [])).toEqual(moves);
    const many = [...moves, move('7', ['w7'])];
    expect(barMoves(many, [])).toEqual([moves[3]]);
    expect(barMoves(many, ['w3'])).toEqual([moves[0], moves[1]]);
  });
});

describe('the drawing of a state', () => {
  const state = fixture('generic');
  it('is the scene of the game, if it has one', () => {
    expect(sceneOf({ ...state, scene: named('skull')! }).look.kind).toBe('scene');
  });
  it('is the generic one where a scene has a fault, never that of the state before', () => {
    expect(sceneOf({ ...state, hint: null, scene: { seats: [] } }).look.kind).toBe('generic');
    const hinted = fixture('mancala');
    expect(sceneOf(hinted).look.kind).toBe('track');
    expect(sceneOf({ ...hinted, undrawn: 'two things are called l0' }).look.kind).toBe('generic');
  });
  it('is the generic one with all moves while the scene is late', () => {
    const late = sceneOf({ ...fixture('mancala'), late: true });
    expect(late.look.kind).toBe('generic');
    expect(late.buttons).toEqual([]);
  });
});
