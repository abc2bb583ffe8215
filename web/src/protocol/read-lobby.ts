import type {
  Json,
  Lobby,
  LobbyFigure,
  LobbyFinished,
  LobbyGame,
  LobbyNear,
  LobbyParam,
  LobbyTable,
} from './protocol';
import { fields, flag, list, number, oneOf, text, texts } from './read-fields';

/** Reads the part of a state that is about the lobby. */

function readOwnTable(value: Json): LobbyTable {
  const from = fields(value);
  return {
    line: text(from.line),
    game: text(from.game),
    title: text(from.title) || text(from.game),
    with: texts(from.with),
    standing: oneOf(from.standing, ['kept', 'to_act', 'playing', 'gathering', 'over'] as const),
    left_ms: number(from.left_ms),
    then: text(from.then),
    words: text(from.words),
    seen_s: number(from.seen_s),
    bots: flag(from.bots),
  };
}

const bound = (value: Json | undefined): number | null =>
  value === undefined || value === null ? null : number(value);

function readParam(value: Json): LobbyParam {
  const from = fields(value);
  return {
    name: text(from.name),
    about: text(from.about),
    kind: oneOf(from.kind, ['json', 'number', 'flag', 'choice', 'text'] as const),
    standard: from.standard ?? null,
    min: bound(from.min),
    max: bound(from.max),
    choices: texts(from.choices),
  };
}

function readGame(value: Json): LobbyGame {
  const from = fields(value);
  return {
    name: text(from.name),
    title: text(from.title) || text(from.name),
    about: text(from.about),
    shelf: text(from.shelf),
    seats_min: number(from.seats_min, 2),
    seats_max: number(from.seats_max, 2),
    secrecy: text(from.secrecy),
    params: list(from.params).map(readParam),
  };
}

function readNear(value: Json): LobbyNear {
  const from = fields(value);
  return {
    line: text(from.line),
    game: text(from.game),
    title: text(from.title) || text(from.game),
    contact: text(from.contact),
    seats: number(from.seats),
    taken: number(from.taken),
  };
}

function readFinished(value: Json): LobbyFinished {
  const from = fields(value);
  return {
    file: text(from.file),
    game: text(from.game),
    title: text(from.title) || text(from.game),
    players: texts(from.players),
    me: number(from.me, -1),
    result: list(from.result).map((each) => number(each)),
    hands: number(from.hands),
    moves: number(from.moves),
    at_s: number(from.at_s),
    verdict: text(from.verdict),
  };
}

function readFigure(value: Json): LobbyFigure {
  const from = fields(value);
  return {
    game: text(from.game),
    title: text(from.title) || text(from.game),
    matches: number(from.matches),
    hands: number(from.hands),
    won: number(from.won),
    lost: number(from.lost),
    sum: number(from.sum),
  };
}

export function readLobby(value: Json): Lobby {
  const from = fields(value);
  return {
    me: text(from.me),
    tables: list(from.tables).map(readOwnTable),
    games: list(from.games).map(readGame),
    near: list(from.near).map(readNear),
    finished: list(from.finished).map(readFinished),
    finished_all: number(from.finished_all),
    figures: list(from.figures).map(readFigure),
    reading: flag(from.reading),
    starting: text(from.starting),
    opened: number(from.opened),
    open_address: text(from.open_address),
  };
}
