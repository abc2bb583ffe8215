import sheet from '../../art/sheet.svg?raw';
import { rem } from '../base/text';
import { words } from '../words';
import { gameName } from '../words/labels';

/** Cards, dice, pieces and icons, put together from the symbols of `art/sheet.svg`. */

/** Puts the sheet into the document, once, from where `use` takes its symbols. */
export function hangSheet(): void {
  const drawn = new DOMParser().parseFromString(sheet, 'image/svg+xml').documentElement;
  drawn.setAttribute('aria-hidden', 'true');
  drawn.setAttribute('class', 'sheet');
  document.body.prepend(document.importNode(drawn, true));
}

export function Icon({ name, className = '' }: { name: string; className?: string }) {
  return (
    <svg class={`i ${className}`} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}

export const cardName = (card: string | null): string =>
  card === null ? words.hiddenCard : words.card(card[0]!, card[1]!);

/**
 * Draws a card, or its back for null. From 52 px on the left edge alone tells which card it is, so that
 * cards may lie in a fan; smaller ones have the rank over the suit and nothing else.
 */
export function Card({
  card,
  width,
  grey = false,
  className = '',
}: {
  card: string | null;
  width: number;
  grey?: boolean;
  className?: string;
}) {
  const size = { width: rem(width), height: rem(Math.round(width * 1.4)) };
  if (card === null) {
    return (
      <span class={`card back ${className}`} style={size} role="img" aria-label={words.hiddenCard}>
        <svg viewBox="0 0 60 84" aria-hidden="true">
          <use href="#back" />
        </svg>
      </span>
    );
  }
  const [rank, suit] = [card[0]!, card[1]!];
  return (
    <span
      class={`card suit-${suit} ${grey ? 'grey' : ''} ${className}`}
      style={size}
      role="img"
      aria-label={cardName(card)}
      data-suit={suit}
    >
      <svg viewBox="0 0 60 84" aria-hidden="true">
        {width >= 52 ? (
          <>
            <use href={`#rank-${rank}`} x="5" y="6" width="21.300" height="29" />
            <use href={`#suit-${suit}`} x="6" y="39" width="19" height="19" />
            <use href={`#suit-${suit}`} x="25" y="49" width="30" height="30" />
          </>
        ) : (
          <>
            <use href={`#rank-${rank}`} x="13" y="4" width="34" height="46" />
            <use href={`#suit-${suit}`} x="15" y="53" width="30" height="28" />
          </>
        )}
      </svg>
    </span>
  );
}

const kPips: [number, number][][] = [
  [[12, 12]],
  [
    [6.7, 6.7],
    [17.3, 17.3],
  ],
  [
    [6.7, 6.7],
    [12, 12],
    [17.3, 17.3],
  ],
  [
    [6.7, 6.7],
    [17.3, 6.7],
    [6.7, 17.3],
    [17.3, 17.3],
  ],
  [
    [6.7, 6.7],
    [17.3, 6.7],
    [12, 12],
    [6.7, 17.3],
    [17.3, 17.3],
  ],
  [
    [6.7, 6],
    [17.3, 6],
    [6.7, 12],
    [17.3, 12],
    [6.7, 18],
    [17.3, 18],
  ],
];

/** A die; 0 for a hidden one, -1 for one that is lost. */
export function Die({
  face,
  size,
  ringed = false,
}: {
  face: number;
  size: number;
  ringed?: boolean;
}) {
  const kind = face > 0 ? '' : face === 0 ? 'hidden' : 'lost';
  const label = face > 0 ? words.die(face) : face === 0 ? words.hiddenDie : words.dieLost;
  return (
    <span
      class={`die ${kind} ${ringed ? 'ringed' : ''}`}
      role="img"
      aria-label={label}
      style={{ width: rem(size), height: rem(size) }}
    >
      {face > kPips.length && <span aria-hidden="true">{face}</span>}
      {face > 0 && face <= kPips.length && (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          {kPips[face - 1]!.map(([x, y]) => (
            <circle cx={x} cy={y} r="2.350" />
          ))}
        </svg>
      )}
      {face === 0 && '?'}
    </span>
  );
}

const kPieces: { [letter: string]: string } = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
};
/** The glyphs that a hint may name, with the symbol and the colours they are drawn with. */
const kGlyphs: { [name: string]: [symbol: string, colours: string] } = {
  'disc-black': ['disc', 'ink'],
  'disc-white': ['disc', 'pale'],
  'disc-yellow': ['disc', 'yellow'],
  'disc-red': ['disc-bar', 'red'],
  'disc-blue': ['disc-dot', 'blue'],
  'disc-green': ['disc-cross', 'green'],
  cross: ['cross', 'mark'],
  ring: ['ring', 'mark'],
  wall: ['wall', 'mark'],
};

/** Returns the name of a glyph for people who hear the page. */
export function glyphName(glyph: string | null): string {
  if (glyph === null) return '';
  const piece = /^(white|black)-([kqrbnp])$/.exec(glyph);
  if (piece) {
    const name = words.pieces[kPieces[piece[2]!]!]!;
    return piece[1] === 'white' ? words.white(name) : words.black(name);
  }
  return Object.hasOwn(kGlyphs, glyph) ? gameName(glyph.replace('-', ' ')) : gameName(glyph);
}

/** A piece, disc or mark; a glyph that is not in our list is shown as up to two letters. */
export function Glyph({ name, ghost = false }: { name: string; ghost?: boolean }) {
  const piece = /^(white|black)-([kqrbnp])$/.exec(name);
  const known = piece
    ? [kPieces[piece[2]!]!, piece[1] === 'white' ? 'piece-white' : 'piece-black']
    : Object.hasOwn(kGlyphs, name)
      ? kGlyphs[name]!
      : null;
  if (known === null) return <span class="letters">{[...name].slice(0, 2).join('')}</span>;
  return (
    <svg class={`glyph ${known[1]} ${ghost ? 'ghost' : ''}`} viewBox="0 0 45 45" aria-hidden="true">
      <use href={`#${known[0]}`} />
    </svg>
  );
}
