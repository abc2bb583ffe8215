import { beforeEach, describe, expect, it } from 'vitest';
import { announcements } from '../frame/announce';
import { fixture } from '../fixture';
import type { Json, NumberOfMove, State } from '../protocol/protocol';
import { readState } from '../protocol/read';
import { sceneOf } from '../scene/scene';
import { chooseWords } from '../words';
import {
  absenceLines,
  eventWords,
  inRange,
  inspectLine,
  lookLine,
  lookNext,
  moveLabel,
  moveLine,
  placeWords,
  rangeWords,
  seatName,
  wantedWords,
  withoutOwnKeys,
} from './inspect';
import type { Inspect, InspectMove } from '../protocol/protocol';

const at = (part: Partial<Inspect> = {}): Inspect => ({ ...fixture('inspect').inspect!, ...part });
const stateAt = (part: Partial<Inspect> = {}, rest: Partial<State> = {}): State => ({
  ...fixture('inspect'),
  inspect: at(part),
  ...rest,
});
const numbers = (min: number, max: number, step = 1, before = 'raise to '): NumberOfMove => ({
  name: 'raise',
  min,
  max,
  step,
  suggestions: [],
  before,
  after: '',
});
const move = (part: Partial<InspectMove> = {}): InspectMove => ({
  label: 'raise to 40',
  line: 'move 1 raise',
  number: numbers(40, 1000),
  ...part,
});

beforeEach(() => chooseWords('en'));

describe('a key in an inspection', () => {
  it('is the line that a terminal takes', () => {
    expect(inspectLine('ArrowRight', true, at(), 0)).toBe('next');
    expect(inspectLine('ArrowLeft', true, at(), 0)).toBe('back');
    expect(inspectLine('Home', true, at(), 0)).toBe('go 0');
    expect(inspectLine('End', true, at({ last: 18 }), 0)).toBe('go 18');
    expect(inspectLine('r', true, at(), 0)).toBe('random');
    expect(inspectLine('V', true, at(), 0)).toBe('look 2');
  });
  it('is no letter where they are off, and nothing where it means nothing', () => {
    expect(inspectLine('r', false, at(), 0)).toBeNull();
    expect(inspectLine('v', false, at(), 0)).toBeNull();
    expect(inspectLine(' ', true, at(), 0)).toBeNull();
    expect(inspectLine('toString', true, at(), 0)).toBeNull();
  });
  it('makes no move in a transcript', () => {
    expect(inspectLine('r', true, at({ fixed: true }), 0)).toBeNull();
    expect(inspectLine('ArrowRight', true, at({ fixed: true }), 0)).toBe('next');
  });
  it('is not printed on a move', () => {
    const scene = withoutOwnKeys(sceneOf(fixture('inspect')));
    expect(Object.keys(scene.hint.moves!.keys!)).toEqual(['c', 'f']);
    const plain = sceneOf(fixture('inspect-fixed'));
    expect(withoutOwnKeys(plain)).toBe(plain);
  });
});

describe('who looks', () => {
  it('is everybody or a seat, counted from 1', () => {
    expect(lookLine(-1)).toBe('look all');
    expect(lookLine(2)).toBe('look 3');
  });
  it('goes around', () => {
    const lines = [-1, 0, 1, 2].map((me) => lookNext(at(), me));
    expect(lines).toEqual(['look 1', 'look 2', 'look 3', 'look all']);
    expect(lookNext(at(), 7)).toBe('look all');
    expect(lookNext(at({ seats: at().seats.slice(0, 1) }), -1)).toBeNull();
  });
  it('has a name', () => {
    expect(seatName(stateAt(), -1)).toBe('Everybody');
    expect(seatName(stateAt(), 1)).toBe('seat 2');
    expect(seatName(stateAt({ seats: [] }), 99)).toBe('Seat 100');
  });
});

describe('a move', () => {
  it('with a number has its range', () => {
    const steps = numbers(10, 500, 20);
    expect(['25', '41', '500', '499'].map((typed) => inRange(steps, typed))).toEqual([
      30, 50, 490, 490,
    ]);
  });
  it('keeps to it, whatever is typed', () => {
    const range = numbers(40, 1000);
    const typed = ['', 'x', '7', '41.9', '5000', '-1', '1e99', 'Infinity'];
    expect(typed.map((each) => inRange(range, each))).toEqual([40, 40, 40, 41, 1000, 40, 1000, 1000]);
    expect(inRange(numbers(-5, 5), '')).toBe(0);
  });
  it('is a line and a label with the number', () => {
    expect(moveLine(move(), 120)).toBe('move 1 raise 120');
    expect(moveLabel(move(), 1200)).toBe('raise to 1,200');
    expect(moveLabel(move({ number: { ...numbers(0, 9), before: 'bid ', after: ' of 9' } }), 7)).toBe(
      'bid 7 of 9',
    );
    expect(moveLabel(move({ number: numbers(5, 9, 1, '') }), 7)).toBe('7');
    expect(rangeWords(move())).toBe('40 to 1,000');
    expect(rangeWords(move({ number: null }))).toBe('');
  });
  it('that does not happen is a line, too', () => {
    expect(absenceLines(1)).toEqual({ absent: 'absent 2', leaves: 'out 2 left', blocks: 'void 2' });
  });
});

describe('a place in an inspection', () => {
  it('has words', () => {
    expect(eventWords(at({ events: [] }))).toBe('The match begins.');
    expect(eventWords(at({ events: ['A.', 'B.'] }))).toBe('A. B.');
    expect(wantedWords(at({ wanted: ['a die'] }))).toBe('Wanted: a die');
    expect(wantedWords(at({ wanted: ['a die', 'a card', 'a card'] }))).toBe(
      'Wanted: a die, and 2 more',
    );
    expect(wantedWords(at({ wanted: [] }))).toBe('');
    const over = { wanted: [], events: ['Cross plays 4.'], ply: 9 };
    const result = { words: ['Cross wins.'], json: null, said: null };
    expect(placeWords(stateAt(over, { result }))).toBe('Ply 9. Cross plays 4. Cross wins.');
    expect(placeWords(fixture('holdem'))).toBe('');
  });
  it('is said when it changes, and nothing calls for a move', () => {
    const scene = sceneOf(stateAt());
    const said = (old: State | null, now: State) => announcements(old, now, scene, [], '');
    expect(said(null, stateAt())).toEqual({ polite: [], assertive: [] });
    const next = stateAt({ ply: 8 });
    expect(said(stateAt(), next)).toEqual({ polite: [placeWords(next)], assertive: [] });
    expect(said(stateAt(), stateAt({}, { me: 1 })).polite).toEqual(['Seen by: seat 2.']);
  });
});

describe('what a program sends of an inspection', () => {
  const read = (inspect: Json): Inspect => readState({ phase: 'inspect', inspect }).inspect!;
  it('is null elsewhere', () => {
    expect(fixture('holdem').inspect).toBeNull();
    expect(readState({ inspect: null }).inspect).toBeNull();
  });
  it('takes empty values for what is missing or wrong', () => {
    const empty = read({});
    expect(read([7])).toEqual(empty);
    expect(read({ seats: 'x', moves: { a: 1 }, events: 3, ply: {}, fixed: 'false' })).toEqual(empty);
  });
  it('has places that exist, and moves that can be made', () => {
    expect(read({ ply: '9', last: 7 }).ply).toBe(7);
    expect(read({ ply: -3, last: 1.5 })).toMatchObject({ ply: 0, last: 1 });
    const moves: Json = [{ seat: -4, moves: [{ label: 'x' }, { label: 'y', line: 'move 1 y' }, 7] }];
    expect(read({ moves }).moves).toEqual([
      { seat: 0, chosen: false, moves: [{ label: 'y', line: 'move 1 y', number: null }] },
    ]);
    expect(read({ seats: [{ seat: -9 }] }).seats[0]!.seat).toBe(-1);
  });
});
