/**
 * What the WebSockets send during matches of every game that hides something, beside what the rules
 * let each seat see. The measure is the replay: of the transcript for everybody, and with FILE.own
 * for the seat that wrote it.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { enter, pageSocket } from './raw.mjs';

const kNames = ['Ann', 'Bob', 'Cat', 'Dan'];
const kParams = { holdem: '{"hands":2,"stack":200}', hearts: '{"hands":1}' };
/** More seats have more to hide from each other; two keep the longest game short. */
const kSeats = { hearts: 4, 'go-fish': 3, holdem: 3, 'liars-dice': 3 };
/** Bots would end these before a page has seen much: whoever listens plays them, too. */
const kByHand = ['holdem', 'kuhn', 'leduc', 'liars-dice', 'mutropas'];
const kSuits = { '♣': 'c', '♦': 'd', '♥': 'h', '♠': 's' };

/** Returns the cards of 52 that a text names: Td, 10♦, T♦. */
function cardsIn(text) {
  const cards = new Set();
  for (const [, card] of text.matchAll(/(?<![A-Za-z0-9])([2-9TJQKA][cdhs])(?![A-Za-z0-9])/g))
    cards.add(card);
  for (const [, rank, suit] of text.matchAll(/(10|[2-9TJQKA])([♣♦♥♠])/g))
    cards.add((rank === '10' ? 'T' : rank) + kSuits[suit]);
  return cards;
}

/** Reads all that a program sends to a page, to the end of the match, and plays if that asks. */
async function listen(person) {
  const messages = [];
  const socket = await pageSocket(person, await enter(person));
  let played = -1;
  socket.on('message', (data) => {
    messages.push(String(data));
    const { state } = JSON.parse(messages.at(-1));
    if (state?.phase === 'ended') socket.send(JSON.stringify({ v: 1, line: 'quit' }));
    if (!state?.turn?.mine || state.moves.length === 0 || state.step === played) return;
    played = state.step;
    const { move } = state.moves[played % state.moves.length];
    socket.send(JSON.stringify({ v: 1, step: played, move }));
  });
  return { messages, closed: once(socket, 'close') };
}

async function replay(room, file, ...more) {
  const program = room.run(['replay', '--json', ...more, file]);
  assert.equal((await program.ended()).code, 0, program.err);
  const frames = program.out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return frames.filter((frame) => 'view' in frame);
}

/** Plays a match in which each seat has a page that somebody reads. */
async function match(room, game) {
  const count = kSeats[game] ?? 2;
  const bot = kByHand.includes(game) ? [] : ['--bot', 'simple'];
  const params = kParams[game] ? ['--params', kParams[game]] : [];
  const host = await room.host('Ann', game, ['--seats', String(count), ...params, ...bot]);
  const people = [host];
  const heard = [await listen(host)];
  for (const name of kNames.slice(1, count)) {
    people.push(await room.join(name, ['--accept', ...bot]));
    heard.push(await listen(people.at(-1)));
  }
  const files = [];
  for (const { program } of people) files.push((await program.result()).transcript);
  await Promise.all(heard.map(({ closed }) => closed));
  const seats = [];
  for (const [seat, { messages }] of heard.entries())
    seats.push({ messages, own: await replay(room, files[seat], '--mine'), file: files[seat] });
  return { seats, everybody: await replay(room, files[0]) };
}

/** Returns the first thing in messages that a seat with these replays may not know, or null. */
function leakIn(messages, own, everybody) {
  // What stands before the first record is the state at step 0; record r leads to step r + 1.
  const known = own.map((frame, step) =>
    cardsIn(JSON.stringify([frame.view, frame.text, everybody[step].text])),
  );
  for (let step = 1; step < known.length; ++step)
    for (const card of known[step - 1]) known[step].add(card);
  let step = 0;
  for (const text of messages) {
    const { state } = JSON.parse(text);
    if (state?.phase === 'playing') {
      step = state.step;
      const view = JSON.stringify(state.view);
      const right = [own[step], own[step + 1]].some(
        (frame) => frame !== undefined && JSON.stringify(frame.view) === view,
      );
      if (!right) return `at step ${step} the view ${view}`;
    }
    // States come twenty times a second: lines may tell of a step whose state was skipped, and the
    // last state of all may be many steps later.
    const last = state && state.phase !== 'ended' ? step + 1 : known.length - 1;
    const may = known[Math.min(last, known.length - 1)];
    // "As usual: stack = 1000" names no ace of spades.
    for (const card of cardsIn(text.replaceAll('As usual: ', ''))) if (!may.has(card)) return `${card} in ${text}`;
  }
  return null;
}

async function check(room, game) {
  const { seats, everybody } = await match(room, game);
  for (const [i, { messages, own, file }] of seats.entries()) {
    const playing = messages.filter((text) => text.includes('"phase":"playing"')).length;
    // Kuhn gives a seat one turn, and states between two turns may be skipped.
    assert.ok(playing > 0, 'the page saw no state of the match');
    assert.equal(leakIn(messages, own, everybody), null, `what seat ${i} was told`);
    const mine = readFileSync(`${file}.own`, 'utf8');
    for (const other of seats) {
      if (other.file === file) continue;
      // This test sees what it looks for: by the knowledge of another seat there are secrets.
      assert.notEqual(leakIn(messages, other.own, everybody), null, 'the check is blind');
      if (game === 'hearts') continue; // there cards are passed on
      for (const line of readFileSync(`${other.file}.own`, 'utf8').split('\n'))
        if (line.includes('"face"')) assert.ok(!mine.includes(line), `two saw ${line}`);
    }
  }
}

/** The scripts that the program has, whose pages the tests of the language look at. */
const folders = new URL('../../../games/', import.meta.url);
const scripts = readdirSync(folders).filter((name) =>
  existsSync(new URL(`${name}/${name}.lua`, folders)),
);
const isScript = (name) => scripts.some((one) => name === one || name === `lua-${one}`);

/** The names of all compiled games whose rules hide something, as the program lists them. */
export const hidingGames = [
  'badugi',
  'five-card-draw',
  'go-fish',
  'hearts',
  'holdem',
  'kuhn',
  'leduc',
  'liars-dice',
  'mixed',
  'mutropas',
  'omaha',
  'omaha-hi-lo',
  'razz',
  'short-deck',
  'single-draw',
  'stud',
  'stud-hi-lo',
  'triple-draw',
];

export default {
  async 'secrets: the games that hide something are those that are listened to'(room) {
    const program = room.run(['games', '--json']);
    const { games } = await program.result();
    const hiding = games.filter(({ hidden }) => hidden).map(({ name }) => name);
    assert.deepEqual(hiding.filter((name) => !isScript(name)).sort(), hidingGames);
  },
  ...Object.fromEntries(
    hidingGames.map((game) => [
      `secrets: no page of ${game} is told what its seat may not see`,
      (room) => check(room, game),
    ]),
  ),
};
