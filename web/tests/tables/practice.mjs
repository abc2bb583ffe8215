/** What a person asks for in a match against bots: a hint, a move back, and to begin anew. */
import assert from 'node:assert/strict';
import { leave, takesActs } from './play.mjs';

const cellsTaken = ({ view }) => [...view.board].filter((cell) => cell !== '_').length;

/** Chooses something of the menu, and says that it is meant if the page asks. */
async function choose(page, name, sure) {
  await takesActs(page);
  await page.button('Menu').click();
  await page.tab.locator('.menu').getByRole('button', { name, exact: true }).click();
  if (sure) await page.tab.locator('.menu').getByRole('button', { name: sure }).click();
}

async function move(page, taken) {
  await takesActs(page);
  await page.tab.locator('.cell.legal').first().click();
  await page.when((state) => state.phase === 'ended' || (state.turn.mine && cellsTaken(state) > taken));
}

export default {
  async 'practice: a hint, a move back, the same once more, and new matches'(room) {
    const bots = ['--bots', 'easy', '--seed', '5', '--bots-think', '0'];
    const person = await room.serve('Ann', ['play', 'tic-tac-toe', ...bots]);
    const page = await person.open();
    await page.when((state) => state.practice && state.turn.mine && cellsTaken(state) === 0);
    await choose(page, 'What would a hard bot do?');
    await page.tab.getByText('A hard bot would choose:').first().waitFor();
    await move(page, 0);
    assert.equal(cellsTaken(page.state), 2);
    await choose(page, 'Take back my move');
    await page.when((state) => state.turn.mine && cellsTaken(state) === 0);
    await move(page, 0);
    await choose(page, 'The same match once more', 'Begin it again? Yes, again');
    await page.when((state) => state.turn.mine && cellsTaken(state) === 0);
    await choose(page, 'New match, a bot begins', 'Give this one up? Yes, a new one');
    await page.when((state) => state.me === 1 && state.turn.mine && cellsTaken(state) === 1);
    while (page.state.phase !== 'ended') await move(page, cellsTaken(page.state));
    await takesActs(page);
    await page.tab.locator('.end-acts').getByRole('button', { name: 'Rematch' }).click();
    await page.when((state) => state.me === 1 && state.turn.mine && cellsTaken(state) === 1);
    await choose(page, 'New match, I begin', 'Give this one up? Yes, a new one');
    await page.when((state) => state.me === 0 && state.turn.mine && cellsTaken(state) === 0);
    while (page.state.phase !== 'ended') await move(page, cellsTaken(page.state));
    await leave(page);
  },
};
