import type { Scene } from './scene';
import type { Move, State } from '../protocol/protocol';
import { isAsked } from './make';
import { moveOfKey } from './moves';
import type { InspectTab } from '../store/ui';

/** Keys, as pure data: what a key means now. Who presses a letter in a field means the field. */
export type KeyAction =
  | { do: 'move'; move: Move }
  | { do: 'press'; digit: string }
  | { do: 'amount' }
  | { do: 'ask'; move: Move }
  | { do: 'preselect'; key: string }
  | { do: 'say' }
  | { do: 'turn' }
  | { do: 'deal' }
  | { do: 'look'; by: 1 | -1 }
  | { do: 'help' }
  | { do: 'tab'; tab: 'log' | 'chat' | 'table' | 'checks' }
  | { do: 'inspect-tab'; tab: InspectTab }
  | { do: 'wait-tab' }
  | { do: 'wait-rank'; file: string }
  | { do: 'square'; square: string }
  | { do: 'escape' }
  | { do: 'bid' };

export interface KeyContext {
  state: State;
  scene: Scene;
  /** Whether a field has the focus. */
  typing: boolean;
  letters: boolean;
  /** The key before, if it was a `g` or the file of a square. */
  before: string;
  showdown: boolean;
}

const kTabs = { l: 'log', c: 'chat', t: 'table', k: 'checks' } as const;
const kInspectTabs = { m: 'moves', v: 'views', s: 'state', l: 'log' } as const;

function boardKey(key: string, context: KeyContext): KeyAction | null {
  const { look } = context.scene;
  if (look.kind !== 'grid') return null;
  if (/^[1-9]$/.test(key) && /^[a-z]$/.test(context.before))
    return { do: 'square', square: context.before + key };
  const last = String.fromCharCode(96 + look.grid.columns);
  return /^[a-z]$/.test(key) && key <= last && key !== 'g' ? { do: 'wait-rank', file: key } : null;
}

/** Returns what a key does, or null if it does nothing here. */
export function keyAction(pressed: string, context: KeyContext): KeyAction | null {
  if (pressed === 'Escape') return { do: 'escape' };
  if (context.typing) return null;
  if (pressed === 'Enter' && context.scene.look.kind === 'dice') return { do: 'bid' };
  if (pressed === '?') return { do: 'help' };
  if (pressed === '/') return { do: 'say' };
  const key = pressed.toLowerCase();
  if (pressed.length !== 1) return null;
  if (!context.letters && !/[0-9]/.test(key)) return null;

  if (context.state.inspect !== null) {
    if (context.before === 'g' && Object.hasOwn(kInspectTabs, key))
      return { do: 'inspect-tab', tab: kInspectTabs[key as keyof typeof kInspectTabs] };
  } else if (context.before === 'g' && Object.hasOwn(kTabs, key)) {
    return { do: 'tab', tab: kTabs[key as keyof typeof kTabs] };
  }
  // On a board `g` is a file too: a digit after it means the square, a letter the tab.
  const square = boardKey(key, context);
  if (square !== null) return square;
  if (key === 'g') return { do: 'wait-tab' };
  if (key === 't') return { do: 'turn' };
  if (key === 'n' && context.showdown) return { do: 'deal' };
  if (key === '<' || key === '>') return { do: 'look', by: key === '<' ? -1 : 1 };

  const { state, scene } = context;
  if (!state.turn.mine) {
    const plays = state.phase === 'playing';
    return plays && scene.look.kind === 'cards' && (key === 'f' || key === 'c')
      ? { do: 'preselect', key }
      : null;
  }
  // The button that stands there is pressed, so that a digit does what the person sees.
  if (/^[1-9]$/.test(key)) return { do: 'press', digit: key };
  // The moves of a scene that are made by a touch stand in its bar, too.
  const moves = scene.look.kind === 'scene' ? state.moves : scene.buttons;
  const move = moveOfKey(key, moves, scene.hint.moves);
  if (move === null) return null;
  if (move.number !== null) return { do: 'amount' };
  return isAsked(move) ? { do: 'ask', move } : { do: 'move', move };
}
