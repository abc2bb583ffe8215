import { describe, expect, it } from 'vitest';
import { announcements, merged, turnWords } from '../frame/announce';
import { fixture } from '../fixture';
import { readFrame, readState } from '../protocol/read';
import { sceneOf } from '../scene/scene';
import { clock, grouped, groupedIn, plainName, plainText, sentence, took } from './text';
import { treeRows } from '../parts/tree';
import { de } from '../words/de';
import { en } from '../words/en';

describe('names and texts of strangers', () => {
  it('lose what could hide them or turn their neighbours', () => {
    expect(plainName('\u202eBob\u202c')).toBe('Bob');
    expect(plainName('A\u200bnn\u0007\n')).toBe('Ann');
    expect(plainName('\u2066\u2069')).toBe('?');
    expect(plainName(`Z${'\u0301'.repeat(20)}`)).toBe(`Z${'\u0301'.repeat(3)}`);
    expect(plainName('Łukasz Ἰωάννης محمد')).toBe('Łukasz Ἰωάννης محمد');
    expect(plainText('one\u202e\ntwo\u0000')).toBe('one\ntwo');
  });
  it('are cleaned wherever a state has them, and stay text', () => {
    const evil = '<img src=x onerror=alert(1)>\u202e';
    const state = readState({
      seats: [{ name: evil }],
      table: { title: evil },
      turn: { then: evil },
      moves: [{ label: evil }],
    });
    for (const text of [
      state.seats[0]!.name,
      state.table.title,
      state.turn.then,
      state.moves[0]!.label,
    ]) {
      expect(text).toBe('<img src=x onerror=alert(1)>');
    }
    expect(treeRows({ [evil]: evil }, undefined)[0]).toMatchObject({
      name: evil.slice(0, -1),
      value: evil.slice(0, -1),
    });
  });
});

describe('a frame', () => {
  it('that is none is left out', () => {
    for (const frame of ['', '{', '7', 'null', '{"v":2,"state":{}}', '{"state":{}}'])
      expect(readFrame(frame)).toBeNull();
  });
  it('with missing or wrong fields has their empty values', () => {
    const { state } = readFrame(
      '{"v":1,"state":{"seats":[7,{"name":3}],"step":"310","moves":{},"turn":[],"me":"x"}}',
    )!;
    expect(state).toMatchObject({ step: 310, me: 0, moves: [], phase: 'playing', view: null });
    expect(state!.seats[1]!.name).toBe('');
  });
});

describe('numbers and times', () => {
  it('are grouped', () => {
    expect([0, 999, 1690, 1234567, -760].map((each) => grouped(each))).toEqual([
      '0',
      '999',
      '1,690',
      '1,234,567',
      '\u2212760',
    ]);
    expect(groupedIn('raise to 12450, hand 14 at 18:2000')).toBe(
      'raise to 12,450, hand 14 at 18:2000',
    );
  });
  it('are never less than what is left', () => {
    expect([0, 1, 18400, 60000, 3600000].map(clock)).toEqual([
      '0:00',
      '0:01',
      '0:19',
      '1:00',
      '1:00:00',
    ]);
    expect([118, 1900, 24000].map(took)).toEqual(['118 ms', '1.9 s', '24 s']);
    expect(sentence('call 300')).toBe('Call 300');
    expect(sentence('e2 to d3')).toBe('e2 to d3');
  });
});

describe('a view as a tree', () => {
  it('marks what changed, and calls null hidden', () => {
    const rows = treeRows(
      { heaps: [3, 2], own: null, n: { a: 1 } },
      { heaps: [3, 5], own: null, n: { a: 2 } },
    );
    expect(rows.map(({ name, value, was }) => [name, value, was])).toEqual([
      ['heaps', '3, 2', '3, 5'],
      ['own', 'hidden', null],
      ['n', null, null],
      ['a', '1', '2'],
    ]);
  });
  it('has an end, however large the view is', () => {
    const view = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [String(i), i]));
    expect(treeRows(view, undefined).length).toBe(400);
  });
});

describe('what is said', () => {
  it('names the price, the cards and the clock', () => {
    const dealt = fixture('holdem');
    const state = { ...dealt, turn: { ...dealt.turn, left_ms: 18_000, then: 'fold' } };
    expect(turnWords(state, sceneOf(state), '300 to call to win 2,410')).toBe(
      'Your turn. 300 to call to win 2,410. jack of diamonds, three of hearts: a pair of sevens. 18 seconds, then fold.',
    );
  });
  it('is said once', () => {
    const state = fixture('conviction');
    const scene = sceneOf(state);
    const [trouble] = state.trouble;
    const said = announcements(null, state, scene, [], '').assertive;
    expect(said.filter((text) => text.includes(trouble!.title))).toHaveLength(1);
    expect(announcements(state, state, scene, [], '').assertive).toHaveLength(0);
    expect(merged(['a.', 'b.', 'c.'], 2)).toBe('b. c.');
  });
});

describe('the words', () => {
  it('name the highest card of a hand that has nothing, as the program ranks it', () => {
    expect(en.handRank('high_card', '', 'AQ952')).toBe('High card, ace');
    expect(de.handRank('high_card', '', 'AQ952')).toBe('Höchste Karte Ass');
  });
  it('are all there in both languages', () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  });
  it('name hands and lists of people', () => {
    expect(en.handRank('two_pair', 'KT', 'A')).toBe('Two pair, kings and tens, ace kicker');
    expect(en.handRank('full_house', '4', 'T')).toBe('Full house, fours full of tens');
    expect(en.names(['Ann', 'Bob', 'Carol', 'Dave'])).toBe('Ann, Bob and 2 more');
    expect(en.names(['Ann', 'Bob', 'Carol'], 1)).toBe('Ann and 2 more');
    expect(de.names(['Ann', 'Bob'])).toBe('Ann und Bob');
  });
});
