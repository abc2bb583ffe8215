import type { Json } from './protocol';

/** Returns the word by which a hint names a move: "fold", or "raise" for {"raise": 40}. */
export function kindOf(move: Json): string {
  if (typeof move === 'string') return move;
  if (typeof move === 'object' && move !== null && !Array.isArray(move)) {
    const keys = Object.keys(move);
    if (keys.length === 1) return keys[0]!;
  }
  return '';
}
