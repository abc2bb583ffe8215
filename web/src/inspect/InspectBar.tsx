import { useEffect, useState } from 'preact/hooks';
import { Ask, Buttons } from '../bar/ActionBar';
import { PlaceSlider, StepButton } from '../parts/PlaceSlider';
import { SuitText, usePhone } from '../parts/shared';
import type { State } from '../protocol/protocol';
import type { Scene } from '../scene/scene';
import { sendLine } from '../store/socket';
import { page } from '../store/store';
import { grouped } from '../base/text';
import { words } from '../words';
import {
  eventWords,
  goLine,
  lookLine,
  placeWords,
  seatName,
  wantedWords,
  withoutOwnKeys,
} from './inspect';
import type { Inspect } from '../protocol/protocol';

/** The bar under an inspection: where it stands, what leads on from there, and who looks. */

/** Returns why the program refused the last line, until something else happens. */
function useRefusal(state: State, inspect: Inspect): string {
  const { lines } = page.use();
  const last = lines.at(-1);
  const seq = last?.seq ?? -1;
  const [read, see] = useState(-1);
  useEffect(() => see(seq), [inspect.ply, inspect.last, state.me]);
  return last?.kind === 'trouble' && seq > read ? last.text : '';
}

/** Up to four seats and everybody are buttons in a row; more are a list that opens. */
function Looks({ state, inspect }: { state: State; inspect: Inspect }) {
  const seats = inspect.seats.map(({ seat }) => seat);
  const buttons = usePhone() ? 3 : 5;
  if (seats.length < 2) return null;
  if (seats.length > buttons)
    return (
      <label class="hand-field looks">
        <span>{words.inspect.looks}</span>
        <select
          value={state.me}
          onChange={(event) => sendLine(lookLine(Number(event.currentTarget.value)))}
        >
          {seats.map((seat) => (
            <option key={seat} value={seat}>
              {seatName(state, seat)}
            </option>
          ))}
        </select>
      </label>
    );
  return (
    <div class="segment looks" role="group" aria-label={words.inspect.looks}>
      {seats.map((seat) => (
        <button
          type="button"
          key={seat}
          aria-pressed={seat === state.me}
          onClick={() => sendLine(lookLine(seat))}
        >
          <bdi class="one-line">{seatName(state, seat)}</bdi>
        </button>
      ))}
    </div>
  );
}

function PlaceLine({ inspect }: { inspect: Inspect }) {
  const phone = usePhone();
  const led = eventWords(inspect);
  const over = inspect.wanted.length === 0;
  return (
    <div class="turn-line" id="turn" tabIndex={-1}>
      <strong class="replay-place one-line">{words.inspect.place(inspect.ply)}</strong>
      <span class="dim of-all">{words.ofAll(grouped(inspect.last, words.separator))}</span>
      {!phone && (
        <span class="soft one-line now-words" title={led}>
          <SuitText text={led} />
        </span>
      )}
      <span class="gap" />
      <span class={`one-line wanted ${over ? '' : 'turn-text'}`} title={inspect.wanted.join('\n')}>
        {over ? words.inspect.over : wantedWords(inspect)}
      </span>
    </div>
  );
}

function StepsRow({ inspect }: { inspect: Inspect }) {
  const { ply, last } = inspect;
  const over = inspect.wanted.length === 0;
  const chance = ply === last && !inspect.fixed;
  return (
    <div class="steps-row">
      <StepButton
        line={goLine(0)}
        icon="first"
        label={words.inspect.toFirst}
        disabled={ply === 0}
      />
      <StepButton line="back" icon="left" label={words.inspect.back} disabled={ply === 0} />
      <StepButton
        line="next"
        icon="right"
        label={chance ? words.inspect.nextAtLast : words.inspect.next}
        disabled={ply === last && (inspect.fixed || over)}
      />
      <StepButton
        line={goLine(last)}
        icon="last"
        label={words.inspect.toLast}
        disabled={ply === last}
      />
    </div>
  );
}

export function InspectBar({
  state,
  inspect,
  scene,
}: {
  state: State;
  inspect: Inspect;
  scene: Scene;
}) {
  const phone = usePhone();
  const refusal = useRefusal(state, inspect);
  const over = inspect.wanted.length === 0;
  const asked = state.turn.mine && state.moves.length > 0 && !inspect.fixed;
  return (
    <footer class="bar replay-bar inspect-bar">
      <PlaceLine inspect={inspect} />
      <div class="replay-slider">
        <PlaceSlider
          first={0}
          last={inspect.last}
          at={inspect.ply}
          label={words.inspect.placeInMatch}
          text={placeWords(state)}
          line={goLine}
        />
      </div>
      <div class="replay-buttons">
        <StepsRow inspect={inspect} />
        {!inspect.fixed && (
          <button type="button" disabled={over} onClick={() => sendLine('random')}>
            {words.inspect.random} <kbd>R</kbd>
          </button>
        )}
        <span class="key-caps" aria-hidden="true">
          <kbd>←</kbd>
          <kbd>→</kbd>
          <kbd>V</kbd>
        </span>
        <Looks state={state} inspect={inspect} />
      </div>
      {state.result !== null && (
        <p class="replay-result strong">
          {state.result.words.join(' ')}
        </p>
      )}
      {refusal !== '' && (
        <p class="refusal" role="alert">
          <span>{refusal}</span>
        </p>
      )}
      <Ask state={state} />
      {asked && !phone && <Buttons state={state} scene={withoutOwnKeys(scene)} />}
    </footer>
  );
}
