import { describe, expect, it } from 'vitest';
import pictures from '../../../games/pictures.json';
import { fixture } from '../fixture';
import { paragraphsOf } from '../parts/rules';
import type { LobbyFinished, LobbyGame } from '../protocol/protocol';
import { numberTyped } from './fields';
import {
  buyInWith,
  columnsOf,
  fieldsOf,
  firstRow,
  gameClock,
  hostLine,
  inRange,
  hasInvitation,
  joinLine,
  nextRow,
  ofEvening,
  type Opening,
  paramsOf,
  playLine,
  quoted,
  stepOf,
  usualBuyIn,
  valueOf,
} from './form';
import { pictureOf } from './pictures';
import { pageAddress } from '../store/home';
import { ago, costOf, dayOf, resultOf, luckWords, shelved, totalsOf } from './shown';

const lobby = fixture('lobby').lobby!;
const game = (name: string): LobbyGame => lobby.games.find((each) => each.name === name)!;
const usual: Opening = {
  seats: 2,
  bots: 0,
  strength: 'normal',
  move_s: 30,
  bank_s: 60,
  increment_s: null,
  admit: 'invited',
  watch: 'none',
  evening: null,
};

describe('the form of a game', () => {
  it('shows what people decide first, and pairs as one', () => {
    const { first, more } = fieldsOf(game('holdem'));
    expect(first.map((field) => field.name)).toEqual(['betting', 'blinds', 'stack']);
    expect(first.map((field) => field.shape)).toEqual(['segment', 'pair', 'number']);
    expect(more.length).toBe(game('holdem').params.length - 4);
  });
  it('leaves out what is fixed', () => {
    const names = fieldsOf(game('tribolo')).first.map((field) => field.name);
    expect(names).not.toContain('board_size');
    expect(names).not.toContain('width');
  });
  it('has nothing for a game without parameters', () => {
    expect(fieldsOf(game('tic-tac-toe'))).toEqual({ first: [], more: [] });
  });
  it('keeps numbers in their range, and steps by a tenth', () => {
    expect(inRange(1, 2, 10)).toBe(2);
    expect(inRange(11.7, 2, 10)).toBe(10);
    expect(inRange(-5, null, null)).toBe(-5);
    expect([stepOf(20), stepOf(1000), stepOf(null)]).toEqual([1, 100, 1]);
    expect([numberTyped('2,000'), numberTyped('1.5 '), numberTyped('x'), numberTyped('')]).toEqual([
      2000,
      15,
      null,
      null,
    ]);
  });
  it('sends what differs from what is usual', () => {
    expect(paramsOf(game('holdem'), { stack: 1000, small_blind: 5 })).toEqual({ small_blind: 5 });
    const levels = game('holdem').params.find((param) => param.name === 'levels')!;
    expect(valueOf(levels, '[{"from":11}]')).toEqual([{ from: 11 }]);
    expect(valueOf(levels, '[{')).toBe(undefined);
  });
});

describe('blind levels', () => {
  const holdem = game('holdem');
  it('are rows, each ten hands later with twice the blinds', () => {
    const { more } = fieldsOf(holdem);
    expect(more.find((field) => field.name === 'levels')!.shape).toBe('rows');
    const first = firstRow(holdem, { small_blind: 5 }, 'levels');
    const one = nextRow([], first);
    expect(one).toEqual({ from: 11, small: 10, big: 40, ante: 0 });
    expect(nextRow([one], first)).toEqual({ from: 21, small: 20, big: 80, ante: 0 });
    expect(hostLine(holdem, { levels: [one] }, usual)).toBe(
      `host holdem --seats 2 --params '{"levels":[{"from":11,"small":10,"big":40,"ante":0}]}' --move-time 30 --bank 60 --admit invited`,
    );
  });
});

describe('blind levels by minutes', () => {
  const holdem = game('holdem');
  const values = { level_minutes: 15, levels: [nextRow([], firstRow(holdem, {}, 'levels'))] };
  it('are from no hand on', () => {
    expect(columnsOf(firstRow(holdem, values, 'levels'), values, 'levels')).toEqual([
      'small',
      'big',
      'ante',
    ]);
    expect(paramsOf(holdem, values)).toEqual({
      level_minutes: 15,
      levels: [{ small: 20, big: 40, ante: 0 }],
    });
  });
  it('are by hands again once the minutes are gone', () => {
    expect(paramsOf(holdem, { ...values, level_minutes: 0 })).toEqual({
      levels: [{ from: 11, small: 20, big: 40, ante: 0 }],
    });
  });
});

describe('later levels of other games', () => {
  it('have the columns that their parameters have', () => {
    const columns = (name: string) => Object.keys(firstRow(game(name), {}, 'levels'));
    expect(columns('stud')).toEqual(['from', 'bet', 'bring_in', 'ante']);
    expect(columns('short-deck')).toEqual(['from', 'button', 'ante']);
  });
});

describe('a line', () => {
  it('opens a table with all that was chosen', () => {
    expect(hostLine(game('chess'), {}, usual)).toBe(
      'host chess --seats 2 --move-time 30 --bank 60 --admit invited',
    );
    expect(
      hostLine(
        game('holdem'),
        { stack: 2000, betting: 'pot-limit' },
        { ...usual, seats: 6, bots: 2, strength: 'hard', move_s: 15, bank_s: 0, admit: 'ask', watch: 'open' },
      ),
    ).toBe(
      `host holdem --seats 6 --bots 2:hard --params '{"stack":2000,"betting":"pot-limit"}' --move-time 15 --bank 0 --admit ask --watch open`,
    );
    expect(hostLine(game('chess'), {}, { ...usual, move_s: 0 })).toBe(
      'host chess --seats 2 --untimed --admit invited',
    );
    expect(hostLine(game('chess'), {}, { ...usual, ...gameClock(10, 5) })).toBe(
      'host chess --seats 2 --move-time 1 --bank 600 --increment 5 --admit invited',
    );
  });
  it('opens an evening, whose people bring their chips', () => {
    const holdem = ofEvening(game('holdem'));
    const evening = buyInWith(usualBuyIn(game('holdem')), { least: 300, own: 400, asks: true });
    expect(evening).toEqual({ least: 300, most: 1000, own: 400, asks: true });
    expect(hostLine(holdem, { stack: 5, hands: 20 }, { ...usual, seats: 6, evening })).toBe(
      `host holdem --seats 6 --params '{"hands":20}' --move-time 30 --bank 60 --admit invited --evening --buy-in 300:1000 --chips 400 --orders ask`,
    );
    expect(hostLine(holdem, { hands: 10 }, { ...usual, evening: usualBuyIn(holdem) })).not.toMatch(
      /hands|orders/,
    );
  });
  it('of an evening has a least buy-in below the largest, and own chips between them', () => {
    const usual_one = usualBuyIn(game('holdem'));
    expect(buyInWith(usual_one, { least: 2000 })).toMatchObject({ most: 2000, own: 2000 });
    expect(buyInWith(usual_one, { most: 100 })).toMatchObject({ least: 100, own: 100 });
    expect(buyInWith(usual_one, { own: 1 })).toMatchObject({ own: 500 });
  });
  it('has no quote that could end another', () => {
    expect(hostLine(game('chess'), { fen: "'; x" }, usual)).toBe(
      `host chess --seats 2 --params '{"fen":"\\u0027; x"}' --move-time 30 --bank 60 --admit invited`,
    );
    expect([quoted('ann'), quoted("7 guitar 'igloo"), quoted('')]).toEqual([
      'ann',
      "'7 guitar igloo'",
      "''",
    ]);
  });
  it('joins by a text that holds an invitation: the program finds it there', () => {
    expect(joinLine(' 7-guitar-igloo ')).toBe('join 7-guitar-igloo');
    expect(joinLine('fairdeal:1/K/T?w=1&a=1.2.3.4:7')).toBe('join fairdeal:1/K/T?w=1&a=1.2.3.4:7');
    expect(joinLine('Join my table:\nfairdeal:1/K/T\n?a=1.2.3.4:7.')).toBe(
      "join 'Join my table: fairdeal:1/K/T ?a=1.2.3.4:7.'",
    );
    expect(joinLine("Let's play Hold'em with the code 7-guitar-igloo.")).toBe(
      "join 'Let s play Hold em with the code 7-guitar-igloo.'",
    );
    expect(joinLine('Zoë')).toBe('join Zoë');
  });
  it('has room for an invitation in a whole mail', () => {
    const link = `Fairdeal:1/${'K'.repeat(43)}/T?a=1.2.3.4:7`;
    for (const mail of ['ä"\\'.repeat(9000), 'word '.repeat(9000)]) {
      const line = joinLine(`${mail}${link}. ${mail}`);
      expect(line).toContain(link);
      expect(new TextEncoder().encode(JSON.stringify({ v: 1, line })).length).toBeLessThan(4000);
    }
    expect(joinLine(`${'wörd '.repeat(300)}7\u2011guitar-igloo`)).toContain('7-guitar-igloo');
  });
  it('knows an invitation that was pasted from other words', () => {
    const link = `fairdeal:1/${'K'.repeat(43)}/T?a=1.2.3.4:7`;
    for (const text of [link, `Join me: ${link}`, 'the code 7-guitar-igloo.', '7-guitar-igloo@relay.example', 'http://relay.example/#x'])
      expect(hasInvitation(text)).toBe(true);
    for (const text of ['', 'Hello Ann', 'on 28-11-2026', '7 guitar', 'well-known words', 'https://example.org/news'])
      expect(hasInvitation(text)).toBe(false);
  });
  it('has each game once, on its shelf', () => {
    const shelves = shelved(lobby.games);
    expect(shelves.map(({ shelf }) => shelf)).toEqual(['poker', 'dice', 'cards', 'boards', 'alone', 'teaching']);
    expect(shelves.at(-1)!.games.map(({ name }) => name).every((name) => name.startsWith('lua-'))).toBe(true);
    expect(shelves[0]!.games[0]!.name).toBe('holdem');
    const names = shelves.flatMap(({ games }) => games.map(({ name }) => name));
    expect(names.sort()).toEqual(lobby.games.map(({ name }) => name).sort());
    const strange = { ...game('holdem'), name: 'kubb', shelf: 'lawn' };
    expect(shelved([strange])).toEqual([{ shelf: 'other', games: [strange] }]);
  });
  it('practises at a table of usual size', () => {
    expect(playLine(game('holdem'), 'easy')).toBe('play holdem --seats 6 --bots easy');
    expect(playLine(game('puzzle-15'), 'hard')).toBe('play puzzle-15 --seats 1');
  });
});

describe('the way to a page', () => {
  it('leads to this machine alone', () => {
    const token = '0123456789abcdef0123456789abcdef';
    expect(pageAddress(`http://127.0.0.1:4711/?token=${token}`, '80')).toBe(
      `http://127.0.0.1:4711/?token=${token}#lobby=80`,
    );
    for (const wrong of [
      '',
      `http://127.0.0.1.evil.example/?token=${token}`,
      `http://127.0.0.1:4711@evil.example/?token=${token}`,
      `https://127.0.0.1:4711/?token=${token}`,
      `javascript:alert(1)//http://127.0.0.1:1/?token=${token}`,
      `http://127.0.0.1:4711/?token=${token}#x`,
    ])
      expect(pageAddress(wrong, '80')).toBe(null);
  });
});

describe('what is said of matches', () => {
  const of = (players: string[], me: number, result: number[]): LobbyFinished => ({
    ...lobby.finished[0]!,
    players,
    me,
    result,
  });
  it('says chips in poker, else won, lost or the place', () => {
    expect(resultOf(of(['A', 'B'], 1, [-40, 40]), 'poker')).toBe('+40');
    expect(resultOf(of(['A', 'B'], 1, [1, -1]), 'boards')).toBe('lost');
    expect(resultOf(of(['A', 'B'], 0, [0, 0]), 'boards')).toBe('drawn');
    expect(resultOf(of(['A', 'B', 'C'], 2, [9, 1, 5]), 'cards')).toBe('2nd');
    expect(resultOf(of(['A', 'B', 'C'], 0, [9, 1, 5]), 'cards')).toBe('won');
    expect(resultOf(of(['A', 'B'], -1, [1, -1]), 'boards')).toBe('watched');
  });
  it('says when', () => {
    const noon = new Date(2025, 10, 25, 12).getTime() / 1000;
    expect(dayOf(noon - 3600, noon)).toBe('today');
    expect(dayOf(noon - 20 * 3600, noon)).toBe('yesterday');
    expect(dayOf(noon - 4 * 24 * 3600, noon)).toBe('Friday');
    expect(dayOf(noon - 40 * 24 * 3600, noon)).toMatch(/2025/);
    expect([ago(59), ago(7200), ago(200000)]).toEqual(['0 min', '2 h', '2 days']);
  });
  it('says the cost of waiting', () => {
    expect(costOf(lobby.tables[0]!, 72000, 0)).toBe('1:12 left, then lose the match');
    expect(costOf(lobby.tables[3]!, 0, lobby.tables[3]!.seen_s + 10800)).toBe('last here 3 h ago');
  });
  it('adds up the figures', () => {
    // Figures of its own: how the matches of the fixture end is chance.
    const [poker, board] = lobby.figures;
    const figures = [
      { ...poker!, matches: 1, hands: 1, won: 0, lost: 1, sum: -1000 },
      { ...board!, matches: 1, hands: 0, won: 1, lost: 0, sum: 1 },
    ];
    expect(figures.map((figure) => figure.game)).toEqual(['holdem', 'tic-tac-toe']);
    expect(totalsOf(figures, lobby.games)).toEqual({
      matches: 2,
      hands: 1,
      won: 1,
      chips: -1000,
    });
  });
  it('says what chance brought beside what was to be expected', () => {
    const luck = { count: 40, sum: 15200, expected: 14000, reach: 2117 };
    expect(luckWords({ what: 'dice', ...luck })).toBe(
      '40 dice: average 3.80, expected 3.50 ± 0.53',
    );
    expect(luckWords({ what: 'all_in', ...luck, count: 1, sum: 123400 })).toBe(
      '1 hand all in: 1,234 chips won, 140 ± 21 expected',
    );
  });
});

describe('the catalogue', () => {
  const parts = (each: LobbyGame) => pictureOf(each.name, each.shelf).rows.flat();
  it('has the rules and a picture of its own for each game that programs have', () => {
    const shelves = Object.values(pictures.shelves).map((drawn) => JSON.stringify(drawn));
    for (const each of lobby.games) {
      for (const rules of [each.rules, each.rules_de])
        expect(paragraphsOf(rules), each.name).not.toEqual([]);
      const drawn = (pictures.games as { [name: string]: unknown })[each.name];
      expect(drawn, each.name).toBeDefined();
      expect(shelves, each.name).not.toContain(JSON.stringify(drawn));
    }
    for (const name of Object.keys(pictures.games))
      expect(lobby.games.map((each) => each.name), name).toContain(name);
  });
  it('draws rows of one length, and glyphs that the sheet has on boards', () => {
    for (const each of lobby.games) {
      const { board, rows } = pictureOf(each.name, each.shelf);
      expect(new Set(rows.map((row) => row.length)).size, each.name).toBe(1);
      if (board !== null) expect(parts(each).some((part) => part.kind === 'card')).toBe(false);
    }
  });
  it('draws a game that nobody knows as its shelf', () => {
    expect(pictureOf('sea-war', 'dice').rows[0]![0]).toEqual({ kind: 'die', face: 5 });
    expect(pictureOf('constructor', 'toString').rows[0]![0]).toEqual({ kind: 'card', card: null });
  });
});
