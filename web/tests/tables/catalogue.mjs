/** Each game of the catalogue is opened in the lobby, started and left by clicks, one after another. */
import assert from 'node:assert/strict';
import { newcomer } from './evening.mjs';
import { kNobodyThere, takesActs } from './play.mjs';

/** The form takes at most as many bots as there are seats beside one's own. */
const kAllBots = '99';

/** Opens a table of this game with bots alone, begins, leaves, and goes back to the lobby. */
async function openAndLeave(page, game) {
  const { tab } = page;
  await tab.getByLabel('Game', { exact: true }).selectOption(game);
  await tab.locator('.more-fields summary').click();
  const bots = tab.getByLabel('Bots among them', { exact: true });
  if ((await bots.count()) > 0 && (await bots.isEnabled())) await bots.fill(kAllBots);
  page.state = null;
  await page.button('Open').click();
  await page.when(({ phase, lobby }) => phase !== 'lobby' && lobby === undefined);
  const start = page.button('Start');
  await Promise.race([start.waitFor(), page.when(({ phase }) => phase === 'playing')]);
  if (page.state.phase !== 'playing') {
    await takesActs(page);
    await start.click();
  }
  await page.when(({ phase }) => phase === 'playing');
  assert.equal(page.state.table.game, game);
  await tab.locator('.game-stage > *').first().waitFor();
  const leave = tab.locator('header.top').getByRole('button', { name: /^Leave/ });
  if ((await leave.count()) === 0) await page.button('Menu').click();
  await tab.getByRole('button', { name: 'Leave', exact: true }).first().click();
  await tab.getByRole('button', { name: /^Leave\? / }).first().click();
  await page.when(({ phase }) => phase === 'ended');
  await tab.locator('.end').getByRole('link', { name: 'Your tables' }).click();
  await tab.getByLabel('Game', { exact: true }).waitFor();
}

export default {
  async 'catalogue: each game is opened, started and left by clicks'(room) {
    room.expected.push(/asked for/, kNobodyThere);
    const page = await newcomer(room, 'Ann');
    const games = await page.tab
      .getByLabel('Game', { exact: true })
      .locator('option')
      .evaluateAll((options) => options.map(({ value }) => value).filter((value) => value !== ''));
    assert.ok(games.length >= 19, `${games.length} games`);
    for (const game of games)
      await openAndLeave(page, game).catch((error) => {
        throw new Error(`${game}: ${error.message}`);
      });
    return `${games.length} games`;
  },
};
