import file from '../../../games/pictures.json';

/** The pictures of games, from games/pictures.json. */

interface Drawn {
  board?: string;
  rows: string[];
}

/** A part of a picture, as the table draws it. */
export type Part =
  | { kind: 'card'; card: string | null }
  | { kind: 'die'; face: number }
  | { kind: 'glyph'; name: string }
  | { kind: 'empty' };

export interface Picture {
  /** null: the parts lie beside each other. */
  board: 'plain' | 'checker' | null;
  rows: Part[][];
}

function partOf(word: string, on_board: boolean): Part {
  if (word === '-') return { kind: 'empty' };
  if (on_board) return { kind: 'glyph', name: word };
  if (word === '??') return { kind: 'card', card: null };
  if (/^[2-9TJQKA][shdc]$/.test(word)) return { kind: 'card', card: word };
  const die = /^d([0-6])$/.exec(word);
  return die === null ? { kind: 'glyph', name: word } : { kind: 'die', face: Number(die[1]) };
}

/** Returns the picture of a game; one of its shelf if the game has none of its own. */
export function pictureOf(game: string, shelf: string): Picture {
  const games: { [name: string]: Drawn } = file.games;
  const shelves: { [name: string]: Drawn } = file.shelves;
  const drawn: Drawn = Object.hasOwn(games, game)
    ? games[game]!
    : Object.hasOwn(shelves, shelf)
      ? shelves[shelf]!
      : file.shelves.other;
  const board = drawn.board === 'checker' || drawn.board === 'plain' ? drawn.board : null;
  return {
    board,
    rows: drawn.rows.map((row) => row.split(' ').map((word) => partOf(word, board !== null))),
  };
}
