/**
 * Plays on the built page as a person does, with keys, clicks and drags, and looks at what the page
 * sends. `node tests/play.mjs [WORDS]`; WORDS: only the plays whose names have them.
 */
import assert from 'node:assert/strict';
import { stateOf } from './mock.mjs';
import { closeAll, has, mock, next, open, replyWith, show, takesActs, wrong } from './mock-page.mjs';
import { anyTests } from './play-any.mjs';
import { eveningTests } from './play-evening.mjs';
import { inspectTests } from './play-inspect.mjs';
import { lobbyTests } from './play-lobby.mjs';
import { sceneTests } from './play-scene.mjs';
import { kNever_ms } from './tables/heard.mjs';

const typed = (text) => ({ v: 1, line: text });

/** Presses and drags all there is in the bar of a replay. */
async function replayed(size) {
  const page = await open('replay', size);
  const keys = {
    ' ': 'play', ArrowRight: 'next', ArrowLeft: 'back', '[': '[', ']': ']', PageUp: '<',
    PageDown: '>', Home: 'first', End: 'last', v: 'v',
  };
  for (const [key, said] of Object.entries(keys)) {
    await page.keyboard.press(key);
    assert.deepEqual(await next(), typed(said));
  }
  const { replay } = stateOf('replay');
  const slider = page.getByRole('slider', { name: `Place in hand ${replay.hand}` });
  assert.equal(await slider.getAttribute('aria-valuetext'), `record ${replay.record}, checked`);
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await next(), typed('next'), 'the slider has the keys of the replay');
  await slider.fill(String(replay.last_of_hand));
  assert.deepEqual(await next(), typed(`record ${replay.last_of_hand}`));
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  assert.deepEqual(await next(), typed('play'));
  await page.getByRole('button', { name: 'Everybody' }).click();
  assert.deepEqual(await next(), typed('all'));
  await page.getByRole('button', { name: 'My seat' }).click();
  assert.deepEqual(await next(), typed('mine'));
  await page.locator('.hand-field input').fill('1');
  await page.keyboard.press('Enter');
  assert.deepEqual(await next(), typed('hand 1'));
  await page.close();
}

const cell = (page, name) => page.locator(`.cell[aria-label^="${name},"]`);

/** Shows hold'em with a check that is free, and a fold beside it, at a step after that of the fixture. */
async function showFoldToo(page) {
  const now = stateOf('holdem-two');
  const seats = now.seats.map((seat, i) => (i === now.me ? seat : { ...seat, name: 'Rival' }));
  const state = { ...now, step: now.step + 1, seats };
  show(state);
  await page.getByText('Rival').first().waitFor();
  return state;
}

const tests = {
  ...lobbyTests,
  ...sceneTests,
  ...inspectTests,
  ...anyTests,
  ...eveningTests,
  async "hold'em: keys, and the number by keys"() {
    const page = await open('holdem');
    const { step, moves } = stateOf('holdem');
    const { min, max, suggestions } = moves.find(({ kind }) => kind === 'raise').number;
    await page.keyboard.press('c');
    assert.deepEqual(await next(), { v: 1, step, move: 'call' });
    await page.keyboard.press('r');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    assert.deepEqual(await next(), { v: 1, step, move: { raise: min + 1 } });
    await page.getByRole('button', { name: '½ pot' }).click();
    await page.locator('.send').click();
    const half = suggestions.find(({ name }) => name === '1/2 pot').value;
    assert.deepEqual(await next(), { v: 1, step, move: { raise: half } });
    await page.locator('#amount').fill('99999');
    await page.locator('.send').click();
    assert.deepEqual(await next(), { v: 1, step, move: { raise: max } });
    await page.close();
  },
  async "hold'em: a fold where a check is free is asked about"() {
    const page = await open('holdem-two');
    const { step } = await showFoldToo(page);
    await takesActs();
    await page.keyboard.press('f');
    await page.getByText('Checking costs nothing.').waitFor();
    await page.keyboard.press('f');
    assert.deepEqual(await next(), { v: 1, step, move: 'fold' });
    await page.close();
  },
  async "hold'em: the fold that has no button is in the menu, and a big step is a blind"() {
    const page = await open('holdem-two', { width: 390, height: 844 });
    const { step } = await showFoldToo(page);
    await takesActs();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('.menu').getByRole('button', { name: 'Fold' }).click();
    await page.locator('.ask').getByRole('button', { name: 'Fold' }).click();
    assert.deepEqual(await next(), { v: 1, step, move: 'fold' });
    await page.locator('input[type=range]').focus();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Enter');
    assert.deepEqual(await next(), { v: 1, step, move: { bet: 40 } });
    await page.close();
  },
  async "hold'em: the shown hand goes away by a key"() {
    const page = await open('holdem-showdown');
    await page.locator('.showdown', { hasText: /wins? \d/ }).waitFor();
    await page.keyboard.press('n');
    await page.getByText('When it is my turn:').waitFor();
    await page.close();
  },
  async 'a typed line goes out as it is'() {
    const page = await open('holdem');
    await page.keyboard.press('/');
    await page.keyboard.type('raise 700');
    await page.keyboard.press('Enter');
    assert.deepEqual(await next(), { v: 1, line: 'raise 700' });
    await page.close();
  },
  async 'in the chat, what is typed is said'() {
    const page = await open('holdem-ten-full');
    await page.getByRole('tab', { name: 'Chat' }).click();
    await page.getByPlaceholder('Message to the table').fill('leave');
    await page.keyboard.press('Enter');
    assert.deepEqual(await next(), { v: 1, line: 'say leave' });
    await page.close();
  },
  async 'chess: clicks, a drag, and keys'() {
    const page = await open('chess');
    await cell(page, 'c4').click();
    await cell(page, 'f7').click();
    assert.deepEqual(await next(), { v: 1, step: 16, move: 'Bxf7+' });
    await cell(page, 'f3').dragTo(cell(page, 'e5'));
    assert.deepEqual(await next(), { v: 1, step: 16, move: 'Ne5' });
    await page.keyboard.press('a');
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    assert.deepEqual(await next(), { v: 1, step: 16, move: 'a4' });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Resign? Yes, resign' }).click();
    assert.deepEqual(await next(), { v: 1, step: 16, move: 'resign' });
    await page.close();
  },
  async 'chess: a promotion is chosen'() {
    const page = await open('chess-promotion');
    await cell(page, 'e7').click();
    await cell(page, 'd8').click();
    await page.getByRole('button', { name: 'Exd8=N' }).click();
    assert.deepEqual(await next(), { v: 1, step: stateOf('chess-promotion').step, move: 'exd8=N' });
    await page.close();
  },
  async 'connect four: any cell of a column will do'() {
    const page = await open('connect-four');
    await cell(page, 'c6').click();
    assert.deepEqual(await next(), { v: 1, step: stateOf('connect-four').step, move: 2 });
    await page.close();
  },
  async 'hearts: a card against the rules is asked about'() {
    const page = await open('hearts');
    const { step } = stateOf('hearts');
    await page.getByRole('button', { name: 'eight of clubs' }).click();
    assert.deepEqual(await next(), { v: 1, step, move: 10 });
    await page.getByRole('button', { name: 'king of spades' }).click({ position: { x: 10, y: 30 } });
    await page.getByRole('button', { name: 'Play it' }).click();
    assert.deepEqual(await next(), { v: 1, step, move: 11 });
    await page.close();
  },
  async "liar's dice: count and face"() {
    const page = await open('liars-dice');
    const { step } = stateOf('liars-dice');
    await page.keyboard.press('Enter');
    assert.deepEqual(await next(), { v: 1, step, move: { bid: [17, 6] } });
    await page.getByRole('button', { name: 'face 2, at least 18' }).click();
    await page.getByRole('button', { name: 'One more' }).click();
    await page.getByRole('button', { name: 'Bid 19 × 2' }).click();
    assert.deepEqual(await next(), { v: 1, step, move: { bid: [19, 2] } });
    await page.keyboard.press('l');
    assert.deepEqual(await next(), { v: 1, step, move: 'liar' });
    await page.close();
  },
  async "hold'em on a phone: own cards stay in sight when the stage becomes lower"() {
    const page = await open('holdem-two', { width: 390, height: 844 });
    await page.locator('.own-cards').waitFor();
    await page.setViewportSize({ width: 390, height: 640 });
    await page.waitForFunction(() => {
      const bottom = (name) => document.querySelector(name).getBoundingClientRect().bottom;
      return bottom('.own-cards') <= bottom('.stage') + 1;
    });
    await page.close();
  },
  async 'kalah: a house'() {
    const page = await open('mancala');
    await page.getByRole('button', { name: 'You b2 7' }).click();
    assert.deepEqual(await next(), { v: 1, step: stateOf('mancala').step, move: 4 });
    await page.close();
  },
  async 'any game: numbers, filter, a number move'() {
    const page = await open('generic');
    const { step, moves } = stateOf('generic');
    await page.keyboard.press('3');
    assert.deepEqual(await next(), { v: 1, step, move: moves[2].move });
    // A game with many moves has a filter.
    const many = Array.from({ length: 12 }, (_, i) => ({
      ...moves[0], id: `${i}`, label: `take ${i} from heap 2`, move: [2, i],
    }));
    show({ ...stateOf('generic'), step: step + 1, moves: many });
    await page.getByPlaceholder('Filter').fill('7 heap');
    await page.getByRole('button', { name: 'take 7 from heap 2' }).click();
    assert.deepEqual(await next(), { v: 1, step: step + 1, move: [2, 7] });
    await page.close();
  },
  async 'names of strangers stay text'() {
    const page = await open('hostile');
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('bdi', { hasText: '<img src=x' }).first().isVisible(), true);
    await page.locator('.number-move .amount').fill('333');
    await page.locator('.number-move button').click();
    assert.deepEqual(await next(), { v: 1, step: 310, move: { guess: 335 } });
    await page.close();
  },
  async "what a script draws, names and says has its mark, and nothing else has it"() {
    const page = await open('hostile');
    await page.locator('.game-stage.of-script > .script-mark').waitFor();
    const said = page.locator('.lines .of-script');
    assert.deepEqual(await said.allInnerTexts(), ['game> Bob: pay me, or your seat is lost.']);
    await page.close();
    const mia = await open('script');
    // The same as a script by somebody else, drawn by its hint.
    const shipped = stateOf('script');
    const table = { ...shipped.table, script: true };
    show({ ...shipped, table, scene: null, step: shipped.step + 1 });
    const names = mia.getByRole('group', { name: 'Moves, as the script names them' });
    await names.getByRole('button', { name: 'Doubt' }).waitFor();
    // What was said is a value, and not so many dice with a face.
    assert.equal(await mia.locator('.bid-now').innerText(), String(shipped.view.said));
    const marked = await mia.locator('.script-mark').allInnerTexts();
    assert.deepEqual(marked.sort(), [
      'Drawn by the script of this game, and not by your program',
      'Moves, as the script names them',
    ]);
    await mia.close();
    const holdem = await open('holdem');
    assert.equal(await holdem.locator('.script-mark, .of-script').count(), 0);
    await holdem.close();
  },
  async 'what was shown stays to be read while the others go on'() {
    const page = await open('script');
    const state = stateOf('script');
    const line = { kind: 'event', seat: -1, hand: 0, shows: true };
    replyWith(() => ({
      v: 1,
      lines: [
        { ...line, seq: 901, text: 'bot 1 rolled 3, 1.\ngame> 44 was said: a lie.' },
        { ...line, seq: 902, text: 'You rolled in secret.', shows: false },
      ],
      state: { ...state, step: state.step + 9 },
    }));
    await page.getByRole('button', { name: 'Doubt' }).click();
    await page.locator('.bar .last-hand .of-script', { hasText: 'a lie.' }).waitFor();
    assert.equal(await page.locator('.bar .last-hand p').count(), 1);
    await page.close();
  },
  async "the hands of a match's last showdown stay at its end"() {
    const page = await open('holdem-showdown');
    const state = stateOf('holdem-showdown');
    const result = { words: ['Ann wins the match'], json: null };
    const turn = { ...state.turn, mine: false, seats: [] };
    replyWith(() => ({ v: 1, state: { ...state, phase: 'ended', moves: [], turn, result } }));
    await page.locator('#say').fill('hello');
    await page.keyboard.press('Enter');
    await page.locator('.end').waitFor();
    await page.locator('.bar.over .shown-hands .cards-text').first().waitFor();
    await page.close();
  },
  async 'the log has a move and its answer in one line, with their times'() {
    const page = await open('chess');
    const moves = ['e4', 'e5', 'Nf3', 'Nc6', 'Bc4'];
    const lines = moves.map((move, i) => ({
      seq: 901 + i, kind: 'event', seat: -1, hand: 0, shows: false, heading: null, text: move, took_ms: 2000 + 61_000 * i,
      said: {
        id: i % 2 === 0 ? 'moved_first' : 'moved_second',
        who: { name: i % 2 === 0 ? 'Ann' : 'Bob' }, n: { count: 1 + (i >> 1) }, move: { game: move },
      },
    }));
    const pairs = page.locator('.lines .pair');
    await pairs.first().waitFor();
    const before = await pairs.count();
    mock.say(JSON.stringify({ v: 1, lines }));
    await has(before + 3, pairs);
    const second = pairs.nth(before + 1);
    await second.getByText('3:05').waitFor();
    assert.match((await second.innerText()).replace(/\s+/g, ' '), /^2 .*Nf3 2:04 .*Nc6 3:05$/);
    await page.close();
  },
  async 'a page that is opened at the end knows who mucked'() {
    const page = await open('ended');
    await page.locator('.plate', { hasText: 'Carol' }).getByText('mucked').waitFor();
    assert.equal(await page.locator('.plate', { hasText: 'folded' }).count(), 0);
    await page.close();
  },
  async 'the terms are agreed to by a line'() {
    const page = await open('terms');
    await page.getByText(`${stateOf('terms').seats[0].name} invites you.`).waitFor();
    await page.getByRole('button', { name: 'Sit down' }).click();
    assert.deepEqual(await next(), { v: 1, line: 'y', asked: stateOf('terms').question });
    await page.close();
  },
  async 'the skip link leads somewhere in every phase'() {
    for (const name of ['holdem', 'gathering', 'terms', 'ended', 'replay', 'inspect', 'lobby']) {
      const page = await open(name);
      const to = await page.locator('.skip').getAttribute('href');
      assert.equal(await page.locator(to).count(), 1, `${name}: ${to}`);
      await page.close();
    }
  },
  async 'a cut line comes back, and what was typed stays'() {
    const page = await open('holdem');
    await page.locator('#say').fill('half a sentence');
    mock.drop();
    await page.getByRole('heading', { name: 'This page lost your own table program' }).waitFor();
    await page.getByRole('button', { name: 'Try now' }).click();
    await page
      .getByRole('heading', { name: 'This page lost your own table program' })
      .waitFor({ state: 'detached' });
    assert.equal(await page.locator('#say').inputValue(), 'half a sentence');
    await page.close();
  },
  async 'one looks back at a table, and the table goes on'() {
    const page = await open('holdem-showdown');
    await page.keyboard.press('<');
    await page.getByText('You look at step').waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByText('You look at step').waitFor({ state: 'detached' });
    await page.keyboard.press('<');
    await page.keyboard.press('Escape');
    await page.getByText('You look at step').waitFor({ state: 'detached' });
    await page.close();
  },
  'replay: keys, the slider, who looks'() {
    return replayed({ width: 1280, height: 800 });
  },
  'replay on a phone: the same by touch'() {
    return replayed({ width: 390, height: 844 });
  },
  async 'replay: the records are a list that leads there'() {
    const page = await open('replay');
    const { replay } = stateOf('replay');
    const other = replay.rows.find((row) => row.record > replay.record && row.mark === 'checked');
    await page.getByRole('button', { name: `record ${other.record}, checked` }).click();
    assert.deepEqual(await next(), typed(`record ${other.record}`));
    await page.keyboard.press('/');
    await page.keyboard.type('hand 1');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    assert.deepEqual(await next(), typed('hand 1'), 'the keys of a field are its own');
    await page.keyboard.press('Escape');
    await page.locator('.speed-field select').selectOption('4');
    assert.deepEqual(await next(), typed('speed 4'));
    await page.getByRole('button', { name: 'Leave the replay' }).click();
    await page.getByRole('button', { name: 'Leave? Yes, leave' }).click();
    assert.deepEqual(await next(), typed('quit'));
    await page.close();
  },
  async 'a replay of chess has no hands, and its squares are not for moves'() {
    const page = await open('replay-chess');
    assert.equal(await page.locator('.hand-field').count(), 0);
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await next(), typed('next'));
    await page.close();
  },
  async 'the audit is a link beside the transcript'() {
    const page = await open('ended');
    const link = page.locator('.end').getByRole('link', { name: 'Audit it now' });
    assert.equal(await link.getAttribute('href'), '/audit');
    assert.equal(await link.getAttribute('target'), '_blank');
    await page.close();
  },
  async 'the log has a page for each hand, and the kinds that one wants to see'() {
    const page = await open('holdem-two');
    const hand = (n) => ({ id: 'heading_hand', n: { count: n } });
    const begins = (n) => ({ page: hand(n), title: hand(n), value: { id: 'heading_pot', n: { chips: 1530 } } });
    const moved = (who) => ({ id: 'moved', who: { name: who }, move: { stakes: 'call 1080' } });
    let seq = 5000;
    const line = (kind, rest) => ({ seq: ++seq, kind, text: 'of old', seat: -1, hand: 0, ...rest });
    const lines = [
      line('event', { said: moved('Xenia'), heading: begins(801) }),
      line('event', { said: moved('Yves') }),
      line('chat', { text: 'well played', seat: 1 }),
      line('event', { said: moved('Zoe'), heading: begins(802) }),
    ];
    mock.say(JSON.stringify({ v: 1, lines }));
    const pager = page.locator('.log-pager');
    await pager.getByText('Hand 802').waitFor();
    await page.locator('.panel .heading', { hasText: 'pot 1,530' }).waitFor();
    await page.locator('.panel .line', { hasText: 'Zoe call' }).waitFor();
    await pager.getByRole('button', { name: 'Earlier' }).click();
    await page.locator('.panel .line', { hasText: 'Xenia, Yves call' }).waitFor();
    await page.locator('.panel .line', { hasText: 'well played' }).waitFor();
    await page.locator('.log-kinds').getByRole('button', { name: 'Chat' }).click();
    await page.locator('.panel .line', { hasText: 'well played' }).waitFor({ state: 'detached' });
    const amount = page.locator('.panel .line .log-amount').first();
    assert.equal(await amount.innerText(), '1,080');
    // Names and amounts stand in one row, inside the panel.
    const panel = await page.locator('.panel .lines').boundingBox();
    for (const part of await page.locator('.panel .lines .log-name, .panel .lines .log-amount').all()) {
      const box = await part.boundingBox();
      assert.ok(box.height < 30 && box.x + box.width <= panel.x + panel.width, JSON.stringify({ box, panel }));
    }
    await page.close();
  },
  async 'on a phone the log is a sheet'() {
    const page = await open('holdem-ten-full', { width: 390, height: 844 });
    await page.locator('.strip').click();
    await page.getByRole('tab', { name: 'Checks' }).click();
    await page.getByText('Players can still talk').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.panel').waitFor({ state: 'detached' });
    await page.close();
  },
};

const only = process.argv[2] ?? '';
const chosen = Object.entries(tests).filter(([each]) => each.includes(only));
for (const [name, test] of chosen) {
  let hangs = false;
  try {
    await Promise.race([
      test(),
      new Promise((_, fail) => {
        setTimeout(() => {
          hangs = true;
          fail(new Error('it hangs, and no play after it was tried'));
        }, kNever_ms).unref();
      }),
    ]);
  } catch (error) {
    wrong.push(`${name}: ${error.message}`);
  }
  if (hangs) break; // its pages would take what the next one sends
}
await closeAll();
for (const line of wrong) console.error(line);
console.log(
  wrong.length === 0
    ? `${chosen.length} plays go as they should.`
    : `${wrong.length} faults.`,
);
process.exit(wrong.length === 0 ? 0 : 1);
