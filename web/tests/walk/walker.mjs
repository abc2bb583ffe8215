/** A person who does what a person can: looks at what is shown, clicks on text, types. */
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { smallPng } from '../small-png.mjs';
import { kNever_ms } from '../tables/heard.mjs';
import { Program } from '../tables/program.mjs';

/** A person who sees nothing happen for so long does it again. */
const kAgain_ms = 2000;
/** The sizes of pictures; the last one is the size at which people play. */
const kSizes = [
  [390, 844],
  [1280, 800],
];
/** What a person needs for an act, and for a word that is read: 200 in a minute. */
const kAct_s = 2;
const kWord_s = 60 / 200;

/** Returns the command behind the icon in the menu, without the place for an address. */
function commandOfIcon() {
  const file = new URL('../../../packaging/fairdeal.desktop', import.meta.url);
  const text = readFileSync(file, 'utf8');
  if (/^(NoDisplay|Terminal)=true/m.test(text)) throw new Error('the menu does not show the icon');
  const [command, ...args] = /^Exec=(.*)$/m.exec(text)[1].split(' ');
  return [command, args.filter((arg) => !arg.startsWith('%'))];
}

/** Runs in each page, with the names of its "deal now" and of the hand that stands above one's moves:
 * notes how long each hand was shown. The last one of a match stays with the result, and is none of
 * them. */
function noteShowdowns({ dealNow: deal_now, lastHand: last_hand, over }) {
  const stood = [];
  globalThis.shownHands = stood;
  let since = null;
  let text = '';
  const look = () => {
    const buttons = [...document.querySelectorAll('button')];
    const button = buttons.find((each) => each.innerText.split(/\s+/).join(' ') === deal_now);
    const shown = button?.parentElement.parentElement ??
      document.querySelector(`section[aria-label="${last_hand}"]`);
    if (shown) {
      since ??= performance.now();
      text = shown.innerText;
    } else if (since !== null) {
      const headings = [...document.querySelectorAll('h2')];
      if (!headings.some((each) => each.innerText.trim() === over))
        stood.push({ ms: performance.now() - since, text });
      since = null;
    }
  };
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
}

/** Returns the texts that are inside the window of a page, each with its words. */
function textsInSight() {
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.nodeValue.trim();
    if (text === '' || node.parentElement.closest('select, script, style, .unseen')) continue;
    if (!node.parentElement.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNode(node);
    const { top, bottom, left, right, width } = range.getBoundingClientRect();
    if (width > 2 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth)
      texts.push(text);
  }
  return texts;
}

export class Walker {
  acts = 0;
  words_read = 0;
  #read = new Set();
  #hands = [];

  constructor(room, folder, name, words, pictures) {
    Object.assign(this, { room, name, words, pictures, house: name.toLowerCase() });
    this.desktop = join(folder, this.house);
    this.home = join(room.folder, name);
  }

  environment() {
    return {
      ...this.room.environment(),
      HOME: this.home,
      XDG_DATA_HOME: join(this.home, 'data'),
      XDG_STATE_HOME: join(this.home, 'state'),
      XDG_CONFIG_HOME: join(this.home, 'config'),
      PATH: `${join(this.desktop, 'bin')}:${process.env.PATH}`,
      DISPLAY: ':0',
      LANG: this.words.lang,
    };
  }

  /** Runs a command in the own house. */
  run(command, args) {
    const inside = ['netns', 'exec', this.house, command, ...args];
    const program = new Program('ip', inside, this.environment());
    this.room.programs.push(program);
    return program;
  }

  /** Clicks on the icon: the program starts, and the desktop opens the page that it names. */
  async clicksIcon() {
    this.chromium ??= await chromium.launch({
      executablePath: join(this.desktop, 'bin', 'browser'),
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    });
    this.context ??= await this.#newContext();
    const shown = join(this.home, 'shown');
    mkdirSync(this.home, { recursive: true });
    appendFileSync(shown, '');
    const from = statSync(shown).size;
    const told = once(watch(shown, { signal: AbortSignal.timeout(kNever_ms) }), 'change');
    this.lobby = this.run(...commandOfIcon());
    await Promise.race([told, this.lobby.ended().then(() => Promise.reject(this.lobby.err))]);
    const file = readFileSync(shown, 'utf8').slice(from).trim();
    this.page = await this.context.newPage();
    this.page.setDefaultTimeout(kNever_ms);
    await this.page.goto(`file://${file}`);
    await this.sees(this.words.joinTable);
    this.acts += 1;
  }

  async #newContext() {
    const context = await this.chromium.newContext({
      viewport: { width: 1280, height: 800 },
      locale: this.words.locale,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { dealNow, lastHand, over } = this.words;
    await context.addInitScript(noteShowdowns, { dealNow, lastHand, over });
    return context;
  }

  /** What is in sight and has this text. */
  text(text) {
    return this.page.getByText(text).filter({ visible: true }).first();
  }

  /** A button in sight, by its text or the beginning of that. */
  button(name) {
    return this.page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
  }

  /** The bar with the turn line and the moves, at the foot of the page. */
  bar() {
    return this.page.getByRole('contentinfo').first();
  }

  /** Waits until a text can be seen. */
  sees(text) {
    return this.text(text).waitFor();
  }

  /** Waits until these words stand one after the other, as a label and its value do. */
  async seesInOrder(text) {
    const stands = (wanted) => document.body.innerText.replace(/\s+/g, ' ').includes(wanted);
    await this.page.waitForFunction(stands, text).catch(({ message }) => {
      throw new Error(`${this.name} never saw "${text}": ${message}`);
    });
  }

  /** Does something until it shows, or until that is gone. A page drops what comes right after
   * another act, and a person who sees that nothing happens does it again. */
  async does(act, shows, state = 'visible') {
    await this.reads();
    this.acts += 1;
    const gives_up = performance.now() + kNever_ms;
    while ((await shows.isVisible()) !== (state === 'visible')) {
      if (performance.now() > gives_up) throw new Error(`${this.name} never saw ${shows}: ${state}`);
      await act({ timeout: kAgain_ms }).catch(() => {});
      await shows.waitFor({ state, timeout: kAgain_ms }).catch(() => {});
    }
  }

  /** Clicks on a link until a click has reached it, and returns the page that it opens. A link that
   * moves while the page is drawn anew may miss a click. */
  async opens(link) {
    await link.waitFor();
    this.acts += 1;
    await this.page.evaluate(() => {
      globalThis.followed = false;
      const note = ({ target }) => (globalThis.followed ||= target.closest('a') !== null);
      document.addEventListener('click', note, { capture: true });
    });
    const opened = this.context.waitForEvent('page', { timeout: kNever_ms });
    while (!(await this.page.evaluate(() => globalThis.followed)))
      await link.click({ timeout: kNever_ms });
    return opened;
  }

  /** Clicks on a button by its text, until what comes of it is seen. */
  async clicks(name, shows) {
    const button = this.button(name);
    await button.waitFor();
    await this.does((how) => button.click(how), shows);
  }

  /** Clicks on a button by its text, until it is gone. */
  async clicksAway(name) {
    const button = this.button(name);
    await button.waitFor();
    await this.does((how) => button.click(how), button, 'hidden');
  }

  /** Types into a field by its name, and Enter, until what comes of it is seen. */
  async types(label, text, shows) {
    const field = this.page.getByLabel(label, { exact: true });
    await field.waitFor();
    await this.does(async (how) => {
      await field.fill(text, how);
      await field.press('Enter', how);
    }, shows);
  }

  /** Notes how many words are new to this person. */
  async reads() {
    for (const text of await this.page.evaluate(textsInSight)) {
      if (this.#read.has(text)) continue;
      this.#read.add(text);
      this.words_read += text.split(/\s+/).length;
    }
  }

  /** What this took a person so far. */
  get seconds() {
    return this.acts * kAct_s + this.words_read * kWord_s;
  }

  /** Keeps pictures of the page, if they are wanted. */
  async pictured(station) {
    if (this.pictures === undefined) return;
    for (const [width, height] of kSizes) {
      await this.page.setViewportSize({ width, height });
      const path = join(this.pictures, `${station}-${this.house}-${width}.png`);
      writeFileSync(path, smallPng(await this.page.screenshot()));
    }
  }

  /** Closes the page, and the browser with it; the hands that were shown there are kept. */
  async closesPage() {
    this.#hands.push(...(await this.page.evaluate(() => globalThis.shownHands)));
    await this.page.close();
  }

  /** Returns the hands that were shown, with how long each stood. */
  async shownHands() {
    return [...this.#hands, ...(await this.page.evaluate(() => globalThis.shownHands))];
  }

  async close() {
    await this.chromium?.close();
  }
}
