/**
 * The messages between the program and its page, as docs/web.md and proto/page.proto state them.
 * A message is one JSON text frame with the names of the fields as they stand here.
 */

import type { Inspect } from './inspect';

/** Any JSON value: what a game's view, hint and moves are made of. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type Phase =
  | 'lobby'
  | 'gathering'
  | 'terms'
  | 'playing'
  | 'ended'
  | 'failed'
  | 'replay'
  | 'inspect';
export type Standing = 'here' | 'away' | 'out' | 'left' | 'convicted';

export interface Table {
  id: string;
  game: string;
  title: string;
  params: Json;
  seats: number;
  hands: number;
  code: string;
  link: string;
  /** The link as a QR code: lines of half blocks, where a block is light. */
  link_qr: string[];
  watch_link: string;
  here: string;
  ready: boolean;
  /** The game is a script: what it draws and says is marked, so that it looks like nobody else. */
  script: boolean;
}

export interface Seat {
  name: string;
  role: string;
  connected: boolean;
  away_ms: number;
  standing: Standing;
  to_act: boolean;
  path: string;
  clock_ms: number;
  clock_of_ms: number;
  reserve_ms: number;
  words: string;
}

export interface Suggestion {
  label: string;
  value: number;
  /** As a hint has it: "min", "1/2 pot". */
  name: string;
}

export interface NumberOfMove {
  name: string;
  min: number;
  max: number;
  step: number;
  suggestions: Suggestion[];
  /** The words of the move before and after its number: "raise to " and "". */
  before: string;
  after: string;
}

export interface Move {
  id: string;
  label: string;
  move: Json;
  touches: string[];
  number: NumberOfMove | null;
  /** The page asks again, such as before one resigns. */
  careful: boolean;
  /** Tells moves apart: "call", or "raise" of {"raise": 40}. Labels are for people alone. */
  kind: string;
  /** The chips that it costs; null: it has no price. */
  price: number | null;
  /** Most players expect to make it: check or call. */
  main: boolean;
  /** The piece that a pawn becomes: "Q". */
  becomes: string;
}

export interface Turn {
  mine: boolean;
  seats: number[];
  line: string;
  left_ms: number;
  then: string;
}

export interface Working {
  seat: number;
  what: string;
  done: boolean;
  ms: number;
}

export interface CheckStep {
  step: number;
  what: string;
  by: string;
  ms: number;
  ok: boolean;
}

export interface Checks {
  proofs: number;
  total: number;
  sentence: string;
  head: string;
  steps: CheckStep[];
}

export interface Trouble {
  level: 'info' | 'bad';
  title: string;
  text: string;
  next: string;
}

/** How records were found. */
export type Mark = 'checked' | 'absence' | 'failing';

export interface ReplayTick {
  record: number;
  text: string;
}

export interface ReplayRun {
  record: number;
  count: number;
  mark: Mark;
}

export interface ReplayRow {
  record: number;
  hand: number;
  street: string;
  lines: string[];
  mark: Mark;
}

/** Where a replay stands. Records are counted from 0; -1 is the table before its first record. */
export interface Replay {
  checking: boolean;
  file: string;
  record: number;
  last: number;
  hand: number;
  hands: number;
  street: string;
  first_of_hand: number;
  last_of_hand: number;
  streets: ReplayTick[];
  starts: ReplayTick[];
  runs: ReplayRun[];
  rows: ReplayRow[];
  owner: number;
  mine: boolean;
  plays: boolean;
  speed: number;
  /** The view before this record. */
  before: Json;
}

/** A line that answers the program's question. */
export interface Answer {
  label: string;
  line: string;
}

export interface State {
  phase: Phase;
  table: Table;
  terms: { lines: string[]; sentence: string };
  question: string;
  /** What one may answer, by buttons; none: yes and no. */
  answers: Answer[];
  me: number;
  seats: Seat[];
  hint: Json;
  view: Json;
  /** Why the game's hint is not used; "": it is, or there is none. */
  unhinted: string;
  drawn: string;
  step: number;
  moves: Move[];
  turn: Turn;
  waiting: string;
  working: Working[];
  checks: Checks;
  result: { words: string[]; json: Json } | null;
  last_hand: string[];
  trouble: Trouble[];
  transcript: string;
  bell: boolean;
  away: boolean;
  chat: boolean;
  /** The question is whether the same people play another match. */
  again: boolean;
  /** Set while a match is replayed. */
  replay: Replay | null;
  /** In the phase `inspect` alone. */
  inspect: Inspect | null;
  /** In the phase `lobby` alone. */
  lobby: Lobby | null;
}

export type TableStanding = 'to_act' | 'playing' | 'gathering' | 'kept' | 'over';

/** What the lobby shows: a person's tables, and all from which others can be opened. */
export interface Lobby {
  me: string;
  tables: LobbyTable[];
  games: LobbyGame[];
  near: LobbyNear[];
  finished: LobbyFinished[];
  finished_all: number;
  figures: LobbyFigure[];
  reading: boolean;
  starting: string;
  opened: number;
  open_address: string;
}

export interface LobbyTable {
  /** What is sent to go back to it; "": it has no page. */
  line: string;
  game: string;
  title: string;
  with: string[];
  standing: TableStanding;
  left_ms: number;
  then: string;
  words: string;
  /** Seconds since 1970. */
  seen_s: number;
  bots: boolean;
}

export interface LobbyGame {
  name: string;
  title: string;
  about: string;
  shelf: string;
  seats_min: number;
  seats_max: number;
  secrecy: string;
  params: LobbyParam[];
}

export interface LobbyParam {
  name: string;
  about: string;
  kind: 'number' | 'flag' | 'choice' | 'text' | 'json';
  standard: Json;
  min: number | null;
  max: number | null;
  choices: string[];
}

export interface LobbyNear {
  /** What is sent to see its terms; "": it takes an invitation. */
  line: string;
  game: string;
  title: string;
  contact: string;
  seats: number;
  taken: number;
}

export interface LobbyFinished {
  file: string;
  game: string;
  title: string;
  players: string[];
  me: number;
  result: number[];
  hands: number;
  moves: number;
  at_s: number;
  verdict: string;
}

export interface LobbyFigure {
  game: string;
  title: string;
  matches: number;
  hands: number;
  won: number;
  lost: number;
  sum: number;
}

export interface Line {
  seq: number;
  kind: 'event' | 'chat' | 'note' | 'trouble';
  text: string;
  seat: number;
  hand: number;
  /** It shows to all what was hidden, and stays readable for a while. */
  shows: boolean;
}

/** What the page sends: a move for a step, or a line as it is typed in the terminal, perhaps
 * with the question that stood on the page: an answer to another one is none. */
export type FromPage = { v: 1; step: number; move: Json } | { v: 1; line: string; asked?: string };
