/** What a person does in the lobby. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { stateOf } from './mock.mjs';
import { answer, has, mock, next, open } from './mock-page.mjs';

/** Returns the lobby of a fixture after the program has opened a page for it. */
function opened(fixture, change) {
  const [frame] = JSON.parse(
    readFileSync(new URL(`../fixtures/${fixture}.json`, import.meta.url), 'utf8'),
  );
  Object.assign(frame.state.lobby, change);
  return JSON.stringify(frame);
}
/** Pastes a text into a field, as the page is told of it. */
function pastes(field, text) {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', text);
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
const kToken = '0123456789abcdef0123456789abcdef';

export const lobbyTests = {
  async 'the lobby: who asks for a match is led to its page, and nobody else'() {
    const page = await open('lobby-empty');
    await page.route('http://127.0.0.1:4711/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>A table</title>' }),
    );
    await page.locator('.practise').getByRole('button', { name: "Hold'em" }).click();
    assert.deepEqual(await next(), { v: 1, line: 'play holdem --seats 6 --bots normal' });
    answer(opened('lobby-empty', { starting: 'play holdem --seats 6 --bots normal' }));
    await page.getByRole('button', { name: 'The table is being opened' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${mock.url}/?fixture=lobby-empty`);
    await other.waitForSelector('.lobby');
    answer(
      opened('lobby-empty', {
        opened: 1,
        open_address: `http://127.0.0.1:4711/?token=${kToken}`,
      }),
    );
    await page.waitForURL(
      `http://127.0.0.1:4711/?token=${kToken}#lobby=${new URL(mock.url).port}`,
    );
    assert.equal(new URL(other.url()).host, new URL(mock.url).host);
    await page.context().close();
  },
  async 'the lobby: a table is opened by keys alone'() {
    const page = await open('lobby');
    await page.getByLabel('Game', { exact: true }).selectOption('holdem');
    await page.getByLabel('Seats', { exact: true }).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.locator('.more-fields summary').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Bots among them', { exact: true }).focus();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('radio', { name: 'No limit' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByLabel('Stack', { exact: true }).fill('2,500');
    await page.getByRole('radio', { name: '30 s' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Open', exact: true }).focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await next(), {
      v: 1,
      line: `host holdem --seats 4 --bots 1:normal --params '{"stack":2500,"betting":"pot-limit"}' --move-time 15 --bank 60 --admit invited`,
    });
    await page.close();
  },
  async 'lobby: a number that was just typed does not take the click on Open'() {
    const page = await open('lobby');
    await page.getByLabel('Game', { exact: true }).selectOption('chess');
    await page.locator('.more-fields summary').click();
    await page.getByLabel('Bots among them', { exact: true }).fill('99');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    assert.match((await next()).line, /^host chess .*--bots 1:normal/);
    await page.close();
  },
  async 'the lobby: an evening is opened with its buy-in'() {
    const page = await open('lobby');
    await page.getByLabel('Game', { exact: true }).selectOption('chess');
    await has(0, page.getByLabel(/^Cash evening/));
    await page.getByLabel('Game', { exact: true }).selectOption('holdem');
    await page.getByLabel(/^Cash evening/).check();
    await page.getByLabel('Largest buy-in').fill('2,000');
    await page.getByLabel('Your chips', { exact: true }).fill('800');
    await page.getByLabel('Ask about chips that guests buy').check();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    assert.deepEqual(await next(), {
      v: 1,
      line: 'host holdem --seats 6 --move-time 30 --bank 60 --admit invited --evening --buy-in 500:2000 --chips 800 --orders ask',
    });
    await page.context().close();
  },
  async 'the lobby: the rules of a game are read before a table is opened, and back leads back'() {
    const page = await open('lobby');
    const list = page.getByRole('heading', { name: /^\d+ games$/ });
    await list.waitFor();
    await page.locator('.tile', { hasText: 'Hearts' }).click();
    await page.getByText('Four players get thirteen cards each.').waitFor();
    await page.goBack();
    await list.waitFor();
    await page.locator('.tile', { hasText: 'Spades' }).click();
    await page.getByRole('heading', { name: 'Spades', exact: true }).waitFor();
    await page.getByRole('button', { name: 'New table' }).click();
    assert.equal(await page.getByLabel('Game', { exact: true }).inputValue(), 'spades');
    await page.getByRole('button', { name: 'All games' }).click();
    await list.waitFor();
    await page.getByRole('button', { name: 'Rules of Spades' }).click();
    await page.getByRole('heading', { name: 'Spades', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Practise' }).last().click();
    assert.match((await next()).line, /^play spades /);
    await page.context().close();
  },
  async 'the lobby: the name and the relay can be changed'() {
    const page = await open('lobby');
    await page.getByRole('button', { name: 'Change your name' }).click();
    await page.getByLabel('Your name', { exact: true }).fill('Ann Bo');
    await page.keyboard.press('Enter');
    assert.deepEqual(await next(), { v: 1, line: "name 'Ann Bo'" });
    await page.getByRole('button', { name: 'Change your name' }).waitFor();
    mock.say(opened('lobby', { asks_name: true, me: 'tester' }));
    await page.getByLabel('Your name', { exact: true }).waitFor();
    await page.setViewportSize({ width: 360, height: 640 });
    const { x, width } = await page.getByRole('button', { name: 'Deutsch' }).boundingBox();
    assert.ok(x + width <= 360, `the top bar ends at ${x + width}`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Your name', { exact: true }).fill('Bob');
    await page.keyboard.press('Enter');
    assert.deepEqual(await next(), { v: 1, line: 'name Bob' });
    answer(opened('lobby', { me: 'Bob' }));
    await page.getByText('Bob', { exact: true }).first().waitFor();
    await has(0, page.getByLabel('Your name', { exact: true }));
    // A name that was typed and not saved is the one by which the person comes to a table.
    mock.say(opened('lobby', { asks_name: true, me: 'tester' }));
    await page.getByLabel('Your name', { exact: true }).fill('Eve');
    await page.locator('.practise').getByRole('button', { name: "Hold'em" }).click();
    assert.deepEqual(await next(), { v: 1, line: 'name Eve' });
    assert.deepEqual(await next(), { v: 1, line: 'play holdem --seats 6 --bots normal' });
    mock.say(opened('lobby', { asks_reach: false }));
    await page.getByRole('button', { name: 'Change how others reach you' }).click();
    await page.getByLabel('Relay', { exact: true }).fill('relay.example.org');
    await page.getByRole('button', { name: 'Save' }).click();
    assert.deepEqual(await next(), { v: 1, line: 'relay relay.example.org' });
    answer(opened('lobby', { asks_reach: false, relays: ['relay.example.org'] }));
    await page.getByText('through relay.example.org; it sees no cards.').waitFor();
    await page.getByRole('button', { name: 'Change how others reach you' }).click();
    await page.getByRole('button', { name: 'Use none' }).click();
    assert.deepEqual(await next(), { v: 1, line: "relay ''" });
    await page.close();
  },
  async 'the lobby: losing hands are mucked until the person chooses to show them'() {
    const page = await open('lobby');
    await page.locator('.more-fields summary').click();
    const shows = page.getByLabel('Show my losing hands at a showdown');
    assert.equal(await shows.isChecked(), false);
    await shows.click();
    assert.deepEqual(await next(), { v: 1, line: 'show-losing yes' });
    answer(opened('lobby', { shows_losing: true }));
    await page.locator('.more-fields .check-field input:checked').waitFor();
    await shows.click();
    assert.deepEqual(await next(), { v: 1, line: 'show-losing no' });
    await page.close();
  },
  async 'the lobby asks once how friends come, and none is an answer'() {
    const page = await open('lobby');
    mock.say(opened('lobby', { asks_reach: false }));
    await page.getByText('by your address alone.').waitFor();
    const asks = { asks_reach: true, offered: ['relay.example.net'] };
    mock.say(opened('lobby', asks));
    const question = page.getByRole('group', { name: 'How others reach you' });
    await question.getByRole('button', { name: 'Through relay.example.net' }).click();
    assert.deepEqual(await next(), { v: 1, line: 'relay relay.example.net' });
    await question.getByLabel("A friend's relay").fill('wss://relay.example.org/x');
    await page.getByRole('button', { name: 'Save' }).click();
    assert.deepEqual(await next(), { v: 1, line: 'relay wss://relay.example.org/x' });
    await question.getByRole('button', { name: 'Same house' }).click();
    assert.deepEqual(await next(), { v: 1, line: "relay ''" });
    mock.say(opened('lobby', { asks_reach: false }));
    await page.getByText('by your address alone.').waitFor();
    await has(0, page.getByRole('button', { name: 'Same house' }));
    await page.close();
  },
  async 'the lobby: ten minutes of chess by two choices, and blind levels as rows'() {
    const page = await open('lobby');
    await page.getByLabel('Game', { exact: true }).selectOption('chess');
    await page.getByRole('radio', { name: '10 min + 5 s' }).check({ force: true });
    await page.getByLabel('Ask about guests').check();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    assert.deepEqual(await next(), {
      v: 1,
      line: 'host chess --seats 2 --move-time 1 --bank 600 --increment 5 --admit ask',
    });
    await page.getByLabel('Ask about guests').uncheck();
    await page.getByLabel('Game', { exact: true }).selectOption('holdem');
    await page.locator('.more-fields summary').click();
    for (let i = 0; i < 2; ++i) await page.getByRole('button', { name: 'Add a level' }).click();
    await page.getByRole('button', { name: 'Level 1: Remove' }).click();
    await page.getByLabel('Level 1: Ante').fill('5');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    assert.deepEqual(await next(), {
      v: 1,
      line: `host holdem --seats 2 --params '{"levels":[{"from":21,"small":40,"big":80,"ante":5}]}' --move-time 30 --bank 60 --admit invited`,
    });
    await page.close();
  },
  async 'the lobby: back to a table, to one of the network, and by an invitation'() {
    const page = await open('lobby', { width: 390, height: 844 });
    await page.getByRole('button', { name: 'Go back: Chess with Bob' }).first().click();
    assert.deepEqual(await next(), { v: 1, line: 'open 4711' });
    // A machine without neighbours hears of no table, so the test brings one.
    const near = { game: 'liars-dice', title: "Liar's dice", contact: '', seats: 5, taken: 2 };
    answer(opened('lobby', { near: [{ ...near, line: "join '192.168.1.20:7777'" }] }));
    await page.getByRole('button', { name: "See the terms: Liar's dice" }).click();
    assert.deepEqual(await next(), { v: 1, line: "join '192.168.1.20:7777'" });
    await page.getByLabel('Invitation').fill(' 7 guitar igloo ');
    await page.keyboard.press('Enter');
    assert.deepEqual(await next(), { v: 1, line: "join '7 guitar igloo'" });
    answer(opened('lobby', {}));
    await page.getByLabel('Invitation').fill('');
    await page.getByLabel('Invitation').evaluate(pastes, 'Join me:\nthe code 7-guitar-igloo');
    assert.deepEqual(await next(), { v: 1, line: "join 'Join me: the code 7-guitar-igloo'" });
    await page.getByRole('button', { name: 'Replay Tic-tac-toe, Bob' }).click();
    const { file } = stateOf('lobby').lobby.finished.find(({ game }) => game === 'tic-tac-toe');
    assert.deepEqual(await next(), { v: 1, line: `replay ${file}` });
    await page.close();
  },
  async 'a table that was opened from the lobby has a way back, also after a reload'() {
    const page = await open('ended');
    await has(0, page.getByRole('link', { name: 'Your tables' }));
    await page.goto(`${mock.url}/?fixture=ended&again#lobby=4711`);
    const back = page.locator('.end').getByRole('link', { name: 'Your tables' });
    await back.waitFor();
    await page.reload();
    await back.waitFor();
    assert.equal(await back.getAttribute('href'), 'http://127.0.0.1:4711/');
    assert.equal(new URL(page.url()).hash, '');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('.menu').getByRole('link', { name: 'Your tables' }).waitFor();
    await page.close();
  },
};
