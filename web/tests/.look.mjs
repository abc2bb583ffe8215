// node tests/.look.mjs STATES.json PREFIX i,j,k [all] : draws these states and checks all
import { readFileSync } from 'node:fs';
import { closeAll, open, show, wrong } from './mock-page.mjs';
import { facesThatFail } from './scene-faults.mjs';
const [, , file, prefix, list, every] = process.argv;
const states = JSON.parse(readFileSync(file, 'utf8'));
const seen = new Set();
for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
  const page = await open('generic', size);
  const picks = list.split(',').map(Number);
  for (const [i, state] of states.entries()) {
    if (!picks.includes(i) && !(every && i % Number(every) === 0)) continue;
    show({ ...state, step: 1000 + i });
    await page.waitForTimeout(150);
    for (const each of await page.evaluate(facesThatFail)) { const k = `${size.width} #${i}: ${each}`; if (!seen.has(each)) console.log(k); seen.add(each); }
    if (picks.includes(i)) await page.screenshot({ path: `${prefix}${i}-${size.width}.png` });
  }
  await page.context().close();
}
await closeAll();
console.log(wrong.slice(0, 5), states.length);
