import type {
  Checks,
  Json,
  Line,
  Mark,
  Move,
  Replay,
  ReplayTick,
  Seat,
  State,
  Table,
  Trouble,
  Turn,
  Working,
} from './protocol';
import { kindOf } from './kind';
import { fields, flag, list, number, oneOf, text, texts } from './read-fields';
import { readNumber } from './read-number';
import { readInspect } from './read-inspect';
import { readLobby } from './read-lobby';

/**
 * Reads a message of the program. Fields that are missing take their empty value, as in protobuf,
 * and a number may come as a string, as protobuf's JSON has 64-bit integers. So everything behind
 * this file can rely on the types of `protocol.ts`.
 */

function readTable(value: Json | undefined): Table {
  const from = fields(value);
  return {
    id: text(from.id),
    game: text(from.game),
    title: text(from.title) || text(from.game),
    params: from.params ?? null,
    seats: number(from.seats),
    hands: number(from.hands),
    code: text(from.code),
    link: text(from.link),
    link_qr: texts(from.link_qr),
    watch_link: text(from.watch_link),
    here: text(from.here),
    ready: flag(from.ready),
    script: flag(from.script),
  };
}

function readSeat(value: Json): Seat {
  const from = fields(value);
  return {
    name: text(from.name),
    role: text(from.role),
    connected: flag(from.connected),
    away_ms: number(from.away_ms),
    standing: oneOf(from.standing, ['here', 'away', 'out', 'left', 'convicted'] as const),
    to_act: flag(from.to_act),
    path: text(from.path),
    clock_ms: number(from.clock_ms),
    clock_of_ms: number(from.clock_of_ms),
    reserve_ms: number(from.reserve_ms),
    words: text(from.words),
  };
}

function readMove(value: Json): Move {
  const from = fields(value);
  const move = from.move ?? null;
  return {
    id: text(from.id),
    label: text(from.label),
    move,
    touches: texts(from.touches),
    number: readNumber(from.number),
    careful: flag(from.careful),
    kind: text(from.kind) || kindOf(move),
    price: from.price === undefined || from.price === null ? null : number(from.price),
    main: flag(from.main),
    becomes: text(from.becomes),
  };
}

function readTurn(value: Json | undefined): Turn {
  const from = fields(value);
  return {
    mine: flag(from.mine),
    seats: list(from.seats).map((seat) => number(seat)),
    line: text(from.line),
    left_ms: number(from.left_ms),
    then: text(from.then),
  };
}

function readWorking(value: Json): Working {
  const from = fields(value);
  return {
    seat: number(from.seat),
    what: text(from.what),
    done: flag(from.done),
    ms: number(from.ms),
  };
}

function readChecks(value: Json | undefined): Checks {
  const from = fields(value);
  return {
    proofs: number(from.proofs),
    total: number(from.total),
    sentence: text(from.sentence),
    head: text(from.head),
    steps: list(from.steps).map((each) => {
      const step = fields(each);
      return {
        step: number(step.step),
        what: text(step.what),
        by: text(step.by),
        ms: number(step.ms),
        ok: flag(step.ok),
      };
    }),
  };
}

function readTrouble(value: Json): Trouble {
  const from = fields(value);
  return {
    level: oneOf(from.level, ['info', 'bad'] as const),
    title: text(from.title),
    text: text(from.text),
    next: text(from.next),
  };
}

const readTick = (value: Json): ReplayTick => {
  const from = fields(value);
  return { record: number(from.record), text: text(from.text) };
};

const readMark = (value: Json | undefined): Mark =>
  oneOf(value, ['failing', 'absence', 'checked'] as const);

function readReplay(value: Json | undefined): Replay | null {
  if (value === undefined || value === null) return null;
  const from = fields(value);
  return {
    checking: flag(from.checking),
    file: text(from.file),
    record: number(from.record),
    last: number(from.last),
    hand: number(from.hand),
    hands: number(from.hands),
    street: text(from.street),
    first_of_hand: number(from.first_of_hand),
    last_of_hand: number(from.last_of_hand),
    streets: list(from.streets).map(readTick),
    starts: list(from.starts).map(readTick),
    runs: list(from.runs).map((each) => {
      const run = fields(each);
      return { record: number(run.record), count: number(run.count), mark: readMark(run.mark) };
    }),
    rows: list(from.rows).map((each) => {
      const row = fields(each);
      return {
        record: number(row.record),
        hand: number(row.hand),
        street: text(row.street),
        lines: texts(row.lines),
        mark: readMark(row.mark),
      };
    }),
    owner: number(from.owner),
    mine: flag(from.mine),
    plays: flag(from.plays),
    speed: number(from.speed, 1),
    before: from.before ?? null,
  };
}

export function readState(value: Json): State {
  const from = fields(value);
  const terms = fields(from.terms);
  const result = from.result === undefined || from.result === null ? null : fields(from.result);
  return {
    phase: oneOf(from.phase, [
      'playing',
      'lobby',
      'gathering',
      'terms',
      'ended',
      'failed',
      'replay',
      'inspect',
    ] as const),
    table: readTable(from.table),
    terms: { lines: texts(terms.lines), sentence: text(terms.sentence) },
    question: text(from.question),
    answers: list(from.answers).map((each) => {
      const answer = fields(each);
      return { label: text(answer.label), line: text(answer.line) };
    }),
    me: number(from.me, 0),
    seats: list(from.seats).map(readSeat),
    hint: from.hint ?? null,
    view: from.view ?? null,
    unhinted: text(from.unhinted),
    drawn: text(from.drawn),
    step: number(from.step),
    moves: list(from.moves).map(readMove),
    turn: readTurn(from.turn),
    waiting: text(from.waiting),
    working: list(from.working).map(readWorking),
    checks: readChecks(from.checks),
    result: result && { words: texts(result.words), json: result.json ?? null },
    last_hand: texts(from.last_hand),
    trouble: list(from.trouble).map(readTrouble),
    transcript: text(from.transcript),
    bell: flag(from.bell),
    away: flag(from.away),
    chat: flag(from.chat),
    again: flag(from.again),
    lobby: from.lobby === undefined || from.lobby === null ? null : readLobby(from.lobby),
    replay: readReplay(from.replay),
    inspect: readInspect(from.inspect),
  };
}

function readLine(value: Json): Line {
  const from = fields(value);
  return {
    seq: number(from.seq),
    kind: oneOf(from.kind, ['event', 'chat', 'note', 'trouble'] as const),
    text: text(from.text),
    seat: number(from.seat, from.kind === 'chat' ? 0 : -1),
    hand: number(from.hand),
    shows: flag(from.shows),
  };
}

export interface FromNode {
  state: State | null;
  lines: Line[];
}

/** Returns what a frame says, or null if it is not JSON of this version. */
export function readFrame(frame: string): FromNode | null {
  let value: Json;
  try {
    value = JSON.parse(frame) as Json;
  } catch {
    return null;
  }
  const from = fields(value);
  if (number(from.v) !== 1) return null;
  return {
    state: from.state === undefined || from.state === null ? null : readState(from.state),
    lines: list(from.lines).map(readLine),
  };
}
