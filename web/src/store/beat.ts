/** The page's heartbeat tells a program that has stopped from one that has nothing to say: a program
 * that is held, or hangs, keeps its connections open. */

/** A program that has said nothing for so long is asked. */
export const kQuiet_ms = 4000;
/** A program that then does not answer for so long has stopped. */
export const kStopped_ms = 6000;

export interface Beat {
  /** When the program last said something, by this page's clock. */
  heard: number;
  /** When it was asked; 0: it was not asked since it last said something. */
  asked: number;
}

/** Returns what the page does now about a program of which it has heard so. */
export function beatAt({ heard, asked }: Beat, now: number): 'wait' | 'ask' | 'stopped' {
  if (asked > 0) return now - asked >= kStopped_ms ? 'stopped' : 'wait';
  return now - heard >= kQuiet_ms ? 'ask' : 'wait';
}
