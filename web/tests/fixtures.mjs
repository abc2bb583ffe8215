/**
 * Writes the fixtures of the page from what programs send, or checks that they still send such.
 *
 *   node tests/fixtures.mjs PROGRAM            checks all; exit code 77: this machine cannot do it
 *   node tests/fixtures.mjs PROGRAM --write    writes them
 *   … --only holdem,chess                      only these
 *
 * PROGRAM is build/release/tests/fairdeal_of_the_page, which has the games of docs/writing-a-game.md, too.
 *
 * Each fixture is what a real program told a page at one moment of a table, which is played anew for
 * each check: fixtures/*.mjs has game, seats, seed and moment of each. Keys, addresses and times are
 * made alike. A check compares shapes: the fields of all messages, and the kind of each value. So a
 * fixture that no program sends fails.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

/** These stay by hand: no program of ours sends what they have, but a stranger's might. */
const kByHand = ['hostile', 'inspect-hostile', 'labels-bar', 'labels-few', 'labels-generic'];
const kAtOnce = 3;
/** How often a scene is played until the cards bring its moment. */
const kTries = 5;
/** Longer than any machine needs: only what hangs comes here. */
const kHangs_ms = 900_000;

const [program, ...options] = process.argv.slice(2);
const write = options.includes('--write');
const only = options.includes('--only') ? options[options.indexOf('--only') + 1].split(',') : null;
const folder = new URL('../fixtures/', import.meta.url);

try {
  await import('ws');
} catch {
  console.log('Skipped: web/node_modules is not there or not complete: run npm ci in web/.');
  process.exit(77);
}
const groups = await Promise.all(
  ['boards', 'cards', 'evening', 'home'].map((name) => import(`./fixtures/${name}.mjs`)),
);
const { EndedBefore } = await import('./fixtures/listener.mjs');
const { differences } = await import('./fixtures/shape.mjs');
const { plain } = await import('./fixtures/plain.mjs');
const { Room } = await import('./tables/room.mjs');

/** Returns each scene with the fixtures that come of it. */
function scenes() {
  const all = groups
    .flatMap((group) => Object.values(group).filter((each) => typeof each === 'object'))
    .flatMap((each) => Object.entries(each))
    .map(([names, run]) => ({ names: names.split(' '), run }));
  const told = all.flatMap(({ names }) => names);
  const files = readdirSync(folder).map((name) => name.replace(/\.json$/, ''));
  assert.deepEqual([...told, ...kByHand].sort(), files.sort(), 'each fixture has its scene');
  return only ? all.filter(({ names }) => names.some((name) => only.includes(name))) : all;
}

/** Plays a scene; returns the messages of each of its fixtures. */
async function recorded({ names, run }, tries = kTries) {
  const room = new Room(program, null);
  let timer;
  const hangs = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error('it hangs')), kHangs_ms);
  });
  try {
    const got = await Promise.race([run(room), hangs]);
    const by_name = names.length === 1 ? { [names[0]]: got } : got;
    return Object.fromEntries(names.map((name) => [name, plain(by_name[name], room.folder)]));
  } catch (error) {
    if (!(error instanceof EndedBefore) || tries === 1) throw new Error(`${error.stack}\n${room.report()}`);
  } finally {
    clearTimeout(timer);
    await room.close();
  }
  return recorded({ names, run }, tries - 1);
}

const wrong = [];
async function done(scene) {
  const began = performance.now();
  try {
    for (const [name, messages] of Object.entries(await recorded(scene))) {
      const file = new URL(`${name}.json`, folder);
      if (write) writeFileSync(file, `${JSON.stringify(messages, null, 1)}\n`);
      else
        for (const each of differences(JSON.parse(readFileSync(file, 'utf8')), messages))
          wrong.push(`${name}: ${each}`);
    }
  } catch (error) {
    wrong.push(`${scene.names}: ${error.message}`);
  }
  console.log(`${scene.names.join(', ')}  ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

process.on('unhandledRejection', () => {});
const left = scenes();
const count = left.length;
const worker = async () => {
  for (let scene = left.shift(); scene; scene = left.shift()) await done(scene);
};
await Promise.all(Array.from({ length: kAtOnce }, worker));
for (const line of wrong) console.error(line);
if (wrong.length > 0 && !write)
  console.error(`If the program is right, write them anew: node web/tests/fixtures.mjs ${program} --write`);
console.log(wrong.length === 0 ? `${count} scenes are as the fixtures say.` : `${wrong.length} faults.`);
process.exit(wrong.length === 0 ? 0 : 1);
