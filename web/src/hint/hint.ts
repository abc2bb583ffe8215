import type { Json } from '../protocol/protocol';
import {
  type Check,
  either,
  flag,
  listOf,
  mapOf,
  nothing,
  object,
  oneOf,
  pointer,
  text,
  whole,
} from './shape';

/**
 * A hint of a game: pure data that says how its view is drawn. It may come from a stranger's module,
 * so it has no HTML, no style, no address and no script; what it may hold is checked here, and a
 * hint that holds anything else is not used at all.
 */

export interface GridHint {
  /** A number, or the name of a parameter that has it. */
  rows?: number | string;
  columns?: number | string;
  /** A text with a letter per cell (rows may be divided by "/"), or a list. */
  cells?: string;
  fen?: string;
  glyphs?: { [cell: string]: string | null };
  coordinates?: 'a1';
  /** Row 0 is the lowest. */
  bottom?: boolean;
  /** The cells that the seats own, in the order of the seats: they are counted on the plates. */
  count?: string[];
  checker?: boolean;
  captured?: boolean;
  /** The role for whom the board is drawn as it is; for all others it is turned. */
  below?: string;
  move?: 'index' | 'row,column' | 'column,row' | 'column' | 'touches';
  names?: string[];
}

export interface Zone {
  at: 'centre' | 'seats';
  cards?: string;
  places?: number;
  chips?: string;
  seats?: string;
  pairs?: string;
  name?: string;
}

export interface CardsHint {
  seats: {
    layout: 'oval' | 'edges' | 'row';
    number?: string;
    unit?: string;
    bet?: string;
    in?: string;
    cards?: string;
    backs?: number;
    marks?: { [mark: string]: string };
  };
  zones?: Zone[];
  mine?: {
    cards?: string;
    pairs?: string;
    words?: string;
    sort?: string[];
    fair?: string;
    fan?: boolean;
    /** The word of moves that give away cards by their places from 1 on, such as "change 1 4". */
    choose?: string;
  };
  /** The hand that was just shown, where the view keeps it. */
  showdown?: {
    hand: string;
    board?: string;
    cards: string;
    won: string;
    paid?: string;
    ranks?: string;
  };
}

export interface DiceHint {
  seats: { count: string; faces?: string };
  mine?: string;
  centre?: { count: string; face: string; value?: string; by?: string };
}

export interface TrackHint {
  cells: string;
  draw?: 'beads' | 'number' | 'glyph';
  rows: number[][];
  /** How the moves name the houses. */
  names?: string[][];
  ends?: number[];
  move?: 'index';
}

export interface MovesHint {
  order?: string[];
  keys?: { [key: string]: string | string[] };
  number?: { [kind: string]: { presets: string[] } };
  form?: { [kind: string]: string[] };
  promotion?: string[];
}

export interface Hint {
  grid?: GridHint;
  cards?: CardsHint;
  dice?: DiceHint;
  track?: TrackHint;
  moves?: MovesHint;
}

export const kHintBytesMax = 8 * 1024;
export const kCellsMax = 32;
const kGlyphsMax = 64;
const kZonesMax = 12;

const word = text(32);
const size = either(whole(1, kCellsMax), word);

const grid = object({
  rows: size,
  columns: size,
  cells: pointer,
  fen: pointer,
  glyphs: mapOf(either(word, nothing), kGlyphsMax),
  coordinates: oneOf('a1'),
  bottom: flag,
  count: listOf(word, 10),
  checker: flag,
  captured: flag,
  below: word,
  move: oneOf('index', 'row,column', 'column,row', 'column', 'touches'),
  names: listOf(word, kCellsMax * kCellsMax),
});

const cards = object(
  {
    seats: object(
      {
        layout: oneOf('oval', 'edges', 'row'),
        number: pointer,
        unit: word,
        bet: pointer,
        in: pointer,
        cards: pointer,
        backs: whole(0, 13),
        marks: mapOf(pointer, 4),
      },
      ['layout'],
    ),
    zones: listOf(
      object(
        {
          at: oneOf('centre', 'seats'),
          cards: pointer,
          places: whole(1, 13),
          chips: pointer,
          seats: pointer,
          pairs: pointer,
          name: word,
        },
        ['at'],
      ),
      kZonesMax,
    ),
    mine: object({
      cards: pointer,
      pairs: pointer,
      words: pointer,
      sort: listOf(oneOf('c', 'd', 'h', 's'), 4),
      fair: pointer,
      fan: flag,
      choose: word,
    }),
    showdown: object(
      {
        hand: pointer,
        board: pointer,
        cards: pointer,
        won: pointer,
        paid: pointer,
        ranks: pointer,
      },
      ['hand', 'cards', 'won'],
    ),
  },
  ['seats'],
);

const dice = object(
  {
    seats: object({ count: pointer, faces: pointer }, ['count']),
    mine: pointer,
    centre: object({ count: pointer, face: pointer, value: pointer, by: pointer }, [
      'count',
      'face',
    ]),
  },
  ['seats'],
);

const track = object(
  {
    cells: pointer,
    draw: oneOf('beads', 'number', 'glyph'),
    rows: listOf(listOf(whole(0, 1023), kCellsMax), 8),
    names: listOf(listOf(word, kCellsMax), 8),
    ends: listOf(whole(0, 1023), 2),
    move: oneOf('index'),
  },
  ['cells', 'rows'],
);

const moves = object({
  order: listOf(word, 32),
  keys: mapOf(either(word, listOf(word, 4)), 16),
  number: mapOf(object({ presets: listOf(word, 6) }, ['presets']), 8),
  form: mapOf(listOf(word, 3), 4),
  promotion: listOf(word, 8),
});

const whole_hint: Check = object({ grid, cards, dice, track, moves });

/** Returns the hint, or the reason why it is not used. */
export function readHint(json: Json): { hint: Hint } | { wrong: string } {
  if (json === null) return { wrong: '' };
  if (new TextEncoder().encode(JSON.stringify(json)).length > kHintBytesMax) {
    return { wrong: 'a hint has at most 8 kB' };
  }
  const wrong = whole_hint(json, '');
  if (wrong !== null) return { wrong };
  const hint = json as Hint;
  const looks = [hint.grid, hint.cards, hint.dice, hint.track].filter((look) => look !== undefined);
  if (looks.length !== 1) return { wrong: 'a hint has one of grid, cards, dice and track' };
  if (hint.grid && !hint.grid.fen && !(hint.grid.cells && hint.grid.rows && hint.grid.columns)) {
    return { wrong: '/grid: lacks fen, or cells, rows and columns' };
  }
  return { hint };
}
