import { useEffect } from 'preact/hooks';
import { priceFor } from '../hint/cards';
import { cellOfTouch } from '../hint/grid';
import { type KeyAction, keyAction } from '../scene/keys';
import { inspectLine } from '../inspect/inspect';
import { freeOf, keyOf } from '../scene/moves';
import type { State } from '../protocol/protocol';
import { replayLine } from '../replay/replay';
import type { Scene } from '../scene/scene';
import { sendLine, sendMove } from '../store/socket';
import { askFor, look, openTab, ui } from '../store/ui';
import { repeatTurn } from './Announcer';

/** Listens to the keyboard and does what `keys.ts` says. */

const kPause_ms = 1500;

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox';
}

/** Returns whether a key pressed here belongs to a replay or an inspection: fields, lists and pressed
 * buttons keep theirs, but the slider of the match has no keys of its own. */
function isOfMatch(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (!(target instanceof HTMLElement)) return true;
  if (target instanceof HTMLInputElement) return target.closest('.replay-slider') !== null;
  if (target.closest('select') !== null) return false;
  return key !== ' ' || target.closest('button, a, summary') === null;
}

/** Returns the line that a key sends where a match is looked at; after a G it is the name of a tab. */
function lineOf(event: KeyboardEvent, state: State, letters: boolean, before: string) {
  if (!isOfMatch(event)) return null;
  if (state.replay !== null) return replayLine(event.key, letters);
  return state.inspect !== null && before !== 'g'
    ? inspectLine(event.key, letters, state.inspect, state.me)
    : null;
}

function run(action: KeyAction, state: State, scene: Scene): void {
  switch (action.do) {
    case 'move':
      sendMove(action.move.move);
      break;
    case 'press':
      document.querySelector<HTMLElement>(`[data-digit="${action.digit}"]`)?.click();
      break;
    case 'ask':
      askFor(action.move, {
        free: freeOf(scene.buttons),
        key: keyOf(action.move, scene.hint.moves).toUpperCase(),
      });
      break;
    case 'amount':
      document.getElementById('amount')?.focus();
      break;
    case 'say':
      document.getElementById('say')?.focus();
      break;
    case 'turn':
      document.getElementById('turn')?.focus();
      repeatTurn();
      break;
    case 'deal':
      document.querySelector<HTMLElement>('.deal-now')?.click();
      break;
    case 'look':
      look(action.by);
      break;
    case 'help':
      ui.set({ help: !ui.get().help });
      break;
    case 'tab':
      openTab(action.tab);
      break;
    case 'inspect-tab':
      ui.set({ inspectTab: action.tab, sheet: true });
      break;
    case 'bid':
      document.querySelector<HTMLElement>('.bid-send')?.click();
      break;
    case 'square': {
      if (scene.look.kind !== 'grid') break;
      const cell = cellOfTouch(action.square, scene.look.grid);
      const drawn =
        cell === null ? null : document.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
      drawn?.focus();
      break;
    }
    case 'preselect': {
      if (scene.look.kind !== 'cards') break;
      const price = priceFor(scene.look.scene, state.me);
      const choice =
        action.key === 'f'
          ? price > 0
            ? ('fold' as const)
            : ('check-fold' as const)
          : ('call' as const);
      if (choice === 'call' && price === 0) break;
      const same = ui.get().preselect?.choice === choice;
      ui.set({ preselect: same ? null : { choice, price } });
      break;
    }
    case 'escape':
      if (ui.get().help || ui.get().menu || ui.get().sheet)
        ui.set({ help: false, menu: false, sheet: false });
      else ui.set({ picked: [], touched: [], premove: null, ask: null, looking: null });
      break;
    case 'wait-tab':
    case 'wait-rank':
      break;
  }
}

export function useKeys(state: State | null, scene: Scene, showdown: boolean): void {
  useEffect(() => {
    if (state === null) return undefined;
    let before = '';
    let pressed = 0;
    // A key that is held is one act. Only what moves through a match, or a field, goes on with it.
    const holdOnce = (event: KeyboardEvent): void => {
      const presses = event.key === 'Enter' || (event.key === ' ' && !isField(event.target));
      if (!event.repeat || !presses) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      const { letterKeys, ask } = ui.get();
      const fresh = performance.now() - pressed < kPause_ms ? before : '';
      const line = lineOf(event, state, letterKeys, fresh);
      if (line !== null) {
        event.preventDefault();
        sendLine(line);
        return;
      }
      // Enter on a button presses it; the page must not act on it twice.
      if (
        event.key === 'Enter' &&
        event.target instanceof HTMLElement &&
        event.target.closest('button, a, input, summary')
      )
        return;
      const action = keyAction(event.key, {
        state,
        scene,
        typing: isField(event.target),
        letters: letterKeys,
        before: fresh,
        showdown,
      });
      before = action?.do === 'wait-tab' ? 'g' : action?.do === 'wait-rank' ? action.file : '';
      pressed = performance.now();
      if (action === null) return;
      if (event.repeat && action.do !== 'look') return;
      if (action.do !== 'escape') event.preventDefault();
      // The same key a second time means it.
      if (action.do === 'ask' && JSON.stringify(ask?.move) === JSON.stringify(action.move.move)) {
        ui.set({ ask: null });
        sendMove(action.move.move);
        return;
      }
      run(action, state, scene);
    };
    addEventListener('keydown', holdOnce, { capture: true });
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', holdOnce, { capture: true });
      removeEventListener('keydown', listen);
    };
  }, [state, scene, showdown]);
}
