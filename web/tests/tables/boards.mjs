/** Games on boards: by keys alone, and by dragging. */
import assert from 'node:assert/strict';
import { kNobodyThere, leave, sitDown, takesActs, whoIsAsked } from './play.mjs';

/** Opens a table of two, and both pages; the first page is the host's. */
async function two(room, game, more = []) {
  const ann = await room.host('Ann', game, more);
  const first = await ann.open();
  const second = await sitDown(room, 'Bob', `${game}, 2 seats`);
  return [first, second];
}

/** Presses Tab until the focus is in a place with this selector. */
async function tabTo(page, selector) {
  for (let i = 0; i < 60; ++i) {
    if (await page.tab.evaluate((to) => document.activeElement.matches(to), selector)) return;
    await page.tab.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${selector}`);
}

/** Moves the focus over a board of three columns from cell to cell, and presses Enter. */
async function place(page, cell) {
  await tabTo(page, '.cell');
  const at = () => page.tab.evaluate(() => Number(document.activeElement.dataset.cell));
  const go = async (key, while_) => {
    while (while_(await at())) await page.tab.keyboard.press(key);
  };
  const [row, column] = [Math.floor(cell / 3), cell % 3];
  await go('ArrowDown', (now) => Math.floor(now / 3) < row);
  await go('ArrowUp', (now) => Math.floor(now / 3) > row);
  await go('ArrowRight', (now) => now % 3 < column);
  await go('ArrowLeft', (now) => now % 3 > column);
  page.plays();
  await page.tab.keyboard.press('Enter');
}

export default {
  async 'tic-tac-toe: by keys alone, to the end and once more'(room) {
    room.expected.push(kNobodyThere);
    const pages = await two(room, 'tic-tac-toe');
    for (const cell of [4, 0, 2, 6, 3, 1, 5]) await place(await whoIsAsked(pages), cell);
    assert.equal(await whoIsAsked(pages), null);
    const table = pages[0].state.table.id;
    for (const [i, page] of pages.entries()) {
      assert.deepEqual(page.state.result.json, [1, -1]);
      await page.tab.getByText('Another match with the same people?').waitFor();
      await tabTo(page, '.end .primary');
      await takesActs(page);
      await page.tab.keyboard.press('Enter');
    }
    for (const page of pages)
      await page.when(({ phase, table: { id } }) => phase === 'playing' && id !== table);
    await place(await whoIsAsked(pages), 8);
    for (const page of pages) {
      await page.when(({ view }) => /^_{8}[XO]$/.test(view.board));
      await page.cell('bottom right').locator('svg').waitFor();
    }
  },

  async 'chess: by dragging, with captures, and resigned at last'(room) {
    room.expected.push(kNobodyThere);
    const pages = await two(room, 'chess');
    const moves = ['e2 e4 e4', 'd7 d5 d5', 'e4 d5 exd5', 'd8 d5 Qxd5', 'b1 c3 Nc3'];
    for (const [i, move] of moves.entries()) {
      const number = `${Math.floor(i / 2) + 1}.${i % 2 === 0 ? '' : '..'}`;
      const [from, to, name] = move.split(' ');
      const page = await whoIsAsked(pages);
      page.plays();
      await page.cell(from).dragTo(page.cell(to));
      for (const each of pages) {
        await each.told(`${page.person.name}: ${number} ${name}`);
        await each.tab.locator(`.cell[aria-label^="${from}, empty"]`).waitFor();
      }
    }
    for (const page of pages) {
      await page.tab.locator('.cell.changed[aria-label^="c3, white knight"]').waitFor();
      assert.equal(await page.tab.locator('.taken').count(), 2, 'a pawn is taken on each side');
    }
    const black = await whoIsAsked(pages);
    await black.button('Resign').click();
    await black.button('Resign? Yes, resign').click();
    for (const page of pages) {
      await page.tab.getByRole('heading', { name: 'The match is over' }).waitFor();
      assert.deepEqual(page.state.result.json, [1, -1]);
      await leave(page);
    }
    for (const page of pages) assert.equal((await page.person.program.ended()).code, 0);
  },
};
