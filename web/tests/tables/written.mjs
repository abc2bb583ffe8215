/** The games of docs/writing-a-game.md, of which the page knows nothing: each is played to its end. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { kNobodyThere, leave, sitDown, whoIsAsked } from './play.mjs';

async function played(room, game) {
  const { games } = await room.run(['games', '--all', '--json']).result();
  if (!games.some(({ name }) => name === game)) return `left out: this program has no ${game}`;
  room.expected.push(kNobodyThere);
  const ann = await room.host('Ann', game);
  const pages = [await ann.open(), await sitDown(room, 'Bob', `${game}, 2 seats`)];
  for (let page = await whoIsAsked(pages); page !== null; page = await whoIsAsked(pages)) {
    const label = page.state.moves[0].label.replace(/[^\w ]/g, '\\$&');
    page.plays();
    // The moves of a game without a hint are buttons on the stage, with their numbers.
    await page.tab
      .getByRole('button', { name: new RegExp(`^(1 )?${label}(?!\\w)`, 'i') })
      .first()
      .click();
  }
  for (const page of pages) {
    await page.tab.getByRole('heading', { name: 'The match is over' }).waitFor();
    assert.deepEqual(page.state.result.json, pages[0].state.result.json);
    await leave(page);
  }
  return '';
}

/** A script whose moves no double holds: the page shows them whole, and the one clicked is played. */
async function largeNumbers(room) {
  const script = fileURLToPath(new URL('./scripts/large-numbers.lua', import.meta.url));
  const page = await (await room.serve('Ann', ['play', script])).open();
  await page.when(({ moves }) => moves.length === 2);
  const { step, view } = page.state;
  assert.equal(view.best, '9007199254740995', 'a number that a page would round is a text');
  await page.tab.getByText('9007199254740995').first().waitFor();
  page.plays();
  await page.tab.getByRole('button', { name: /9007199254740993/ }).click();
  await page.when((state) => state.step > step);
  assert.equal(page.state.view.named, '9007199254740993');
}

export default {
  ...Object.fromEntries(
    ['nim', 'piece-nim', 'higher'].map((game) => [
      `written: ${game} is played at a table without a line of code for the page`,
      (room) => played(room, game),
    ]),
  ),
  'written: moves with numbers of more than 53 bits are played as they are': largeNumbers,
};
