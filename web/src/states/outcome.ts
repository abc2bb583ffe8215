import type { Outcome } from '../protocol/protocol';
import { saidId } from '../words/said';

/** The result of a match as sentences, and as a table of the seats. */

/** Sentences that say what one seat won or lost. The table says the same. */
const kOfChips = new Set([
  'you_win_chips', 'you_lose_chips', 'you_break_even', 'wins_chips', 'loses_chips', 'breaks_even',
]);

export interface SeatResult {
  seat: number;
  won: number;
}

export interface Results {
  /** The first one is the verdict. */
  sentences: string[];
  /** The seats with the most first; none: the sentences say all. */
  rows: SeatResult[];
  /** The numbers are chips. */
  chips: boolean;
}

export function resultsOf({ words, json, said }: Outcome): Results {
  const ids = words.map((_, i) => saidId(Array.isArray(said) ? said[i] : undefined));
  const ofSeat = ids.map((id) => id === 'points' || kOfChips.has(id));
  const won = Array.isArray(json) ? json.map(Number) : [];
  if (!ofSeat.includes(true) || !won.every(Number.isSafeInteger))
    return { sentences: words, rows: [], chips: false };
  return {
    sentences: words.filter((_, i) => i === 0 || !ofSeat[i]),
    rows: won.map((each, seat) => ({ seat, won: each })).sort((a, b) => b.won - a.won || a.seat - b.seat),
    chips: ids.some((id) => kOfChips.has(id)),
  };
}
