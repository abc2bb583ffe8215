import { page, type Page } from './store';

/** One act of a person is one message. The second click of a double click, or a key that is held,
 * would else play the street that comes next. */

/** A second act within this time is the same one. */
export const kOneAct_ms = 400;
/** A click within this time of a new question was meant for what stood there before. */
export const kFresh_ms = 300;
/** A program that says nothing for so long may be asked again. */
const kNoAnswer_ms = 5000;

/** What was sent and is not yet answered: for which step, and the last line that was known then. */
export interface Sent {
  table: string;
  step: number;
  line: number;
  at: number;
}

let timer: ReturnType<typeof setTimeout> | undefined;
let acted = -Infinity;
let settles: ReturnType<typeof setTimeout> | undefined;

const lastLine = ({ lines }: Page): number => lines.at(-1)?.seq ?? -1;

/** Returns whether the program has answered: the table went on, or it says what was wrong. */
export function isAnswered(sent: Sent, now: Page): boolean {
  const { state, link, lines } = now;
  if (link !== 'open' || state === null) return true;
  if (state.table.id !== sent.table || state.step !== sent.step || !state.turn.mine) return true;
  return lines.some(
    ({ seq, kind }) => seq > sent.line && (kind === 'note' || kind === 'trouble'),
  );
}

function release(after: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => page.set({ sent: null }), after);
}

/** Does what sends a move, unless the one before is not answered, or the question is so new that the
 * click was meant for another; `knows` the person chose it before. Returns whether it went out. */
export function moveOnce(send: () => boolean, knows = false): boolean {
  const now = page.get();
  if (now.sent !== null || now.state === null) return false;
  if (!knows && now.fresh) return false;
  if (!send()) return false;
  const { state } = now;
  acted = performance.now();
  page.set({
    sent: { table: state.table.id, step: state.step, line: lastLine(now), at: acted },
  });
  release(kNoAnswer_ms);
  return true;
}

/** Does what sends an answer to a question, unless the person acted just before. */
export function answerOnce(send: () => boolean): boolean {
  if (performance.now() - acted < kOneAct_ms || !send()) return false;
  acted = performance.now();
  return true;
}

/** Marks a question that is new, for as long as no click answers it. */
export function watchFresh(): void {
  let since = page.get().since;
  page.watch((now) => {
    if (now.since === since) return;
    since = now.since;
    clearTimeout(settles);
    page.set({ fresh: true });
    settles = setTimeout(() => page.set({ fresh: false }), since + kFresh_ms - performance.now());
  });
}

/** Lets the person act again once the program has answered. */
export function watchSent(): void {
  page.watch((now) => {
    if (now.sent === null || !isAnswered(now.sent, now)) return;
    release(Math.max(0, now.sent.at + kOneAct_ms - performance.now()));
  });
}
