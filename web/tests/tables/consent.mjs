/** A guest whose machine lacks the script of the table reads it before it runs. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { isForAll, takesActs } from './play.mjs';

export default {
  async 'consent: the text of a script is read before anything of it runs'(room) {
    const known = fileURLToPath(new URL('../../../games/mia/mia.lua', import.meta.url));
    const text = `${readFileSync(known, 'utf8')}-- Ann's own\n`;
    const file = join(room.folder, 'mia.lua');
    writeFileSync(file, text);
    await room.host('Ann', file);
    const page = await (await room.join('Bob')).open({ colorScheme: 'dark' });
    await page.when(({ asked }) => asked?.what === 'script');
    assert.equal(page.state.terms.script.text, text);
    assert.equal(await page.tab.locator('.panel').count(), 0, 'nothing is in the log yet');
    await takesActs(page);
    const shown = page.tab.locator('.script-text pre');
    assert.equal(await shown.count(), 0, 'it is long, and comes when it is asked for');
    await page.button('Read it first').click();
    const lines = text.trimEnd().split('\n');
    await page.tab.getByText(`${lines.length} lines of Lua`).waitFor();
    const numbered = (await shown.innerText()).split('\n');
    assert.deepEqual(
      numbered.map((line) => line.trimStart().replace(/^\d+ {2}/, '')),
      lines,
    );
    await isForAll(page, 'gathering');
    assert.equal(page.state.asked.what, 'script', 'nothing was answered');
    await page.button('Read it first').click();
    await shown.waitFor({ state: 'detached' });
    await page.button('Play it').click();
    await page.when(({ phase }) => phase === 'terms');
  },
};
