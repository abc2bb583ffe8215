import { afterEach, describe, expect, it } from 'vitest';
import { chooseWords } from '.';
import { fixture } from '../fixture';
import { told, toldState } from './said';

afterEach(() => chooseWords('en'));

describe('sentences of the program', () => {
  const left = { id: 'left', who: { name: 'Bob' } };

  it('are told in the language of the page', () => {
    expect(told(left, 'Bob left.')).toBe('Bob left.');
    chooseWords('de');
    expect(told(left, 'Bob left.')).toBe('Bob ist gegangen.');
  });
  it('have German for what a scene says beside a move', () => {
    const state = fixture('generic');
    const moves = [{ ...state.moves[0]!, label: 'pass', brief_label: 'discard card 2', aside: 'deadwood 16' }];
    chooseWords('de');
    const [move] = toldState({ ...state, moves }).moves;
    expect(move!.brief_label).toBe('Karte 2 abwerfen');
    expect(move!.aside).toBe('Rest 16');
  });
  it('keep their text if the page does not know their id', () => {
    chooseWords('de');
    expect(told({ id: 'no_such_id' }, 'as it is')).toBe('as it is');
    expect(told({ id: 'toString' }, 'as it is')).toBe('as it is');
    expect(told(null, 'as it is')).toBe('as it is');
  });
  it('bend words by counts, and put sentences into each other', () => {
    const gone = (who: string[]) => ({ id: 'vote_on', who: { names: who }, n: { count: who.length } });
    chooseWords('de');
    expect(told(gone(['Ann']), '')).toMatch(/^Ann antwortet nicht/);
    expect(told(gone(['Ann', 'Bob', 'Cal', 'Deb']), '')).toMatch(/^Ann, Bob, Cal und Deb antworten/);
    expect(told({ id: 'lines', lines: { lines: [left, left] } }, '')).toBe(
      'Bob ist gegangen.\nBob ist gegangen.',
    );
  });
  it('say words that come in both languages in that of the page', () => {
    const rule = { id: 'plain', words: { both: { en: 'More wins.', de: 'Mehr gewinnt.' } } };
    chooseWords('de');
    expect(told(rule, '')).toBe('Mehr gewinnt.');
    chooseWords('en');
    expect(told(rule, '')).toBe('More wins.');
  });
  it('have separators in chips alone', () => {
    const moved = (kind: string, move: string) => ({ id: 'moved', who: { name: 'Bob' }, move: { [kind]: move } });
    chooseWords('de');
    expect(told(moved('stakes', 'raise to 12450'), '')).toBe('Bob: erhöhen auf 12.450');
    expect(told(moved('game', '12450'), '')).toBe('Bob: 12450');
    expect(told({ id: 'open_at_port', port: { text: '34567' } }, '')).toMatch(/ 34567\. /);
    expect(told({ id: 'slept', seconds: { count: 4000 } }, '')).toMatch(/ 4000 s /);
    expect(told({ id: 'plays_script', digest: { text: '12345678' } }, '')).toMatch(/ 12345678\)/);
  });
});
