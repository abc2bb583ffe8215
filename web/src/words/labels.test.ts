import { afterEach, describe, expect, it } from 'vitest';
import { chooseWords } from '.';
import { aroundNumber, gameName, gameNews, gameWords } from './labels';
import { told } from './said';

afterEach(() => chooseWords('en'));

describe('words of games', () => {
  it('stay as they are on an English page', () => {
    expect(gameWords('raise to 40')).toBe('raise to 40');
  });
  it('are German on a German page, with their values', () => {
    chooseWords('de');
    expect(gameWords('raise to 40')).toBe('erhöhen auf 40');
    expect(gameWords('ask Bob for 7s')).toBe('Bob nach 7s fragen');
    expect(told({ id: 'moved', who: { name: 'Bob' }, move: { stakes: 'raise to 12450' } }, '')).toBe(
      'Bob: erhöhen auf 12.450',
    );
  });
  it('have the title of a game, and not its name', () => {
    const says = (game: string) =>
      told({ id: 'gathered_nobody', game: { text: game }, n: { count: 1 }, of: { count: 2 } }, '');
    chooseWords('de');
    expect(says('mancala-kalah')).toBe('Kalaha: 1 von 2 sind da');
    expect(says('our-mia')).toBe('our-mia: 1 von 2 sind da');
  });
  it('are German in a game of notation, too, and where a name fits a wider pattern', () => {
    chooseWords('de');
    expect(gameWords('give up')).toBe('aufgeben');
    expect(gameWords('offer draw')).toBe('Remis anbieten');
    expect(gameWords('"place disc c (flower)"')).toBe('„Scheibe c (Blume) legen“');
  });
  it('have numbers where a pattern says so', () => {
    chooseWords('de');
    expect(gameWords('3 of 5')).toBe('3 von 5');
    expect(gameWords('Door 2')).toBe('Tür 2');
    expect(gameWords('ace of spades')).toBe('ace of spades');
    expect(aroundNumber('raise to ', '')).toEqual(['erhöhen auf ', '']);
  });
  it('are German as the name of a side', () => {
    chooseWords('de');
    expect(told({ id: 'role', who: { name: 'Bob' }, role: { game: 'White' } }, '')).toBe('Bob spielt Weiß');
  });
  it('have German for ranks and for oneself, and leave the names of people', () => {
    chooseWords('de');
    expect(gameWords('ask you for twos')).toBe('dich nach Zweien fragen');
    expect(gameWords('ask red for kings')).toBe('red nach Königen fragen');
    expect(gameNews('You show T♦ to bot 1')).toBe('Du zeigst bot 1 T♦');
    expect(gameNews('bot 1 shows 4♥ to you')).toBe('bot 1 zeigt dir 4♥');
    expect(gameWords('third street')).toBe('dritte Street');
  });
  it('of several winners are German, whoever stands first', () => {
    chooseWords('de');
    for (const [english, german] of [
      [
        'Hand 3: You win 20 with a flush, ace high (A♠ 4♠), Bob wins 10 with three kings (K♦ K♣). Board 2♠ 3♠ K♠',
        'Hand 3: Du gewinnst 20: ein Flush, Ass hoch (A♠ 4♠), Bob gewinnt 10: drei Könige (K♦ K♣). Board 2♠ 3♠ K♠',
      ],
      [
        'Hand 3: You win 20 with a full house, aces full of kings, Bob wins 10.',
        'Hand 3: Du gewinnst 20: ein Full House, Asse und Könige, Bob gewinnt 10.',
      ],
      [
        'Hand 3: Ann wins 20, You win 10 with a flush, ace high, Bob wins 10 with a flush, ace high.',
        'Hand 3: Ann gewinnt 20, du gewinnst 10: ein Flush, Ass hoch, Bob gewinnt 10: ein Flush, Ass hoch.',
      ],
    ])
      expect(gameNews(english!)).toBe(german);
    expect(gameNews('White resigns.')).toBe('Weiß gibt auf.');
    expect(gameNews('Bob gave a false answer about c5.')).toBe('Bob hat zu c5 falsch geantwortet.');
    const unknown = 'Bob wins 10, and the sky falls';
    expect(gameNews(unknown)).toBe(unknown);
  });
  it('are names of sides, pieces and cells', () => {
    expect(gameName('White')).toBe('White');
    chooseWords('de');
    expect(gameName('White')).toBe('Weiß');
    expect(gameName('disc yellow')).toBe('gelber Stein');
    expect(gameName('top left')).toBe('oben links');
    expect(gameName('toString')).toBe('toString');
  });
  it('of a script stay in quotation marks', () => {
    chooseWords('de');
    expect(gameWords('"pass"')).toBe('„passen“');
  });
  it('that are in no file stay', () => {
    chooseWords('de');
    expect(gameWords('summon the old one')).toBe('summon the old one');
    expect(gameWords('e4')).toBe('e4');
  });
  it('stand around a number', () => {
    expect(aroundNumber('raise to ', '')).toEqual(['raise to ', '']);
    chooseWords('de');
    expect(aroundNumber('raise to ', '')).toEqual(['erhöhen auf ', '']);
    expect(aroundNumber('bet ', '')).toEqual(['', ' setzen']);
  });
});
