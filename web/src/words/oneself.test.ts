import { afterEach, describe, expect, it } from 'vitest';
import { chooseWords } from '.';
import { gameNews, gameWords } from './labels';
import { told } from './said';

afterEach(() => chooseWords('en'));

const you = { name: 'You' };

describe("one's own name", () => {
  it('is left to the program on an English page', () => {
    expect(told({ id: 'rolled_secretly', who: you }, '')).toBe('You rolled in secret.');
  });
  it('takes its own form of the verb on a German page', () => {
    chooseWords('de');
    expect(told({ id: 'rolled_secretly', who: you }, '')).toBe('Du hast verdeckt gewürfelt.');
    expect(told({ id: 'wins_chips', who: you, n: { chips: 20 } }, '')).toBe('Du gewinnst 20 Chips');
    expect(told({ id: 'wins_chips', who: you, n: { chips: 1 } }, '')).toBe('Du gewinnst 1 Chip');
    expect(told({ id: 'wins', who: { names: ['You'] }, n: { count: 1 } }, '')).toBe('Du gewinnst');
    expect(told({ id: 'sits_out', who: you }, '')).toBe('Du setzt dieses Mal aus.');
    expect(told({ id: 'moved', who: you, move: { game: 'fold' } }, '')).toMatch(/^Du: /);
  });
  it('is bent behind a preposition, and small in the middle of a sentence', () => {
    chooseWords('de');
    expect(told({ id: 'want_move', who: you }, '')).toBe('ein Zug von dir');
    expect(told({ id: 'slot_dealt', slot: { count: 3 }, who: you }, '')).toMatch(/ geht an dich\.$/);
    expect(told({ id: 'waiting_choice', who: you }, '')).toBe('warten auf die Wahl von dir');
    const trick = { id: 'trick_taken', n: { count: 2 }, cards: { text: '' }, taker: you };
    expect(told(trick, '')).toMatch(/ — du bekommst ihn$/);
  });
  it('stands in a list with others', () => {
    chooseWords('de');
    const seen = { id: 'card_seen_by', who: { names: ['bot 1', 'You'] } };
    expect(told(seen, '')).toBe('Diese Karte sehen: bot 1 und du.');
  });
  it("is German in the games' own words", () => {
    chooseWords('de');
    expect(gameWords('tell You: 3s')).toBe('zu dir sagen: Dreien');
    expect(gameWords('tell Bob: 3s')).toBe('zu Bob sagen: Dreien');
    expect(gameWords('ask you for twos')).toBe('dich nach Zweien fragen');
    expect(gameNews('You did not follow suit')).toBe('Du hast nicht bedient');
    expect(gameNews('Bob did not follow suit')).toBe('Bob hat nicht bedient');
  });
  it('leaves the names of other people and what they say', () => {
    chooseWords('de');
    expect(told({ id: 'rolled_secretly', who: { name: 'Youri' } }, '')).toMatch(/^Youri hat /);
    expect(told({ id: 'plain', words: { text: 'You' } }, '')).toBe('You');
  });
});
