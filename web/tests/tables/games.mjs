/** The page of every game against bots, at a desk and on a phone: nothing touches, and all can use it. */
import assert from 'node:assert/strict';
import { boxesThatTouch } from '../overlaps.mjs';
import { isForAll } from './play.mjs';

const kSizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

async function look(room, { name, seats_min, seats_max }) {
  const seats = String(Math.min(seats_max, Math.max(seats_min, 3)));
  const person = await room.serve('Ann', ['play', name, '--seats', seats, '--seed', '1']);
  const page = await person.open();
  await page.when(({ moves }) => moves.length > 0);
  await page.tab.locator('.game-stage > *').first().waitFor();
  for (const size of kSizes) {
    await page.tab.setViewportSize(size);
    // Two drawings: the first measures the stage, the second is laid out by it.
    await page.tab.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const touches = await page.tab.evaluate(boxesThatTouch);
    assert.deepEqual(touches, [], `${name} at ${size.width} px`);
  }
  await isForAll(page, 'playing', name);
  await person.browser.close();
  person.program.kill('SIGKILL');
}

/** All games share this many tests, which run beside each other. */
const kParts = 3;

export default Object.fromEntries(
  Array.from({ length: kParts }, (_, part) => [
    `games: each is drawn, part ${part + 1} of ${kParts}`,
    async (room) => {
      const { games } = await room.run(['games', '--json']).result();
      const shown = games.filter(({ shelf }) => shelf !== 'reference');
      for (const game of shown.filter((_, i) => i % kParts === part)) await look(room, game);
    },
  ]),
);
