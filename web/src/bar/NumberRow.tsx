import { levelNow } from '../parts/levels';
import type { Move, State } from '../protocol/protocol';
import { makeMove } from '../scene/make';
import { inBounds, keyOf, verbOf, withWords } from '../scene/moves';
import { presetsOf } from '../scene/presets';
import type { Scene } from '../scene/scene';
import { grouped, sentence } from '../base/text';
import { ui } from '../store/ui';
import { words } from '../words';

/** A move with a number: presets, a slider, a field, and the button with the number in it. */

/** Returns one big step of the slider: a big blind, or a tenth of the range where there is none. */
const bigStep = (move: Move, state: State): number => {
  const { min, max, step } = move.number!;
  const blind = levelNow(state)?.big ?? 0;
  if (blind > 0) return Math.max(step, blind);
  return Math.max(step, Math.min(Math.round(min / 2) || step, Math.round((max - min) / 10)));
};

export function NumberRow({ move, state, scene }: { move: Move; state: State; scene: Scene }) {
  const { amount } = ui.use();
  const number = move.number!;
  const value = amount ?? number.min;
  const legal = inBounds(move, value);
  const cards = scene.look.kind === 'cards' ? scene.look.scene : null;
  const presets = presetsOf(move, scene.hint.moves, cards, state.me);
  const key = keyOf(move, scene.hint.moves, scene.buttons);
  const shown = (chips: number): string => grouped(chips, words.separator);
  const verb = sentence(verbOf(move));
  const me = cards?.seats[state.me];
  const all = me === undefined || me.number === null ? null : me.number + me.bet;
  const allIn = legal === all;
  const set = (next: number): void => ui.set({ amount: next });
  const send = (): void => {
    makeMove(move, legal);
  };
  const keys = (event: KeyboardEvent): void => {
    const steps: { [key: string]: number } = {
      ArrowUp: legal + number.step,
      ArrowDown: legal - number.step,
      PageUp: legal + bigStep(move, state),
      PageDown: legal - bigStep(move, state),
      Home: number.min,
      End: number.max,
    };
    if (event.key === 'Enter') {
      event.preventDefault();
      send();
    }
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(inBounds(move, next));
  };
  const fixed = number.max === number.min;
  const part = fixed ? 1 : (legal - number.min) / (number.max - number.min);
  const button = (
    <button type="button" class="send" data-move={move.id} onClick={send}>
      <span class="label">
        {allIn ? `${words.allIn} ${shown(legal)}` : sentence(withWords(move, shown(legal)))}
      </span>
      {key !== '' && <kbd>{key.toUpperCase()}</kbd>}
    </button>
  );
  if (fixed)
    return (
      <div class="number-row fixed" data-number={move.id}>
        {button}
      </div>
    );
  return (
    <div class="number-row" data-number={move.id}>
      <div class="choose">
        <div class="presets">
          {presets.map((preset) => (
            <button
              type="button"
              key={preset.name}
              aria-pressed={legal === preset.value}
              onClick={() => set(preset.value)}
            >
              <span>
                {preset.value === all ? words.allIn : (words.presets[preset.name] ?? preset.name)}
              </span>{' '}
              <strong>{shown(preset.value)}</strong>
            </button>
          ))}
        </div>
        <input
          type="range"
          min={number.min}
          max={number.max}
          step={number.step}
          value={legal}
          aria-label={verb}
          aria-valuetext={`${verb} ${shown(legal)}, ${words.amountRange(shown(number.min), shown(number.max))}`}
          style={{ '--part': `${(100 * part).toFixed(1)}%` }}
          onInput={(event) => set(Number(event.currentTarget.value))}
          onKeyDown={keys}
        />
      </div>
      <input
        id="amount"
        class="amount"
        type="text"
        inputMode="numeric"
        value={amount === null ? shown(number.min) : String(value)}
        aria-label={words.amount(verb)}
        autocomplete="off"
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => {
          const typed = Number(event.currentTarget.value.replace(/\D/g, ''));
          if (Number.isSafeInteger(typed)) set(typed);
        }}
        onBlur={() => {
          if (amount !== null) set(legal);
        }}
        onKeyDown={keys}
      />
      {button}
    </div>
  );
}
