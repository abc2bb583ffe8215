import { describe, expect, it } from 'vitest';
import { fixture } from '../fixture';
import { type KeyContext, keyAction } from './keys';
import { sceneOf } from './scene';

function context(name: string, part: Partial<KeyContext> = {}): KeyContext {
  const state = fixture(name);
  return {
    state,
    scene: sceneOf(state),
    typing: false,
    letters: true,
    before: '',
    showdown: false,
    ...part,
  };
}
const did = (key: string, name: string, part: Partial<KeyContext> = {}): unknown => {
  const action = keyAction(key, context(name, part));
  return action === null
    ? null
    : action.do === 'move' || action.do === 'ask'
      ? [action.do, action.move.move]
      : action;
};

describe('a key', () => {
  it('folds, calls and goes to the number', () => {
    expect(did('f', 'holdem')).toEqual(['move', 'fold']);
    expect(did('C', 'holdem')).toEqual(['move', 'call']);
    expect(did('r', 'holdem')).toEqual({ do: 'amount' });
  });
  it('looks back at earlier steps, and on', () => {
    expect(did('<', 'holdem')).toEqual({ do: 'look', by: -1 });
    expect(did('>', 'chess')).toEqual({ do: 'look', by: 1 });
    expect(did('<', 'holdem', { typing: true })).toBeNull();
  });
  it('asks before it folds what may be checked', () => {
    const { state } = context('holdem-two');
    const fold = { ...context('holdem').state.moves.find((each) => each.kind === 'fold')! };
    const moves = [{ ...fold, careful: true }, ...state.moves];
    const scene = sceneOf({ ...state, moves });
    expect(did('f', 'holdem-two', { state: { ...state, moves }, scene })).toEqual(['ask', 'fold']);
  });
  it('asks the question that a move has', () => {
    const { state, scene } = context('holdem');
    const asks = { ...scene, buttons: scene.buttons.map((move) => ({ ...move, ask: 'Fold a pair?' })) };
    expect(did('f', 'holdem', { state, scene: asks })).toEqual(['ask', 'fold']);
  });
  it('does nothing in a field, and no letters where they are off', () => {
    expect(did('f', 'holdem', { typing: true })).toBeNull();
    expect(did('f', 'holdem', { letters: false })).toBeNull();
    expect(did('?', 'holdem', { letters: false })).toEqual({ do: 'help' });
    expect(did('Escape', 'holdem', { typing: true })).toEqual({ do: 'escape' });
  });
  it('makes the numbered move of the generic view', () => {
    expect(did('2', 'generic')).toEqual({ do: 'press', digit: '2' });
    expect(did('2', 'generic', { letters: false })).toEqual({ do: 'press', digit: '2' });
  });
  it('goes to a square by its file and rank', () => {
    expect(did('e', 'chess')).toEqual({ do: 'wait-rank', file: 'e' });
    expect(did('4', 'chess', { before: 'e' })).toEqual({ do: 'square', square: 'e4' });
    expect(did('4', 'chess', { before: 'g' })).toEqual({ do: 'square', square: 'g4' });
  });
  it('opens a tab after g', () => {
    expect(did('g', 'holdem')).toEqual({ do: 'wait-tab' });
    expect(did('k', 'holdem', { before: 'g' })).toEqual({ do: 'tab', tab: 'checks' });
    expect(did('c', 'chess', { before: 'g' })).toEqual({ do: 'tab', tab: 'chat' });
  });
  it('chooses before my turn', () =>
    expect(did('f', 'holdem-ten')).toEqual({ do: 'preselect', key: 'f' }));
  it('bids and doubts', () => {
    expect(did('l', 'liars-dice')).toEqual(['move', 'liar']);
    expect(did('Enter', 'liars-dice')).toEqual({ do: 'bid' });
  });
});
