import { useState } from 'preact/hooks';
import { Icon } from '../art/Art';
import { makeMove } from '../scene/make';
import { filtered } from '../scene/moves';
import type { Move } from '../protocol/protocol';
import { moveName } from '../words/said';
import { words } from '../words';

/** Moves as buttons, the first nine with a number, and from ten moves on with a filter. */

const kNumbered = 9;
export const kFilterFrom = 10;
export const kShownMax = 300;

/** Moves the focus among the buttons with the arrows. */
export function rove(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const buttons = [...list.querySelectorAll<HTMLElement>('button')];
  const now = buttons.indexOf(document.activeElement as HTMLElement);
  const columns = getComputedStyle(list).gridTemplateColumns.split(' ').length;
  const steps: { [key: string]: number } = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  const step = steps[event.key];
  if (step === undefined || now < 0) return;
  event.preventDefault();
  buttons[now + step]?.focus();
}

export function MoveFilter({ typed, type }: { typed: string; type: (text: string) => void }) {
  return (
    <label class="filter">
      <Icon name="search" />
      <span class="unseen">{words.filter}</span>
      <input
        type="search"
        placeholder={words.filter}
        value={typed}
        onInput={(event) => type(event.currentTarget.value)}
      />
    </label>
  );
}

export function MoveList({ moves }: { moves: Move[] }) {
  const [typed, type] = useState('');
  const found = filtered(moves, typed);
  return (
    <>
      <div class="box-head">
        <h2>
          {words.yourMoves} <span class="count">{moves.length}</span>
        </h2>
        {moves.length >= kFilterFrom && <MoveFilter typed={typed} type={type} />}
      </div>
      <div class="move-list" onKeyDown={rove}>
        {found.slice(0, kShownMax).map((move, i) => (
          <button
            type="button"
            key={move.id}
            data-move={move.id}
            data-digit={i < kNumbered ? i + 1 : undefined}
            onClick={() => makeMove(move)}
          >
            <span class="label">{moveName(move)}</span>
            {i < kNumbered && <kbd>{i + 1}</kbd>}
          </button>
        ))}
      </div>
      {found.length === 0 && moves.length > 0 && <p class="dim">{words.noMatch}</p>}
    </>
  );
}

/** All moves in place of the few that stand in the bar, until one closes them. */
export function AllMoves({ moves, close }: { moves: Move[]; close: () => void }) {
  return (
    <div class="many">
      <button type="button" class="bare small" onClick={close}>
        {words.close}
      </button>
      <MoveList moves={moves} />
    </div>
  );
}
