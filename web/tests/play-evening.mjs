/** What a person does at an evening of tables with chips that people own. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { stateOf } from './mock.mjs';
import { allSent, has, mock, next, open, show } from './mock-page.mjs';

const line = (text) => ({ v: 1, line: text });
/** Types so many chips, and presses the button beside them. */
async function buys(page, chips, button) {
  await page.getByLabel(/^Chips, /).fill(String(chips));
  await page.getByRole('button', { name: button, exact: true }).click();
}

export const eveningTests = {
  async 'an evening: a guest sits down with chips that the terms allow'() {
    const page = await open('evening-terms');
    const { question } = stateOf('evening-terms');
    await buys(page, 399, 'Sit down');
    await page.locator('input:invalid').waitFor();
    await buys(page, 700, 'Sit down');
    assert.deepEqual(await next(), { ...line('buyin 700'), asked: question });
    await page.context().close();
  },
  async 'an evening: the bank signs an order, or refuses it'() {
    const page = await open('evening-asks');
    const { question, asked, answers } = stateOf('evening-asks');
    await page.getByText(`Bob wants to buy ${asked.chips} chips`).waitFor();
    await page.getByRole('button', { name: 'Sign' }).click();
    assert.deepEqual(await next(), { ...line(answers[0].line), asked: question });
    await page.context().close();
  },
  async 'an evening: at the table one tops up, takes it back, and leaves'() {
    const page = await open('evening');
    const state = stateOf('evening');
    await page.getByRole('tab', { name: 'Table' }).click();
    const own = page.locator('.own-chips');
    await own.getByText('Your program orders 100 chips in the next break.').waitFor();
    await has(0, own.getByLabel(/^Chips, /));
    await own.getByRole('button', { name: 'Take it back' }).click();
    assert.deepEqual(await next(), line('stay'));
    const evening = { ...state.evening, ordered: 0, order_min: 1, order_max: 400, order_usual: 400 };
    show({ ...state, evening });
    await buys(page, 250, 'Top up');
    assert.deepEqual(await next(), line('topup 250'));
    await own.getByRole('button', { name: 'Leave after this table' }).click();
    await own.getByRole('button', { name: 'Leave? Yes, leave' }).click();
    assert.deepEqual(await next(), line('leave'));
    const accounts = evening.accounts.map((account, i) => ({
      ...account,
      chips: i === evening.me ? 0 : account.chips,
    }));
    show({ ...state, evening: { ...evening, accounts } });
    await page.locator('.note-bar').getByText('You have no chips left.').waitFor();
    await page.locator('.note-bar').getByRole('button', { name: 'Rebuy' }).click();
    assert.deepEqual(await next(), line('rebuy 400'));
    await page.context().close();
  },
  async 'an evening: a click that does not reach the program is told, and a wish before the break is kept'() {
    const page = await open('evening');
    const state = stateOf('evening');
    const evening = { ...state.evening, ordered: 0, order_min: 1, order_max: 400, order_usual: 400 };
    show({ ...state, evening });
    await page.getByRole('tab', { name: 'Table' }).click();
    await page.getByLabel(/^Chips, /).fill('250');
    // The page finds no program until the test says so.
    await page.evaluate(() => {
      window.Found = window.WebSocket;
      window.WebSocket = class {};
    });
    mock.drop();
    await page.getByRole('heading', { name: 'This page lost your own table program' }).waitFor();
    await page.getByRole('button', { name: 'Top up', exact: true }).click();
    await page.getByText('That did not reach your program.').waitFor();
    assert.deepEqual(allSent(), []);
    await page.evaluate(() => {
      window.WebSocket = window.Found;
    });
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByRole('heading', { name: 'This page lost your own table program' }).waitFor({ state: 'detached' });
    // The first state of the new connection is the fixture's.
    await page.locator('.own-chips').getByText('Your program orders 100 chips in the next break.').waitFor();
    const waits = { ...evening, waits: true };
    show({ ...state, phase: 'gathering', step: 0, moves: [], evening: waits });
    await buys(page, 100, 'Top up');
    assert.deepEqual(await next(), line('topup 100'));
    show({ ...state, phase: 'gathering', step: 0, moves: [], evening: { ...waits, ordered: 100, order_max: 0 } });
    await page.locator('.own-chips').getByText('Your program orders 100 chips in the next break.').waitFor();
    await page.getByRole('button', { name: 'Take it back' }).click();
    assert.deepEqual(await next(), line('stay'));
    await page.context().close();
  },
  async 'an evening: the bank starts the next table, or ends all'() {
    const page = await open('evening-break');
    await page.getByRole('row', { name: /^Bob 700 / }).waitFor();
    await page.getByRole('button', { name: 'End the evening' }).dblclick();
    const sure = page.getByRole('button', { name: 'End it for all? Yes, end it' });
    await sure.waitFor();
    assert.deepEqual(allSent(), [], 'a double click asks, and ends nothing');
    await sure.click();
    const { question } = stateOf('evening-break');
    assert.deepEqual(await next(), { ...line('leave'), asked: question });
    await page.context().close();
  },
  async 'an evening: the break counts down, and the accounts are drawn and saved'() {
    const page = await open('evening-break');
    const state = stateOf('evening-break');
    const { accounts, id } = state.evening;
    const counts = { ...state.evening, break_left_ms: 20_000 };
    show({ ...state, evening: counts });
    await page.getByText(/^The next table begins in 0:(20|1\d)\.$/).waitFor();
    await has(accounts.length, page.getByRole('img', { name: /^Chips from table to table: [\d,]+, / }));
    const button = page.getByRole('button', { name: 'Save the accounts (CSV)' });
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    assert.equal(file.suggestedFilename(), `fairdeal-evening-${id.slice(0, 8)}.csv`);
    const [head, first] = readFileSync(await file.path(), 'utf8').split('\r\n');
    assert.equal(head, 'evening,nickname,key,bought,cashed_out,chips,won');
    const { name, key, bought, cashed, chips } = accounts[0];
    assert.equal(first, `${id},"${name}",${key},${bought},${cashed},${chips},${cashed + chips - bought}`);
    await page.context().close();
  },
  async 'an evening: a bank without chips is asked to buy some before the evening ends for all'() {
    const page = await open('evening-break');
    const state = stateOf('evening-break');
    const accounts = state.evening.accounts.map((account, i) => ({
      ...account,
      chips: i === state.evening.me ? 0 : account.chips,
    }));
    const order = { order_min: 400, order_max: 1000, order_usual: 1000 };
    const broke = { ...state.evening, accounts, ...order, broke: true, break_left_ms: 130_000 };
    const table = { ...state.table, ready: false };
    show({ ...state, table, asked: null, question: '', answers: [], evening: broke });
    await page.getByText(/^You have no chips left, .* Buy some within 2:\d\d, or/).waitFor();
    await buys(page, 500, 'Rebuy');
    assert.deepEqual(await next(), line('rebuy 500'), 'an order is no answer to a question');
    show({ ...state, table, asked: null, question: '', answers: [], evening: { ...broke, bank: false } });
    await page.getByText(/^The bank has no chips left\. If it buys none within 2:\d\d, /).waitFor();
    await page.context().close();
  },
  async 'an evening: at its end all see that it ended for want of the bank\'s chips'() {
    const page = await open('evening-over');
    const state = stateOf('evening-over');
    show({ ...state, evening: { ...state.evening, broke: true } });
    await page.getByRole('heading', { name: /^The evening is over: the bank has no chips/ }).waitFor();
    await page.context().close();
  },
  async 'an evening: at its end all see who pays whom'() {
    const page = await open('evening-over', { width: 390, height: 844 });
    const { accounts, payments, me } = stateOf('evening-over').evening;
    await page.getByRole('heading', { name: 'The evening is over.' }).waitFor();
    const { from, to, chips } = payments[0];
    await page.getByText(`${accounts[from].name} pays ${accounts[to].name} ${chips} chips`).waitFor();
    await has(1, page.locator('.accounts .is-me', { hasText: accounts[me].name }));
    await page.context().close();
  },
  async 'an evening: at its end one says what a chip is worth, and plays again'() {
    const page = await open('evening-over');
    const { chips } = stateOf('evening-over').evening.payments[0];
    await page.getByText('fairdeal host holdem --evening').waitFor();
    await page.getByLabel('A chip is worth').fill('0.05 €');
    const worth = `(${((chips * 5) / 100).toFixed(2)} €)`;
    await page.locator('.payments').getByText(worth).first().waitFor();
    await page.reload();
    await page.locator('.payments').getByText(worth).first().waitFor();
    // A page that the lobby has opened leads back to it, where the form is ready.
    const lobby = new URL(page.url());
    await page.goto(`${lobby.origin}/?fixture=evening-over&from#lobby=${lobby.port}`);
    await page.getByRole('link', { name: 'Play again' }).waitFor();
    const to = await page.getByRole('link', { name: 'Play again' }).getAttribute('href');
    assert.equal(to, `http://127.0.0.1:${lobby.port}/#evening=holdem`);
    await page.goto(`${lobby.origin}/?fixture=lobby${new URL(to).hash}`);
    await page.locator('.lobby').waitFor();
    assert.ok(await page.getByRole('checkbox', { name: /^Cash evening/ }).isChecked());
    assert.equal(new URL(page.url()).hash, '');
    await page.context().close();
  },
};
