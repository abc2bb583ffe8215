/** The page's own key. The program asks for it beside the browser's cookie, since a browser sends a
 * cookie to every port of this machine, and so another program there may learn it. What a tab stores
 * is of one port alone. */

const kName = 'fairdeal.key';
/** Tabs of one port tell each other the key here: one that is opened by hand has none. */
const kChannel = 'fairdeal.key';

/** The key while the browser refuses storage to the page. */
let held = '';

const isKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);

function keepKey(key: string): void {
  held = key;
  try {
    sessionStorage.setItem(kName, key);
  } catch {
    return; // it holds until the page is loaded again
  }
}

/** Returns this tab's key; "": it has none. */
export function pageKey(): string {
  if (held !== '') return held;
  try {
    const stored = sessionStorage.getItem(kName);
    return isKey(stored) ? stored : '';
  } catch {
    return '';
  }
}

/** Keeps the key that came in the address, and takes it out of there. Returns whether one came. */
export function noteKey(): boolean {
  const key = new URLSearchParams(location.search).get('key');
  if (!isKey(key)) return false;
  keepKey(key);
  history.replaceState(null, '', location.pathname + location.hash);
  return true;
}

/** Answers other tabs that ask for the key. A tab without a key asks for it; one whose program has
 * ended (`isCut`) takes the key of the program that was started again, from the tab in which that
 * was opened (`isNew`). `got` hears of a key. */
export function shareKey(isNew: boolean, isCut: () => boolean, got: () => void): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(kChannel);
  channel.onmessage = ({ data }) => {
    if (data === 'ask') {
      if (pageKey() !== '') channel.postMessage({ key: pageKey() });
      return;
    }
    const key: unknown = (data as { key?: unknown } | null)?.key;
    if (!isKey(key) || pageKey() === key || (pageKey() !== '' && !isCut())) return;
    keepKey(key);
    got();
  };
  if (isNew) channel.postMessage({ key: pageKey() });
  if (pageKey() === '') channel.postMessage('ask');
}

/** Returns the subprotocols that a page's socket asks for: the second names its key. */
export const protocols = (): string[] =>
  pageKey() === '' ? ['fairdeal'] : ['fairdeal', `fairdeal-key.${pageKey()}`];

/** Returns an address of this program that asks for the key, such as that of the audit. */
export const keyed = (path: string): string =>
  pageKey() === '' ? path : `${path}?key=${pageKey()}`;
