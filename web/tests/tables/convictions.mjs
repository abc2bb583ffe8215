/** Members that sign what no honest program signs, at real tables: what the others are told. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isForAll, press, whoIsAsked } from './play.mjs';

/** Hold'em of four, whose last member tells this lie. Returns the page of the host. */
async function convicts(room, lie, shown) {
  const pace = ['--seats', '4', '--params', '{"hands":3}', '--start', 'auto'];
  const host = await room.host('Ann', 'holdem', pace);
  const ann = await host.open({ colorScheme: 'dark' });
  for (const [i, name] of ['Bob', 'Cat', 'Dan'].entries()) {
    await ann.when((state) => state.seats.length === i + 1); // so that Dan has the last seat
    const chaos = name === 'Dan' ? ['--chaos', `lie:3@6:${lie}`] : [];
    const bot = ['--bot', 'simple', '--accept', '--listen', '127.0.0.1:0', '--nickname', name];
    room.run(['join', room.address, ...bot, ...room.of(name), ...chaos]);
  }
  for (;;) {
    const told = ({ trouble }) => trouble.some(({ conviction }) => conviction?.evidence);
    const asked = () => ann.asks || told(ann.state) || ann.state.phase === 'ended';
    await ann.until(asked, 'a move or a conviction');
    if (told(ann.state)) break;
    assert.equal(await whoIsAsked([ann]), ann);
    await press(ann, 'check', 'call', 'fold', 'show', 'muck');
  }
  const card = ann.tab.locator('.trouble');
  await card.getByRole('heading', { name: 'Dan cheated, and their own signatures prove it' }).waitFor();
  const text = await card.innerText();
  assert.match(text, shown);
  assert.match(text, /≠/);
  assert.match(text, /this game\s+goes on without Dan/);
  assert.match(text, /your chips\s+nothing of yours is lost\s+[\d,]+/);
  await isForAll(ann, 'playing');

  const saving = ann.tab.waitForEvent('download');
  await card.getByRole('link', { name: 'Save the evidence' }).click();
  const saved = join(room.folder, 'saved.evidence');
  await (await saving).saveAs(saved);
  assert.ok(readFileSync(saved).length > 0);
  const verdict = await room.run(['evidence', 'verify', saved, '--json']).result();
  assert.deepEqual([verdict.convicts, verdict.nickname], [true, 'Dan']);

  await card.getByRole('button', { name: 'Go on' }).click();
  await card.waitFor({ state: 'detached' });
  const is_told = (line) => line.text.includes('Dan cheated');
  assert.equal([...ann.lines.values()].filter(is_told).length, 1, 'the log tells it once');
  assert.equal(host.program.err.split('Dan cheated').length - 1, 1, 'so does the terminal');
  assert.equal(ann.state.trouble.length, 1);
}

export default Object.fromEntries(
  Object.entries({
    vote: /signed two votes[^]*vote for/,
    entry: /signed two different answers[^]*with 1 message attached/,
    proof: /signed a false answer[^]*what is true/,
  }).map(([lie, shown]) => [
    `conviction: ${lie}: told once, with both statements, the chips and the evidence`,
    (room) => convicts(room, lie, shown),
  ]),
);
