import type { Move } from '../protocol/protocol';
import { sendMove } from '../store/socket';
import { askFor, ui } from '../store/ui';
import { grouped } from '../base/text';
import { words } from '../words';
import { withNumber, withWords } from './moves';

/** Returns whether the page asks before it sends a move. */
export const isAsked = (move: Move): boolean => move.careful || move.ask !== '';

/** Makes a move, of `value` if it has a number, and asks first where the move wants it. Fingers, keys, lists and the
 * bar all make moves here, so that each of them asks. */
export function makeMove(move: Move, value?: number): void {
  const json = value === undefined ? move.move : withNumber(move, value);
  const name = value === undefined ? move.label : withWords(move, grouped(value, words.separator));
  if (isAsked(move)) return askFor(move, { json, name });
  ui.set({ picked: [], touched: [], picks: [] });
  sendMove(json);
}
