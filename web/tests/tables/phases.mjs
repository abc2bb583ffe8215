/** The page in each phase of a table, as axe-core sees it. */
import { isForAll, press, whoIsAsked } from './play.mjs';

export default {
  async 'phases: nothing serious for axe-core, in either theme, at a desk or on a phone'(room) {
    const ann = await room.host('Ann', 'holdem', ['--params', '{"hands":1}']);
    const host = await ann.open({ colorScheme: 'dark' });
    await host.tab.getByRole('heading', { name: 'Nobody is here yet' }).waitFor();
    await isForAll(host, 'gathering');
    const bob = await room.join('Bob');
    const guest = await bob.open({ viewport: { width: 390, height: 844 } });
    await guest.tab.getByRole('heading', { name: 'The terms of this table' }).waitFor();
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
};
