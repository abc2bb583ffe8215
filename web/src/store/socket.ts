import type { FromPage, Json } from '../protocol/protocol';
import { type Beat, beatAt } from './beat';
import { protocols } from './key';
import { answerOnce, moveOnce } from './once';
import { readFrame } from '../protocol/read';
import { page, takeLines, takeState } from './store';

/** The line to the program: opens it, reads from it, and opens it again when it breaks. */

/** A program closes its pages so when it ends in order. */
const kGoingAway = 1001;
/** A match that the person has asked for begins at once. */
const kWaitForNext_ms = 100;
const kWaits = [1000, 2000, 3000, 5000, 10000];

let socket: WebSocket | null = null;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const kLook_ms = 1000;
let beat: Beat = { heard: 0, asked: 0 };
let looks: ReturnType<typeof setInterval> | undefined;

/** Looks after the program of an open connection: asks whether it runs, and notes that it does not. */
function look(): void {
  if (page.get().link !== 'open') return;
  const now = performance.now();
  const what = beatAt(beat, now);
  if (what === 'ask' && send({ v: 1, beat: true })) beat = { ...beat, asked: now };
  if (what === 'stopped' && !page.get().stopped) page.set({ stopped: true });
}

function heard(): void {
  beat = { heard: performance.now(), asked: 0 };
  if (page.get().stopped) page.set({ stopped: false });
}

export function connect(): void {
  clearTimeout(timer);
  looks ??= setInterval(look, kLook_ms);
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const opened = new WebSocket(`${scheme}://${location.host}/socket`, protocols());
  socket = opened;
  let first = true;
  opened.onmessage = (event) => {
    const read = typeof event.data === 'string' ? readFrame(event.data) : null;
    if (read === null) return;
    heard();
    if (first) {
      // The first frame after a break is all there is to know, so the log starts anew too.
      first = false;
      failures = 0;
      page.set({ link: 'open', lines: [] });
    }
    if (read.state) takeState(read.state, performance.now());
    if (read.lines.length > 0) takeLines(read.lines);
  };
  opened.onclose = ({ code }) => {
    if (socket !== opened) return;
    socket = null;
    if (!first) page.set({ over: code === kGoingAway });
    const soon = page.get().next && failures === 0;
    const wait = soon ? kWaitForNext_ms : kWaits[Math.min(failures, kWaits.length - 1)]!;
    failures += 1;
    page.set({ link: 'cut', stopped: false, retry: performance.now() + wait, calls: failures });
    timer = setTimeout(connect, wait);
  };
}

function send(message: FromPage): boolean {
  if (socket === null || socket.readyState !== WebSocket.OPEN || page.get().link !== 'open') {
    return false;
  }
  socket.send(JSON.stringify(message));
  return true;
}

/** Sends a move for the present step, once. Returns whether it went out. */
export const sendMove = (move: Json): boolean => moveOnce(() => sendNow(move));

/** Sends a move that the person chose before this step, which so cannot be a late click. */
export const sendChosenBefore = (move: Json): boolean => moveOnce(() => sendNow(move), true);

function sendNow(move: Json): boolean {
  const { state } = page.get();
  return state !== null && send({ v: 1, step: state.step, move });
}

/** Sends a line as it is typed in the terminal. Before a game it says which question stood on the
 * page: the program takes an answer to that one alone. Returns whether it went out. */
export function sendLine(line: string): boolean {
  const { state } = page.get();
  const before = state?.phase === 'gathering' || state?.phase === 'terms';
  return send(before ? { v: 1, line, asked: state.question } : { v: 1, line });
}

/** Sends a wish that is no answer to a question, whatever stands there. Returns whether it went out. */
export const sendWish = (line: string): boolean => send({ v: 1, line });

/** Sends an answer to the question that stands on the page, once. Returns whether it went out. */
export const sendAnswer = (line: string): boolean =>
  answerOnce(() => {
    const { state } = page.get();
    return state !== null && send({ v: 1, line, asked: state.question });
  });
