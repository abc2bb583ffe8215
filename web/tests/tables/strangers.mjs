/** Who is not let in, what is not taken, and texts of people who wish one ill. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { sitDown, whoIsAsked } from './play.mjs';
import { closedBy, enter, get, pageSocket, socket } from './raw.mjs';

/** What another site tries in a browser in which the table's page is open. */
const kAttack = (table) => `<!doctype html><meta charset="utf-8"><script>
  const loads = (element, src) => new Promise((done) => {
    element.onload = () => done('loaded');
    element.onerror = () => done('refused');
    element.src = src;
    document.body.append(element);
  });
  const answer = (promise) => promise.then((got) => 'got ' + got.type, () => 'refused');
  addEventListener('load', async () => {
    const socket = new WebSocket('${table.replace('http', 'ws')}/socket');
    globalThis.tried = {
      socket: await new Promise((done) => {
        socket.onopen = () => done('opened');
        socket.onerror = () => done('refused');
      }),
      read: await answer(fetch('${table}/transcript', { credentials: 'include' })),
      blind: await answer(fetch('${table}/transcript', { credentials: 'include', mode: 'no-cors' })),
      image: await loads(new Image(), '${table}/'),
      script: await loads(document.createElement('script'), '${table}/'),
    };
  });
</script><body><iframe src="${table}/"></iframe>`;

export default {
  async 'strangers: wrong tokens, forged origins and other names are refused'(room) {
    const ann = await room.host('Ann', 'tic-tac-toe');
    const { port, origin } = ann;
    const { search } = new URL(ann.url);
    const status = async (path, headers) => (await get(port, path, headers)).status;
    assert.equal(await status(`/?token=${'0'.repeat(32)}`), 403);
    assert.equal(await status('/'), 403);
    assert.equal(await status(`/${search}`, { Origin: 'http://evil.example' }), 403);
    assert.equal(await status(`/${search}`, { Host: `evil.example:${port}` }), 403);
    assert.equal(await socket(port, { Origin: origin }), 403);

    const cookie = await enter(ann);
    const again = await get(port, `/${search}`);
    assert.equal(again.status, 403, 'a token works once');
    assert.match(again.text, /works once/);
    assert.equal(again.headers['set-cookie'], undefined);
    assert.equal(await status(`/${search}`, { Cookie: cookie }), 303);
    assert.equal(await status('/', { Cookie: cookie }), 200);
    assert.equal(await status('/', { Cookie: `${cookie.slice(0, -1)}x` }), 403);
    for (const name of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${port - 1}`,
    ])
      assert.equal(await status('/', { Cookie: cookie, Host: name }), 403, name);
    const elsewhere = [
      'http://evil.example',
      'null',
      `http://127.0.0.1:${port - 1}`,
      `https://127.0.0.1:${port}`,
    ];
    for (const Origin of elsewhere) {
      assert.equal(await status('/', { Cookie: cookie, Origin }), 403, Origin);
      assert.equal(await socket(port, { Cookie: cookie, Origin }), 403, Origin);
    }
    assert.equal(await socket(port, { Cookie: cookie }), 403, 'a WebSocket says its Origin');
    assert.equal(
      await socket(port, { Cookie: cookie, Origin: origin, Host: `evil.example:${port}` }),
      403,
    );
    // The browser sends the cookie to every port of this machine: it opens nothing without the key.
    for (const key of ['', '0'.repeat(32), ann.key.slice(1)]) {
      const headers = { Cookie: cookie, Origin: origin };
      assert.equal(await socket(port, headers, key), 403, key);
      for (const path of ['/audit', '/transcript'])
        assert.equal(await status(`${path}?key=${key}`, { Cookie: cookie }), 403, path);
    }
    (await pageSocket(ann, cookie)).close();
  },
  async 'strangers: a tab that is opened by hand gets the key from one that has it'(room) {
    const ann = await room.host('Ann', 'tic-tac-toe');
    const page = await ann.open();
    assert.equal(new URL(page.tab.url()).search, '', 'no address of the page has the key');
    const other = await ann.browser.newPage();
    await other.goto(`${ann.origin}/`);
    await other.locator('.states').first().waitFor();
    await page.tab.close();
    await other.reload();
    await other.locator('.states').first().waitFor();
  },

  async 'strangers: messages that no page sends, and moves that are not mine'(room) {
    const ann = await room.host('Ann', 'tic-tac-toe');
    const page = await ann.open();
    const bob = await sitDown(room, 'Bob', 'tic-tac-toe, 2 seats');
    assert.equal(await whoIsAsked([page, bob]), page);
    const cookieOf = async ({ person, tab }) => {
      person.key = await tab.evaluate(() => sessionStorage.getItem('fairdeal.key'));
      const [{ name, value }] = await person.browser.cookies();
      return `${name}=${value}`;
    };
    const cookie = await cookieOf(page);
    assert.equal(await closedBy(ann, cookie, ' '.repeat(5000)), 1009);
    assert.equal(await closedBy(ann, cookie, '{"v":1,"line":"x"}', true), 1003);
    const bad = [
      'garbage',
      '',
      '[]',
      '{"v":2,"line":"x"}',
      '{"v":1,"line":"x","more":1}',
      '{"v":1,"step":-1,"move":0}',
    ];
    for (const text of bad) assert.equal(await closedBy(ann, cookie, text), 1008, text);

    const { step, view } = page.state;
    const forged = await pageSocket(ann, cookie);
    forged.send(JSON.stringify({ v: 1, step, move: 99 }));
    await page.told('Not played: ');
    forged.send(JSON.stringify({ v: 1, step: step + 7, move: 0 }));
    await page.told('That move came too late');
    forged.close();
    const early = await pageSocket(bob.person, await cookieOf(bob));
    early.send(JSON.stringify({ v: 1, step: bob.state.step, move: 0 }));
    await bob.told('That move came too late');
    early.close();
    assert.deepEqual(page.state.view, view);

    // The table has gone on, and so has the page.
    await page.cell('centre').click();
    for (const each of [page, bob]) await each.told('Ann: ');
  },

  async "strangers: another site's page, and another name of this machine"(room) {
    const ann = await room.host('Ann', 'tic-tac-toe');
    await ann.open();
    const evil = createServer((_, answer) => {
      answer.writeHead(200, { 'Content-Type': 'text/html' });
      answer.end(kAttack(ann.origin));
    });
    evil.listen(0, '127.0.0.1');
    await once(evil, 'listening');
    try {
      // To the browser both are one site, so it sends the cookie along: the program must tell them apart.
      const tab = await ann.browser.newPage();
      await tab.goto(`http://127.0.0.1:${evil.address().port}/`);
      const tried = await (await tab.waitForFunction(() => globalThis.tried)).jsonValue();
      assert.deepEqual(new Set(Object.values(tried)), new Set(['refused']), JSON.stringify(tried));
      const framed = tab.frames()[1];
      assert.equal(await framed.locator('#page').count(), 0, 'the page is in a frame');

      const { search } = new URL(ann.url);
      for (const path of ['/', `/${search}`, '/transcript']) {
        const answer = await tab.goto(`http://rebound.example:${ann.port}${path}`);
        assert.equal(answer.status(), 403, path);
        assert.match(await answer.text(), /another name leads here/);
      }
    } finally {
      evil.closeAllConnections();
      evil.close();
    }
  },

  async 'strangers: hostile names and hostile words are text'(room) {
    const kName = '&lt;img&gt;Eve';
    const ann = await room.host('Ann', 'tic-tac-toe');
    const page = await ann.open();
    const eve = await sitDown(room, kName, 'tic-tac-toe, 2 seats');
    assert.equal(await whoIsAsked([page, eve]), page);
    const said = [
      '<img src=x onerror=alert(1)>',
      '<script>alert(1)</script><svg onload=alert(1)>',
      '"><iframe src=javascript:alert(1)></iframe>',
      '&lt;b&gt; &#60;b&#62; {{1+1}} ${1+1}',
    ];
    for (const text of said) {
      await eve.tab.locator('#say').fill(`say ${text}`);
      await eve.tab.keyboard.press('Enter');
      for (const each of [page, eve]) await each.told(text);
    }
    await page.tab.getByRole('tab', { name: 'Chat' }).click();
    for (const text of said) await page.tab.locator('.is-chat bdi', { hasText: text }).waitFor();
    await page.tab.locator('.board-seat', { hasText: kName }).waitFor();
    const made = await page.tab.evaluate(
      () =>
        document.querySelectorAll('img, iframe, b, script:not([src]), [onload], [onerror]').length,
    );
    assert.equal(made, 0, 'no text became an element');
  },
};
