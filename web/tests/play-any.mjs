/** Whatever a stranger's game says, the page stays one; and one act of a person is one message. */
import assert from 'node:assert/strict';
import { stateOf } from './mock.mjs';
import { allSent, next, open, replyWith, show } from './mock-page.mjs';

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
    const fold = { id: 'f', label: 'fold', move: 'fold', touches: [], kind: 'fold', careful: true };
    const seats = now.seats.map((seat, i) => (i === now.me ? seat : { ...seat, name: 'Rival' }));
    const state = { ...now, seats, moves: [fold, ...now.moves] };
    let step = now.step + 1;
    show({ ...state, step });
    await page.getByText('Rival').first().waitFor();
    replyWith(() => ({ v: 1, state: { ...state, step: ++step } }));
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
  async 'a shown hand stays for three seconds, also on my turn'() {
    const page = await open('holdem-showdown');
    await page.locator('.showdown').waitFor();
    const mine = structuredClone(stateOf('holdem-showdown'));
    const turn = stateOf('holdem');
    Object.assign(mine, { step: mine.step + 1, turn: turn.turn, moves: turn.moves });
    const began = Date.now();
    show(mine);
    await page.locator('.showdown', { hasText: 'then it is your turn' }).waitFor();
    await page.locator('.showdown').waitFor({ state: 'detached' });
    assert.ok(Date.now() - began > 1500, `it went after ${Date.now() - began} ms`);
    await page.getByRole('button', { name: kCall }).waitFor();
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
      answers: [{ label: 'Run it', line: 'yes' }, { label: 'How is it played?', line: 'rules' }],
    });
    // A click just after another is the same act; one that comes later is taken.
    while (allSent().length === 0)
      await page.getByRole('button', { name: 'How is it played?' }).click();
    assert.deepEqual(await next(), { v: 1, line: 'rules', asked: script });
    await page.close();
  },
};
