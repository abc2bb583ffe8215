/**
 * Plays at real tables: programs that serve their pages, and a browser for each person.
 *
 *   node tests/tables.mjs PROGRAM            all tests; exit code 77: this machine cannot run them
 *   node tests/tables.mjs PROGRAM --only chess    those whose names have this word
 *   node tests/tables.mjs PROGRAM --only catalogue    each game from the lobby, which takes minutes
 *
 * FAIRDEAL_SHOTS=FOLDER keeps pictures there of the pages of a test that failed.
 */
import { existsSync } from 'node:fs';

const [file, , only = ''] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

function skip(why) {
  console.log(`Skipped: ${why}`);
  process.exit(77);
}
if (!existsSync(executablePath))
  skip(`there is no Chromium at ${executablePath} (Debian: chromium-headless-shell), and CHROMIUM names none.`);
const [{ chromium }] = await Promise.all(
  ['playwright-core', 'ws', 'axe-core'].map((name) => import(name)),
).catch(() => skip('web/node_modules is not there or not complete: run npm ci in web/.'));
const { Room } = await import('./tables/room.mjs');

/** Longer than any machine needs: only what hangs comes here. */
const kHangs_ms = only === 'catalogue' ? 1_200_000 : 900_000;
const kAtOnce = 3;

/** Returns the tests of these groups that are asked for. */
async function testsOf(...groups) {
  const modules = await Promise.all(groups.map((group) => import(`./tables/${group}.mjs`)));
  return modules
    .flatMap((module) => Object.entries(module.default))
    .filter(([name]) => name.includes(only))
    .map(([name, run]) => ({ name, run }));
}

const browser = await chromium.launch({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A name of another site that leads to this machine.
    '--host-resolver-rules=MAP rebound.example 127.0.0.1',
  ],
});

async function passes({ name, run }) {
  const room = new Room(file, browser);
  const began = performance.now();
  let timer;
  const hangs = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error('it hangs')), kHangs_ms);
  });
  let problem = null;
  let note = '';
  try {
    note = (await Promise.race([run(room), hangs])) ?? '';
  } catch (error) {
    problem = `${error.stack}\n${room.report()}`;
    await room.photograph(process.env.FAIRDEAL_SHOTS).catch(() => {});
  }
  clearTimeout(timer);
  await room.close().catch((error) => (problem ??= error.stack));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${problem === null ? 'passed' : 'FAILED'}  ${name}  ${seconds} s`);
  if (problem !== null || note !== '') console.log(problem ?? `        ${note}`);
  return problem === null;
}

// What a test that has failed still waited for.
process.on('unhandledRejection', () => {});

let all = 0;
let failed = 0;
/** Runs tests, so many at once. */
async function runAll(tests, at_once) {
  all += tests.length;
  const worker = async () => {
    for (let test = tests.shift(); test; test = tests.shift()) if (!(await passes(test))) ++failed;
  };
  await Promise.all(Array.from({ length: at_once }, worker));
}
// The longest is the first, and what measures something has the machine to itself.
await runAll(
  await testsOf('breaks', 'consent', 'convictions', 'holdem', 'boards', 'strangers', 'secrets', 'invitation', 'phases', 'games', 'written', 'practice', 'evening'),
  kAtOnce,
);
await runAll(await testsOf('figures'), 1);
// All games one after another take minutes, so this one runs where it is asked for.
if (only === 'catalogue') await runAll(await testsOf('catalogue'), 1);
await browser.close();
if (all === 0) {
  console.log(`No test's name has "${only}".`);
  process.exit(2);
}
console.log(failed === 0 ? `${all} tests pass.` : `${failed} of ${all} tests fail.`);
process.exit(failed === 0 ? 0 : 1);
