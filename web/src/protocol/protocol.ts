// Made of proto/page.proto by `node web/schema.mjs --write`: change it there.

/** Any JSON value: what a game's view, hint and moves are made of. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * From the program to the page: a state, lines, or the answer to a heartbeat. Whole numbers beyond
 * 2^53 - 1 either way are texts here, since a page would round them.
 */
export interface FromNode {
  v: 1;
  state: State | null;
  lines: Line[];
  /** The program lives, also if it has nothing new to say. */
  beat: boolean;
}

/** From the page to the program: a move for a step, a line as a person types it, or a heartbeat. */
export type FromPage =
  | { v: 1; step: number; move: Json }
  | { v: 1; line: string; asked?: string }
  | { v: 1; beat: boolean };

/** All that a page needs to draw what its person may see now. */
export interface State {
  phase: 'playing' | 'lobby' | 'gathering' | 'terms' | 'ended' | 'failed' | 'replay' | 'inspect';
  table: Table;
  terms: Terms;
  /** The question that the program asks now; "": none. */
  question: string;
  /** As Line.said. */
  question_said: Json;
  /** To it, by buttons; none: yes and no. */
  answers: Answer[];
  /** The question as values, for a page that has its own words. */
  asked: Asked | null;
  /** -1: who only watches. */
  me: number;
  seats: Seat[];
  hint: Json;
  view: Json;
  drawn: string;
  step: number;
  moves: Move[];
  turn: Turn;
  waiting: string;
  /** As Line.said. */
  waiting_said: Json;
  /** A list: the lines of last_hand, each as Line.said. */
  last_hand_said: Json;
  working: Working[];
  checks: Checks;
  result: Outcome | null;
  last_hand: string[];
  trouble: Trouble[];
  transcript: string;
  bell: boolean;
  away: boolean;
  chat: boolean;
  /** The question is whether the same people play another match. */
  again: boolean;
  /** In the phase replay alone. */
  replay: Replay | null;
  /** In the phase inspect alone. */
  inspect: Inspect | null;
  /**
   * The table as data (docs/scenes.md), judged by the program; null: the game has none, or none
   * that can be drawn. What it says of moves stands with the moves.
   */
  scene: Json;
  /** Why the scene cannot be drawn; "": it can, or there is none. */
  undrawn: string;
  /** The scene comes later: its script did not answer in time. */
  late: boolean;
  /** Why the game's hint is not used; "": it is, or there is none. */
  unhinted: string;
  /** The person may resign now, on whosever turn. */
  resigns: boolean;
  /** A match against bots in this program: it hears hint, undo, restart, new. */
  practice: boolean;
  /** The player that has the person's seat, until the line "bot off"; "": none. */
  bot: string;
  /** In the phase lobby alone. */
  lobby: Lobby | null;
  /** The evening to which this table belongs. */
  evening: Evening | null;
}

/** An evening of tables with chips that people own, as this program knows it now. */
export interface Evening {
  accounts: EveningAccount[];
  /** The person's own account among them; -1: they have none. */
  me: number;
  /** The person is the bank: the evening ends when they leave. */
  bank: boolean;
  /**
   * The chips that the person may order: in a break at once, at a table for the break after it. 0:
   * none.
   */
  order_min: number;
  order_max: number;
  order_usual: number;
  /** Chips that are ordered in the break after this table, or that the bank has not signed yet. */
  ordered: number;
  /** The person leaves after this table. */
  leaves: boolean;
  /** A list: sentences on the person's account that they are asked about, each as Line.said. */
  told: Json;
  /** The evening has ended for this person. */
  over: boolean;
  /** The others play on; there are no payments yet. */
  plays_on: boolean;
  /** Set when the evening has ended for all. */
  payments: EveningPayment[];
  /** The bank has no chips left: if it buys none the evening ends with the break, or has ended. */
  broke: boolean;
  /** The evening, by its digest in hex. */
  id: string;
  /** The table after which the first of each account's `past` stood; 0: there is none. */
  first_table: number;
  /** No break is shown yet: chips that are ordered now are ordered in the next one. */
  waits: boolean;
  /** Until the next table begins or, with a broke bank, the evening ends; 0: it waits. */
  break_left_ms: number;
}

export interface EveningAccount {
  name: string;
  bought: number;
  cashed: number;
  chips: number;
  /** In hex. */
  key: string;
  /** Its chips after each table, as far as this program has seen; -1: there was no account yet. */
  past: number[];
}

/** A payment between two of the accounts. */
export interface EveningPayment {
  from: number;
  to: number;
  chips: number;
}

/**
 * Where an inspection stands: a match of a game that its author plays for all seats, or a
 * transcript.
 */
export interface Inspect {
  /** The game, or the transcript's file. */
  what: string;
  /** 0: the match has just begun. */
  ply: number;
  last: number;
  /** The events that led here. */
  events: string[];
  /** The next things that the rules ask for; none: the match is over. */
  wanted: string[];
  /** A transcript: it is only read. */
  fixed: boolean;
  state: Json;
  /** First everybody, then each seat whose knowledge is there. */
  seats: InspectSeat[];
  moves: InspectMoves[];
  /** The view before the last event, of who looks. */
  before: Json;
  /** The sentences of events, each as Line.said. */
  events_said: Json;
  /** The sentences of wanted, each as Line.said. */
  wanted_said: Json;
}

export interface InspectSeat {
  /** -1: everybody. */
  seat: number;
  name: string;
  view: Json;
  /** Changes of this view by the last event, beyond those that everybody saw. */
  learnt: string[];
  /** The sentences of learnt, each as Line.said. */
  learnt_said: Json;
}

/** The moves of one seat that is asked, and the lines by which they are made. */
export interface InspectMoves {
  seat: number;
  /** Seats move at once, and this one has chosen. */
  chosen: boolean;
  moves: InspectMove[];
}

export interface InspectMove {
  label: string;
  line: string;
  /** Of a move with a number, which the line lacks. */
  number: NumberOfMove | null;
}

/** Where a replay stands. Records are counted from 0; -1: the table before its first record. */
export interface Replay {
  /** The file is still being checked; `last` says how far. */
  checking: boolean;
  file: string;
  record: number;
  last: number;
  /** 0: the game has none, or the first has not begun. */
  hand: number;
  /** The number of the last hand. */
  hands: number;
  street: string;
  first_of_hand: number;
  last_of_hand: number;
  /** Of this hand, at most 16. */
  streets: ReplayTick[];
  /** Where hands begin, at most 100. */
  starts: ReplayTick[];
  /** All records, at most 400 runs. */
  runs: ReplayRun[];
  /** The records around this one, at most 121. */
  rows: ReplayRow[];
  /** Whose private file is there; -1: nobody's. */
  owner: number;
  /** It is seen by the owner, and not by everybody. */
  mine: boolean;
  /** It goes on by itself. */
  plays: boolean;
  /** 1, 2, 4 or 8 records a second. */
  speed: number;
  /** The view before this record, to mark what it changed. */
  before: Json;
}

export interface ReplayTick {
  record: number;
  text: string;
}

/** Records that follow each other and were found alike. */
export interface ReplayRun {
  record: number;
  count: number;
  mark: 'failing' | 'absence' | 'checked';
}

export interface ReplayRow {
  record: number;
  hand: number;
  street: string;
  lines: string[];
  mark: 'failing' | 'absence' | 'checked';
  /** A list: the lines, each as Line.said. */
  said: Json;
  /** The part of the match, as Line.said: "Deal 2, trick 3"; null: none. */
  part: Json;
}

export interface Table {
  id: string;
  game: string;
  title: string;
  params: Json;
  seats: number;
  hands: number;
  code: string;
  link: string;
  /** The address of a page that explains the link; "": no relay has one. */
  address: string;
  watch_link: string;
  here: string;
  ready: boolean;
  /**
   * For whom, before the game: host_admits, host_answers, next_break, others, host_starts,
   * agreement; "": nobody.
   */
  waits: string;
  /** The link as a QR code: lines of half blocks, where a block is light. */
  link_qr: string[];
  /** The game is a script: its words and drawings are marked as no program's. */
  script: boolean;
}

export interface Terms {
  lines: string[];
  sentence: string;
  /** The sentence, as Line.said. */
  said: Json;
  /** Those of the game, while the person decides; lines end with "\n". */
  rules: string;
  /** The same in German; "": there is none. */
  rules_de: string;
  /** The lines as values, for a page in another language. */
  facts: TermsFacts | null;
  /** The script that the person is asked to run; the lines say more of it. */
  script: ScriptFacts | null;
}

export interface TermsFacts {
  /** In the order of the game. */
  params: TermsParam[];
  members: number;
  quorum: number;
  /** So many others together could finish a step of a silent seat; 0: none. */
  recovery: number;
  untimed: boolean;
  move_ms: number;
  reserve_ms: number;
  increment_ms: number;
  absences: number;
  /** Hidden things: "cards", "dice"; "": there are none. */
  hides: string;
  /** The people who could see hidden things. */
  trust: 'rules' | 'moves' | 'chance' | 'nobody' | 'shufflers' | 'others';
  /** How many moves in a row a seat's program may choose for its person. */
  careful: number;
  /** The number of the table in its evening, whose bank is the host; 0: it is of none. */
  evening: number;
  buy_in_min: number;
  buy_in_max: number;
}

export interface TermsParam {
  name: string;
  value: Json;
  /** The game's own choice. */
  usual: boolean;
}

export interface ScriptFacts {
  name: string;
  version: string;
  digest: string;
  size: number;
  /** A contact's name; "": no contact signed it. */
  author: string;
  /** The words of the key that signed it; "": nobody did. */
  key_words: string;
  /** All of it, to be read before it runs; lines end with "\n". */
  text: string;
}

/** A question of the program. `name` and `key_words` are those of a guest who asks to sit down. */
export interface Asked {
  what: 'other' | 'script' | 'terms' | 'quit' | 'sit_down' | 'start' | 'order' | 'cash_out';
  name: string;
  key_words: string;
  /** The guest is a contact, and has the name that the person gave them. */
  known: boolean;
  /** The chips that the guest orders or gives back. */
  chips: number;
}

export interface Seat {
  name: string;
  role: string;
  connected: boolean;
  away_ms: number;
  standing: 'here' | 'away' | 'out' | 'left' | 'convicted';
  to_act: boolean;
  /** Lan, direct, punched, relayed; "": none. */
  path: string;
  clock_ms: number;
  clock_of_ms: number;
  reserve_ms: number;
  words: string;
  /** The words, as Line.said. */
  said: Json;
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
  /** The chips that it costs; none: it has no price. */
  price: number | null;
  /** Most players expect to make it: check or call. */
  main: boolean;
  /** The piece that a pawn becomes: "Q". */
  becomes: string;
  /**
   * Four members that a scene has: words for a narrow button, words beside it, a question before
   * the move is sent, and the things that are chosen for it. `touches` are then things, places and
   * cells.
   */
  brief_label: string;
  aside: string;
  ask: string;
  picks: string[];
}

/** The numbers that a move may have. */
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

/** A line that answers the program's question. */
export interface Answer {
  label: string;
  line: string;
}

export interface Suggestion {
  label: string;
  value: number;
  /** As a hint has it: "min", "1/2 pot". */
  name: string;
}

export interface Turn {
  mine: boolean;
  seats: number[];
  line: string;
  left_ms: number;
  then: string;
  /** How long people look at what was shown last, from now on. */
  look_ms: number;
  /** Until the game's alarm is due by the program's own clock; 0: it is, or there is none. */
  alarm_ms: number;
}

export interface Working {
  seat: number;
  what: string;
  done: boolean;
  ms: number;
}

export interface Checks {
  proofs: number;
  total: number;
  sentence: string;
  head: string;
  steps: CheckStep[];
  /** The sentence, as Line.said. */
  said: Json;
}

export interface CheckStep {
  step: number;
  what: string;
  by: string;
  ms: number;
  ok: boolean;
  /** The subject of the step, as Line.said. */
  said: Json;
}

export interface Outcome {
  words: string[];
  json: Json;
  /** A list: the words, each as Line.said. */
  said: Json;
}

export interface Trouble {
  level: 'info' | 'bad';
  title: string;
  text: string;
  next: string;
  /** {"title": …, "text": …, "next": …}, each as Line.said. */
  said: Json;
  conviction: Conviction | null;
}

/** A member that signed what no honest program signs. */
export interface Conviction {
  seat: number;
  /** Two that cannot both be honest; or the one signed, and the truth. */
  statements: Statement[];
  /** The fate of the game, of the chips and of the person. */
  fates: Fate[];
  /** `GET /evidence/SEAT` returns the file that proves it to anybody. */
  evidence: boolean;
}

export interface Statement {
  /** "one statement". */
  of: string;
  /** "fold". */
  text: string;
  /** The beginning of its signature; "": nobody signed it. */
  mark: string;
  /** {"of": …, "text": …}, each as Line.said. */
  said: Json;
}

export interface Fate {
  /** "your chips". */
  of: string;
  text: string;
  chips: number | null;
  /** {"of": …, "text": …}, each as Line.said. */
  said: Json;
}

export interface Line {
  seq: number;
  kind: 'event' | 'chat' | 'note' | 'trouble';
  text: string;
  /** Of chat; else -1. */
  seat: number;
  hand: number;
  /** It shows to all what was hidden: it stays readable for a while. */
  shows: boolean;
  /**
   * The text as an id of ui/words/sentences.json with its values, {"id": "left", "who": {"name":
   * "Bob"}}, for a page in any language; null: the text is all that there is.
   */
  said: Json;
  /**
   * The part of the match that begins with this line: {"page": …, "title": …, "value": …}, each as
   * said. The page is the hand, deal or round alone, the title names the street or trick, too, and
   * the value is what stands beside it. With "by_news" the line's first sentence is the title, and
   * stands nowhere else. null: the line is of the same part as the one before.
   */
  heading: Json;
  /** Since the event before it, by the program's own clock; 0: that is not known. */
  took_ms: number;
}

/** The contents of the lobby's page: a person's tables, and all from which others can be opened. */
export interface Lobby {
  me: string;
  /** Nobody has chosen the name: it is the one of the login. */
  asks_name: boolean;
  /** Through which tables are opened; none: only their addresses lead there. */
  relays: string[];
  /** Nobody has said yet whether it is through a relay. */
  asks_reach: boolean;
  /** The relays that this machine offers, while it asks. */
  offered: string[];
  /** The person's losing hands are shown at a showdown. */
  shows_losing: boolean;
  /** The most urgent first. */
  tables: LobbyTable[];
  games: LobbyGame[];
  near: LobbyNear[];
  /** The newest first. */
  finished: LobbyFinished[];
  /** How many there are. */
  finished_all: number;
  /** Of the person's own play, by game. */
  figures: LobbyFigure[];
  /** Transcripts are still being read. */
  reading: boolean;
  /** The line that is being carried out; "": none. */
  starting: string;
  /** How many pages were opened from here. */
  opened: number;
  /** Of the last of them; it works once. */
  open_address: string;
}

export interface LobbyTable {
  /** To go back to it; "": it has no page. */
  line: string;
  game: string;
  title: string;
  with: string[];
  standing: 'kept' | 'to_act' | 'playing' | 'gathering' | 'over';
  left_ms: number;
  then: string;
  words: string;
  /** Seconds since 1970. */
  seen_s: number;
  bots: boolean;
  /** The words, as Line.said. */
  said: Json;
}

export interface LobbyGame {
  name: string;
  title: string;
  about: string;
  shelf: string;
  seats_min: number;
  seats_max: number;
  secrecy: string;
  /** A list: its sentences, each as Line.said. */
  secrecy_said: Json;
  params: LobbyParam[];
  /** To be read before a table is opened; lines end with "\n". */
  rules: string;
  /** The same in German; "": there is none. */
  rules_de: string;
  /** It has chips that people own, so an evening of it can be opened. */
  evening: boolean;
}

export interface LobbyParam {
  name: string;
  about: string;
  kind: 'json' | 'number' | 'flag' | 'choice' | 'text';
  standard: Json;
  min: number | null;
  max: number | null;
  choices: string[];
}

export interface LobbyNear {
  /** To see its terms; "": it takes an invitation. */
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
  /** -1: who only watched. */
  me: number;
  result: number[];
  hands: number;
  moves: number;
  at_s: number;
  /** Of an audit that was asked for here. */
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
  luck: LobbyLuck[];
}

/**
 * The luck in these matches: values of dice, ranks of cards from 2 to 14, or chips of hands that
 * were all in. In 95 of 100 cases `sum` is within `reach` of `expected`.
 */
export interface LobbyLuck {
  what: 'cards' | 'dice' | 'all_in';
  count: number;
  /** In hundredths, as the next two. */
  sum: number;
  expected: number;
  reach: number;
}
