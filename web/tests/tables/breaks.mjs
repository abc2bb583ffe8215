/** What breaks in the middle of a hand: pages, programs, and people's connections. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kNobodyThere, press, sitDown, takesActs, whoIsAsked } from './play.mjs';

const kOneHand = ['--params', '{"hands":1}'];

/** Hold'em of two, both at their pages. */
async function headsUp(room) {
  const ann = await room.host('Ann', 'holdem', kOneHand);
  return [await ann.open(), await sitDown(room, 'Bob', 'holdem, 2 seats')];
}

/** Checks and calls until a state is as wanted, with all pages at the same step. */
async function playUntil(pages, wanted) {
  for (;;) {
    const page = await whoIsAsked(pages);
    if (page === null || wanted(page.state)) {
      const step = Math.max(...pages.map(({ state }) => state.step));
      await Promise.all(pages.map((each) => each.when((state) => state.step >= step)));
      return page;
    }
    await press(page, 'call', 'check', 'show');
  }
}

const onFlop = ({ view }) => view.board.length === 3;
const textOfLog = (page) => page.tab.locator('.panel .lines').innerText();
/** What a page shows of the table, without the time that is left. */
const drawn = (page) =>
  page.tab.locator('.game-stage').evaluate((stage) => stage.innerText.replace(/\s+/g, ' '));

export default {
  async 'a next match that cannot begin says why, and what to do'(room) {
    room.expected.push(kNobodyThere);
    const host = await room.host('Ann', 'odds-and-evens');
    const pages = [await host.open(), await sitDown(room, 'Bob', 'odds-and-evens, 2 seats')];
    for (let page = await whoIsAsked(pages); page; page = await whoIsAsked(pages)) {
      page.plays();
      await page.tab.locator('#say').fill('1');
      await page.tab.keyboard.press('Enter');
    }
    await pages[0].tab.getByText('Your program opens the next match.').waitFor();
    await pages[1].tab.getByText('Ann opens the next match.').waitFor();
    const contacts = join(room.folder, 'Ann.id.contacts');
    mkdirSync(contacts, { recursive: true });
    writeFileSync(join(contacts, 'contacts.toml'), 'this is no list of contacts');
    await takesActs(pages[0]);
    await pages[0].button('Rematch').click();
    await pages[0].tab.getByRole('heading', { name: 'The next match could not begin' }).waitFor();
    await pages[0].tab.getByText('contacts.toml').first().waitFor();
    await takesActs(pages[0]);
    await pages[0].tab.locator('.end').getByRole('button', { name: 'Leave' }).click();
    await pages[0].tab.getByText('Your table program has ended.').waitFor();
  },

  async 'a next match whose program is gone says so'(room) {
    room.expected.push(kNobodyThere);
    const host = await room.host('Ann', 'odds-and-evens', ['--bots', '1']);
    const page = await host.open();
    assert.equal(await whoIsAsked([page]), page);
    page.plays();
    await page.tab.locator('#say').fill('1');
    await page.tab.keyboard.press('Enter');
    await page.button('Rematch').waitFor();
    await takesActs(page);
    await page.button('Rematch').click();
    host.program.kill('SIGKILL');
    await page.tab.getByText('The next match did not open').waitFor();
  },

  async 'a peer killed: who is away, until when, and what happens then'(room) {
    room.expected.push(kNobodyThere);
    const pace = ['--move-time', '12', '--bank', '0', '--reconnect-time', '0', '--work-time', '10'];
    const host = await room.host('Ann', 'holdem', ['--seats', '3', ...kOneHand, ...pace]);
    const ann = await host.open();
    const others = [];
    for (const name of ['Bob', 'Cat']) others.push(await sitDown(room, name, 'holdem, 3 seats'));
    assert.equal(await whoIsAsked([ann]), ann);
    host.program.kill('SIGKILL');
    for (const page of others) {
      const bar = page.tab.locator('.note-bar', { hasText: 'Ann lost contact' });
      assert.match(await bar.innerText(), /the seat is held for 0:\d\d, then fold\./);
      await page.tab.locator('.plate', { hasText: 'Ann' }).getByText('Away 0:').waitFor();
      await page.tab.locator('.top', { hasText: 'Ann lost' }).waitFor();
    }
    for (const page of others) {
      await page.told('Ann did not answer: fold');
      await page.tab.locator('.plate.folded', { hasText: 'Ann' }).waitFor();
      await page.when(({ turn }) => turn.seats.join() === '1');
    }
    await others[0].tab.locator('.pill', { hasText: 'Your turn' }).waitFor();
  },

  async 'a page loaded again, a second tab, and no page at all'(room) {
    room.expected.push(kNobodyThere); // a tab without a key tries once before another tells it
    const [first, bob] = await headsUp(room);
    await playUntil([first, bob], onFlop);
    const seen = { view: first.state.view, log: await textOfLog(first), table: await drawn(first) };

    await first.reload();
    await first.when(onFlop);
    await first.tab.locator('.own-cards').waitFor();
    assert.deepEqual(first.state.view, seen.view);
    assert.equal(await drawn(first), seen.table);
    const kept = seen.log.slice(0, seen.log.indexOf('Flop: ') + 'Flop: '.length);
    await first.tab.locator('.panel .lines', { hasText: 'Flop: ' }).waitFor();
    assert.ok((await textOfLog(first)).startsWith(kept), 'the log is there again');

    const second = await first.person.tab();
    await second.when(onFlop);
    await second.tab.locator('.own-cards').waitFor();
    assert.deepEqual(second.state.view, seen.view);
    assert.equal(await drawn(second), seen.table);
    await second.tab.getByRole('tab', { name: 'Chat' }).click();
    await second.tab.getByPlaceholder('Message to the table').fill('hello from the second tab');
    await second.tab.keyboard.press('Enter');
    for (const page of [first, second, bob]) await page.told('hello from the second tab');

    // A move in one tab is one in both.
    const asked = await whoIsAsked([second, bob]);
    if (asked === bob) await press(bob, 'check');
    await whoIsAsked([second]);
    await first.when(({ step }) => step === second.state.step);
    await press(second, 'check');
    await first.when(({ turn }) => !turn.mine);
    await first.tab.locator('.actions').waitFor({ state: 'detached' });

    // A browser that brings a closed tab back brings what the tab has stored.
    const key = await first.tab.evaluate(() => sessionStorage.getItem('fairdeal.key'));
    await first.tab.close();
    await second.tab.close();
    await whoIsAsked([bob]);
    await press(bob, 'check');
    await first.person.program.said('Bob: check');
    const again = await first.person.tab(`${first.person.origin}/?key=${key}`);
    assert.equal(await playUntil([again, bob], () => false), null);
    assert.deepEqual(again.state.result.json, bob.state.result.json);
    await again.told('hello from the second tab');
  },

  async 'a program killed in mid-hand: its page is cut off, and resume brings the hand back'(room) {
    room.expected.push(kNobodyThere);
    const [ann, bob] = await headsUp(room);
    await playUntil([ann, bob], onFlop);
    const seen = bob.state.view;
    bob.person.program.kill('SIGKILL');
    await bob.tab.getByRole('heading', { name: 'This page lost your own table program' }).waitFor();
    await bob.tab.locator('.game-stage.frozen').waitFor();
    await ann.told('Bob lost contact.');
    await ann.tab.getByText('Bob lost', { exact: false }).first().waitFor();

    const again = await room.resume(bob.person);
    assert.equal(again.port, bob.person.port);
    const page = await again.tab(again.url);
    await page.when(onFlop);
    assert.deepEqual(page.state.view, seen);
    await ann.told('Bob is back.');
    // The tab that was cut off comes back by itself, now that its browser has the new cookie and a tab the key.
    await bob.tab.locator('.cut').waitFor({ state: 'detached' });
    assert.deepEqual(bob.state.view, seen);
    assert.equal(await playUntil([ann, page], () => false), null);
    assert.deepEqual(page.state.result.json, ann.state.result.json);
  },
};
