/** Hold'em at one table, by three people in browsers of their own. */
import assert from 'node:assert/strict';
import { kNobodyThere, leave, press, sitDown, whoIsAsked } from './play.mjs';

/** Returns all chips that are in the middle and in front of the seats. */
const pot = ({ view }) => [...view.paid, ...view.bets].reduce((sum, chips) => sum + chips, 0);

/** Returns the hands that a page shows after a showdown, with its own person's name for "You". */
async function shownHands(page) {
  const shown = await page.tab.waitForFunction(() => {
    const rows = [...document.querySelectorAll('.shown-hands li')];
    return rows.length === 3 && rows.map((row) => row.innerText.replace(/\s+/g, ' '));
  });
  return (await shown.jsonValue()).map((text) => text.replace(/^You /, `${page.person.name} `));
}

export default {
  async "hold'em: three browsers play to a showdown and agree on it"(room) {
    room.expected.push(kNobodyThere);
    room.settings = { FAIRDEAL_SHOW_LOSING: 'true' };
    const ann = await room.host('Ann', 'holdem', ['--seats', '3', '--params', '{"hands":2}']);
    const pages = [await ann.open()];
    for (const name of ['Bob', 'Cat'])
      pages.push(await sitDown(room, name, 'holdem, 3 seats; hands = 2.'));

    // Bob is the first to act in the second hand, so he may see this for a moment only.
    const seen = Promise.all([shownHands(pages[0]), shownHands(pages[2])]);
    for (;;) {
      const page = await whoIsAsked(pages);
      if (page.state.view.hand === 2) break;
      const { step } = page.state;
      const chips = new RegExp(`^${pot(page.state)}$`);
      for (const other of pages) {
        await other.when((state) => state.step === step);
        await other.tab.locator('.pot strong', { hasText: chips }).waitFor();
      }
      await press(page, 'call', 'check', 'show');
    }
    const [rows, alike] = await seen;
    assert.deepEqual(rows, alike);
    const { last } = pages[1].state.view;
    for (const seat of [0, 1, 2]) {
      const row = rows.find((text) => text.startsWith(pages[seat].person.name));
      for (const [rank, suit] of last.shown[seat])
        assert.match(row, new RegExp(`\\b${rank.replace('T', '10')} \\w+ of ${suit}`));
      if (last.won[seat] > 0) assert.match(row, new RegExp(` ${last.won[seat]}$`));
    }
    for (const page of pages) {
      await page.tab.locator('.log-pager', { hasText: 'Hand 2' }).waitFor();
      await page.tab.locator('.log-pager button').first().click();
      await page.tab.locator('.log-pager', { hasText: 'Hand 1' }).waitFor();
      await page.tab.locator('.panel .lines li', { hasText: /^Hand 1: / }).waitFor();
      await page.tab.locator('.log-pager button').last().click();
    }

    for (let page = await whoIsAsked(pages); page; page = await whoIsAsked(pages)) {
      // The showdown stands above the moves, which wait for nothing.
      await page.tab.locator('.actions button').first().waitFor();
      page.plays();
      await page.tab.keyboard.press('f');
    }
    const verdicts = await Promise.all(
      pages.map((page) => page.tab.locator('.end .verdict').innerText()),
    );
    for (const verdict of verdicts) assert.match(verdict, /^You /);
    const numbers = pages.map((page) => JSON.stringify(page.state.result.json));
    assert.equal(new Set(numbers).size, 1, numbers.join(' / '));
    for (const page of pages) await leave(page);
    const results = await Promise.all(pages.map((page) => page.person.program.result()));
    assert.equal(new Set(results.map(({ head }) => head)).size, 1);
  },

  async "hold'em: a losing hand is mucked without a question, and a showdown stands for 3 s and more"(room) {
    room.expected.push(kNobodyThere);
    const ann = await room.host('Ann', 'holdem', ['--seats', '2', '--params', '{"hands":4}']);
    const pages = [await ann.open(), await sitDown(room, 'Bob', 'holdem, 2 seats; hands = 4.')];
    // Each page notes how long each hand that was shown stood there.
    for (const { tab } of pages)
      await tab.evaluate(() => {
        globalThis.stood = [];
        globalThis.rows = [];
        let since = null;
        new MutationObserver(() => {
          const list = document.querySelector('.shown-hands');
          const there = list !== null;
          if (there && since === null) globalThis.rows.push([...list.children].map((row) => row.innerText));
          if (there && since === null) since = performance.now();
          if (!there && since !== null) {
            globalThis.stood.push(performance.now() - since);
            since = null;
          }
        }).observe(document.body, { subtree: true, childList: true });
      });
    const hands = {};
    for (let page = await whoIsAsked(pages); page; page = await whoIsAsked(pages)) {
      const kinds = page.state.moves.map(({ kind }) => kind);
      assert.ok(!kinds.includes('muck'), 'nobody is asked whether to muck');
      const { hand, last: ended } = page.state.view;
      if (ended !== null) hands[ended.hand] = ended.shown;
      // The first of a hand waits until the one before has been read: nobody else has to.
      if (hand > 1 && page.state.view.board.length === 0 && page.looked !== hand) {
        page.looked = hand;
        for (const { tab } of pages)
          await tab.waitForFunction((count) => globalThis.stood.length >= count, hand - 1);
      }
      await press(page, 'call', 'check');
    }
    const stood = await Promise.all(pages.map(({ tab }) => tab.evaluate(() => globalThis.stood)));
    for (const each of stood) {
      assert.ok(each.length >= 3, `${each.length} showdowns`);
      for (const ms of each) assert.ok(ms >= 3000, `one stood for ${ms} ms`);
    }
    // A hand that was mucked stands before its own person alone.
    const rows = await Promise.all(pages.map(({ tab }) => tab.evaluate(() => globalThis.rows)));
    for (const [hand, shown] of Object.entries(hands))
      for (const [me, seen] of rows.entries()) {
        const hidden = seen[hand - 1].filter((row) => /only you see these/.test(row));
        assert.equal(hidden.length, shown[me] === null ? 1 : 0, `${hand}: ${seen[hand - 1]}`);
        if (hidden.length > 0) assert.match(hidden[0], /^You[^]* of [^]* of /);
        assert.equal(seen[hand - 1].length, shown.filter((cards) => cards !== null).length + hidden.length);
      }
    const { last } = pages[0].state.view;
    assert.ok(last.won.every((won, seat) => won === 0 || last.shown[seat] !== null));
    return `on the screen for ${stood.flat().map((ms) => (ms / 1000).toFixed(1)).join(', ')} s`;
  },
};
