/** Requests and messages that no browser and no page sends. */
import { request } from 'node:http';
import { WebSocket } from 'ws';

/** Sends a GET with these headers; returns the status, the headers and the text of the answer. */
export function get(port, path, headers = {}) {
  return new Promise((resolve, reject) => {
    const own = { Host: `127.0.0.1:${port}`, ...headers };
    request({ host: '127.0.0.1', port, path, headers: own, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (data) => (text += data));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
    })
      .on('error', reject)
      .end();
  });
}

/** Enters by the address with the token; returns the cookie that it gives, and keeps the page's key. */
export async function enter(person) {
  const { pathname, search } = new URL(person.url);
  const answer = await get(person.port, pathname + search);
  person.key = new URLSearchParams(answer.headers.location.slice(1)).get('key');
  return answer.headers['set-cookie'][0].split(';')[0];
}

/** Opens the WebSocket of a page with this key; returns it, or the status with which it is refused. */
export function socket(port, headers, key = '') {
  return new Promise((resolve, reject) => {
    const protocols = key === '' ? ['fairdeal'] : ['fairdeal', `fairdeal-key.${key}`];
    const opened = new WebSocket(`ws://127.0.0.1:${port}/socket`, protocols, { headers });
    opened.on('open', () => resolve(opened));
    opened.on('unexpected-response', (_, answer) => {
      answer.destroy();
      resolve(answer.statusCode);
    });
    opened.on('error', reject);
  });
}

export const pageSocket = (person, cookie) =>
  socket(person.port, { Cookie: cookie, Origin: person.origin }, person.key);

/** Sends one message, and returns the code with which the program then closes the connection. */
export async function closedBy(person, cookie, message, binary = false) {
  const opened = await pageSocket(person, cookie);
  opened.send(message, { binary });
  return new Promise((resolve) => opened.on('close', resolve));
}
