import { Icon } from '../art/Art';
import { leftOf, nameOf, Name, useNow } from '../parts/shared';
import type { State } from '../protocol/protocol';
import { clock, grouped } from '../base/text';
import { words } from '../words';
import { gameName } from '../words/labels';

/** A seat's plate: the name alone in the first row, the number and one tag in the second. */
export interface PlateProps {
  state: State;
  seat: number;
  number?: number | null;
  unit?: string;
  /** The tag at the right of the second row, if the seat's standing has none to say. */
  tag?: string;
  tagKind?: '' | 'info' | 'good';
  won?: number;
  folded?: boolean;
  /** Folded at the showdown: it was in to the end. */
  mucked?: boolean;
  winner?: boolean;
  aside?: string;
  className?: string;
  /** On a small plate an absence is its time alone. */
  brief?: boolean;
  children?: preact.ComponentChildren;
}

export interface Tag {
  text: string;
  kind: '' | 'bad' | 'info' | 'good';
}

/** Returns what a plate says of a seat's standing, or null. */
export function standingTag(state: State, seat: number, now: number, brief = false): Tag | null {
  const of = state.seats[seat];
  if (of === undefined) return null;
  if (of.standing === 'convicted') return { text: words.convicted, kind: 'bad' };
  if (of.standing === 'left') return { text: words.left, kind: '' };
  if (of.standing === 'out') return { text: words.out, kind: '' };
  if (of.standing === 'away' || !of.connected) {
    const left = of.away_ms > 0 ? clock(leftOf(of.away_ms, now)) : '';
    return { text: brief && left !== '' ? left : `${words.away} ${left}`.trim(), kind: 'bad' };
  }
  return null;
}

/** Returns the seat in words, for people who hear the page. */
export function seatWords(state: State, seat: number, now: number, parts: string[]): string {
  const of = state.seats[seat]!;
  const standing =
    of.standing === 'away' || !of.connected
      ? [of.away_ms > 0 ? words.awayLeft(leftOf(of.away_ms, now)) : words.awaySmall]
      : of.standing === 'here'
        ? []
        : [words[of.standing === 'convicted' ? 'convicted' : of.standing]];
  return words.seatLabel(nameOf(state, seat), [
    ...parts.filter((part) => part !== ''),
    ...standing,
    ...(of.to_act ? [words.thinks] : []),
  ]);
}

export function Plate(props: PlateProps) {
  const { state, seat, number = null, folded = false } = props;
  const foldedWord = props.mucked ? words.mucked : words.folded;
  const of = state.seats[seat];
  const runs = of !== undefined && (of.away_ms > 0 || (of.to_act && of.clock_ms > 0));
  const now = useNow(runs);
  if (of === undefined) return null;
  const standing = standingTag(state, seat, now, props.brief);
  const own = standing ?? (folded ? { text: foldedWord, kind: '' as const } : null);
  const tag: Tag | null =
    own ?? (props.tag ? { text: props.tag, kind: props.tagKind ?? '' } : null);
  const away = standing?.kind === 'bad' && of.standing !== 'convicted';
  const part = of.clock_of_ms > 0 ? (100 * leftOf(of.clock_ms, now)) / of.clock_of_ms : 0;
  const shown = number === null ? '' : grouped(number, words.separator);
  const label = seatWords(state, seat, now, [
    props.unit ? `${shown} ${gameName(props.unit)}` : shown === '' ? '' : words.chips(shown),
    folded ? foldedWord : (props.tag ?? ''),
  ]);
  return (
    <div
      class={`plate ${folded ? 'folded' : ''} ${of.to_act ? 'to-act' : ''} ${props.winner ? 'winner' : ''} ${props.className ?? ''}`}
      role="group"
      aria-label={label}
      data-box="plate"
    >
      <div class="plate-row">
        <Name state={state} seat={seat} className="strong" />
        {props.aside && <span class="dim aside-words">{props.aside}</span>}
      </div>
      {props.children ?? (
        <div class="plate-row second">
          {(number === null || number > 0 || props.tagKind !== 'info') && (
            <span class="plate-number">
              {shown}
              {props.unit && <small class="soft"> {gameName(props.unit)}</small>}
            </span>
          )}
          {props.won !== undefined && props.won > 0 && (
            <span class="good">+{grouped(props.won, words.separator)}</span>
          )}
          {tag !== null && (
            <span class={`tag ${folded && tag.kind === 'bad' ? 'quiet' : tag.kind}`}>
              {tag.kind === 'bad' && away && folded && <Icon name="lost" />}
              {tag.text}
            </span>
          )}
        </div>
      )}
      {of.to_act && of.clock_ms > 0 && !away && (
        <span class="plate-clock" aria-hidden="true">
          <span style={{ width: `${part.toFixed(1)}%` }} />
        </span>
      )}
      {away && !folded && (
        <span class="plate-clock striped" aria-hidden="true">
          <span />
        </span>
      )}
    </div>
  );
}
