/** What an author does at the page of an inspection, and what the page then sends. */
import assert from 'node:assert/strict';
import { stateOf } from './mock.mjs';
import { answer, next, open } from './mock-page.mjs';

const typed = (text) => ({ v: 1, line: text });
const phone = { width: 390, height: 844 };

async function says(page, press, line) {
  await press;
  assert.deepEqual(await next(), typed(line));
}

/** Goes back and forth with keys, the slider and buttons. */
async function moved(size) {
  const page = await open('inspect', size);
  const { inspect } = stateOf('inspect');
  const keys = {
    ArrowRight: 'next', ArrowLeft: 'back', Home: 'go 0', End: `go ${inspect.last}`, r: 'random',
    v: 'look 2',
  };
  for (const [key, said] of Object.entries(keys)) await says(page, page.keyboard.press(key), said);
  const slider = page.getByRole('slider', { name: 'Place in the match' });
  assert.match(await slider.getAttribute('aria-valuetext'), new RegExp(`^Ply ${inspect.ply}\\.`));
  await slider.focus();
  await says(page, page.keyboard.press('ArrowRight'), 'next');
  await says(page, slider.fill('3'), 'go 3');
  await says(page, page.getByRole('button', { name: 'To the beginning' }).click(), 'go 0');
  await says(page, page.getByRole('button', { name: 'The event before' }).click(), 'back');
  await says(page, page.getByRole('button', { name: 'The next event' }).click(), 'next');
  await says(page, page.getByRole('button', { name: 'Random move' }).click(), 'random');
  if (size === phone)
    await says(page, page.getByRole('combobox', { name: 'Seen by' }).selectOption('-1'), 'look all');
  else await says(page, page.getByRole('button', { name: 'seat 3', exact: true }).click(), 'look 3');
  await page.close();
}

/** Makes moves, keeps the match and types commands in the panel. */
async function decided(size) {
  const page = await open('inspect', size);
  if (size === phone) await page.locator('.strip').click();
  const panel = page.locator('.inspect-panel');
  await says(page, panel.getByRole('button', { name: 'call 20' }).click(), 'move 1 2');
  const number = panel.getByLabel('raise to: the number');
  await number.fill('5000');
  await says(page, number.press('Enter'), 'move 1 3 1000');
  await number.fill('72');
  await says(page, panel.getByRole('button', { name: 'raise to 72' }).click(), 'move 1 3 72');
  const fails = { 'Misses its turn': 'absent 2', Leaves: 'out 2 left', 'The card': 'void 2' };
  for (const [does, line] of Object.entries(fails))
    await says(page, panel.getByRole('button', { name: `seat 2: ${does}` }).click(), line);

  await panel.getByRole('tab', { name: 'Views' }).click();
  await panel.getByText('/pockets/0 ').waitFor();
  await panel.getByRole('tab', { name: 'State' }).click();
  assert.equal(await panel.getByRole('button', { name: 'Save' }).isDisabled(), true);
  await panel.getByLabel('File name').fill(' a.json ');
  await says(page, panel.getByRole('button', { name: 'Save' }).click(), 'save a.json');
  await says(page, panel.getByRole('button', { name: 'Load' }).click(), 'load a.json');

  const command = panel.getByLabel('Command');
  await command.fill('wants');
  await says(page, command.press('Enter'), 'wants');
  assert.equal(await command.inputValue(), '');
  answer(
    JSON.stringify({ v: 1, lines: [{ seq: 90, kind: 'note', text: 'a move of seat 1', seat: -1 }] }),
  );
  await panel.getByRole('status').getByText('a move of seat 1').waitFor();
  await command.press('v');
  assert.equal(await command.inputValue(), 'v', 'the keys of a field are its own');
  await page.close();
}

export const inspectTests = {
  'inspection: keys, the slider, who looks': () => moved({ width: 1280, height: 800 }),
  'inspection on a phone: the same by touch': () => moved(phone),
  'inspection: moves, absences, files, commands': () => decided({ width: 1280, height: 800 }),
  'inspection on a phone: the panel is a sheet': () => decided(phone),
  async 'inspection: the bar and the keys of the seat that looks make moves'() {
    const page = await open('inspect');
    const { step } = stateOf('inspect');
    await page.keyboard.press('c');
    assert.deepEqual(await next(), { v: 1, step, move: 'call' });
    await page.getByRole('button', { name: 'Raise to 40', exact: true }).click();
    assert.deepEqual(await next(), { v: 1, step, move: { raise: 40 } });
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.getByRole('tab', { name: 'Views', selected: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByText('a random move').waitFor();
    await page.close();
  },
  async 'inspection: a refusal is shown until something else happens'() {
    const page = await open('inspect');
    const state = stateOf('inspect');
    await says(page, page.keyboard.press('ArrowRight'), 'next');
    answer(JSON.stringify({ v: 1, lines: [{ seq: 91, kind: 'trouble', text: 'No.', seat: -1 }] }));
    const refusal = page.getByRole('alert').getByText('No.');
    await refusal.waitFor();
    answer(JSON.stringify({ v: 1, state: { ...state, inspect: { ...state.inspect, ply: 8 } } }));
    await refusal.waitFor({ state: 'detached' });
    await page.close();
  },
  async 'inspection of a transcript: it is only read'() {
    const page = await open('inspect-fixed');
    await page.keyboard.press('r');
    await says(page, page.keyboard.press('ArrowRight'), 'next');
    assert.equal(await page.getByRole('button', { name: 'Random move' }).count(), 0);
    assert.equal(await page.getByRole('tab', { name: 'Moves' }).count(), 0);
    await page.getByRole('tab', { name: 'State' }).click();
    assert.equal(await page.getByRole('button', { name: 'Load' }).count(), 0);
    await page.getByRole('button', { name: 'Leave the inspection' }).click();
    await says(page, page.getByRole('button', { name: 'Leave? Yes, leave' }).click(), 'quit');
    await page.close();
  },
  async 'inspection: what strangers wrote stays text'() {
    const page = await open('inspect-hostile');
    for (const tab of ['Moves', 'Views', 'State', 'Log'])
      await page.getByRole('tab', { name: tab }).click();
    assert.equal(await page.locator('img').count(), 0);
    await page.close();
  },
};
