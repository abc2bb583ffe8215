import { Card, Die, Glyph } from '../art/Art';
import type { LobbyGame } from '../protocol/protocol';
import { type Part, pictureOf } from './pictures';

/** The picture of a game, from the parts that its table is drawn with. The title beside it says all that a
 * person needs to hear. */

const kCardWidth = 26;
const kDieSize = 26;

function PartOf({ part }: { part: Part }) {
  switch (part.kind) {
    case 'card':
      return <Card card={part.card} width={kCardWidth} />;
    case 'die':
      return <Die face={part.face} size={kDieSize} />;
    case 'glyph':
      return (
        <span class="thumb-glyph">
          <Glyph name={part.name} />
        </span>
      );
    case 'empty':
      return null;
  }
}

export function GamePicture({ game }: { game: LobbyGame }) {
  const { board, rows } = pictureOf(game.name, game.shelf);
  if (board === null)
    return (
      <span class="thumb" aria-hidden="true">
        {rows[0]!.map((part, i) => (
          <PartOf key={i} part={part} />
        ))}
      </span>
    );
  return (
    <span class="thumb" aria-hidden="true">
      <span
        class={`thumb-board ${board}`}
        style={{ gridTemplateColumns: `repeat(${rows[0]!.length}, 1.25rem)` }}
      >
        {rows.flatMap((row, r) =>
          row.map((part, c) => (
            <span key={`${r} ${c}`} class={`thumb-cell ${(r + c) % 2 === 0 ? 'light' : 'dark'}`}>
              <PartOf part={part} />
            </span>
          )),
        )}
      </span>
    </span>
  );
}
