/**
 * The way of two people who never saw a terminal, from the icon to the rematch and the audit: they
 * click on text that they see, and type a name, a relay and what they copied, and nothing else.
 *
 *   node tests/walk.mjs FOLDER RELAY [--only WORDS] [--pictures FOLDER]
 *
 * Each has a house, `ann` and `bob`: a namespace, and in FOLDER/ann what stands there;
 * tests/lab/walk.sh makes them. --only: the evenings whose names have these words. --pictures keeps
 * a picture of each station there, at 1280 and at 390 pixels.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Room } from './tables/room.mjs';
import { Walker } from './walk/walker.mjs';
import { kWords } from './walk/words.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, pictures: { type: 'string' } },
});
const [folder, relay] = positionals;
const { only, pictures } = values;

/** A shown hand can be read if it stands for so long. */
const kReadable_ms = 3000;
/** A friend tonight: a minute from the icon to the first card, and twenty words that may stand there
 * or not, by what comes first: a machine that has much to do shows more of what it waits for. */
const kFirstCard_s = 66;

/** Clicks on the icon, and gives the own name in the lobby. */
async function arrives(walker) {
  const { words, name } = walker;
  await walker.clicksIcon();
  await walker.pictured('lobby');
  await walker.types(words.yourName, name, walker.text(new RegExp(`^${name}$`)));
}

/** Says in the lobby by which relay friends come. The program keeps it. */
async function settlesRelay(walker) {
  const { words } = walker;
  await walker.types(words.relay, relay, walker.text(words.byRelay));
}

/** Opens a table, and copies the invitation. */
async function invites(walker, { game, ask }) {
  const { words, page } = walker;
  const choice = page.getByLabel(words.game, { exact: true });
  await choice.selectOption({ label: words[game.title] });
  await walker.pictured('form');
  if (ask) {
    await walker.reads();
    walker.acts += 1;
    await page.getByLabel(words.askMe, { exact: true }).check();
  }
  // A person's match is as long as usual: they would neither open this nor read it.
  const settings = walker.text(words.settings);
  await settings.click();
  for (const [label, value] of game.fields)
    await page.getByLabel(words[label], { exact: true }).fill(String(value));
  await settings.click();
  await walker.clicks(words.openTable, walker.text(words.readCode));
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await walker.reads();
  walker.acts += 1;
  await walker.button(words.copyInvitation).click();
  const copied = await page.waitForFunction(() => navigator.clipboard.readText());
  await walker.pictured('invitation');
  return copied.jsonValue();
}

/** Pastes the whole text that came: that leads to the table. */
async function pastes(walker, copied, shows) {
  const { words, page } = walker;
  const field = page.getByLabel(words.invitation, { exact: true });
  await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
  await walker.does(async (how) => {
    await field.fill('', how);
    await field.press('Control+V', how);
  }, shows);
}

/** Comes by the invitation, is let in, says yes to the script, reads the terms and sits down. */
async function comes(guest, host, copied, { game, ask }) {
  const { words } = guest;
  const terms = guest.button(words.sitDown);
  const consent = guest.button(words.playIt);
  const first = game.script ? consent : terms;
  if (ask) {
    await pastes(guest, copied, guest.text(words.hostIsAsked));
    await host.sees(words.asks);
    await host.pictured('knock');
    await host.clicksAway(words.letIn);
  } else {
    await pastes(guest, copied, first);
  }
  if (game.script) {
    await consent.waitFor();
    await guest.pictured('consent');
    await guest.clicks(words.playIt, terms);
  }
  await terms.waitFor();
  await guest.sees(words.invitesYou);
  for (const term of game.terms(words)) await guest.seesInOrder(term);
  await guest.pictured('terms');
  await guest.clicks(words.sitDown, guest.text(words.twoAreHere).or(guest.bar()));
}

/** Returns a line on what it took them to come to the first card, in acts and in words that were
 * shown. */
function tellCost(host, guest, opened_s, came_s) {
  const all_s = Math.max(opened_s, came_s) + guest.seconds - came_s + host.seconds - opened_s;
  assert.ok(all_s <= kFirstCard_s, `it took ${all_s} s to the first card`);
  const of = ({ name, acts, words_read }) => `${name} ${acts} acts, ${words_read} words`;
  return `${of(host)}; ${of(guest)}: ${Math.round(all_s)} s to the first card`;
}

const isOver = (walker) => walker.text(walker.words.over).isVisible();

/** Makes the first of these moves that stands on a button, if one does. */
async function moves(walker, game) {
  for (const name of game.moves) {
    const button = walker.bar().getByRole('button', { name, disabled: false }).first();
    if (!(await button.isVisible())) continue;
    // The bar may go on between the look and the click: then there is nothing to click on.
    await button.click({ timeout: 1000 }).catch(() => {});
    return;
  }
}

/** Plays until the match is over on each page. */
async function play(walkers, game) {
  const pictured = new Set();
  while (!(await Promise.all(walkers.map(isOver))).every(Boolean)) {
    for (const walker of walkers) {
      const shown =
        (await walker.button(walker.words.dealNow).isVisible()) ||
        (await walker.page.getByRole('region', { name: walker.words.lastHand }).isVisible());
      if (!shown) await moves(walker, game);
      else if (!pictured.has(walker)) await walker.pictured('showdown');
      if (shown) pictured.add(walker);
    }
    await walkers[0].page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Closes the page and the lobby in mid-match, and comes back from the icon. */
async function awayAndBack(walker) {
  await walker.closesPage();
  walker.lobby.kill('SIGTERM');
  await walker.lobby.ended();
  await walker.clicksIcon();
  await walker.pictured('lobby-again');
  await walker.clicks(walker.words.goBack, walker.bar());
}

async function audits(walker) {
  const { words, page } = walker;
  const link = page.getByRole('link', { name: words.audit }).filter({ visible: true }).first();
  const report = await walker.opens(link);
  await report.getByText('VALID').first().waitFor();
  await report.close();
}

/** Keeps a script at home that nobody else knows: mia, by another name. */
async function keepsScript(walker) {
  const mia = readFileSync(new URL('../../games/mia/mia.lua', import.meta.url), 'utf8');
  const script = join(walker.room.folder, 'our-mia.lua');
  writeFileSync(script, mia.replaceAll(/(["'])mia\1/g, '"our-mia"'));
  const added = walker.run('fairdeal', ['games', 'add', script]);
  const { code } = await added.ended();
  assert.equal(code, 0, added.err);
}

/** Walks the whole way; returns a line about it. */
async function walk(ann, bob, { game, ask }) {
  const { words } = ann;
  const both = [ann, bob];
  if (game.script) await keepsScript(ann);
  await Promise.all(both.map(arrives));
  await settlesRelay(ann);
  const copied = await invites(ann, { game, ask });
  const [opened_s, came_s] = both.map(({ seconds }) => seconds);
  await comes(bob, ann, copied, { game, ask });
  await ann.sees(words.twoAreHere);
  await ann.sees('Bob');
  await ann.pictured('here');
  await ann.clicks(words.start, ann.bar());
  const note = tellCost(ann, bob, opened_s, came_s);
  await bob.bar().waitFor();
  await bob.pictured('table');
  await awayAndBack(bob);
  await play(both, game);
  for (const walker of both) await walker.pictured('over');
  for (const walker of both) await audits(walker);
  for (const walker of both) await walker.clicksAway(words.rematch);
  for (const walker of both) await walker.text(words.over).waitFor({ state: 'hidden' });
  await play(both, game);
  const hands = (await Promise.all(both.map((walker) => walker.shownHands()))).flat();
  // Pictures at two sizes draw the page anew while a hand is shown.
  if (!pictures) {
    for (const { ms, text } of hands)
      assert.ok(ms >= kReadable_ms, `for ${Math.round(ms)} ms stood: ${text}`);
    assert.equal(hands.length, game.shown, 'showdowns that were followed by a hand');
  }
  for (const walker of both) {
    await walker.clicks(words.leave, walker.page.getByRole('link', { name: words.lobby }).first());
    await walker.page.getByRole('link', { name: words.lobby }).first().click();
    await walker.sees(words.finished);
    await walker.pictured('finished');
  }
  const least_ms = Math.min(...hands.map(({ ms }) => ms));
  const shown = hands.length > 0 ? `; ${hands.length} showdowns, each ${(least_ms / 1000).toFixed(1)} s or more` : '';
  return note + shown;
}

/** Four hands: three showdowns on each page that the next hand follows. */
const kHoldem = {
  title: 'holdem',
  terms: ({ holdemTerms, clocks }) => [...holdemTerms, ...clocks],
  fields: [['hands', 4]],
  moves: [/^(Check|Call|Schieben|Mitgehen)/, /^(Show|Zeigen)/],
  shown: 2 * 2 * 3,
};
const kMia = {
  title: 'ourMia',
  script: true,
  terms: ({ miaTerms, clocks }) => [...miaTerms, ...clocks],
  fields: [['lives', 1]],
  moves: [/doubt|zweifeln/i, /./],
  shown: 0,
};

const kEvenings = [
  ["hold'em, in English", { game: kHoldem, language: 'en', ask: false }],
  ["hold'em, in German, and the host is asked", { game: kHoldem, language: 'de', ask: true }],
  ['mia, in English, and the host is asked', { game: kMia, language: 'en', ask: true }],
  ['mia, in German', { game: kMia, language: 'de', ask: false }],
].filter(([name]) => name.includes(only));

/** Returns whether something went wrong in an evening, and prints how it went. */
async function evening(name, { language, ...what }) {
  const room = new Room(join(folder, 'ann', 'bin', 'fairdeal'), null);
  const kept = pictures && join(pictures, `${what.game.title}-${language}`);
  if (kept) mkdirSync(kept, { recursive: true });
  const both = ['Ann', 'Bob'].map((each) => new Walker(room, folder, each, kWords[language], kept));
  const began = performance.now();
  let [said, failed] = ['', false];
  try {
    said = await walk(...both, what);
  } catch (error) {
    failed = true;
    const pages = both.map(({ page }) => page?.locator('body').innerText().catch(() => ''));
    said = [error.stack, ...(await Promise.all(pages)), room.report()].join('\n----\n');
  }
  for (const walker of both) await walker.close();
  await room.close();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${failed ? 'FAILED' : 'passed'}  ${name}  ${seconds} s\n        ${said}`);
  return failed;
}

if (kEvenings.length === 0) console.log(`No evening's name has "${only}".`);
let failed = kEvenings.length === 0;
/** An evening is mostly hands that stand to be read: two at once load two cores by half. */
const kAtOnce = 2;
async function someEvenings() {
  for (let next = kEvenings.shift(); next; next = kEvenings.shift())
    failed = (await evening(...next)) || failed;
}
await Promise.all(Array.from({ length: kAtOnce }, someEvenings));
process.exit(failed ? 1 : 0);
