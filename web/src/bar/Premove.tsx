import { useEffect } from 'preact/hooks';
import { glyphName } from '../art/Art';
import type { State } from '../protocol/protocol';
import { madeOf } from '../scene/premove';
import type { Scene } from '../scene/scene';
import { sendChosenBefore } from '../store/socket';
import { page } from '../store/store';
import { ui } from '../store/ui';
import { words } from '../words';

/** A move that waits for my turn. */

/** Makes the premove once it is my turn, if it is legal then; else it is dropped, and nothing made. */
export function usePremove(state: State | null, scene: Scene): void {
  const { premove } = ui.use();
  const { sent } = page.use();
  useEffect(() => {
    if (state === null || premove === null || sent !== null || scene.look.kind !== 'grid') return;
    if (!state.turn.mine || state.moves.length === 0) return;
    const [move, ...others] = madeOf(premove.cells, scene.look.paths);
    ui.set({ premove: null, picked: others.length > 0 ? premove.cells : [] });
    if (move !== undefined && others.length === 0) sendChosenBefore(move.move);
  }, [state, premove, sent]);
}

export function Premove({ scene }: { scene: Scene }) {
  const { premove } = ui.use();
  if (premove === null || scene.look.kind !== 'grid') return null;
  const [from, to] = premove.cells.map((cell) => (scene.look.kind === 'grid' ? scene.look.grid.cells[cell] : undefined));
  if (from === undefined || to === undefined) return null;
  return (
    <div class="premoved">
      <p>
        <strong>{words.premove(`${glyphName(from.glyph)} ${from.name}–${to.name}`.trim())}</strong>{' '}
        <span class="soft">{words.premoveAbout}</span>
      </p>
      <button type="button" onClick={() => ui.set({ premove: null })}>
        {words.takeBack}
        <kbd>Esc</kbd>
      </button>
    </div>
  );
}
