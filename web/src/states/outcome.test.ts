import { describe, expect, it } from 'vitest';
import type { Json } from '../protocol/protocol';
import { resultsOf } from './outcome';

const said = (...ids: string[]): Json => ids.map((id) => ({ id }));

describe('the result of a match', () => {
  it('is a table of the seats, the most first, where each has a number', () => {
    const words = ['You -1', 'Bob +3', 'Carol -2'];
    const { sentences, rows, chips } = resultsOf({ words, json: [-1, 3, -2], said: said('points', 'points', 'points') });
    expect(sentences).toEqual(['You -1']);
    expect(rows).toEqual([{ seat: 1, won: 3 }, { seat: 0, won: -1 }, { seat: 2, won: -2 }]);
    expect(chips).toBe(false);
  });
  it('keeps who wins before the table, and why after it', () => {
    const words = ['You lose: Bob wins', 'You -2', 'Bob +2', 'Bob takes the last trick'];
    const ids = said('you_lose_to', 'points', 'points', 'game_says');
    expect(resultsOf({ words, json: [-2, 2], said: ids }).sentences).toEqual([words[0], words[3]]);
  });
  it('says what was won of chips in a sentence, too', () => {
    const words = ['You win 20 chips', 'Bob loses 20 chips', 'Carol ends with as many chips as before'];
    const ids = said('you_win_chips', 'loses_chips', 'breaks_even');
    const { sentences, rows, chips } = resultsOf({ words, json: [20, -20, 0], said: ids });
    expect(sentences).toEqual([words[0]]);
    expect(rows.map(({ seat }) => seat)).toEqual([0, 2, 1]);
    expect(chips).toBe(true);
  });
  it('has no table where nobody wins more than another, or of what is no list of numbers', () => {
    expect(resultsOf({ words: ['Draw'], json: [0, 0], said: said('drawn') }).rows).toEqual([]);
    expect(resultsOf({ words: ['Ann wins'], json: null, said: null }).rows).toEqual([]);
    const odd = resultsOf({ words: ['You -1'], json: ['many'], said: said('points') });
    expect(odd).toEqual({ sentences: ['You -1'], rows: [], chips: false });
  });
});
