/** Whatever a stranger's game says, the page stays one; and one act of a person is one message. */
import assert from 'node:assert/strict';
import { stateOf } from './mock.mjs';
import { allSent, mock, next, open, replyWith, show, takesActs } from './mock-page.mjs';

/** A generator with a seed (mulberry32), so that a finding comes again. */
function seeded(seed) {
  let now = seed;
  return () => {
    now = (now + 0x6d2b79f5) | 0;
    let t = Math.imul(now ^ (now >>> 15), 1 | now);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const kValues = [
  null, true, 0, 1, 2, 7, 33, -1, 1024, 9007199254740992, -9007199254740992, '', '/', 'x', 'Ah',
  '/bets/0', '/board', 'raise', 'a'.repeat(300), '\u202e', [], {}, [[]], ['Ah', 'Ah', 'Ah'],
  [[1, 'Ah'], [1, 'Ah']], { chips: 5 }, { chips: 'x' }, Array.from({ length: 500 }, () => 'Kd'),
  Array.from({ length: 100 }, (_, i) => [i, 'Qs']),
];

/** Puts another value in the place of one that is there. */
function alter(value, random) {
  if (typeof value !== 'object' || value === null || random() < 0.15)
    return structuredClone(kValues[Math.floor(random() * kValues.length)]);
  const keys = Object.keys(value);
  if (keys.length === 0) return structuredClone(kValues[Math.floor(random() * kValues.length)]);
  const key = keys[Math.floor(random() * keys.length)];
  value[key] = alter(value[key], random);
  return value;
}

const kBase = [
  'holdem', 'holdem-showdown', 'hearts', 'liars-dice', 'mancala', 'chess', 'othello', 'puzzle-15',
  'connect-four', 'generic', 'tribolo', 'holdem-ten',
];
const kAltered = 400;
/** What is on the button of the call in hold'em. */
const kCall = `Call ${stateOf('holdem').moves.find(({ kind }) => kind === 'call').price}`;

/** Waits until the page stands there again, and takes part in nothing else. */
const drawn = (page) => page.waitForSelector('.frame, [role=alert]', { state: 'attached' });

export const anyTests = {
  async 'any hint, any view, any move: the page stays one'() {
    const page = await open('holdem');
    const random = seeded(1);
    for (let i = 0; i < kAltered; ++i) {
      const state = structuredClone(stateOf(kBase[i % kBase.length]));
      state.step = 1000 + i;
      state.table.id = `altered-${i % 7}`;
      for (let edits = 1 + Math.floor(random() * 3); edits > 0; --edits) {
        const what = ['hint', 'view', 'moves', 'params'][Math.floor(random() * 4)];
        if (what === 'params') state.table.params = alter(state.table.params, random);
        else state[what] = alter(state[what], random);
      }
      show(state);
      if (i % 20 === 19) await drawn(page);
    }
    const last = structuredClone(stateOf('holdem'));
    last.step = 5000;
    last.table.id = 'whole';
    show(last);
    await page.getByRole('button', { name: kCall }).waitFor();
    await page.close();
  },
  async '4,000 cards in a zone are some cards, at once'() {
    const page = await open('holdem');
    const state = structuredClone(stateOf('holdem'));
    state.step += 1;
    state.view.board = Array.from({ length: 4000 }, () => 'Ah');
    state.view.pots = Array.from({ length: 4000 }, (_, i) => ({ chips: 1, seats: [i] }));
    const began = Date.now();
    show(state);
    await page.locator('.board-cards .card').nth(40).waitFor();
    assert.ok(Date.now() - began < 5000, `it took ${Date.now() - began} ms`);
    assert.ok((await page.locator('.board-cards .card').count()) <= 60);
    await page.close();
  },
  async 'a die of 7 is a 7, and the bid is the present one'() {
    const page = await open('liars-dice');
    const state = structuredClone(stateOf('liars-dice'));
    state.step += 1;
    state.view = JSON.parse(JSON.stringify(state.view));
    state.view.bid = Array.isArray(state.view.bid) ? [9, 7] : { ...state.view.bid, face: 7, count: 9 };
    show(state);
    await page.locator('.bid-now', { hasText: '9' }).waitFor();
    assert.match(await page.locator('.bid-now').innerText(), /7/);
    await page.close();
  },
  async 'a double click is one act, though the table goes on between the clicks'() {
    const page = await open('holdem');
    const first = stateOf('holdem').step;
    let step = first;
    replyWith((message) => {
      if (message.move === undefined) return null;
      return { v: 1, state: { ...stateOf('holdem'), step: ++step } };
    });
    await page.getByRole('button', { name: kCall }).dblclick({ delay: 20 });
    await next();
    await page.waitForSelector('.frame:not(.sent)', { state: 'attached' });
    assert.deepEqual(allSent(), [], 'the second click played the next street');
    await page.getByRole('button', { name: kCall }).click();
    assert.deepEqual(await next(), { v: 1, step: first + 1, move: 'call' }, 'a later click is an act again');
    await page.close();
  },
  async 'a key that is held is one act'() {
    const page = await open('holdem-two');
    const now = stateOf('holdem-two');
    const seats = now.seats.map((seat, i) => (i === now.me ? seat : { ...seat, name: 'Rival' }));
    const state = { ...now, seats };
    let step = now.step + 1;
    show({ ...state, step });
    await page.getByText('Rival').first().waitFor();
    replyWith(() => ({ v: 1, state: { ...state, step: ++step } }));
    await takesActs();
    for (let i = 0; i < 30; ++i) await page.keyboard.down('f');
    await page.keyboard.up('f');
    await page.getByText('Checking costs nothing.').waitFor();
    assert.deepEqual(allSent(), [], 'a held F folded');
    await page.getByRole('button', { name: /^Check C/ }).focus();
    for (let i = 0; i < 30; ++i) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await next();
    assert.deepEqual(allSent(), []);
    await page.close();
  },
  async 'the bar is grey until the table goes on'() {
    const page = await open('holdem');
    replyWith(() => null);
    await page.keyboard.press('c');
    await next();
    await page.waitForSelector('.frame.sent', { state: 'attached' });
    await page.keyboard.press('c');
    await page.getByRole('button', { name: kCall }).click();
    show({ ...stateOf('holdem'), step: stateOf('holdem').step + 1 });
    await page.waitForSelector('.frame:not(.sent)', { state: 'attached' });
    assert.deepEqual(allSent(), []);
    await page.close();
  },
  async 'a shown hand stays above the bar while I may act, as long as its game says'() {
    const page = await open('holdem-showdown');
    await page.locator('.showdown').waitFor();
    const mine = structuredClone(stateOf('holdem-showdown'));
    const turn = stateOf('holdem');
    Object.assign(mine, { step: mine.step + 1, turn: turn.turn, moves: turn.moves });
    show(mine);
    const above = page.locator('.shown-above', { hasText: /wins? \d/ });
    await above.waitFor();
    await page.getByRole('button', { name: kCall }).click();
    assert.deepEqual(await next(), { v: 1, step: mine.step, move: 'call' });
    assert.ok(await above.isVisible(), 'an act ends no picture');
    await page.keyboard.press('n');
    await above.waitFor({ state: 'detached' });
    // It was seen: the next state of the same hand shows it no more.
    show({ ...mine, step: mine.step + 1 });
    await takesActs();
    assert.equal(await above.count(), 0);
    await page.close();
  },
  async 'a click in the first 300 ms of a new step is none'() {
    const page = await open('holdem');
    replyWith(() => null);
    const next_step = { ...stateOf('holdem'), step: stateOf('holdem').step + 1 };
    // The click comes with the step: the page has drawn it, and no time has passed.
    await page.evaluate(() => {
      new MutationObserver((_, seen) => {
        if (!document.querySelector('.frame.fresh')) return;
        seen.disconnect();
        document.querySelector('[data-move*="call"]').click();
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }));
        document.body.dataset.clicked = 'yes';
      }).observe(document.body, { subtree: true, attributes: true, childList: true });
    });
    show(next_step);
    await page.waitForSelector('body[data-clicked=yes]');
    await takesActs();
    assert.deepEqual(allSent(), []);
    await page.getByRole('button', { name: kCall }).click();
    assert.deepEqual(await next(), { v: 1, step: next_step.step, move: 'call' });
    await page.close();
  },
  async 'a program that keeps its line and does not answer is told from one that is quiet'() {
    const page = await open('holdem');
    const told = page.getByText('Your own program does not answer');
    await page.clock.install();
    await page.clock.fastForward(60_000);
    await page.clock.runFor(3000);
    assert.equal(await told.count(), 0, 'a quiet program answers its heartbeat');
    mock.hold(true);
    for (let i = 0; i < 12; ++i) await page.clock.runFor(1000);
    await told.waitFor();
    await page.locator('.game-stage.frozen').waitFor();
    mock.hold(false);
    show({ ...stateOf('holdem'), step: stateOf('holdem').step + 1 });
    await told.waitFor({ state: 'detached' });
    await page.close();
  },
  async 'a choice before my turn: call up to a limit, and nothing else instead'() {
    const page = await open('holdem');
    const mine = stateOf('holdem');
    const waits = { ...mine, moves: [], turn: { ...mine.turn, mine: false, seats: [1] } };
    const price = mine.moves.find(({ kind }) => kind === 'call').price;
    let { step } = mine;
    for (const [limit, sent] of [[price, true], [price - 1, false]]) {
      show({ ...waits, step: ++step });
      await page.getByLabel('Call up to: the number').fill(String(limit));
      await page.getByRole('checkbox', { name: 'Call up to' }).check();
      show({ ...mine, step: ++step });
      if (sent) assert.deepEqual(await next(), { v: 1, step, move: 'call' });
      await page.getByRole('button', { name: kCall }).waitFor();
      await takesActs();
      assert.deepEqual(allSent(), [], 'dropped, and never another move');
    }
    await page.close();
  },
  async 'at 200 % zoom the cards, the turn and all moves are on the screen'() {
    const wanted = {
      holdem: ['.own-cards .card', '.board-cards .card', '.turn-line .pill', '.actions button'],
      'holdem-ten': ['.board-cards .card', '.turn-line'],
      hearts: ['.turn-line .pill', '.hand .card, .fan .card'],
      chess: ['.cell', '.turn-line .pill', '.actions button', '.board-clock'],
      othello: ['.cell', '.turn-line .pill'],
      'liars-dice': ['.own-dice .die', '.bid-now', '.turn-line .pill', '.actions button'],
      'holdem-showdown': ['.shown-hands', '.deal-now', '.own-cards .card'],
    };
    for (const [name, selectors] of Object.entries(wanted)) {
      const page = await open(name, { width: 640, height: 400 });
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      for (const selector of selectors) {
        const boxes = await page.locator(selector).filter({ visible: true }).all();
        assert.ok(boxes.length > 0, `${name}: no ${selector}`);
        for (const each of boxes) {
          const seen = await each.evaluate((element) => {
            const box = element.getBoundingClientRect();
            const bar = document.querySelector('.bar').getBoundingClientRect();
            const end = element.closest('.bar') ? innerHeight : bar.top;
            return box.top >= -1 && box.left >= -1 && box.right <= innerWidth + 1 && box.bottom <= end + 1;
          });
          assert.ok(seen, `${name}: ${selector} is not on the screen`);
        }
      }
      await page.close();
    }
  },
  async 'on a phone cells, presets and sliders are as large as a thumb'() {
    const wanted = {
      tribolo: '.cell', othello: '.cell', chess: '.cell', 'connect-four': '.cell',
      holdem: '.presets button, input[type=range]', 'holdem-two': '.presets button, input[type=range]',
    };
    for (const [name, selector] of Object.entries(wanted)) {
      const page = await open(name, { width: 390, height: 844 });
      await page.locator(selector).first().waitFor();
      const small = await page.locator(selector).evaluateAll((all) =>
        all
          .map((element) => element.getBoundingClientRect())
          .filter(({ width, height }) => Math.min(width, height) < 44)
          .map(({ width, height }) => `${width} x ${height}`),
      );
      assert.deepEqual(small, [], name);
      await page.close();
    }
    // Of a board that is wider than the window, a cell that one may choose is in sight.
    const page = await open('tribolo', { width: 390, height: 844 });
    const first = await page.locator('.cell.legal').first().boundingBox();
    assert.ok(first.x >= 0 && first.x + first.width <= 390, JSON.stringify(first));
    await page.close();
  },
  async 'sounds are off until they are switched on, and then the turn has one'() {
    const page = await open('chess');
    await page.evaluate(() => {
      globalThis.tones = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...times) {
        globalThis.tones += 1;
        return start.apply(this, times);
      };
    });
    const mine = stateOf('chess');
    let { step } = mine;
    const turn = async () => {
      show({ ...mine, step: ++step, moves: [], turn: { ...mine.turn, mine: false, seats: [1] } });
      await page.locator('.turn-line', { hasText: 'to act' }).waitFor();
      show({ ...mine, step: ++step });
      await page.locator('.turn-line .pill').waitFor();
      await takesActs();
      return page.evaluate(() => globalThis.tones);
    };
    await page.bringToFront();
    assert.equal(await turn(), 0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('.menu').getByRole('button', { name: /^Sound/ }).click();
    await page.keyboard.press('Escape');
    const tried = await page.evaluate(() => globalThis.tones);
    assert.equal(await turn(), tried + 1);
    await page.close();
  },
  async 'chess: both clocks stand beside the board, and the one that runs goes down'() {
    const page = await open('chess');
    const times = () => page.locator('.board-clock').allTextContents();
    const [his, mine] = await times();
    assert.equal(his, '1:30', 'a move and the reserve of who waits');
    assert.match(mine, /^0:5\d$/);
    assert.equal(await page.locator('.board-clock.runs').count(), 1);
    await page.waitForFunction(
      (then) => document.querySelector('.board-clock.runs').textContent !== then,
      mine,
    );
    assert.equal((await times())[0], his, 'the other stands still');
    await page.close();
  },
  async 'chess: a premove is made if it is legal then, and else dropped'() {
    const page = await open('chess');
    const mine = stateOf('chess');
    const waits = { ...mine, moves: [], turn: { ...mine.turn, mine: false, seats: [1] } };
    const at = (name) => page.locator(`.cell[aria-label^="${name},"]`);
    let { step } = mine;
    const choose = async (from, to) => {
      show({ ...waits, step: ++step });
      await page.locator('.turn-line', { hasText: 'to act' }).waitFor();
      await at(from).click();
      await at(to).click();
      await page.locator('.premoved', { hasText: `${from}–${to}` }).waitFor();
    };
    await choose('c4', 'f7');
    show({ ...mine, step: ++step });
    assert.deepEqual(await next(), { v: 1, step, move: 'Bxf7+' });
    // c4 to c5 is no move of a bishop.
    await choose('c4', 'c5');
    show({ ...mine, step: ++step });
    await page.locator('.premoved').waitFor({ state: 'detached' });
    await takesActs();
    assert.deepEqual(allSent(), []);
    await choose('c4', 'f7');
    await page.keyboard.press('Escape');
    await page.locator('.premoved').waitFor({ state: 'detached' });
    show({ ...mine, step: ++step });
    await takesActs();
    assert.deepEqual(allSent(), [], 'what was taken back is not made');
    await page.close();
  },
  async 'a question before the game is drawn, and its answer says what was asked'() {
    const page = await open('gathering');
    const question = 'Bob asks to sit down. yes Bob or no Bob';
    const answers = [{ label: 'Yes', line: 'yes Bob' }, { label: 'No', line: 'no Bob' }];
    show({ ...stateOf('gathering'), question, answers });
    await page.getByRole('button', { name: 'Yes' }).dblclick();
    assert.deepEqual(await next(), { v: 1, line: 'yes Bob', asked: question });
    assert.deepEqual(allSent(), []);
    const script = 'Run this script? Type yes or no';
    show({
      ...stateOf('gathering'),
      question: script,
      answers: [{ label: 'Run it', line: 'yes' }, { label: 'Rules', line: 'rules' }],
    });
    // A click just after another is the same act; one that comes later is taken.
    while (allSent().length === 0)
      await page.getByRole('button', { name: 'Rules', exact: true }).click();
    assert.deepEqual(await next(), { v: 1, line: 'rules', asked: script });
    await page.close();
  },
};
