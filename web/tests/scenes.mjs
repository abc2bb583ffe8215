/**
 * Shows the scenes of tests/rules/scenes on the built page, at the sizes of phones, desks and pages at 200 %, and
 * reports places that touch each other, what leaves the stage, and texts that are cut.
 *
 *   node tests/scenes.mjs                   checks all
 *   node tests/scenes.mjs --only gin,skull  only these
 *   node tests/scenes.mjs --all FOLDER      also writes every picture
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeAll, open, show, wrong } from './mock-page.mjs';
import { facesThatFail, outOfSight } from './scene-faults.mjs';
import { sceneNames, sceneState } from './scene-state.mjs';

const option = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? null : process.argv[at + 1];
};
const only = option('--only')?.split(',') ?? [...sceneNames(), 'spades-bid', 'skull-add'];
const all = option('--all');
if (all) mkdirSync(all, { recursive: true });

const kDesk = { width: 1280, height: 800 };
const kSizes = [
  { width: 390, height: 844 },
  { width: 600, height: 900 },
  { width: 640, height: 400 },
  { width: 844, height: 390 },
  { width: 800, height: 500 },
  { width: 900, height: 800 },
  kDesk,
  { width: 2560, height: 1440 },
];

/** A scene with as many things as there may be. */
function full() {
  const state = sceneState('lantern-walk');
  const places = ['market', 'dice', 'hand'];
  const things = [...state.scene.things];
  for (let i = 0; things.length < 200; ++i)
    things.push([`x${i}`, i % 4 === 3 ? 'path' : places[i % 3], i % 4 === 3 ? `0,${i % 12}` : i, i % 2 ? 'r1' : 'y2']);
  return { ...state, scene: { ...state.scene, things } };
}

/** Spades before the first trick: bids from 1 to 13, and nil. */
function bidding() {
  const state = sceneState('spades');
  const hand = state.scene.things.filter(([, place]) => place === 'hand');
  const things = Array.from({ length: 13 }, (_, i) => hand[i] ?? [`m${i}`, 'hand', i, 'Th']);
  const seats = state.scene.seats.map(({ team }) => ({ team, tag: 'to bid, 120 points' }));
  const number = { name: 'bid', min: 1, max: 13, step: 1, suggestions: [], before: 'bid ', after: '' };
  const move = { ...state.moves[0], kind: '', touches: [], picks: [], brief_label: '' };
  const moves = [
    { ...move, id: 'nil', label: 'bid nil', move: 'nil' },
    { ...move, id: 'bid', label: 'bid', move: { bid: 1 }, number },
  ];
  const ask = 'How many tricks do you bid?';
  return { ...state, moves, scene: { ...state.scene, ask, seats, things } };
}

/** Skull as six play it: a disc is added, or a bid is made. */
function addingDiscs() {
  const state = sceneState('skull');
  const number = { name: 'bid', min: 1, max: 7, step: 1, suggestions: [], before: 'bid ', after: '' };
  const move = { ...state.moves[0], kind: '', touches: [], picks: [], brief_label: '' };
  const discs = ['a (skull)', 'b (flower)', 'c (flower)'].map((disc) => `place disc ${disc}`);
  const moves = discs.map((label) => ({ ...move, id: label, label, move: label }));
  return { ...state, moves: [...moves, { ...move, id: 'bid', label: 'bid', move: { bid: 1 }, number }] };
}

/** The scenes that are no file: what the bar needs most room for. */
const kMore = { 'spades-bid': bidding, 'skull-add': addingDiscs };
const stateOf = (name) => (kMore[name] ?? (() => sceneState(name)))();

/** Windows of phones that lie on their side, and those at 200 %. */
const isLow = ({ height }) => height < 480;

/** Waits until what a change of sizes changes is drawn, too. */
const drawn = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

for (const name of only)
  for (const size of kSizes) {
    const page = await open('generic', size);
    show(stateOf(name));
    await page.waitForSelector('.scene');
    await drawn(page);
    const where = `${name} at ${size.width}`;
    for (const each of await page.evaluate(facesThatFail)) wrong.push(`${where}: ${each}`);
    if (isLow(size)) for (const each of await page.evaluate(outOfSight)) wrong.push(`${where}: ${each}`);
    if (all) await page.screenshot({ path: join(all, `${name}-${size.width}.png`) });
    await page.context().close();
  }

/** Returns how long the page's thread computes for a state with a scene of 200 things, times four, as on a machine of
 * a quarter of the speed. It is told and not judged: no check depends on the speed of a machine. */
async function busyFor() {
  const page = await open('generic', kDesk);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await devtools.send('Performance.enable');
  const busy = async () =>
    (await devtools.send('Performance.getMetrics')).metrics
      .filter(({ name }) => ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'].includes(name))
      .reduce((sum, { value }) => sum + 1000 * value, 0);
  show(full());
  await page.waitForSelector('.scene');
  const took = [];
  for (let i = 0; i < 7; ++i) {
    const state = full();
    const seats = state.scene.seats.map((seat, s) => ({ ...seat, number: i + s }));
    const from = await busy();
    show({ ...state, step: state.step + 1 + i, scene: { ...state.scene, seats } });
    await page.waitForFunction((n) => document.querySelector('.scene')?.textContent.includes(`${n} oil`), i);
    took.push(4 * ((await busy()) - from));
  }
  await page.context().close();
  return took.sort((a, b) => a - b)[3];
}
console.log(`A state with 200 things keeps a page on a quarter of the speed busy for ${(await busyFor()).toFixed(0)} ms.`);

await closeAll();
for (const line of wrong) console.error(line);
console.log(`${only.length} scenes at ${kSizes.length} sizes: ${wrong.length} faults.`);
process.exitCode = wrong.length > 0 ? 1 : 0;
