// Made of proto/page.proto by `node web/schema.mjs --write`: change it there.

import type {
  Answer,
  Asked,
  CheckStep,
  Checks,
  Conviction,
  Evening,
  EveningAccount,
  EveningPayment,
  Fate,
  FromNode,
  Inspect,
  InspectMove,
  InspectMoves,
  InspectSeat,
  Json,
  Line,
  Lobby,
  LobbyFigure,
  LobbyFinished,
  LobbyGame,
  LobbyLuck,
  LobbyNear,
  LobbyParam,
  LobbyTable,
  Move,
  NumberOfMove,
  Outcome,
  Replay,
  ReplayRow,
  ReplayRun,
  ReplayTick,
  ScriptFacts,
  Seat,
  State,
  Statement,
  Suggestion,
  Table,
  Terms,
  TermsFacts,
  TermsParam,
  Trouble,
  Turn,
  Working,
} from './protocol';
import { mendInspectMoves, mendLine, mendMove, mendNumberOfMove } from './mend';
import { fields, flag, kMost, list, oneOf, orNull, text, texts, whole } from './read-fields';

export function readFromNode(value: Json | undefined): FromNode {
  const from = fields(value);
  return {
    v: 1,
    state: orNull(from.state, readState),
    lines: list(from.lines).map(readLine),
    beat: flag(from.beat),
  };
}

export function readState(value: Json | undefined): State {
  const from = fields(value);
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
    terms: readTerms(from.terms),
    question: text(from.question),
    question_said: from.question_said ?? null,
    answers: list(from.answers).map(readAnswer),
    asked: orNull(from.asked, readAsked),
    me: whole(from.me, -1),
    seats: list(from.seats).map(readSeat),
    hint: from.hint ?? null,
    view: from.view ?? null,
    drawn: text(from.drawn),
    step: whole(from.step),
    moves: list(from.moves).map(readMove),
    turn: readTurn(from.turn),
    waiting: text(from.waiting),
    waiting_said: from.waiting_said ?? null,
    last_hand_said: from.last_hand_said ?? null,
    working: list(from.working).map(readWorking),
    checks: readChecks(from.checks),
    result: orNull(from.result, readOutcome),
    last_hand: texts(from.last_hand),
    trouble: list(from.trouble).map(readTrouble),
    transcript: text(from.transcript),
    bell: flag(from.bell),
    away: flag(from.away),
    chat: flag(from.chat),
    again: flag(from.again),
    replay: orNull(from.replay, readReplay),
    inspect: orNull(from.inspect, readInspect),
    scene: from.scene ?? null,
    undrawn: text(from.undrawn),
    late: flag(from.late),
    unhinted: text(from.unhinted),
    resigns: flag(from.resigns),
    practice: flag(from.practice),
    bot: text(from.bot),
    lobby: orNull(from.lobby, readLobby),
    evening: orNull(from.evening, readEvening),
  };
}

export function readEvening(value: Json | undefined): Evening {
  const from = fields(value);
  return {
    accounts: list(from.accounts).map(readEveningAccount),
    me: whole(from.me, -1),
    bank: flag(from.bank),
    order_min: whole(from.order_min),
    order_max: whole(from.order_max),
    order_usual: whole(from.order_usual),
    ordered: whole(from.ordered),
    leaves: flag(from.leaves),
    told: from.told ?? null,
    over: flag(from.over),
    plays_on: flag(from.plays_on),
    payments: list(from.payments).map(readEveningPayment),
    broke: flag(from.broke),
    id: text(from.id),
    first_table: whole(from.first_table),
    waits: flag(from.waits),
    break_left_ms: whole(from.break_left_ms),
  };
}

export function readEveningAccount(value: Json | undefined): EveningAccount {
  const from = fields(value);
  return {
    name: text(from.name),
    bought: whole(from.bought),
    cashed: whole(from.cashed),
    chips: whole(from.chips),
    key: text(from.key),
    past: list(from.past).map((each) => whole(each, -kMost)),
  };
}

export function readEveningPayment(value: Json | undefined): EveningPayment {
  const from = fields(value);
  return {
    from: whole(from.from),
    to: whole(from.to),
    chips: whole(from.chips),
  };
}

export function readInspect(value: Json | undefined): Inspect {
  const from = fields(value);
  return {
    what: text(from.what),
    ply: Math.min(whole(from.ply), whole(from.last)),
    last: whole(from.last),
    events: texts(from.events),
    wanted: texts(from.wanted),
    fixed: flag(from.fixed),
    state: from.state ?? null,
    seats: list(from.seats).map(readInspectSeat),
    moves: list(from.moves).map(readInspectMoves),
    before: from.before ?? null,
    events_said: from.events_said ?? null,
    wanted_said: from.wanted_said ?? null,
  };
}

export function readInspectSeat(value: Json | undefined): InspectSeat {
  const from = fields(value);
  return {
    seat: whole(from.seat, -1),
    name: text(from.name),
    view: from.view ?? null,
    learnt: texts(from.learnt),
    learnt_said: from.learnt_said ?? null,
  };
}

export function readInspectMoves(value: Json | undefined): InspectMoves {
  const from = fields(value);
  return mendInspectMoves({
    seat: whole(from.seat),
    chosen: flag(from.chosen),
    moves: list(from.moves).map(readInspectMove),
  }, from);
}

export function readInspectMove(value: Json | undefined): InspectMove {
  const from = fields(value);
  return {
    label: text(from.label),
    line: text(from.line),
    number: orNull(from.number, readNumberOfMove),
  };
}

export function readReplay(value: Json | undefined): Replay {
  const from = fields(value);
  return {
    checking: flag(from.checking),
    file: text(from.file),
    record: whole(from.record, -1),
    last: whole(from.last, -1),
    hand: whole(from.hand, -kMost),
    hands: whole(from.hands, -kMost),
    street: text(from.street),
    first_of_hand: whole(from.first_of_hand, -1),
    last_of_hand: whole(from.last_of_hand, -1),
    streets: list(from.streets).map(readReplayTick),
    starts: list(from.starts).map(readReplayTick),
    runs: list(from.runs).map(readReplayRun),
    rows: list(from.rows).map(readReplayRow),
    owner: whole(from.owner, -1),
    mine: flag(from.mine),
    plays: flag(from.plays),
    speed: whole(from.speed, 0, 1),
    before: from.before ?? null,
  };
}

export function readReplayTick(value: Json | undefined): ReplayTick {
  const from = fields(value);
  return {
    record: whole(from.record, -1),
    text: text(from.text),
  };
}

export function readReplayRun(value: Json | undefined): ReplayRun {
  const from = fields(value);
  return {
    record: whole(from.record, -1),
    count: whole(from.count),
    mark: oneOf(from.mark, ['failing', 'absence', 'checked'] as const),
  };
}

export function readReplayRow(value: Json | undefined): ReplayRow {
  const from = fields(value);
  return {
    record: whole(from.record, -1),
    hand: whole(from.hand, -kMost),
    street: text(from.street),
    lines: texts(from.lines),
    mark: oneOf(from.mark, ['failing', 'absence', 'checked'] as const),
    said: from.said ?? null,
    part: from.part ?? null,
  };
}

export function readTable(value: Json | undefined): Table {
  const from = fields(value);
  return {
    id: text(from.id),
    game: text(from.game),
    title: text(from.title) || text(from.game),
    params: from.params ?? null,
    seats: whole(from.seats),
    hands: whole(from.hands),
    code: text(from.code),
    link: text(from.link),
    address: text(from.address),
    watch_link: text(from.watch_link),
    here: text(from.here),
    ready: flag(from.ready),
    waits: text(from.waits),
    link_qr: texts(from.link_qr),
    script: flag(from.script),
  };
}

export function readTerms(value: Json | undefined): Terms {
  const from = fields(value);
  return {
    lines: texts(from.lines),
    sentence: text(from.sentence),
    said: from.said ?? null,
    rules: text(from.rules),
    rules_de: text(from.rules_de),
    facts: orNull(from.facts, readTermsFacts),
    script: orNull(from.script, readScriptFacts),
  };
}

export function readTermsFacts(value: Json | undefined): TermsFacts {
  const from = fields(value);
  return {
    params: list(from.params).map(readTermsParam),
    members: whole(from.members),
    quorum: whole(from.quorum),
    recovery: whole(from.recovery),
    untimed: flag(from.untimed),
    move_ms: whole(from.move_ms),
    reserve_ms: whole(from.reserve_ms),
    increment_ms: whole(from.increment_ms),
    absences: whole(from.absences),
    hides: text(from.hides),
    trust: oneOf(from.trust, [
      'rules',
      'moves',
      'chance',
      'nobody',
      'shufflers',
      'others',
    ] as const),
    careful: whole(from.careful),
    evening: whole(from.evening),
    buy_in_min: whole(from.buy_in_min),
    buy_in_max: whole(from.buy_in_max),
  };
}

export function readTermsParam(value: Json | undefined): TermsParam {
  const from = fields(value);
  return {
    name: text(from.name),
    value: from.value ?? null,
    usual: flag(from.usual),
  };
}

export function readScriptFacts(value: Json | undefined): ScriptFacts {
  const from = fields(value);
  return {
    name: text(from.name),
    version: text(from.version),
    digest: text(from.digest),
    size: whole(from.size),
    author: text(from.author),
    key_words: text(from.key_words),
    text: text(from.text),
  };
}

export function readAsked(value: Json | undefined): Asked {
  const from = fields(value);
  return {
    what: oneOf(from.what, [
      'other',
      'script',
      'terms',
      'quit',
      'sit_down',
      'start',
      'order',
      'cash_out',
    ] as const),
    name: text(from.name),
    key_words: text(from.key_words),
    known: flag(from.known),
    chips: whole(from.chips),
  };
}

export function readSeat(value: Json | undefined): Seat {
  const from = fields(value);
  return {
    name: text(from.name),
    role: text(from.role),
    connected: flag(from.connected),
    away_ms: whole(from.away_ms),
    standing: oneOf(from.standing, ['here', 'away', 'out', 'left', 'convicted'] as const),
    to_act: flag(from.to_act),
    path: text(from.path),
    clock_ms: whole(from.clock_ms),
    clock_of_ms: whole(from.clock_of_ms),
    reserve_ms: whole(from.reserve_ms),
    words: text(from.words),
    said: from.said ?? null,
  };
}

export function readMove(value: Json | undefined): Move {
  const from = fields(value);
  return mendMove({
    id: text(from.id),
    label: text(from.label),
    move: from.move ?? null,
    touches: texts(from.touches),
    number: orNull(from.number, readNumberOfMove),
    careful: flag(from.careful),
    kind: text(from.kind),
    price: orNull(from.price, (each) => whole(each, -kMost)),
    main: flag(from.main),
    becomes: text(from.becomes),
    brief_label: text(from.brief_label),
    aside: text(from.aside),
    ask: text(from.ask),
    picks: texts(from.picks),
  }, from);
}

export function readNumberOfMove(value: Json | undefined): NumberOfMove {
  const from = fields(value);
  return mendNumberOfMove({
    name: text(from.name),
    min: whole(from.min, -kMost),
    max: whole(from.max, -kMost),
    step: whole(from.step, 1, 1),
    suggestions: list(from.suggestions).map(readSuggestion),
    before: text(from.before),
    after: text(from.after),
  }, from);
}

export function readAnswer(value: Json | undefined): Answer {
  const from = fields(value);
  return {
    label: text(from.label),
    line: text(from.line),
  };
}

export function readSuggestion(value: Json | undefined): Suggestion {
  const from = fields(value);
  return {
    label: text(from.label),
    value: whole(from.value, -kMost),
    name: text(from.name),
  };
}

export function readTurn(value: Json | undefined): Turn {
  const from = fields(value);
  return {
    mine: flag(from.mine),
    seats: list(from.seats).map((each) => whole(each)),
    line: text(from.line),
    left_ms: whole(from.left_ms),
    then: text(from.then),
    look_ms: whole(from.look_ms),
    alarm_ms: whole(from.alarm_ms),
  };
}

export function readWorking(value: Json | undefined): Working {
  const from = fields(value);
  return {
    seat: whole(from.seat),
    what: text(from.what),
    done: flag(from.done),
    ms: whole(from.ms),
  };
}

export function readChecks(value: Json | undefined): Checks {
  const from = fields(value);
  return {
    proofs: whole(from.proofs),
    total: whole(from.total),
    sentence: text(from.sentence),
    head: text(from.head),
    steps: list(from.steps).map(readCheckStep),
    said: from.said ?? null,
  };
}

export function readCheckStep(value: Json | undefined): CheckStep {
  const from = fields(value);
  return {
    step: whole(from.step),
    what: text(from.what),
    by: text(from.by),
    ms: whole(from.ms),
    ok: flag(from.ok),
    said: from.said ?? null,
  };
}

export function readOutcome(value: Json | undefined): Outcome {
  const from = fields(value);
  return {
    words: texts(from.words),
    json: from.json ?? null,
    said: from.said ?? null,
  };
}

export function readTrouble(value: Json | undefined): Trouble {
  const from = fields(value);
  return {
    level: oneOf(from.level, ['info', 'bad'] as const),
    title: text(from.title),
    text: text(from.text),
    next: text(from.next),
    said: from.said ?? null,
    conviction: orNull(from.conviction, readConviction),
  };
}

export function readConviction(value: Json | undefined): Conviction {
  const from = fields(value);
  return {
    seat: whole(from.seat),
    statements: list(from.statements).map(readStatement),
    fates: list(from.fates).map(readFate),
    evidence: flag(from.evidence),
  };
}

export function readStatement(value: Json | undefined): Statement {
  const from = fields(value);
  return {
    of: text(from.of),
    text: text(from.text),
    mark: text(from.mark),
    said: from.said ?? null,
  };
}

export function readFate(value: Json | undefined): Fate {
  const from = fields(value);
  return {
    of: text(from.of),
    text: text(from.text),
    chips: orNull(from.chips, (each) => whole(each, -kMost)),
    said: from.said ?? null,
  };
}

export function readLine(value: Json | undefined): Line {
  const from = fields(value);
  return mendLine({
    seq: whole(from.seq),
    kind: oneOf(from.kind, ['event', 'chat', 'note', 'trouble'] as const),
    text: text(from.text),
    seat: whole(from.seat, -1),
    hand: whole(from.hand),
    shows: flag(from.shows),
    said: from.said ?? null,
    heading: from.heading ?? null,
    took_ms: whole(from.took_ms),
  }, from);
}

export function readLobby(value: Json | undefined): Lobby {
  const from = fields(value);
  return {
    me: text(from.me),
    asks_name: flag(from.asks_name),
    relays: texts(from.relays),
    asks_reach: flag(from.asks_reach),
    offered: texts(from.offered),
    shows_losing: flag(from.shows_losing),
    tables: list(from.tables).map(readLobbyTable),
    games: list(from.games).map(readLobbyGame),
    near: list(from.near).map(readLobbyNear),
    finished: list(from.finished).map(readLobbyFinished),
    finished_all: whole(from.finished_all),
    figures: list(from.figures).map(readLobbyFigure),
    reading: flag(from.reading),
    starting: text(from.starting),
    opened: whole(from.opened),
    open_address: text(from.open_address),
  };
}

export function readLobbyTable(value: Json | undefined): LobbyTable {
  const from = fields(value);
  return {
    line: text(from.line),
    game: text(from.game),
    title: text(from.title) || text(from.game),
    with: texts(from.with),
    standing: oneOf(from.standing, ['kept', 'to_act', 'playing', 'gathering', 'over'] as const),
    left_ms: whole(from.left_ms),
    then: text(from.then),
    words: text(from.words),
    seen_s: whole(from.seen_s, -kMost),
    bots: flag(from.bots),
    said: from.said ?? null,
  };
}

export function readLobbyGame(value: Json | undefined): LobbyGame {
  const from = fields(value);
  return {
    name: text(from.name),
    title: text(from.title) || text(from.name),
    about: text(from.about),
    shelf: text(from.shelf),
    seats_min: whole(from.seats_min, 0, 2),
    seats_max: whole(from.seats_max, 0, 2),
    secrecy: text(from.secrecy),
    secrecy_said: from.secrecy_said ?? null,
    params: list(from.params).map(readLobbyParam),
    rules: text(from.rules),
    rules_de: text(from.rules_de),
    evening: flag(from.evening),
  };
}

export function readLobbyParam(value: Json | undefined): LobbyParam {
  const from = fields(value);
  return {
    name: text(from.name),
    about: text(from.about),
    kind: oneOf(from.kind, ['json', 'number', 'flag', 'choice', 'text'] as const),
    standard: from.standard ?? null,
    min: orNull(from.min, (each) => whole(each, -kMost)),
    max: orNull(from.max, (each) => whole(each, -kMost)),
    choices: texts(from.choices),
  };
}

export function readLobbyNear(value: Json | undefined): LobbyNear {
  const from = fields(value);
  return {
    line: text(from.line),
    game: text(from.game),
    title: text(from.title) || text(from.game),
    contact: text(from.contact),
    seats: whole(from.seats),
    taken: whole(from.taken),
  };
}

export function readLobbyFinished(value: Json | undefined): LobbyFinished {
  const from = fields(value);
  return {
    file: text(from.file),
    game: text(from.game),
    title: text(from.title) || text(from.game),
    players: texts(from.players),
    me: whole(from.me, -1, -1),
    result: list(from.result).map((each) => whole(each, -kMost)),
    hands: whole(from.hands),
    moves: whole(from.moves),
    at_s: whole(from.at_s, -kMost),
    verdict: text(from.verdict),
  };
}

export function readLobbyFigure(value: Json | undefined): LobbyFigure {
  const from = fields(value);
  return {
    game: text(from.game),
    title: text(from.title) || text(from.game),
    matches: whole(from.matches),
    hands: whole(from.hands),
    won: whole(from.won),
    lost: whole(from.lost),
    sum: whole(from.sum, -kMost),
    luck: list(from.luck).map(readLobbyLuck),
  };
}

export function readLobbyLuck(value: Json | undefined): LobbyLuck {
  const from = fields(value);
  return {
    what: oneOf(from.what, ['cards', 'dice', 'all_in'] as const),
    count: whole(from.count),
    sum: whole(from.sum, -kMost),
    expected: whole(from.expected, -kMost),
    reach: whole(from.reach, -kMost),
  };
}
