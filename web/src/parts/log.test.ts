import { afterEach, describe, expect, it } from 'vitest';
import type { Json, Line } from '../protocol/protocol';
import { chooseWords } from '../words';
import { lastHeading, type LogKind, logPages } from './log';

afterEach(() => chooseWords('en'));

let seq = 0;
const line = (said: Json, of: Partial<Line> = {}): Line => ({
  seq: ++seq,
  kind: 'event',
  text: '',
  seat: -1,
  hand: 0,
  shows: false,
  said,
  heading: null,
  took_ms: 0,
  ...of,
});
const moved = (who: string, move: string, kind = 'stakes'): Json => ({
  id: 'moved',
  who: { name: who },
  move: { [kind]: move },
});
const hand = (n: number): Json => ({ id: 'heading_hand', n: { count: n } });
const part = (n: number, words: string): Json => ({
  id: 'heading_part',
  of: { said: hand(n) },
  part: { said: { id: 'heading_words', words: { game: words } } },
});
const heading = (n: number, words: string, pot: number): { heading: Json } => ({
  heading: { page: hand(n), title: part(n, words), value: { id: 'heading_pot', n: { chips: pot } } },
});
const told = (lines: Line[]): string[] =>
  logPages(lines).flatMap((page) =>
    page.parts.flatMap((each) => [
      `${each.title} | ${each.value}`,
      ...each.entries.map(({ who, text, amount, cards }) =>
        cards.length > 0
          ? cards.map(({ trick, who, card, taker }) => [trick, who, card, taker].join(' ').trim()).join(', ')
          : [who.join(', '), text, amount].join(' | '),
      ),
    ]),
  );

describe('the log', () => {
  it('has a heading for each part, and the number of a move in a column of its own', () => {
    const lines = [
      line(moved('Ann', 'raise to 1080'), heading(1, 'before the flop', 30)),
      line(moved('Bob', 'fold')),
      line({ id: 'game_says', words: { stakes: 'Flop: 4♦ 7♥ 5♣' } }, heading(1, 'flop', 90)),
    ];
    expect(told(lines)).toEqual([
      'Hand 1, before the flop | pot 30',
      'Ann | raise to | 1,080',
      'Bob | fold | ',
      'Hand 1, flop | pot 90',
      ' | Flop: 4♦ 7♥ 5♣ | ',
    ]);
    chooseWords('de');
    expect(told(lines).slice(0, 2)).toEqual(['Hand 1, vor dem Flop | Pot 30', 'Ann | erhöhen auf | 1.080']);
  });

  it('has the news that begin a part in its heading, and nowhere else', () => {
    const news = { id: 'game_says', words: { stakes: 'Flop: 4♦ 7♥ 5♣' } };
    const flop = { heading: { ...(heading(1, 'flop', 90).heading as object), title: news, by_news: true } };
    const end = { id: 'game_says', words: { stakes: 'Hand 1: Ann wins 90' } };
    const lines = [line({ id: 'lines', lines: { lines: [news, end] } }, flop)];
    expect(told(lines)).toEqual(['Flop: 4♦ 7♥ 5♣ | pot 90', ' | Hand 1: Ann wins 90 | ']);
    expect(told([line(news, flop)])).toEqual(['Flop: 4♦ 7♥ 5♣ | pot 90']);
    expect(logPages([line(news, flop)], ['chat'])).toEqual([]);
  });

  it('has one entry for each trick, whatever stands between its cards', () => {
    const plays = (n: number, who: string, card: string, taker?: string): Json => ({
      id: taker === undefined ? 'trick_play' : 'trick_play_last',
      n: { count: n },
      who: { name: who },
      card: { text: card },
      ...(taker === undefined ? {} : { taker: { name: taker } }),
    });
    const lines = [
      line(plays(1, 'Ann', '4♠'), { heading: { page: hand(1), title: part(1, 'trick 1'), value: null } }),
      line(plays(1, 'Bob', 'K♠', 'Bob')),
      line(plays(2, 'Bob', '2♣'), { heading: { page: hand(1), title: part(1, 'trick 2'), value: null } }),
      line(null, { kind: 'note', text: 'Cal lost contact.' }),
      line(plays(2, 'Ann', '3♣', 'Ann')),
      line(plays(3, 'Ann', '5♣')),
    ];
    expect(told(lines.filter((one) => one.kind === 'event'))).toEqual([
      ' | ', '1 Ann 4♠, 1 Bob K♠ Bob', ' | ', '2 Bob 2♣, 2 Ann 3♣ Ann', '3 Ann 5♣',
    ]);
    expect(told(lines).slice(2)).toEqual([
      ' | ', '2 Bob 2♣, 2 Ann 3♣ Ann', ' | Cal lost contact. | ', '3 Ann 5♣',
    ]);
  });

  it('tells what the rules did apart from what the players did', () => {
    const lines = [line({ id: 'shuffled_cards' }), line(moved('Ann', 'fold')), line({ id: 'absent', who: { name: 'Bob' } })];
    const texts = (kinds: LogKind[]): string[] =>
      logPages(lines, kinds).flatMap((page) => page.parts.flatMap((each) => each.entries.map(({ text }) => text)));
    expect(texts(['rules'])).toEqual(['The cards are shuffled.']);
    expect(texts(['moves'])).toEqual(['fold', 'Bob did not answer.']);
  });

  it('tells equal moves in a row as one, but each of one person', () => {
    const lines = ['Ann', 'Bob', 'Bob'].map((who) => line(moved(who, 'call 80')));
    expect(told(lines)).toEqual([' | ', 'Ann, Bob | call | 80', 'Bob | call | 80']);
    expect(told([...lines.slice(0, 1), line(moved('Bob', 'call 90'))])).toHaveLength(3);
    const both = { id: 'together', all: { list: [moved('Ann', 'bet 5'), moved('Bob', 'bet 5')] } };
    expect(told([line(both)])).toEqual([' | ', 'Ann, Bob | bet | 5']);
  });

  it('marks the words of a script, and splits off a number of chips alone', () => {
    expect(told([line(moved('Ann', '"bid 3"', 'game'))])[1]).toBe('Ann | “bid 3” | ');
    expect(told([line(moved('Ann', 'cards 3', 'game'))])[1]).toBe('Ann | cards 3 | ');
    expect(told([line(moved('Ann', '5 times 2'))])[1]).toBe('Ann | 5 times 2 | ');
    expect(told([line(moved('Ann', '5 times 2', 'game'))])[1]).toBe('Ann | 5 times 2 | ');
  });

  it('has the title of its last page for the top of the page', () => {
    const first = line(null, heading(1, 'before the flop', 30));
    expect(lastHeading([first, line(null, heading(2, 'flop', 60)), line(null)])).toBe('Hand 2');
    expect(lastHeading([line(null)])).toBe('');
  });

  it('counts what is said again', () => {
    const pass = { id: 'game_says', words: { game: 'Ann passes a card' } };
    const [page] = logPages([line(pass), line(pass), line(pass)]);
    expect(page!.parts[0]!.entries).toMatchObject([{ text: 'Ann passes a card', times: 3 }]);
  });

  it('has a page for each hand, and only the kinds that one wants to see', () => {
    const lines = [
      line(null, { kind: 'note', text: 'Everybody is here.' }),
      line(moved('Ann', 'fold'), heading(1, 'before the flop', 30)),
      line(null, { kind: 'chat', text: 'well played', seat: 1 }),
      line(moved('Bob', 'fold'), heading(2, 'before the flop', 30)),
    ];
    expect(logPages(lines).map((page) => page.title)).toEqual(['', 'Hand 1', 'Hand 2']);
    expect(logPages(lines, ['moves']).map((page) => page.title)).toEqual(['Hand 1', 'Hand 2']);
    expect(logPages(lines, ['chat'])[0]!.parts[0]!.entries).toMatchObject([{ text: 'well played', seat: 1 }]);
    expect(logPages(lines, [])).toEqual([]);
  });
});

describe('moves that two seats make in turn', () => {
  const numbered = (who: string, n: number, second: boolean, move: string, took_ms = 0): Line =>
    line(
      { id: second ? 'moved_second' : 'moved_first', who: { name: who }, n: { count: n }, move: { game: move } },
      { took_ms },
    );
  const pairs = (lines: Line[]) =>
    logPages(lines).flatMap(({ parts }) =>
      parts.flatMap(({ entries }) =>
        entries.map(({ pair, text }) =>
          pair === null ? text : `${pair.n} ${pair.moves.map((move) => (move ? `${move.text} ${move.took_ms}` : '-')).join(' ')}`,
        ),
      ),
    );
  it('are one entry with both moves and their times, whatever is said in between', () => {
    const chat = line(null, { kind: 'chat', text: 'hello', seat: 1 });
    expect(
      pairs([
        numbered('Ann', 1, false, 'e4', 3000), numbered('Bob', 1, true, 'e5', 2100),
        numbered('Ann', 2, false, 'Nf3'), chat, numbered('Bob', 2, true, 'Nc6'), numbered('Ann', 3, false, 'Bb5'),
      ]),
    ).toEqual(['1 e4 3000 e5 2100', '2 Nf3 0 Nc6 0', 'hello', '3 Bb5 0 -']);
  });
  it('stand alone where the log lacks the other one, or a draw is offered first', () => {
    expect(pairs([numbered('Bob', 7, true, 'Kd7'), numbered('Ann', 8, false, 'offer draw'), numbered('Ann', 8, false, 'Rxa7')]))
      .toEqual(['7 - Kd7 0', '8 offer draw 0 -', '8 Rxa7 0 -']);
  });
});
