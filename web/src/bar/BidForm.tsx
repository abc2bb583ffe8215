import { Die } from '../art/Art';
import { makeMove } from '../scene/make';
import { formOf, keyOf } from '../scene/moves';
import type { Scene } from '../scene/scene';
import { sentence } from '../base/text';
import { ui } from '../store/ui';
import { words } from '../words';
import { usePhone } from '../parts/shared';

/** A bid of count and face. Under each face stands the least count that is a legal bid with it. */
export function BidForm({ scene }: { scene: Scene }) {
  const { bid } = ui.use();
  const phone = usePhone();
  const form = formOf(scene.buttons, scene.hint.moves)!;
  const bids = new Set([...form.moves.values()]);
  const others = scene.buttons.filter((move) => !bids.has(move));
  const faces = [...new Set(form.values.map(([, face]) => face!))].sort((a, b) => a - b);
  const counts = (face: number): number[] =>
    form.values
      .filter(([, each]) => each === face)
      .map(([count]) => count!)
      .sort((a, b) => a - b);
  const least = (face: number): number => counts(face)[0] ?? 0;

  const first = [...form.values].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!)[0]!;
  const [count, face] = (bid ?? first) as [number, number];
  const move = form.moves.get(`${count},${face}`);
  const set = (nextCount: number, nextFace: number): void => {
    const legal = counts(nextFace);
    // Choosing a face lifts the count to the least one that beats the bid.
    const fit = Math.min(Math.max(nextCount, legal[0] ?? nextCount), legal.at(-1) ?? nextCount);
    ui.set({ bid: [fit, nextFace] });
  };
  const send = (): void => {
    if (move) makeMove(move);
  };
  return (
    <div class="actions bid-form">
      {others.map((other) => (
        <button
          type="button"
          key={other.id}
          class="liar danger"
          data-move={other.id}
          onClick={() => makeMove(other)}
        >
          <span class="label">{sentence(other.label)}</span>
          {keyOf(other, scene.hint.moves) !== '' && (
            <kbd>{keyOf(other, scene.hint.moves).toUpperCase()}</kbd>
          )}
        </button>
      ))}
      <div class="bid-choice">
        <div class="stepper">
          <button
            type="button"
            aria-label={words.fewer}
            disabled={!form.moves.has(`${count - 1},${face}`)}
            onClick={() => set(count - 1, face)}
          >
            −
          </button>
          <output>{count}</output>
          <button
            type="button"
            aria-label={words.moreOne}
            disabled={!form.moves.has(`${count + 1},${face}`)}
            onClick={() => set(count + 1, face)}
          >
            +
          </button>
        </div>
        <span class="dim" aria-hidden="true">
          ×
        </span>
        <div class="faces" role="group">
          {faces.map((each) => (
            <button
              type="button"
              key={each}
              class="bare face"
              aria-pressed={each === face}
              aria-label={`${words.face(each)}, ${words.least(least(each))}`}
              onClick={() => set(Math.min(count, least(each)), each)}
            >
              <Die face={each} size={phone ? 27 : 34} />
              <span class={each === face ? 'strong' : 'dim'}>
                {each === face ? count : least(each)}×
              </span>
            </button>
          ))}
        </div>
      </div>
      <button
        type="button"
        class="primary bid-send"
        disabled={!move}
        data-move={move?.id}
        onClick={send}
      >
        <span class="label">{words.bid(words.bidWords(count, face))}</span>
        <kbd>Enter</kbd>
      </button>
    </div>
  );
}
