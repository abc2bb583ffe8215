/** A page of the mock, in Chromium, and what it sends. */
import { chromium } from 'playwright-core';
import { startMock } from './mock.mjs';

let sent = [];
let arrived = () => {};
let socket = null;
export const mock = await startMock(0, (message, from) => {
  sent.push(message);
  socket = from;
  arrived();
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
/** What went wrong, a line each. */
export const wrong = [];

/** Waits until the page has sent another message, and returns it. */
export const next = async () => {
  const until = new Promise((resolve) => {
    arrived = resolve;
  });
  if (sent.length === 0) await until;
  return sent.shift();
};

/** Opens the page of a fixture. */
export async function open(fixture, size = { width: 1280, height: 800 }) {
  sent = [];
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => wrong.push(`${fixture}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(`${fixture}: ${message.text()}`);
  });
  await page.goto(`${mock.url}/?fixture=${fixture}`);
  await page.waitForSelector('.game-stage > *, .states, .lobby');
  return page;
}

/** Says something to the page that spoke last. */
export const answer = (text) => socket.send(text);

export async function closeAll() {
  await browser.close();
  mock.close();
}
