/** Plays on scenes: chains of touches, aims by finger, things that are picked, a question before a move. */
import assert from 'node:assert/strict';
import { allSent, has, next, open, show, takesActs } from './mock-page.mjs';
import { stateOf } from './mock.mjs';
import { sceneNames, sceneState } from './scene-state.mjs';

const desk = { width: 1280, height: 800 };

async function openScene(name, change = (state) => state, size = desk) {
  const page = await open('generic', size);
  show(change(sceneState(name)));
  await page.waitForSelector('.scene');
  await takesActs();
  return page;
}

const thing = (page, id) => page.locator(`.scene [data-thing="${id}"]`);
const cell = (page, at) => page.locator(`.scene button[data-at="${at}"]`);
/** Returns by how much a scene is higher than its stage. */
const scrolls = (page) =>
  page.locator('.scene').evaluate((stage) => stage.scrollHeight - stage.clientHeight);
const moveOf = async () => (await next()).move;

/** Returns a play for each scene. */
const ofEachScene = (what, play) =>
  Object.fromEntries(sceneNames().map((name) => [`the scene ${name} ${what}`, () => play(name)]));

export const sceneTests = {
  'a thing and a cell make a move on a scene': async () => {
    const page = await openScene('backgammon');
    await has(0, page.locator('.scene-cell.is-legal'));
    await thing(page, 'w3').click();
    await has(2, page.locator('.scene-cell.is-legal'));
    await page.keyboard.press('Escape');
    await has(0, page.locator('.scene-cell.is-legal'));
    await thing(page, 'w3').click();
    await cell(page, '1,11').click();
    assert.equal(await moveOf(), '6/2');
    await page.context().close();
  },
  'the bar has the moves of the chosen thing': async () => {
    const more = { kind: '', label: 'resign', id: 'resign', touches: [], picks: [], move: 'resign' };
    const page = await openScene('backgammon', (state) => ({
      ...state,
      moves: [...state.moves, more, { ...more, id: 'x', label: 'x', move: 'x', touches: ['b1'] }],
    }));
    const names = () => page.locator('.actions .plain button').allTextContents();
    assert.deepEqual(await names(), ['Resign', 'All 5 moves']);
    await thing(page, 'w3').click();
    assert.deepEqual(await names(), ['Bear off with the 6', '6 to 2 with the 4', 'All 5 moves']);
    await page.getByRole('button', { name: '6 to 2 with the 4' }).click();
    assert.equal(await moveOf(), '6/2');
    await page.context().close();
  },
  'a finger aims at a small cell, and the bar sends': async () => {
    const page = await openScene('battleship', (state) => state, { width: 390, height: 844 });
    await cell(page, '4,6').evaluate((at) =>
      at.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' })),
    );
    await has(1, page.locator('.scene-cell.is-chosen'));
    await page.getByRole('button', { name: 'Fire at G5' }).last().click();
    assert.equal(await moveOf(), 'g5');
    await page.context().close();
  },
  'a mouse plays on a small cell at once': async () => {
    const page = await openScene('battleship', (state) => state, { width: 390, height: 844 });
    await cell(page, '4,6').click();
    assert.equal(await moveOf(), 'g5');
    await page.context().close();
  },
  'picked things choose among moves': async () => {
    const roll = (id, label, picks) => ({ kind: '', id, label, move: id, touches: [], picks });
    const page = await openScene('yahtzee', (state) => ({
      ...state,
      moves: [roll('one', 'Roll 1 die', ['d3']), roll('two', 'Roll 2 dice', ['d3', 'd4'])],
    }));
    await has(0, page.getByRole('button', { name: 'Roll 2 dice' }));
    await thing(page, 'd4').click();
    await thing(page, 'd3').click();
    await page.getByRole('button', { name: 'Roll 2 dice' }).click();
    assert.equal(await moveOf(), 'two');
    await page.context().close();
  },
  'a free box of a sheet is a button': async () => {
    const page = await openScene('yahtzee');
    await page.getByRole('button', { name: 'Fives, scores 15' }).click();
    assert.equal(await moveOf(), 'fives');
    await page.context().close();
  },
  'a move with a question is asked about': async () => {
    const page = await openScene('gin');
    await page.getByRole('button', { name: /^Knock with 6/ }).click();
    await page.getByText('Knock with 6 points?').waitFor();
    await page.locator('.ask .danger').click();
    assert.equal(await moveOf(), 'knock');
    await page.context().close();
  },
  'a digit presses the button that stands there': async () => {
    const more = { kind: '', label: 'resign', id: 'resign', touches: [], picks: [], move: 'resign' };
    const page = await openScene('backgammon', (state) => ({
      ...state,
      moves: [
        ...state.moves,
        more,
        ...['r', 's', 't', 'u', 'v', 'x', 'y'].map((id) => ({ ...more, id, label: id, move: id, touches: ['b1'] })),
      ],
    }));
    await thing(page, 'w3').click();
    await page.keyboard.press('2');
    assert.equal(await moveOf(), '6/2', 'the second of the chosen thing');
    await page.getByRole('button', { name: 'All 11 moves' }).click();
    await page.locator('.filter input').fill('resign');
    await page.locator('.move-list button').first().focus();
    await page.keyboard.press('1');
    assert.equal(await moveOf(), 'resign', 'the first of those that are listed');
    await page.context().close();
  },
  'any of several things makes a move': async () => {
    const page = await openScene('hanabi');
    await thing(page, 'c8').click();
    assert.equal(await moveOf(), 'tell 2 red', 'the only move that the second red card makes');
    await thing(page, 'c3').click();
    await page.getByRole('button', { name: 'Tell Bob: 3s' }).click();
    assert.equal(await moveOf(), 'tell 2 3', 'one of two moves of the first');
    await page.context().close();
  },
  ...ofEachScene('fits a page at 200 %', async (name) => {
    const page = await openScene(name, (state) => state, { width: 640, height: 400 });
    assert.equal(await scrolls(page), 0);
    await page.context().close();
  }),
  'the halves of a low sheet stand side by side, and the first ends with a sum': async () => {
    const page = await openScene('yahtzee', (state) => state, { width: 640, height: 400 });
    const rows = (part) => page.locator('.score-sheet').nth(part).locator('tbody th').allTextContents();
    assert.match((await rows(0)).at(-1), /^Bonus/);
    assert.match((await rows(1))[0], /^Three of a kind/);
    await page.context().close();
  },
  'a board is turned only where its columns would be narrower than a thumb': async () => {
    for (const [width, height, turned] of [[390, 844, 1], [640, 400, 0], [1280, 800, 0]]) {
      const page = await openScene('backgammon', (state) => state, { width, height });
      await has(turned, page.locator('.scene-board.turned'));
      await page.context().close();
    }
  },
  ...ofEachScene('is whole below the result of a match', async (name) => {
    const { result, checks, transcript } = stateOf('ended');
    for (const [width, height] of [[390, 844], [1280, 800]]) {
      const page = await openScene(
        name,
        (state) => ({
          ...state, result, checks, transcript, phase: 'ended', moves: [], turn: { ...state.turn, mine: false, seats: [] },
        }),
        { width, height },
      );
      assert.equal(await scrolls(page), 0, `it is not scrolled by itself at ${width}`);
      await page.context().close();
    }
  }),
  'a key makes the move that a touch makes, too': async () => {
    const keys = { s: 'stand', h: 'hit', d: 'double' };
    const hint = { cards: { seats: { layout: 'oval' } }, moves: { order: Object.values(keys), keys } };
    const kinds = (state) => ({ ...state, hint, moves: state.moves.map((move) => ({ ...move, kind: move.move })) });
    const page = await openScene('blackjack', kinds);
    assert.deepEqual(await page.locator('.actions kbd').allTextContents(), ['S', 'H', 'D']);
    await page.keyboard.press('h');
    assert.equal(await moveOf(), 'hit');
    await page.locator('.is-target').click();
    assert.equal(await moveOf(), 'hit', 'by a touch of the deck');
    await page.context().close();
  },
  'hands of others fold to their words, and mine never': async () => {
    const page = await openScene('blackjack', (state) => state, { width: 640, height: 400 });
    assert.deepEqual(await page.locator('.hand-words').allTextContents(), [
      '15, bet 10', 'blackjack, bet 10', '18, bet 10bust with 24, bet 10', '17, bet 10', '15, bet 10',
    ]);
    assert.equal(await page.locator('.band.mine .thing').count(), 2);
    assert.equal(await scrolls(page), 0, 'nothing is scrolled at 200 %');
    await page.context().close();
  },
  'a key, a list and the bar ask before they send': async () => {
    const careful = { kind: '', label: 'concede', id: 'concede', touches: [], picks: [], move: 'concede', careful: true };
    const page = await openScene('gin', (state) => ({
      ...state,
      moves: [
        careful,
        ...state.moves,
        ...['x', 'y'].map((id) => ({ ...careful, careful: false, id, label: id, move: id, touches: ['m0'] })),
      ],
    }));
    const asks = async (question, act) => {
      await act();
      await page.locator('.ask').getByText(question).waitFor();
      await page.locator('.ask button').last().click();
    };
    const knock = 'Knock with 6 points?', concede = 'Concede: are you sure?';
    const button = (name) => page.getByRole('button', { name });
    await asks(concede, () => button(/^Concede/).click());
    await asks(concede, () => page.keyboard.press('1'));
    await thing(page, 'm7').click();
    await asks(knock, () => button(/^Knock with 6/).click());
    await button(/^All/).click();
    await asks(concede, () => button(/^Concede/i).click());
    await asks(knock, () => button(/^Knock with 6/i).click());
    assert.deepEqual(allSent(), []);
    await page.context().close();
  },
  'a touch that ends on a number opens the number': async () => {
    const number = (max) => ({ name: 'bet', min: 1, max, step: 1, suggestions: [], before: 'bet ', after: '' });
    const bet = (id, max, touches) => ({ kind: 'bet', id, label: 'bet 1', move: { bet: 1, of: id }, touches, picks: [], number: number(max) });
    const page = await openScene('backgammon', (state) => ({
      ...state,
      moves: [...['x', 'y'].map((id) => bet(id, 900, [])), bet('few', 3, ['b1']), { ...bet('many', 900, ['b10']), ask: 'Bet so much?' }],
    }));
    await thing(page, 'b1').click();
    await page.locator('[data-number="few"] button:focus').waitFor();
    await page.getByRole('button', { name: 'Bet 3' }).click();
    assert.deepEqual(await moveOf(), { bet: 3, of: 'few' });
    await thing(page, 'b10').click();
    await page.locator('[data-number="many"] input:focus').waitFor();
    await page.keyboard.press('End');
    await page.locator('[data-number="many"] .send').click();
    await page.getByText('Bet so much?').waitFor();
    await page.locator('.ask .danger').click();
    assert.deepEqual(await moveOf(), { bet: 900, of: 'many' });
    await page.context().close();
  },
  'a question of a script is marked as such, and one of the page is not': async () => {
    const careful = { kind: '', label: 'concede', id: 'concede', touches: [], picks: [], move: 'concede', careful: true };
    const page = await openScene('gin', (state) => ({
      ...state,
      table: { ...state.table, script: true },
      moves: [careful, ...state.moves],
    }));
    const marked = page.locator('.of-script[aria-label^="A question of the script"]');
    await page.getByRole('button', { name: /^Knock with 6/ }).click();
    await marked.getByText('Knock with 6 points?').waitFor();
    await page.getByRole('button', { name: /^Concede/ }).click();
    await page.locator('.ask').getByText('“Concede”: are you sure?').waitFor();
    await has(0, marked);
    await page.context().close();
  },
  'a spectator sees what either seat has': async () => {
    for (const owner of [0, 1]) {
      const page = await openScene('backgammon', (state) => ({
        ...state,
        me: -1,
        moves: [],
        turn: { ...state.turn, mine: false },
        scene: {
          ...state.scene,
          places: state.scene.places.map((place) => (place.id === 'cube' ? { ...place, owner } : place)),
        },
      }));
      await has(1, thing(page, 'cube'));
      await page.context().close();
    }
  },
  'a scene with a fault leaves the moves and no picture': async () => {
    const page = await openScene('skull');
    const state = sceneState('skull');
    show({ ...state, step: state.step + 1, scene: null, undrawn: 'two things are called l0' });
    await page.getByText('This game’s drawing has a fault').waitFor();
    await has(0, page.locator('.scene'));
    await has(1, page.getByText('two things are called l0'));
    await page.context().close();
  },
  'things are named for those who hear the page': async () => {
    const page = await openScene('hanabi');
    const name = (id) => thing(page, id).getAttribute('aria-label');
    assert.equal(await name('c40'), 'hidden card, told: yellow, 1');
    assert.equal(await name('c3'), 'red 3, chosen');
    await has(1, page.getByRole('region', { name: 'Bob, 4 cards' }));
    await page.context().close();
  },
};
