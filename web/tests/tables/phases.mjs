/** The page in each phase of a table, as axe-core sees it. */
import assert from 'node:assert/strict';
import { isForAll, kNobodyThere, press, takesActs, whoIsAsked } from './play.mjs';

export default {
  async 'phases: nothing for axe-core, in either theme, at a desk or on a phone'(room) {
    const ann = await room.host('Ann', 'holdem', ['--params', '{"hands":1}']);
    const host = await ann.open({ colorScheme: 'dark' });
    await host.tab.getByRole('heading', { name: 'No guests' }).waitFor();
    await isForAll(host, 'gathering');
    const bob = await room.join('Bob');
    const guest = await bob.open({ viewport: { width: 390, height: 844 } });
    await guest.tab.getByRole('region', { name: 'The terms of this table' }).waitFor();
    await isForAll(guest, 'terms');
    await guest.button('Sit down').click();
    const page = await whoIsAsked([host, guest]);
    for (const each of [host, guest]) await isForAll(each, 'playing');
    for (const tab of ['Chat', 'Table', 'Checks']) {
      await host.tab.getByRole('tab', { name: tab }).click();
      await isForAll(host, 'playing');
    }
    await press(page, 'fold');
    for (const each of [host, guest]) {
      await each.tab.getByRole('heading', { name: 'The match is over' }).waitFor();
      await isForAll(each, 'ended');
    }
  },

  async 'phases: a knock, and the guest who is refused, for axe-core'(room) {
    room.expected.push(kNobodyThere); // the program of who is refused ends
    const own = ['--admit', 'ask', '--listen', '127.0.0.1:0', '--no-announce'];
    const ann = await room.seat('Ann', ['host', 'holdem', ...own]);
    const host = await ann.open({ viewport: { width: 390, height: 844 } });
    await host.when(({ table }) => table.link !== '');
    room.address = host.state.table.link;
    const bob = await room.join('Bob');
    const guest = await bob.open({ colorScheme: 'dark' });
    await guest.tab.getByText('The host is asked whether you may sit down.').first().waitFor();
    await host.tab.getByText('Bob asks to sit down').first().waitFor();
    assert.equal(host.state.asked.what, 'sit_down');
    for (const each of [host, guest]) await isForAll(each, 'gathering', 'a knock');
    await takesActs(host);
    await host.button('Refuse').click();
    await isForAll(guest, 'failed');
  },
};
