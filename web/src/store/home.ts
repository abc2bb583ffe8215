/** The way from the lobby to a table and back. Each is a page of a program of its own. */

const kKey = 'fairdeal.lobby';

/** Notes where the lobby is from which this page was opened, and takes that out of the address. */
export function noteLobby(): void {
  const port = /^#lobby=(\d{1,5})$/.exec(location.hash)?.[1];
  if (port === undefined) return;
  try {
    sessionStorage.setItem(kKey, port);
  } catch {
    return; // a browser may refuse storage to a page: then there is no link
  }
  history.replaceState(null, '', location.pathname + location.search);
}

/** Returns the address of the lobby from which this page was opened, or null. */
export function lobbyAddress(): string | null {
  try {
    const port = sessionStorage.getItem(kKey);
    return port === null || !/^\d{1,5}$/.test(port) ? null : `http://127.0.0.1:${port}/`;
  } catch {
    return null;
  }
}

/** Returns the address of a page that was opened here, or null if it is no such address. */
export function pageAddress(address: string, own_port: string): string | null {
  return /^http:\/\/127\.0\.0\.1:\d{1,5}\/\?token=[0-9a-f]{32}$/.test(address)
    ? `${address}#lobby=${own_port}`
    : null;
}

/** Returns the address at which a lobby has the form for another evening of this game. */
export const eveningAddress = (home: string, game: string): string => `${home}#evening=${encodeURIComponent(game)}`;

/** Returns the game of an evening that the lobby was opened for, once, and takes it out of the address; else null. */
export function takeEveningToOpen(): string | null {
  const game = /^#evening=([a-z0-9-]{1,40})$/.exec(location.hash)?.[1] ?? null;
  if (game !== null) history.replaceState(null, '', location.pathname + location.search);
  return game;
}

/** Returns the table that the lobby was opened to join, once, and takes it out of the address; else null. */
export function takeTableToJoin(): string | null {
  const table = /^#join=(.+)$/.exec(location.hash)?.[1];
  if (table === undefined) return null;
  history.replaceState(null, '', location.pathname + location.search);
  try {
    return decodeURIComponent(table);
  } catch {
    return null; // no text of ours
  }
}
