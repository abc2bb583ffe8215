import { clock } from '../base/text';
import type { Evening } from '../protocol/protocol';
import { words } from '../words';

/** An evening as its page tells it, without the page. */

/** Returns what happens when the break of an evening is over, and when; '' if it waits for people. */
export function breakSaid({ break_left_ms, broke, bank }: Evening, left_ms: number): string {
  if (break_left_ms === 0) return '';
  const left = clock(left_ms);
  if (!broke) return words.nextTableIn(left);
  return bank ? words.bankBuys(left) : words.bankBroke(left);
}
