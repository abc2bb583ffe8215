/**
 * A program that is none: it serves web/dist with the same headers as the real one, and its socket
 * plays the frames of one of `fixtures/*.json`. `node tests/mock.mjs` and then
 * http://127.0.0.1:5174/?fixture=holdem shows a page without a table; what it sends is printed.
 */
import { createServer } from 'node:http';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';

const here = dirname(fileURLToPath(import.meta.url));
const kTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};
const kHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

export const fixtures = () =>
  readdirSync(join(here, '../fixtures'))
    .map((name) => name.replace(/\.json$/, ''))
    .sort();

/** The last state of a fixture. */
export const stateOf = (name) =>
  JSON.parse(readFileSync(join(here, `../fixtures/${name}.json`), 'utf8'))
    .filter((frame) => frame.state !== undefined)
    .at(-1).state;

function fixtureOf(request) {
  const named =
    new URL(request.url, 'http://x').searchParams.get('fixture') ??
    /(?:^|; )fixture=([a-z0-9-]+)/.exec(request.headers.cookie ?? '')?.[1];
  return fixtures().includes(named) ? named : 'holdem';
}

/** Starts it; `received` is called with each message of the page. Port 0 takes a free one. */
export function startMock(port, received = () => {}) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, 'http://x').pathname);
    try {
      const file = join(here, '../dist', path === '/' ? 'index.html' : path);
      const body = readFileSync(file);
      response.writeHead(200, {
        ...kHeaders,
        'Content-Type': kTypes[extname(file)] ?? 'text/plain',
        'Set-Cookie': `fixture=${fixtureOf(request)}; SameSite=Strict; Path=/`,
      });
      response.end(body);
    } catch {
      response.writeHead(404, kHeaders);
      response.end('There is no such page.');
    }
  });
  let held = false;
  const sockets = new WebSocketServer({ server, path: '/socket', maxPayload: 4096 });
  sockets.on('connection', (socket, request) => {
    const name = fixtureOf(request);
    for (const frame of JSON.parse(readFileSync(join(here, `../fixtures/${name}.json`), 'utf8'))) {
      socket.send(JSON.stringify(frame));
    }
    let seq = 100000;
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString());
      if (message.beat) {
        if (!held) socket.send(JSON.stringify({ v: 1, beat: true }));
        return;
      }
      received(message, socket);
      // A program that takes no move says so; a test may answer something else.
      if (message.move !== undefined && !socket.quiet) {
        const text = 'Not played: this is no table.';
        const line = { seq: ++seq, kind: 'note', text, seat: -1, hand: 0 };
        socket.send(JSON.stringify({ v: 1, lines: [line] }));
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}`,
        say: (text) => {
          for (const socket of sockets.clients) socket.send(text);
        },
        /** Keeps the connections, and answers no heartbeat from now on; or answers them again. */
        hold: (now) => {
          held = now;
        },
        drop: () => {
          for (const socket of sockets.clients) socket.terminate();
        },
        close: () => {
          for (const socket of sockets.clients) socket.terminate();
          server.close();
        },
      }),
    );
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startMock(5174, (message) => console.log(JSON.stringify(message)));
  for (const name of fixtures()) console.log(`${url}/?fixture=${name}`);
}
