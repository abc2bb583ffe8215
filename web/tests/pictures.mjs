/**
 * Opens the built page with each fixture at the widths of a desk and a phone, in both themes, and
 *   - reports boxes that touch (plates, bets, cards, buttons) or leave the window,
 *   - asks axe-core for violations of any weight, of its best practices, too,
 *   - does both again under every tab of an inspection, and on the page of a game in the lobby,
 *   - reports whatever the page writes to the console, so also what the security policy refused.
 *
 *   node tests/pictures.mjs                         checks all
 *   node tests/pictures.mjs --only holdem,chess     only these; --locale de: in German
 *   node tests/pictures.mjs --sizes lying,390       only at these sizes
 *   node tests/pictures.mjs --write ../docs/pictures    also writes pictures of the main views
 *   node tests/pictures.mjs --all FOLDER            also writes every picture
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { kMain } from './main-views.mjs';
import { fixtures, startMock, stateOf } from './mock.mjs';
import { boxesThatTouch } from './overlaps.mjs';
import { smallPng } from './small-png.mjs';

const option = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? null : process.argv[at + 1];
};
const only = option('--only')?.split(',') ?? fixtures();
const all = option('--all');
const written = option('--write');
for (const folder of [all, written]) if (folder) mkdirSync(folder, { recursive: true });

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const sizes = [
  { name: '1280', width: 1280, height: 800 },
  { name: '800', width: 800, height: 900, quiet: true },
  { name: '600', width: 600, height: 900, quiet: true },
  { name: '390', width: 390, height: 844 },
  { name: '360', width: 360, height: 640, quiet: true },
  { name: 'low', width: 1280, height: 600, quiet: true },
  { name: 'compact', width: 640, height: 400 },
  { name: 'lying', width: 844, height: 390, quiet: true },
  { name: 'large', width: 2560, height: 1440, quiet: true },
];
const chosen = option('--sizes')?.split(',') ?? sizes.map(({ name }) => name);
const wrong = [];

const mock = await startMock(0);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});

/** Fills the clocks with what the fixture says: a picture must not depend on when it was taken. */
const stopped = () => {
  performance.now = () => 1000;
  Date.now = () => 1764072000000;
};

async function check(page, where, size) {
  for (const touch of await page.evaluate(boxesThatTouch)) wrong.push(`${where}: ${touch}`);
  if (!size.quiet) {
    // The policy of the page forbids to add scripts, so axe comes in from outside.
    await page.evaluate(axe);
    const found = await page.evaluate(() =>
      globalThis.axe.run(document, { resultTypes: ['violations'] }),
    );
    for (const { id, nodes } of found.violations)
      wrong.push(
        `${where}: ${id}: ${nodes
          .slice(0, 3)
          .map((node) => node.html.slice(0, 160))
          .join('  |  ')}`,
      );
  }
}

/** Looks at the rules of a game, which the lobby shows in place of its list of games. */
async function lookAtRules(page, where, size) {
  if ((await page.locator('.tile').count()) === 0)
    await page.getByRole('button', { name: 'All games' }).click();
  await page.locator('.tile').first().click();
  await page.locator('.game-page').waitFor();
  await check(page, `${where}, rules`, size);
  if (all) await page.screenshot({ path: join(all, `${where}-rules.png`.replaceAll(' ', '-')) });
}

/** Looks under every tab of a panel; on a phone they are in a sheet. */
async function lookUnderTabs(page, where, size) {
  const strip = page.locator('.strip');
  if ((await strip.count()) > 0) await strip.click();
  for (const tab of await page.locator('[role=tab]').all()) {
    await tab.click();
    const name = await tab.textContent();
    await check(page, `${where}, ${name}`, size);
    if (all) {
      const file = `${where}-${name}.png`.replaceAll(' ', '-').toLowerCase();
      await page.screenshot({ path: join(all, file) });
    }
  }
}

async function look(name, size, theme) {
  const where = `${name} ${size.name} ${theme}`;
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: option('--locale') ?? 'en-GB',
  });
  const page = await context.newPage();
  await page.addInitScript(stopped);
  page.on('console', (message) => {
    // A hostile hint is refused; one that is used must not fail.
    if (!/hint of .* is not used/.test(message.text()) || /drawing it failed/.test(message.text()))
      wrong.push(`${where}: console: ${message.text()}`);
  });
  page.on('pageerror', (error) => wrong.push(`${where}: ${error.message}`));
  await page.goto(`${mock.url}/?fixture=${name}`);
  await page.waitForSelector('.stage > :not(:empty), .game-stage > *');
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  // Two drawings: the first measures the stage, the second is laid out by it.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

  await check(page, where, size);
  if (all) await page.screenshot({ path: join(all, `${name}-${size.name}-${theme}.png`) });
  if (written && kMain[name]?.includes(`${size.name}-${theme}`)) {
    const file = join(written, `page-${name}-${size.name}-${theme}.png`);
    writeFileSync(file, smallPng(await page.screenshot()));
  }
  if (stateOf(name).lobby) await lookAtRules(page, where, size);
  if (stateOf(name).inspect || name === 'evening') await lookUnderTabs(page, where, size);
  await context.close();
}

for (const name of only) {
  for (const size of sizes.filter((each) => chosen.includes(each.name))) {
    for (const theme of size.quiet ? ['light'] : ['light', 'dark']) await look(name, size, theme);
  }
}
await browser.close();
mock.close();

for (const line of wrong) console.error(line);
console.log(
  wrong.length === 0
    ? `${only.length} fixtures: nothing touches, nothing is refused.`
    : `${wrong.length} faults.`,
);
process.exit(wrong.length === 0 ? 0 : 1);
