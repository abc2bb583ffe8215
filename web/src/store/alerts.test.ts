import { afterEach, expect, test, vi } from 'vitest';
import { askToNotify, mayNotify, notify } from './alerts';
import { ui } from './ui';

const shown: string[] = [];
class FakeNotification {
  static permission = 'default';
  static requestPermission = (): Promise<string> => {
    FakeNotification.permission = 'granted';
    return Promise.resolve('granted');
  };
  constructor(title: string, options: { body: string; tag: string }) {
    shown.push(`${title}: ${options.body} (${options.tag})`);
  }
}
const put = (hidden: boolean): void => {
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('document', { hidden });
};

afterEach(() => {
  vi.unstubAllGlobals();
  ui.set({ notify: false });
  shown.length = 0;
  FakeNotification.permission = 'default';
});

test('nobody is told who did not ask for it, or who sees the page', async () => {
  put(true);
  notify('Your turn', '300 to call');
  expect(await askToNotify()).toBe(true);
  notify('Your turn', '300 to call');
  ui.set({ notify: true });
  put(false);
  notify('Your turn', '300 to call');
  expect(shown).toEqual([]);
});

test('who asked for it is told of a turn while the page is out of sight', async () => {
  put(true);
  await askToNotify();
  ui.set({ notify: true });
  notify('Your turn', '300 to call');
  expect(shown).toEqual(['Your turn: 300 to call (fairdeal-turn)']);
});

test('a browser that lets no page notify is not asked', async () => {
  put(true);
  FakeNotification.permission = 'denied';
  expect(mayNotify()).toBe(false);
  expect(await askToNotify()).toBe(false);
});
