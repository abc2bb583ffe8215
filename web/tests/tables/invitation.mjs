/** The page at which a relay explains an invitation, opened by somebody with a browser alone. */
import assert from 'node:assert/strict';
import { copiesInvitation } from './clipboard.mjs';
import { isAccessible } from './play.mjs';

/** Opens an address as a friend would whose browser speaks this language; notes what it asks for
 * and complains about. */
async function opens(room, address, locale, options = {}) {
  const browser = await room.browser.newContext({ locale, ...options });
  room.browsers.push(browser);
  const tab = await browser.newPage();
  const asked = [];
  tab.on('request', (request) => asked.push(request.url()));
  for (const kind of ['console', 'pageerror'])
    tab.on(kind, (what) => room.faults.push(`the page of the relay: ${what.text?.() ?? what}`));
  const answer = await tab.goto(address);
  assert.equal(answer.status(), 200);
  return { tab, asked };
}

/** Starts a relay and a table that is reached through it; returns what the host copies there. */
async function invited(room) {
  const relay = room.run(['relay', '--listen', '127.0.0.1:0']);
  const at = /^[0-9.]+:\d+/.exec(await relay.said('The relay listens at ws://', 'out'))[0];
  const options = ['--listen', '127.0.0.1:0', '--no-announce', '--relay', `ws://${at}`];
  const ann = await room.seat('Ann', ['host', 'liars-dice', '--seats', '2', ...options]);
  const host = await ann.open({ permissions: ['clipboard-read', 'clipboard-write'] });
  await host.when(({ table }) => table.code !== '' && table.address !== '');
  return { at, host, text: await copiesInvitation(host) };
}

const headingOf = ({ tab }) => tab.getByRole('heading').filter({ visible: true }).innerText();
const button = ({ tab }, name) => tab.getByRole('link', { name, exact: true });

export default {
  async 'invitation: an address that explains itself, and hands over to the program'(room) {
    const { at, host, text } = await invited(room);
    const address = /http\S+/.exec(text)[0];
    const { link } = host.state.table;
    assert.ok(address.startsWith(`http://${at}/fairdeal/invite#`), address);
    const english = await opens(room, address, 'en-GB');
    assert.equal(await headingOf(english), "Ann invites you to Liar's dice");
    const href = await button(english, 'Open in Fairdeal').getAttribute('href');
    assert.ok(href.startsWith(`${link}&`), `${href} is not ${link}`);
    const path = address.slice(0, address.indexOf('#'));
    assert.deepEqual(english.asked, [path], 'the relay is sent this, and the page loads nothing');
    const foot = await english.tab.locator('footer').innerText();
    assert.match(foot, new RegExp(`This page comes from ${at.replaceAll('.', '\\.')}`));
    assert.match(foot, /Fingerprint of the page: ([0-9a-f]{4} ?){4}$/);
    const german = await opens(room, address, 'de-DE', {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    });
    assert.equal(await headingOf(german), 'Ann lädt dich ein: Lügenwürfel');
    await button(german, 'In Fairdeal öffnen').waitFor();
    for (const { tab } of [english, german]) await isAccessible(tab, 'the page of the relay');
    await german.tab.getByRole('button', { name: 'English' }).click();
    assert.equal(await headingOf(german), "Ann invites you to Liar's dice");

    room.address = text;
    const bob = await (await room.join('Bob')).open();
    await bob.when(({ phase }) => phase === 'terms');
  },

  async 'invitation: a page of a relay shows no more of an address than text'(room) {
    const { host, text } = await invited(room);
    const address = /http\S+/.exec(text)[0].replace(/&n=.*/, '');
    const of = async (end) => opens(room, `${address.replace(host.state.table.link, '')}${end}`, 'fr-FR');
    const named = (name) => `&n=${Buffer.from(name).toString('base64url')}`;
    const { link } = host.state.table;
    for (const [parameters, heading] of [
      ['', 'A friend invites you to a game'],
      [`${named('<img src=x onerror=alert(1)>')}&g=chess`, '<img src=x onerror=alert(1)> invites you to Chess'],
      [`${named(`\u202e\u0000Zoë\n${'x'.repeat(90)}`)}&g=our-game`, `Zoë ${'x'.repeat(28)} invites you to Our game`],
      ['&n=%ff&g=%22%3E', 'A friend invites you to ">'],
      ['&n=!!&g=', 'A friend invites you to a game'],
    ]) {
      const page = await of(link + parameters);
      assert.equal(await headingOf(page), heading);
      assert.match(await button(page, 'Open in Fairdeal').getAttribute('href'), /^fairdeal:1\//);
    }
    for (const cut of ['', 'fairdeal:', link.slice(0, 60), 'javascript:alert(1)', `fairdeal:2${link.slice(10)}`]) {
      const page = await of(cut);
      await page.tab.getByText('Ask your friend for the whole message.').waitFor();
      await button(page, 'Open in Fairdeal').waitFor({ state: 'hidden' });
    }
  },
};
