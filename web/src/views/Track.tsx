import type { House, TrackScene } from '../hint/dice';
import { at, asList } from '../hint/pointer';
import type { TrackHint } from '../hint/hint';
import { nameOf } from '../parts/shared';
import type { Json, Move, State } from '../protocol/protocol';
import { houseOf } from '../scene/scene';
import { makeMove } from '../scene/make';
import { words } from '../words';
import { BoardSeat } from './BoardSeat';

/** Rows of houses with stores at their ends: mancala. */

/** Where beads lie in a house, on a spiral, so that the first few form a small heap. */
function beadSpots(beads: number, radius: number): { x: number; y: number }[] {
  return Array.from({ length: beads }, (_, i) => {
    const turn = i * 2.4;
    const out = radius * Math.sqrt((i + 0.5) / Math.max(beads, 6));
    return { x: 50 + out * Math.cos(turn), y: 50 + out * Math.sin(turn) };
  });
}

function Beads({ house, draw, store }: { house: House; draw: string; store: boolean }) {
  const few = draw === 'beads' && house.beads <= 24;
  return (
    <>
      {few && (
        <svg class="beads" viewBox={store ? '10 -20 80 140' : '0 0 100 100'} aria-hidden="true">
          {beadSpots(house.beads, 31).map(({ x, y }) => (
            <circle cx={x} cy={y} r="7.500" />
          ))}
        </svg>
      )}
      <span class="bead-count">
        {draw === 'glyph' ? [...house.text].slice(0, 2).join('') : house.beads}
      </span>
    </>
  );
}

/** Moves the focus along a row with the arrows. */
function rove(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const houses = [
    ...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('button:not(:disabled)'),
  ];
  const now = houses.indexOf(document.activeElement as HTMLElement);
  houses[(now + step + houses.length) % houses.length]?.focus();
}

export function Track({
  state,
  scene,
  hint,
  before,
}: {
  state: State;
  scene: TrackScene;
  hint: TrackHint;
  before: Json | undefined;
}) {
  const moves = new Map<number, Move>();
  for (const move of state.moves) {
    const house = houseOf(scene, move);
    if (house !== null) moves.set(house, move);
  }
  const old = before === undefined ? [] : asList(at(before, hint.cells));
  const changed = (house: House): boolean =>
    old.length > 0 && typeof old[house.index] === 'number' && old[house.index] !== house.beads;
  const draw = hint.draw ?? 'number';
  const [left, right] = scene.ends;
  const me = Math.max(0, state.me);
  const other = state.seats.findIndex((_, seat) => seat !== me);
  const stop = [...moves.keys()][0];
  const store = (house: House | undefined) =>
    house && (
      <div
        class={`store ${changed(house) ? 'changed' : ''}`}
        role="img"
        aria-label={`${house.beads}`}
      >
        <Beads house={house} draw={draw} store />
      </div>
    );
  return (
    <div class="track">
      {other >= 0 && <BoardSeat state={state} seat={other} count={left?.beads} />}
      <div class="track-board" role="group" aria-label={words.board} onKeyDown={rove}>
        {store(left)}
        <div class="houses">
          {scene.rows.map((row, r) => (
            <div key={r} class="house-row">
              {row.map((house) => {
                const move = moves.get(house.index);
                const whose = r === scene.rows.length - 1 ? me : other;
                return (
                  <button
                    type="button"
                    key={house.index}
                    disabled={!move}
                    data-move={move?.id}
                    class={`house ${changed(house) ? 'changed' : ''} ${move ? 'legal' : ''}`}
                    tabIndex={move && house.index === stop ? 0 : -1}
                    aria-label={[whose >= 0 ? nameOf(state, whose) : '', house.name, house.beads]
                      .filter((part) => part !== '')
                      .join(' ')}
                    onClick={() => {
                      if (move) makeMove(move);
                    }}
                  >
                    {house.name !== '' && <span class="house-name">{house.name}</span>}
                    <Beads house={house} draw={draw} store={false} />
                  </button>
                );
              })}
            </div>
          ))}
        </div>
        {store(right)}
      </div>
      <BoardSeat state={state} seat={me} count={right?.beads} />
    </div>
  );
}
