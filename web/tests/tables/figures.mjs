/** How long things take here, which is printed and not judged, and how large the page is. */
import assert from 'node:assert/strict';
import { whoIsAsked } from './play.mjs';
import { enter, get } from './raw.mjs';

/** Notes in a page when it was clicked, when the table was first drawn, and when each disc was. */
function clock() {
  const now = () => performance.timeOrigin + performance.now();
  const times = { clicked: 0, table: 0, discs: {} };
  globalThis.times = times;
  addEventListener('click', () => (times.clicked = now()), true);
  new MutationObserver(() => {
    if (times.table === 0 && document.querySelector('.game-stage .cell'))
      requestAnimationFrame(() => (times.table ||= performance.now()));
    const count = document.querySelectorAll('.cell:not([aria-label*=", empty"])').length;
    if (!(count in times.discs)) {
      times.discs[count] = 0;
      requestAnimationFrame(() => (times.discs[count] = now()));
    }
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

const timesOf = (page) => page.tab.evaluate(() => globalThis.times);

export default {
  async 'figures: the first view, and a move on all screens'(room) {
    const ann = await room.host('Ann', 'othello');
    const bob = await (await room.join('Bob', ['--accept'])).open({}, clock);
    await bob.when(({ phase }) => phase === 'playing');
    const first = await ann.open({}, clock); // nothing of it was loaded before
    await first.tab.waitForFunction(() => globalThis.times.table > 0);
    const { table } = await timesOf(first);

    const pages = [first, bob];
    const took = [];
    for (let discs = 5; discs < 25; ++discs) {
      const page = await whoIsAsked(pages);
      page.plays();
      await page.tab.locator('.cell.legal').first().click();
      for (const each of pages)
        await each.tab.waitForFunction((count) => globalThis.times.discs[count] > 0, discs);
      const { clicked } = await timesOf(page);
      const drawn = await Promise.all(pages.map(timesOf));
      took.push(Math.max(...drawn.map((times) => times.discs[discs])) - clicked);
    }
    took.sort((a, b) => a - b);
    const ms = (time) => `${Math.round(time)} ms`;
    return [
      `first view ${ms(table)} (goal 1000)`,
      `a move on all screens, of ${took.length}: median ${ms(took[10])}, longest ${ms(took.at(-1))} (goal 150)`,
    ].join('; ');
  },

  async 'figures: the page is small'(room) {
    const ann = await room.host('Ann', 'tic-tac-toe');
    const headers = { Cookie: await enter(ann) };
    const page = await get(ann.port, '/', headers);
    const bytes = [Number(page.headers['content-length'])];
    for (const path of ['/assets/page.js', '/assets/page.css']) {
      const asset = await get(ann.port, path, headers);
      assert.equal(asset.status, 200);
      assert.equal(asset.headers['content-encoding'], 'gzip');
      bytes.push(Number(asset.headers['content-length']));
    }
    const all = bytes.reduce((sum, each) => sum + each, 0);
    assert.ok(all <= 180_000, `${all} bytes`);
    return `${all} bytes compressed (at most 180000)`;
  },
};
