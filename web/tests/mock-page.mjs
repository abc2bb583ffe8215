/** A page of the mock, in Chromium, and what it sends. */
import { chromium } from 'playwright-core';
import { startMock } from './mock.mjs';
import { kNever_ms } from './tables/heard.mjs';

let sent = [];
let arrived = () => {};
let socket = null;
let opened = null;
let reply = null;
export const mock = await startMock(0, (message, from) => {
  sent.push(message);
  socket = from;
  from.quiet = reply !== null;
  const said = reply?.(message);
  if (said) from.send(JSON.stringify(said));
  arrived();
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
/** What went wrong, a line each. */
export const wrong = [];

/** Waits until a click or a key may be an act: not right after another, nor at a new question. */
export const takesActs = () =>
  opened.waitForSelector('.frame:not(.sent):not(.fresh), .lobby', { state: 'attached' });

/** Waits until the page has sent another message, and returns it. The person then waits until the
 * page takes another act. */
export const next = async () => {
  const until = new Promise((resolve) => {
    arrived = resolve;
  });
  if (sent.length === 0) await until;
  const message = sent.shift();
  if (message.move !== undefined && reply === null)
    await takesActs();
  return message;
};

/** Answers the messages of the page as `answers` says, until the next page is opened. */
export const replyWith = (answers) => {
  reply = answers;
};

/** Returns all that the page has sent and no test has taken. */
export const allSent = () => sent;

/** Opens the page of a fixture. */
export async function open(fixture, size = { width: 1280, height: 800 }) {
  sent = [];
  reply = null;
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(kNever_ms);
  opened = page;
  page.on('pageerror', (error) => wrong.push(`${fixture}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(`${fixture}: ${message.text()}`);
  });
  await page.goto(`${mock.url}/?fixture=${fixture}`);
  await page.waitForSelector('.game-stage > *, .states, .lobby, .end');
  await takesActs();
  return page;
}

/** Shows a state on the pages that are open. */
export const show = (state) => mock.say(JSON.stringify({ v: 1, state }));

/** Waits until a page has so many of what a locator finds. */
export async function has(count, locator) {
  if (count > 0) await locator.nth(count - 1).waitFor({ state: 'attached' });
  await locator.nth(count).waitFor({ state: 'detached' });
}

/** Says something to the page that spoke last. */
export const answer = (text) => socket.send(text);

export async function closeAll() {
  await browser.close();
  mock.close();
}
