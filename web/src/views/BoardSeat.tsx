import type { ComponentChildren } from 'preact';
import { Glyph, glyphName } from '../art/Art';
import { leftOf, Name, useNow } from '../parts/shared';
import type { State } from '../protocol/protocol';
import { clock } from '../base/text';
import { words } from '../words';
import { seatWords, standingTag } from './Plate';
import { gameName } from '../words/labels';

/** A seat above or below a board: its glyph, name, what it counts or took, and its clock. */
export function BoardSeat({
  state,
  seat,
  glyph = null,
  count,
  taken = [],
  ahead = 0,
  aside = [],
  children,
}: {
  state: State;
  seat: number;
  glyph?: string | null;
  count?: number;
  taken?: string[];
  ahead?: number;
  /** Words of a scene about the seat. */
  aside?: string[];
  children?: ComponentChildren;
}) {
  const of = state.seats[seat];
  const now = useNow(of !== undefined && of.to_act && of.clock_ms > 0);
  if (of === undefined) return null;
  const tag = standingTag(state, seat, now);
  const left = of.to_act ? leftOf(of.clock_ms, now) : of.clock_ms;
  // Of two players each sees what the other will have: the time of a move and the reserve.
  const two = state.seats.length === 2 && state.phase === 'playing';
  const waits = two && !of.to_act && of.clock_ms <= 0 && of.clock_of_ms > 0;
  const counted = count === undefined ? '' : words.discs(count);
  return (
    <div
      class={`board-seat ${of.to_act ? 'to-act' : ''}`}
      role="group"
      data-box="plate"
      aria-label={seatWords(state, seat, now, [gameName(of.role), counted, ...aside])}
    >
      {glyph !== null && (
        <span class="seat-glyph">
          <Glyph name={glyph} />
        </span>
      )}
      <Name state={state} seat={seat} className="strong" />
      {counted !== '' && <span class="tag">{counted}</span>}
      {tag !== null && <span class={`tag ${tag.kind}`}>{tag.text}</span>}
      {taken.length > 0 && (
        <span
          class="taken"
          role="img"
          aria-label={`${words.captured}: ${taken.map(glyphName).join(', ')}`}
        >
          {taken.map((piece, i) => (
            <Glyph key={i} name={piece} />
          ))}
        </span>
      )}
      {aside.length > 0 && <span class="soft one-line">{aside.join(' · ')}</span>}
      {children}
      {ahead > 0 && <span class="dim">+{ahead}</span>}
      <span class="gap" />
      {waits && <span class="board-clock">{clock(of.clock_of_ms)}</span>}
      {of.clock_ms > 0 && (
        <span class={`board-clock ${of.to_act ? 'runs' : ''}`}>{clock(left)}</span>
      )}
      {of.clock_ms <= 0 && of.to_act && <span class="board-clock runs words">{words.thinks}</span>}
    </div>
  );
}
