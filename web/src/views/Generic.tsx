import { useState } from 'preact/hooks';
import { makeMove } from '../scene/make';
import { inBounds, verbOf, withWords } from '../scene/moves';
import type { Json, Move, State } from '../protocol/protocol';
import { grouped, sentence } from '../base/text';
import { words } from '../words';
import { JsonTree } from '../parts/JsonTree';
import { MoveList } from '../parts/MoveList';
import { Plate } from './Plate';
import { treeRows } from '../parts/tree';
import { gameName } from '../words/labels';

/** Any game: who sits here, what one sees as a tree, and the legal moves as buttons. */

/** Returns a view without what the log says of it. */
function seen(view: Json): Json {
  if (typeof view !== 'object' || view === null || Array.isArray(view)) return view;
  const { heading: _, ...rest } = view;
  return rest;
}

function View({ state, before }: { state: State; before: Json | undefined }) {
  const rows = treeRows(seen(state.view), before && seen(before));
  const [text, show] = useState(false);
  const changed = rows.some((row) => row.was !== null || row.added);
  return (
    <section class="box-card" aria-labelledby="see">
      <div class="box-head">
        <h2 id="see">{words.see}</h2>
        {changed && !text && <span class="dim small">{words.changedMark}</span>}
        {state.drawn !== '' && (
          <button type="button" class="bare small" aria-pressed={text} onClick={() => show(!text)}>
            {words.asText}
          </button>
        )}
      </div>
      {text ? (
        <pre class="drawn" tabIndex={0} role="group" aria-label={words.asText}>
          {state.drawn}
        </pre>
      ) : (
        <JsonTree rows={rows} />
      )}
    </section>
  );
}

function NumberMove({ move }: { move: Move }) {
  const number = move.number!;
  const [typed, type] = useState<number | null>(null);
  const value = inBounds(move, typed ?? number.min);
  const verb = sentence(verbOf(move));
  const shown = grouped(value, words.separator);
  return (
    <div class="number-move">
      <input
        type="range"
        min={number.min}
        max={number.max}
        step={number.step}
        value={value}
        aria-label={verb}
        style={{
          '--part': `${number.max === number.min ? 100 : (100 * (value - number.min)) / (number.max - number.min)}%`,
        }}
        onInput={(event) => type(Number(event.currentTarget.value))}
      />
      <input
        class="amount"
        type="text"
        inputMode="numeric"
        aria-label={words.amount(verb)}
        autocomplete="off"
        value={String(typed ?? number.min)}
        onInput={(event) => type(Number(event.currentTarget.value.replace(/\D/g, '')) || 0)}
        onBlur={() => type(value)}
      />
      <button type="button" data-move={move.id} onClick={() => makeMove(move, value)}>
        {sentence(withWords(move, shown))}
      </button>
    </div>
  );
}

/** More moves with a number than these can only be typed. */
const kNumbersMax = 20;

function Moves({ state }: { state: State }) {
  if (state.moves.length === 0) return null;
  const plain = state.moves.filter((move) => move.number === null);
  const numbers = state.moves.filter((move) => move.number !== null);
  return (
    <section class="box-card" aria-label={words.yourMoves}>
      {numbers.slice(0, kNumbersMax).map((move) => (
        <NumberMove key={move.id} move={move} />
      ))}
      <MoveList moves={plain} />
    </section>
  );
}

export function Generic({ state, before }: { state: State; before: Json | undefined }) {
  return (
    <div class="generic">
      <div class="plates">
        {state.seats.map((seat, i) => (
          <Plate key={i} state={state} seat={i} tag={/^\d*$/.test(seat.role) ? '' : gameName(seat.role)} />
        ))}
      </div>
      {state.late && state.phase !== 'ended' && <p class="dim">{words.scene.late}</p>}
      <Moves state={state} />
      {state.view !== null && !state.late && <View state={state} before={before} />}
      {state.undrawn !== '' && (
        <p class="dim small unhinted">
          {words.scene.fault} <code>{state.undrawn}</code>
        </p>
      )}
      {state.unhinted !== '' && (
        <p class="dim small unhinted">
          {words.hintUnused} <code>{state.unhinted}</code>
        </p>
      )}
      {state.hint === null && state.unhinted === '' && state.undrawn === '' && !state.late && state.view !== null && (
        <p class="dim small unhinted">
          {words.unhinted}{' '}
          <code>
            "hint": {'{'}"track": …{'}'}
          </code>
        </p>
      )}
    </div>
  );
}
