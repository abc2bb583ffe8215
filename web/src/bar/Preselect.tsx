import { useEffect } from 'preact/hooks';
import { priceFor } from '../hint/cards';
import { preselected } from '../scene/presets';
import { levelNow } from '../parts/levels';
import type { Preselection } from '../store/preselection';
import type { State } from '../protocol/protocol';
import type { Scene } from '../scene/scene';
import { sendChosenBefore } from '../store/socket';
import { page } from '../store/store';
import { grouped } from '../base/text';
import { ui } from '../store/ui';
import { words } from '../words';

/** A choice for the time when it will be my turn: offered where the hint names fold, check and call. */

const kKinds = ['fold', 'check', 'call'];

function offered(state: State, scene: Scene): number | null {
  const { look, hint } = scene;
  if (look.kind !== 'cards' || state.me < 0 || state.away) return null;
  if (!kKinds.every((kind) => hint.moves?.order?.includes(kind))) return null;
  const own = look.scene.seats[state.me];
  // A player who has folded, or has all chips in, has nothing to choose.
  if (own === undefined || !own.in || own.cards.length === 0 || own.number === 0) return null;
  return state.turn.seats.length > 0 ? priceFor(look.scene, state.me) : null;
}

/** Returns the least bet of a table that has blinds; 0: it names none. */
function leastBet(state: State): number {
  return levelNow(state)?.big ?? 0;
}

/** Sends what was chosen, once it is my turn. Called with every state. */
export function usePreselection(state: State | null, scene: Scene): void {
  const { preselect } = ui.use();
  const { sent } = page.use();
  useEffect(() => {
    if (state === null || preselect === null || scene.look.kind !== 'cards') return;
    if (sent !== null) return;
    const price = priceFor(scene.look.scene, state.me);
    if (state.turn.mine && state.moves.length > 0) {
      ui.set({ preselect: null });
      const move = preselected(preselect, state.moves, price);
      if (move !== null) sendChosenBefore(move.move);
    } else if (
      preselect.choice !== 'call-up-to' &&
      preselect.choice !== 'check-fold' &&
      price !== preselect.price
    ) {
      ui.set({ preselect: null });
    }
  }, [state, preselect, sent]);
}

export function Preselect({ state, scene }: { state: State; scene: Scene }) {
  const { preselect, callLimit } = ui.use();
  const price = offered(state, scene);
  if (price === null) return null;
  const choices: { choice: Preselection['choice']; label: string; key?: string }[] = [
    ...(price > 0 ? [{ choice: 'fold' as const, label: words.preFold, key: 'F' }] : []),
    { choice: 'check-fold' as const, label: words.preCheckFold },
    ...(price > 0
      ? [
          {
            choice: 'call' as const,
            label: words.preCall(grouped(price, words.separator)),
            key: 'C',
          },
        ]
      : []),
  ];
  const stack = scene.look.kind === 'cards' ? (scene.look.scene.seats[state.me]?.number ?? 0) : 0;
  const limit = callLimit ?? Math.min(stack, 2 * Math.max(price, leastBet(state)));
  const upTo = preselect?.choice === 'call-up-to';
  const setLimit = (next: number): void =>
    ui.set({ callLimit: next, ...(upTo ? { preselect: { choice: 'call-up-to', price: next } } : {}) });
  return (
    <fieldset class="preselect">
      <legend class="dim">{words.preselect}</legend>
      {choices.map(({ choice, label, key }) => (
        <label key={choice} class="box">
          <input
            type="checkbox"
            checked={preselect?.choice === choice}
            onChange={(event) =>
              ui.set({ preselect: event.currentTarget.checked ? { choice, price } : null })
            }
          />
          <span>{label}</span>
          {key && <kbd>{key}</kbd>}
        </label>
      ))}
      <span class="box up-to">
        <label>
          <input
            type="checkbox"
            checked={upTo}
            onChange={(event) =>
              ui.set({
                preselect: event.currentTarget.checked
                  ? { choice: 'call-up-to', price: limit }
                  : null,
              })
            }
          />
          <span>{words.preCallUpTo}</span>
        </label>
        <input
          type="text"
          inputMode="numeric"
          class="amount"
          aria-label={words.amount(words.preCallUpTo)}
          autocomplete="off"
          value={grouped(limit, words.separator)}
          onInput={(event) => {
            const typed = Number(event.currentTarget.value.replace(/\D/g, ''));
            if (Number.isSafeInteger(typed)) setLimit(Math.min(typed, stack));
          }}
        />
      </span>
    </fieldset>
  );
}
