import { useEffect } from 'preact/hooks';
import { resolveShowdown, type Showdown } from '../hint/cards';
import type { State } from '../protocol/protocol';
import type { Scene } from '../scene/scene';
import { page } from '../store/store';
import { clock, grouped } from '../base/text';
import { ui } from '../store/ui';
import { words } from '../words';
import { Name, nameOf, useNow } from '../parts/shared';

/** The hand that was just shown. It stays for five seconds, on my turn for three of them, or until
 * "Deal now". */

const kShown_ms = 5000;
const kShownOnTurn_ms = 3000;

/** Returns whether a hand that is shown until then is still to be seen. */
export const staysShown = (until: number, now: number, mine: boolean): boolean =>
  now < until - (mine ? kShown_ms - kShownOnTurn_ms : 0);

/** Returns the hand to show, or null. Nothing is shown of an earlier step, which is not `live`. */
export function useShowdown(state: State, scene: Scene, live = true): Showdown | null {
  const { before } = page.use();
  const { showdown: held } = ui.use();
  const now = useNow(held !== null);
  const last = scene.hint.cards ? resolveShowdown(scene.hint.cards, state) : null;
  const earlier =
    scene.hint.cards && before !== undefined
      ? resolveShowdown(scene.hint.cards, { ...state, view: before })
      : null;
  const fresh = live && last !== null && before !== undefined && earlier?.hand !== last.hand;
  const hand = last?.hand ?? -1;
  useEffect(() => {
    if (fresh && state.inspect === null && ui.get().showdown?.hand !== hand)
      ui.set({ showdown: { hand, until: performance.now() + kShown_ms } });
  }, [fresh, hand]);
  // A replay shows a hand where it ended: at the first record of the next, or at the end.
  if (state.replay) {
    const { hand: present, record, first_of_hand: first } = state.replay;
    const ended = record === first ? present - 1 : state.result !== null ? present : -1;
    return last !== null && last.hand === ended ? last : null;
  }
  // An inspection shows a hand at the event that ended it.
  if (state.inspect) return fresh ? last : null;
  if (!live || last === null || held === null || held.hand !== hand) return null;
  if (!staysShown(held.until, now, state.turn.mine)) return null;
  return last;
}

const signed = (value: number): string => (value > 0 ? '+' : '') + grouped(value, words.separator);

export function CardsText({ cards }: { cards: string[] }) {
  return (
    <span class="cards-text">
      {cards.map((card, i) => (
        <span key={i} class={`suit-text-${card[1]}`}>
          {card[0] === 'T' ? '10' : card[0]}
          <svg class="suit" aria-hidden="true">
            <use href={`#suit-${card[1]}`} />
          </svg>
          <span class="unseen">{words.card(card[0]!, card[1]!)}</span>
        </span>
      ))}
    </span>
  );
}

/** The hands that were shown, the winner's first. */
export function ShownHands({ state, showdown }: { state: State; showdown: Showdown }) {
  const rows = showdown.seats
    .filter((seat) => seat.cards.length > 0 || seat.won > 0)
    .sort((a, b) => b.won - a.won);
  return (
    <ul class="shown-hands">
      {rows.map((seat) => (
        <li key={seat.seat} class={seat.won > 0 ? '' : 'lost'}>
          <Name state={state} seat={seat.seat} />
          <CardsText cards={seat.cards} />
          <span class="one-line">{seat.rank ? words.handRank(...seat.rank) : ''}</span>
          <strong class={`num ${seat.won > 0 ? 'good' : 'dim'}`}>
            {seat.won > 0 ? grouped(seat.won, words.separator) : signed(-seat.paid)}
          </strong>
        </li>
      ))}
    </ul>
  );
}

export function ShowdownBar({ state, showdown }: { state: State; showdown: Showdown }) {
  const { showdown: held } = ui.use();
  const now = useNow();
  const winners = showdown.seats.filter((seat) => seat.won > 0).sort((a, b) => b.won - a.won);
  const mine = showdown.seats[state.me];
  const lead = mine !== undefined && mine.won > 0 ? mine : winners[0];
  return (
    <div class="showdown">
      <p class="turn-line" id="turn" tabIndex={-1}>
        {lead !== undefined && (
          <span class={lead === mine ? 'who good' : 'who'}>
            {words.wins(nameOf(state, lead.seat), grouped(lead.won, words.separator))}
          </span>
        )}
        {mine !== undefined && mine.paid > 0 && (
          <span class="soft small">{words.thisHand(signed(mine.won - mine.paid))}</span>
        )}
        <span class="gap" />
        <span class="dim then">
          {state.turn.mine
            ? words.yourTurnNext
            : words.nextHandIn(clock((held?.until ?? now) - now))}
        </span>
      </p>
      <ShownHands state={state} showdown={showdown} />
      <p class="buttons">
        <button
          type="button"
          class="primary"
          onClick={() => ui.set({ showdown: { hand: showdown.hand, until: 0 } })}
        >
          {words.dealNow}
          <kbd>N</kbd>
        </button>
      </p>
    </div>
  );
}
