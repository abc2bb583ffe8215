import type { State } from '../protocol/protocol';
import { clock } from '../base/text';
import { words } from '../words';
import { levelNow, levelToCome } from './levels';
import { leftOf } from './shared';

/** Returns what the blinds are and, where there is room, what they will be: "10/20, 25/50 in 7:42". */
export function blindsPart(state: State, short: boolean, now: number): string {
  const [level, next] = [levelNow(state), levelToCome(state)];
  if (level === null) return '';
  const blinds = `${level.small}/${level.big}`;
  if (short || next === null) return blinds;
  const later = `${next.small}/${next.big}`;
  if (next.from === 'next') return `${blinds}, ${words.nextHand(later)}`;
  if (typeof next.from === 'string') return blinds;
  if ('hand' in next.from) return `${blinds}, ${words.fromHand(later, next.from.hand)}`;
  const left = leftOf(next.from.ms, now);
  return left > 0 ? `${blinds}, ${words.inTime(later, clock(left))}` : blinds;
}
