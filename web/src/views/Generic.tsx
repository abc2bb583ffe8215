import { useState } from 'preact/hooks';
import { Icon } from '../art/Art';
import { filtered, inBounds, verbOf, withNumber } from '../moves';
import type { Json, Move, State } from '../protocol';
import { sendMove } from '../socket';
import { grouped, groupedIn, sentence } from '../text';
import { words } from '../words';
import { Plate } from './Plate';
import { treeRows } from './tree';

/** Any game: who sits here, what one sees as a tree, and the legal moves as buttons. */

export const kNumbered = 9;
const kFilterFrom = 10;
const kShownMax = 300;

function View({ state, before }: { state: State; before: Json | undefined }) {
  const rows = treeRows(state.view, before);
  const [text, show] = useState(false);
  const changed = rows.some((row) => row.was !== null || row.added);
  return (
    <section class="box-card" aria-labelledby="see">
      <div class="box-head">
        <h2 id="see">{words.see}</h2>
        {changed && !text && <span class="dim small">{words.changedMark}</span>}
        {state.drawn !== '' && (
          <button type="button" class="bare small" aria-pressed={text} onClick={() => show(!text)}>{words.asText}</button>
        )}
      </div>
      {text ? <pre class="drawn" tabIndex={0} role="group" aria-label={words.asText}>{state.drawn}</pre> : (
        <dl class="tree">
          {rows.map((row) => (
            <div key={row.path} class={`tree-row depth-${Math.min(row.depth, 6)} ${row.was !== null || row.added ? 'changed' : ''}`}>
              <dt class="one-line">{row.value === null && <span aria-hidden="true" class="fold">▾ </span>}{row.name.replaceAll('_', ' ')}</dt>
              <dd><bdi>{row.value}</bdi>{row.was !== null && <span class="was">{words.was(row.was)}</span>}</dd>
            </div>
          ))}
        </dl>
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
        type="range" min={number.min} max={number.max} step={number.step} value={value} aria-label={verb}
        style={{ '--part': `${number.max === number.min ? 100 : (100 * (value - number.min)) / (number.max - number.min)}%` }}
        onInput={(event) => type(Number(event.currentTarget.value))}
      />
      <input
        class="amount" type="text" inputMode="numeric" aria-label={words.amount(verb)} autocomplete="off"
        value={String(typed ?? number.min)}
        onInput={(event) => type(Number(event.currentTarget.value.replace(/\D/g, '')) || 0)}
        onBlur={() => type(value)}
      />
      <button type="button" data-move={move.id} onClick={() => sendMove(withNumber(move, value))}>{words.raiseTo(verb, shown)}</button>
    </div>
  );
}

/** Moves the focus among the buttons with the arrows. */
function rove(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const buttons = [...list.querySelectorAll<HTMLElement>('button')];
  const now = buttons.indexOf(document.activeElement as HTMLElement);
  const columns = getComputedStyle(list).gridTemplateColumns.split(' ').length;
  const steps: { [key: string]: number } = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  const step = steps[event.key];
  if (step === undefined || now < 0) return;
  event.preventDefault();
  buttons[now + step]?.focus();
}

function Moves({ state }: { state: State }) {
  const [typed, type] = useState('');
  if (state.moves.length === 0) return null;
  const plain = state.moves.filter((move) => move.number === null);
  const numbers = state.moves.filter((move) => move.number !== null);
  const found = filtered(plain, typed);
  return (
    <section class="box-card" aria-labelledby="moves">
      <div class="box-head">
        <h2 id="moves">{words.yourMoves} <span class="count">{state.moves.length}</span></h2>
        {plain.length >= kFilterFrom && (
          <label class="filter">
            <Icon name="search" /><span class="unseen">{words.filter}</span>
            <input type="search" placeholder={words.filter} value={typed} onInput={(event) => type(event.currentTarget.value)} />
          </label>
        )}
      </div>
      {numbers.map((move) => <NumberMove key={move.id} move={move} />)}
      <div class="move-list" onKeyDown={rove}>
        {found.slice(0, kShownMax).map((move, i) => (
          <button type="button" key={move.id} data-move={move.id} onClick={() => sendMove(move.move)}>
            <span class="label">{groupedIn(move.label, words.separator)}</span>{i < kNumbered && <kbd>{i + 1}</kbd>}
          </button>
        ))}
      </div>
      {found.length === 0 && plain.length > 0 && <p class="dim">{words.noMatch}</p>}
    </section>
  );
}

export function Generic({ state, before }: { state: State; before: Json | undefined }) {
  return (
    <div class="generic">
      <div class="plates">{state.seats.map((seat, i) => <Plate key={i} state={state} seat={i} tag={/^\d*$/.test(seat.role) ? '' : seat.role} />)}</div>
      {state.view !== null && <View state={state} before={before} />}
      <Moves state={state} />
      {state.hint === null && state.view !== null && (
        <p class="dim small unhinted">{words.unhinted} <code>"hint": {'{'}"track": …{'}'}</code></p>
      )}
    </div>
  );
}
