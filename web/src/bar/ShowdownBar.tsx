import { useEffect } from 'preact/hooks';
import { resolveShowdown, type Showdown, unseenCards } from '../hint/cards';
import type { State } from '../protocol/protocol';
import type { Scene } from '../scene/scene';
import { page } from '../store/store';
import { clock, grouped } from '../base/text';
import { ui } from '../store/ui';
import { words } from '../words';
import { muckedSeats } from '../words/said';
import { Name, nameOf, useLow, useNow } from '../parts/shared';

/** The hand that was just shown. It stays as long as its game says, or until "Deal now". On my turn it
 * stands above the bar, so that I may act at once. */

/** For a program that does not say how long. */
const kShown_ms = 4000;
/** The steps in which the time that is left is shown. */
const kStep_ms = 1000;

/** Returns until when a hand that came with this state is shown, by this page's clock. */
export const shownUntil = (state: State, came: number): number =>
  came + (state.turn.look_ms || kShown_ms);

/** Returns the hand to show, or null. Nothing is shown of an earlier step, which is not `live`. */
export function useShowdown(state: State, scene: Scene, live = true): Showdown | null {
  const { before, came, lines } = page.use();
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
      ui.set({
        showdown: {
          hand,
          until: shownUntil(state, came),
          from: came,
          unseen: unseenCards(scene.hint.cards!, state, before!),
        },
      });
  }, [fresh, hand]);
  // A replay shows a hand where it ended: at the first record of the next, or at the end.
  if (state.replay) {
    const { hand: present, record, first_of_hand: first } = state.replay;
    const ended = record === first ? present - 1 : state.result !== null ? present : -1;
    return last !== null && last.hand === ended ? last : null;
  }
  // An inspection shows a hand at the event that ended it.
  if (state.inspect) return fresh ? last : null;
  if (!live || last === null) return null;
  const known = held !== null && held.hand === hand ? held : null;
  // The last hand of a match is nobody's turn to cover: it stays. My cards of it are still in the view.
  if (state.phase === 'ended') {
    const shown = (last.seats[state.me]?.cards.length ?? 0) > 0;
    const own = scene.look.kind === 'cards' && !shown ? scene.look.scene.mine.map(({ card }) => card) : [];
    return { ...last, unseen: known?.unseen ?? own, mucked: muckedSeats(lines, hand, state) };
  }
  if (known === null || now >= known.until) return null;
  return { ...last, unseen: known.unseen, mucked: muckedSeats(lines, hand, state) };
}

/** The bar that says how long the hand still stands: in ink, since nobody is on the clock. */
function LookBar() {
  const { showdown: held } = ui.use();
  const now = useNow();
  if (held === null || held.until <= held.from) return null;
  const steps = Math.ceil((held.until - now) / kStep_ms);
  const part = (steps * kStep_ms) / (held.until - held.from);
  return (
    <div class="clock-bar look-left" aria-hidden="true">
      <span style={{ width: `${(100 * Math.min(1, Math.max(0, part))).toFixed(1)}%` }} />
    </div>
  );
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

/** The hands that were shown, the winner's first, and my own one that nobody else sees. */
export function ShownHands({ state, showdown }: { state: State; showdown: Showdown }) {
  const low = useLow(); // the list scrolls there, and so must be reached by keys
  const rows = showdown.seats
    .map((seat) => {
      const hidden = seat.seat === state.me && seat.cards.length === 0;
      const unshown = hidden && showdown.unseen.length > 0 ? words.onlyYouSee : '';
      return {
        ...seat,
        cards: hidden ? showdown.unseen : seat.cards,
        told: seat.rank ? words.handRank(...seat.rank) : unshown,
      };
    })
    .filter((seat) => seat.cards.length > 0 || seat.won > 0)
    .sort((a, b) => b.won - a.won);
  return (
    <ul class="shown-hands" tabIndex={low ? 0 : undefined}>
      {rows.map((seat) => (
        <li key={seat.seat} class={seat.won > 0 ? '' : 'lost'}>
          <Name state={state} seat={seat.seat} />
          <CardsText cards={seat.cards} />
          <span>{seat.told}</span>
          <strong class={`num ${seat.won > 0 ? 'good' : 'dim'}`}>
            {seat.won > 0 ? grouped(seat.won, words.separator) : signed(-seat.paid)}
          </strong>
        </li>
      ))}
    </ul>
  );
}

/** The line that says who won, and what the hand was to me. */
function Result({ state, showdown }: { state: State; showdown: Showdown }) {
  const winners = showdown.seats.filter((seat) => seat.won > 0).sort((a, b) => b.won - a.won);
  const mine = showdown.seats[state.me];
  const lead = mine !== undefined && mine.won > 0 ? mine : winners[0];
  return (
    <>
      {lead !== undefined && (
        <span class={lead === mine ? 'who good' : 'who'}>
          {words.wins(nameOf(state, lead.seat), grouped(lead.won, words.separator))}
        </span>
      )}
      {mine !== undefined && mine.paid > 0 && (
        <span class="soft small">{words.thisHand(signed(mine.won - mine.paid))}</span>
      )}
      <span class="gap" />
    </>
  );
}

/** Lets go of the hand that is shown: the person's own program goes on, whatever the others do. */
function MoveOn({ showdown, main }: { showdown: Showdown; main: boolean }) {
  return (
    <button
      type="button"
      class={main ? 'primary deal-now' : 'bare deal-now'}
      onClick={() => ui.set({ showdown: { hand: showdown.hand, until: 0, from: 0, unseen: [] } })}
    >
      {main ? words.dealNow : words.close}
      <kbd>N</kbd>
    </button>
  );
}

/** The hand that was shown, above the bar of a seat that may move meanwhile. */
export function ShownAbove({ state, showdown }: { state: State; showdown: Showdown }) {
  return (
    <section class="shown-above" aria-label={words.lastHand}>
      <LookBar />
      <p class="turn-line">
        <Result state={state} showdown={showdown} />
        <MoveOn showdown={showdown} main={false} />
      </p>
      <ShownHands state={state} showdown={showdown} />
    </section>
  );
}

export function ShowdownBar({ state, showdown }: { state: State; showdown: Showdown }) {
  const { showdown: held } = ui.use();
  const now = useNow();
  return (
    <div class="showdown">
      <LookBar />
      <p class="turn-line" id="turn" tabIndex={-1}>
        <Result state={state} showdown={showdown} />
        <span class="dim then">{words.nextHandIn(clock((held?.until ?? now) - now))}</span>
      </p>
      <ShownHands state={state} showdown={showdown} />
      <p class="buttons">
        <MoveOn showdown={showdown} main />
      </p>
    </div>
  );
}
