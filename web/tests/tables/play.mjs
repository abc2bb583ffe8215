/** What people do at tables of any game. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { kNever_ms } from './heard.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What the console says when the page looks for a program that has ended. */
export const kNobodyThere = /WebSocket connection to .* failed/;

/** Waits until a page takes an act again: it drops those that come right after another. */
export const takesActs = (page) => page.tab.locator('.frame:not(.sent):not(.fresh)').waitFor();

/** Leaves a match that is over. The page says that it can be closed, and offers nothing more. */
export async function leave(page) {
  await takesActs(page);
  await page.tab.locator('.end').getByRole('button', { name: 'Leave' }).click();
  await page.tab.getByText('Your table program has ended.').waitFor();
  await page.tab.locator('.end .buttons').waitFor({ state: 'detached' });
}

/** Sits down at a table whose terms are shown before anything is agreed to. */
export async function sitDown(room, name, terms) {
  const page = await (await room.join(name)).open();
  await page.tab.getByRole('region', { name: 'The terms of this table' }).waitFor();
  assert.equal(page.state.phase, 'terms');
  const seats = terms.slice(terms.indexOf(', ')).split(';')[0]; // parameters have rows of their own
  await page.tab.locator('.terms-rows dd').filter({ hasText: seats }).first().waitFor();
  const folded = page.tab.locator('details:not([open]) > summary', { hasText: 'Trust' });
  if (await folded.isVisible()) await folded.click();
  await page.tab.locator('.trust-sentence', { hasText: page.state.terms.sentence }).waitFor();
  await page.button('Sit down').click();
  return page;
}

/** Waits until one of these people is asked for a move, and returns that page; null: all is over. */
export async function whoIsAsked(pages) {
  const gives_up = performance.now() + kNever_ms;
  for (;;) {
    const asked = pages.find((page) => page.asks);
    if (asked) {
      await takesActs(asked);
      return asked;
    }
    if (pages.every(({ state }) => state?.phase === 'ended')) return null;
    if (performance.now() > gives_up) throw new Error('nobody is asked for a move');
    await Promise.race(pages.map((page) => page.news()));
  }
}

/** Clicks the button of the first move that begins with one of these words. */
export async function press(page, ...words) {
  const labels = page.state.moves.map(({ label }) => label);
  const chosen = labels.find((label) => words.includes(label.split(' ')[0]));
  assert.ok(chosen, `one of ${words} among ${labels}`);
  page.plays();
  const name = new RegExp(`^${chosen}`, 'i');
  await page.tab.locator('.actions').getByRole('button', { name }).click();
}

/** Asserts that nobody is shut out of this page by its phase. */
export async function isForAll(page, phase, where = phase) {
  await page.when((state) => state.phase === phase);
  await isAccessible(page.tab, where);
}

/** Asserts that axe-core finds nothing in a tab. */
export async function isAccessible(tab, where) {
  // A bar whose move is on its way is dimmed, and cannot be used until the table has answered.
  await tab.waitForFunction(() => !document.querySelector('.sent'));
  // The policy of the page forbids to add scripts, so axe comes in from outside.
  await tab.evaluate(axe);
  const { violations } = await tab.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ['violations'] }),
  );
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200))}`,
  );
  assert.deepEqual(told, [], where);
}
