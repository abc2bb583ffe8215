/** An evening of two people who begin at the lobby, as who has just installed the program does. */
import { createServer } from 'node:net';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { copiesInvitation, withClipboard } from './clipboard.mjs';
import { Page } from './page.mjs';
import { isAccessible, kNobodyThere, takesActs, whoIsAsked } from './play.mjs';
import { Person } from './room.mjs';
import { Program } from './program.mjs';

/** Starts the lobby of a person who has nothing yet, and opens its page. A person who `types` the
 * name there does not press Save. */
export async function newcomer(room, name, types = false) {
  const home = join(room.folder, name);
  const program = new Program(room.file, ['lobby', '--no-open', '--web-port', '0'], {
    ...room.environment(),
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CONFIG_HOME: join(home, 'config'),
    FAIRDEAL_NICKNAME: types ? '' : name,
  });
  room.programs.push(program);
  const [rest] = (await program.said('Open http')).split(' ');
  const person = new Person(room, name, program, `http${rest}`);
  person.browser = await room.browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  room.browsers.push(person.browser);
  const page = new Page(person, await person.browser.newPage());
  await page.tab.goto(person.url);
  await page.tab.getByRole('heading', { name: 'Join a table' }).waitFor();
  if (types) await page.tab.getByLabel('Your name', { exact: true }).fill(name);
  return page;
}

/** Opens a table from the lobby; returns the invitation as its page copies it. */
async function opens(page, game, fields = {}) {
  await page.tab.getByLabel('Game', { exact: true }).selectOption(game);
  for (const [label, value] of Object.entries(fields)) {
    const field = page.tab.getByLabel(label, { exact: true });
    if (!(await field.isVisible())) await page.tab.locator('.more-fields summary').click();
    await field.fill(String(value));
  }
  await page.button('Open').click();
  await page.button('Copy invitation').waitFor();
  return copiesInvitation(page);
}

/** Pastes an invitation as it was copied, and is led to the table. */
async function comes(guest, invitation) {
  const field = guest.tab.getByLabel('Invitation', { exact: true });
  await withClipboard(async () => {
    await field.focus();
    await guest.tab.evaluate((text) => navigator.clipboard.writeText(text), invitation);
    await guest.tab.keyboard.press('Control+V');
    await field.waitFor({ state: 'detached' });
  });
}

/** Reads the terms and sits down. */
async function sitsDown(guest, invitation) {
  await comes(guest, invitation);
  await guest.tab.getByRole('region', { name: 'The terms of this table' }).waitFor();
  await guest.button('Sit down').click();
}

/** Plays to the end with the first of these words that is a move; `look` sees each page before it
 * acts. Everybody acts at once. */
async function plays(pages, words, look = async () => {}) {
  for (let page = await whoIsAsked(pages); page; page = await whoIsAsked(pages)) {
    await look(page);
    const labels = page.state.moves.map(({ label }) => label);
    const move = words.map((word) => labels.find((label) => label.split(' ')[0] === word)).find(Boolean);
    page.plays();
    await page.tab.locator('#say').fill(move ?? labels.at(-1));
    await page.tab.keyboard.press('Enter');
  }
}

/** Both say yes to another match, and look at the audit of the one that is over. */
async function again(pages) {
  for (const page of pages) {
    const [report] = await Promise.all([
      page.person.browser.waitForEvent('page'),
      page.tab.locator('.end').getByRole('link', { name: 'Audit it now' }).click(),
    ]);
    await report.getByText('VALID').first().waitFor();
    await isAccessible(report, 'the audit');
    await report.close();
  }
  for (const page of pages) {
    await takesActs(page);
    await page.button('Rematch').click();
  }
  for (const page of pages) await page.when((state) => state.phase === 'playing');
}

/** Returns a port that is free, and that no program takes by itself: not 7777 and those after it, and none that
 * the system gives to whoever calls. */
async function ownPort() {
  for (;;) {
    const port = 21_000 + Math.floor(Math.random() * 9_000);
    const server = createServer();
    const free = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, () => resolve(true));
    });
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

async function evening(room, game, fields, words, look) {
  room.expected.push(/asked for/, kNobodyThere);
  // Between two matches a host has no port, and the host of another test would take the one that it had.
  room.settings = { ...room.settings, FAIRDEAL_LISTEN: `[::]:${await ownPort()}` };
  const ann = await newcomer(room, 'Ann');
  const bob = await newcomer(room, 'Bob');
  await isAccessible(bob.tab, 'the lobby of a newcomer');
  await sitsDown(bob, await opens(ann, game, fields));
  await ann.tab.getByRole('heading', { name: '2 of 2 here' }).waitFor();
  await ann.button('Start').click();
  const pages = [ann, bob];
  for (const page of pages) await page.when((state) => state.phase === 'playing');
  await plays(pages, words, look);
  await again(pages);
  await plays(pages, words);
  for (const page of pages) {
    await takesActs(page);
    await page.tab.locator('.end').getByRole('button', { name: 'Leave' }).click();
    await page.tab.locator('.end').getByRole('link', { name: 'Your tables' }).click();
    await page.tab.getByRole('heading', { name: 'Finished' }).waitFor();
    await isAccessible(page.tab, 'the lobby after a match');
  }
}

/** Returns what is asked on a host's page: nothing but whether somebody may sit down. */
const asked = (host) => host.tab.getByRole('group', { name: 'The program asks' });

/** A host who chose in the lobby to be asked has a question for each who comes, and no other. */
async function isAsked(room) {
  room.expected.push(/asked for/, kNobodyThere);
  const ann = await newcomer(room, 'Ann');
  await ann.tab.getByLabel('Ask about guests').check();
  const invitation = await opens(ann, 'tic-tac-toe');
  const bob = await newcomer(room, 'Bob', true);
  await comes(bob, invitation);
  await asked(ann).getByText('Bob asks to sit down').waitFor();
  await asked(ann).getByText(/^Compare:( \w+){6}$/).waitFor();
  await bob.tab.getByText('The host is asked whether you may sit down').first().waitFor();
  await takesActs(ann);
  await asked(ann).getByRole('button', { name: 'Refuse' }).click();
  await asked(ann).waitFor({ state: 'detached' });
  await bob.tab.getByText(/host did not let you in|host said no/).first().waitFor();

  // Two with one name: the button is about the one who is asked for. Who goes is asked for no more.
  const bot = ['--bot', 'simple', '--accept', '--nickname', 'Cat', ...room.of('Cat2')];
  const first = room.run(['join', linkIn(invitation), ...bot]);
  await asked(ann).getByText('Cat asks to sit down').waitFor();
  const cat = await newcomer(room, 'Cat');
  await comes(cat, invitation);
  await cat.tab.getByText('The host is asked whether you may sit down').first().waitFor();
  const key_words = await asked(ann).getByText(/^Compare:( \w+){6}$/).innerText();
  first.kill('SIGKILL');
  await asked(ann).getByText(key_words).waitFor({ state: 'detached' });
  await asked(ann).getByText('Cat asks to sit down').waitFor();
  await takesActs(ann);
  await asked(ann).getByRole('button', { name: 'Let Cat in' }).click();
  await cat.tab.getByRole('region', { name: 'The terms of this table' }).waitFor();
  await asked(ann).waitFor({ state: 'detached' });
  await takesActs(cat);
  assert.equal(ann.state.phase, 'gathering', 'Cat has not agreed to the terms');
  await cat.button('Sit down').click();
  await ann.tab.getByRole('heading', { name: '2 of 2 here' }).waitFor();
  // A click right after another one, here that on "Let Cat in", is the same act, and does nothing.
  while (ann.state.phase === 'gathering') {
    await ann.button('Start').click({ timeout: 1000 }).catch(() => {});
    await ann.news(1000);
  }
  for (const page of [ann, cat]) await page.when((state) => state.phase === 'playing');
}

/** Plays the table of an evening that is there to its end, by checks and calls. */
async function playsTable(pages) {
  const { id } = pages[0].state.table;
  const plays = ({ state }) => state.phase === 'playing' && state.table.id === id;
  while (pages.some(plays)) {
    const page = pages.find((each) => each.asks && plays(each));
    if (page === undefined) {
      await Promise.race(pages.map((each) => each.news()));
      continue;
    }
    await takesActs(page);
    if (!page.asks || !plays(page)) continue;
    const move = page.state.moves.find(({ label }) => /^(check|call|show|muck)/.test(label));
    page.plays();
    await page.tab.locator('#say').fill(move.label);
    await page.tab.keyboard.press('Enter');
  }
}

/** Returns the accounts of an evening by name, and who pays whom. */
function ledgerOf({ state: { evening } }) {
  const { accounts, payments } = evening;
  const name = (i) => accounts[i].name;
  return {
    accounts: Object.fromEntries(accounts.map(({ name: of, ...account }) => [of, account])),
    payments: payments.map(({ from, to, chips }) => [name(from), name(to), chips]),
  };
}

/** An evening on pages alone: a guest buys in, tops up and leaves, and the bank ends it. */
async function cash(room) {
  room.expected.push(/asked for/, kNobodyThere);
  const ann = await newcomer(room, 'Ann');
  const bob = await newcomer(room, 'Bob');
  await ann.tab.getByLabel('Game', { exact: true }).selectOption('holdem');
  await ann.tab.getByLabel(/^Cash evening/).check();
  const invitation = await opens(ann, 'holdem', { 'Least buy-in': 300, Hands: 2 });
  await comes(bob, invitation);
  await bob.tab.getByRole('region', { name: 'The terms of this table' }).waitFor();
  await isAccessible(bob.tab, 'the terms of an evening');
  await bob.tab.getByLabel('Chips, 300 to 1,000').fill('400');
  await bob.button('Sit down').click();
  await ann.when(({ table, seats }) => table.ready && seats.length === 2);
  await takesActs(ann);
  await ann.button('Start').click();
  const pages = [ann, bob];
  for (const page of pages) await page.when(({ phase }) => phase === 'playing');
  const { id } = bob.state.table;

  await bob.tab.getByRole('tab', { name: 'Table' }).click();
  await bob.tab.getByLabel(/^Chips, 1 to/).fill('100');
  await bob.button('Top up').click();
  await bob.tab.locator('.own-chips').getByText('Your program orders 100 chips in the next break.').waitFor();
  await isAccessible(bob.tab, 'a table of an evening');
  await playsTable(pages);
  // The break ends by itself, or by the bank's word.
  const goesOn = ({ phase, table }) => phase === 'playing' && table.id !== id;
  const bought = ({ evening }) => evening?.accounts.some(({ bought: chips }) => chips === 500);
  await ann.when((state) => state.phase === 'gathering' && state.table.ready && bought(state));
  await isAccessible(ann.tab, 'the break of an evening');
  while (!goesOn(ann.state)) {
    await ann.button('Start').click({ timeout: 1000 }).catch(() => {});
    await ann.news(1000);
  }
  await bob.when(goesOn);

  for (const [page, words, sure] of [
    [bob, 'Leave after this table', 'Leave? Yes, leave'],
    [ann, 'End the evening after this table', 'End it for all? Yes, end it'],
  ]) {
    await page.tab.getByRole('tab', { name: 'Table' }).click();
    await page.button(words).click();
    await page.button(sure).click();
    await page.when(({ evening }) => evening.leaves);
  }
  await playsTable(pages);
  for (const page of pages) {
    await page.when(({ evening }) => evening?.over);
    await page.tab.getByRole('heading', { name: /^The evening is over/ }).waitFor();
    await isAccessible(page.tab, 'the end of an evening');
  }
  assert.deepEqual(ledgerOf(ann).accounts, ledgerOf(bob).accounts);
  assert.equal(ledgerOf(bob).accounts.Bob.bought, 500);
}

const linkIn = (invitation) => /fairdeal:\S+/.exec(invitation)[0];

export default {
  'evening: a host who chose so in the lobby is asked about each who comes'(room) {
    return isAsked(room);
  },
  'evening: people with chips of their own come, top up and leave, and see who pays whom'(room) {
    return cash(room);
  },
  "evening: two newcomers play hold'em by an invitation, audit it and play again"(room) {
    return evening(room, 'holdem', { Hands: 2 }, ['check', 'call', 'show']);
  },
  'evening: two newcomers play a script, audit it and play again'(room) {
    return evening(room, 'mia', { Lives: 2 }, ['doubt']);
  },
};
