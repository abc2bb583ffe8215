import { clock, grouped } from '../base/text';
import type { TermsFacts } from '../protocol/protocol';
import { enInspect } from './en-inspect';
import { lobbyEn } from './lobby-en';
import { enReplay } from './en-replay';

/**
 * Every word of the page that does not come from the program. Buttons are verbs with the number in
 * them; a player is called by name or "you". `de.ts` has the same members.
 */

const plural = (count: number, one: string, many: string): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** Returns "Ann", "Ann and Bob", "Ann, Bob and 2 more". */
function names(list: string[], most = 3): string {
  const shown = Math.max(1, most - 1);
  if (list.length > most)
    return `${list.slice(0, shown).join(', ')} and ${list.length - shown} more`;
  return list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`;
}

const ranks: { [letter: string]: string } = {
  A: 'ace',
  K: 'king',
  Q: 'queen',
  J: 'jack',
  T: 'ten',
  9: 'nine',
  8: 'eight',
  7: 'seven',
  6: 'six',
  5: 'five',
  4: 'four',
  3: 'three',
  2: 'two',
};
const rankPlural = (letter: string): string => {
  const name = ranks[letter] ?? letter;
  return name === 'six' ? 'sixes' : `${name}s`;
};
const suits: { [letter: string]: string } = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };

export const en = {
  separator: ',',
  point: '.',
  lang: 'en',
  names,
  lobby: lobbyEn,
  inspect: enInspect,

  /** Names of games, where the name of the module is not the one that people use. */
  titles: {
    holdem: "Hold'em",
    'liars-dice': "Liar's dice",
    'go-fish': 'Go fish',
    'tic-tac-toe': 'Tic-tac-toe',
    'connect-four': 'Connect four',
    'mancala-kalah': 'Kalah',
    'puzzle-15': '15 puzzle',
    'odds-and-evens': 'Odds and evens',
    'toads-and-frogs': 'Toads and frogs',
    'connection-game': 'Five in a row',
    'omaha-hi-lo': 'Omaha hi/lo',
    'short-deck': 'Short deck',
    'stud-hi-lo': 'Stud hi/lo',
    'five-card-draw': 'Five-card draw',
    mixed: 'Mixed poker (HORSE)',
    'single-draw': '2–7 single draw',
    'triple-draw': '2–7 triple draw',
    kuhn: 'Kuhn poker',
    leduc: "Leduc hold'em",
  } as { [game: string]: string },

  // Frame.
  skip: 'Skip to the turn line',
  skipToStage: 'Skip to the table',
  you: 'You',
  watching: 'You are watching',
  youAre: (role: string) => `you are ${role}`,
  nextHand: (blinds: string) => `${blinds} with the next hand`,
  fromHand: (blinds: string, hand: number) => `${blinds} from hand ${hand}`,
  inTime: (blinds: string, time: string) => `${blinds} in ${time}`,
  manyPlayers: (count: number) => `${count} players`,
  times: (count: number) => `${count} times`,
  logBefore: 'At the start',
  logEarlier: 'Earlier',
  logLater: 'Later',
  logShows: 'What the log shows',
  logKinds: { moves: 'Moves', rules: 'Rules', chat: 'Chat', table: 'Table' },
  logTrick: (n: number) => `Trick ${n}:`,
  takesTrick: (name: string, mine: boolean) => (mine ? 'you take it' : `${name} takes it`),
  connected: (count: number) => `${count} connected`,
  nameConnected: (name: string) => `${name} connected`,
  nameLost: (name: string) => `${name} lost`,
  lost: (count: number) => `${count} lost`,
  theme: { auto: 'Colours: as the system', light: 'Colours: light', dark: 'Colours: dark' },
  menu: 'Menu',
  close: 'Close',
  rulesOfGame: 'Rules',
  rulesInEnglish: 'The rules are in English.',
  tabs: { log: 'Log', chat: 'Chat', table: 'Table', checks: 'Checks', records: 'Records' },
  unread: (count: number) => `${count} new`,
  inputLabel: 'Move or command',
  inputHint: (example: string) => `A move or a command: ${example} …`,
  inputPlain: 'A command: help …',
  inputReplay: 'hand 2, record 14, next …',
  inputChat: 'Message to the table',
  send: 'Send',
  leave: 'Leave',
  leaveSure: 'Leave? Yes, leave',
  resign: 'Resign',
  resignSure: 'Resign? Yes, resign',
  botOn: 'Let a bot play for me',
  botOff: 'I play again',
  practice: {
    hint: 'What would a hard bot do?',
    undo: 'Take back my move',
    restart: 'The same match once more',
    restartSure: 'Begin it again? Yes, again',
    anew: 'New match',
    anewSure: 'Give this one up? Yes, a new one',
    botFirst: 'New match, a bot begins',
    meFirst: 'New match, I begin',
  },
  sitOut: 'Sit out next hand',
  back: 'I am back',
  flip: 'Flip board',
  keysOn: 'Letter keys: on',
  keysOff: 'Letter keys: off',
  suitLettersOn: 'Letters on suits: on',
  suitLettersOff: 'Letters on suits: off',
  soundOn: 'Sound: on',
  soundOff: 'Sound: off',
  notifyOn: 'Notification on my turn: on',
  notifyOff: 'Notification on my turn: off',
  keysTitle: 'Keys',
  language: 'Deutsch',
  details: 'Log, chat, table, checks',

  // The turn line.
  yourTurn: 'Your turn',
  toAct: (who: string) => `${who} to act`,
  then: (words: string) => `then ${words}`,
  reserve: (ms: number) => `reserve ${clock(ms)}`,
  noClock: 'no clock',
  toCall: (chips: string) => `${chips} to call`,
  toWin: (chips: string) => `to win ${chips}`,
  free: 'nothing to call',
  chooseOf: (count: number) => (count === 1 ? 'one move to make' : `choose 1 of ${count} moves`),
  squares: (count: number) =>
    count === 1 ? 'one square to choose' : `${count} squares to choose from`,
  selected: (what: string, count: number) => `${what}: ${plural(count, 'move', 'moves')}`,
  chooseCards: 'choose among your cards',
  cardsFair: (count: number) => (count === 1 ? 'one card to play' : `choose one of ${count} cards`),
  houses: (count: number) =>
    count === 1 ? 'one house to choose' : `choose one of ${count} houses`,
  beat: (bid: string) => `Bid more than ${bid}, or doubt it`,
  firstBid: 'Open with a bid',
  cannotMove: 'the table is at work',

  // Actions.
  allIn: 'All-in',
  presets: {
    min: 'Min',
    max: 'Max',
    'all-in': 'All-in',
    pot: 'Pot',
    '1/3 pot': '⅓ pot',
    '1/2 pot': '½ pot',
    '2/3 pot': '⅔ pot',
  } as { [name: string]: string },
  amount: (verb: string) => `${verb}: the number`,
  amountRange: (low: string, high: string) => `${low} to ${high}`,
  sure: (what: string) => `${what}? Yes, ${what.toLowerCase()}`,
  sureQuestion: (what: string) => `${what}: are you sure?`,
  checkIsFree: (key: string) => `Checking costs nothing. Press ${key} once more to fold.`,
  preselect: 'When it is my turn:',
  preFold: 'Fold',
  preCheckFold: 'Check or fold',
  preCall: (chips: string) => `Call ${chips}`,
  preCallUpTo: 'Call up to',
  renounce:
    'By the rules this card may not be played now. It is found out at the end, and costs points. Play it?',
  playIt: 'Play it',
  notThis: 'Keep it',
  promote: 'Choose the piece',
  bid: (words: string) => `Bid ${words}`,
  fewer: 'One less',
  moreOne: 'One more',
  face: (face: number) => `face ${face}`,
  least: (count: number) => `at least ${count}`,

  // Tables.
  pot: 'Pot',
  mainPot: 'Main pot',
  sidePot: 'Side pot',
  mainShort: 'Main',
  sideShort: 'Side',
  without: (who: string) => `without ${who}`,
  folded: 'folded',
  mucked: 'mucked',
  out: 'out',
  left: 'left',
  convicted: 'convicted',
  away: 'Away',
  awaySmall: 'away',
  thinks: 'to act',
  wins: (who: string, chips: string) =>
    who === 'You' ? `You win ${chips}` : `${who} wins ${chips}`,
  thisHand: (chips: string) => `${chips} this hand`,
  nextHandIn: (time: string) => `Next hand in ${time}`,
  dealNow: 'Deal now',
  onlyYouSee: 'only you see these',
  yourCard: 'your card',
  led: 'led',
  discs: (count: number) => grouped(count),
  bids: (who: string) => (who === 'You' ? 'You bid' : `${who} bids`),
  noBid: 'No bid yet',
  among: (dice: number, hidden: number) =>
    hidden === 0 ? `among ${dice} dice, all shown` : `among ${dice} dice, ${hidden} hidden`,
  onlyYou: 'only you see these',
  dieLost: 'lost',
  bidWords: (count: number, face: number) =>
    count > 12 ? `${count} × ${face}` : `${number(count)} ${face}${count === 1 ? '' : 's'}`,
  hidden: 'hidden',
  card: (rank: string, suit: string) => `${ranks[rank] ?? rank} of ${suits[suit] ?? suit}`,
  hiddenCard: 'hidden card',
  die: (face: number) => `die showing ${face}`,
  hiddenDie: 'hidden die',
  mine: 'Your cards',
  board: 'Board',
  handRank,
  captured: 'taken',
  seatLabel: (name: string, parts: string[]) => [name, ...parts].join(', '),
  chips: (chips: string) => `${chips} chips`,
  awayLeft: (ms: number) => `away, ${clock(ms)} left`,
  cell: (name: string, piece: string, parts: string[]) =>
    [name, piece === '' ? 'empty' : piece, ...parts].join(', '),
  selectedCell: 'selected',
  legalCell: 'can be chosen',
  pieces: {
    king: 'king',
    queen: 'queen',
    rook: 'rook',
    bishop: 'bishop',
    knight: 'knight',
    pawn: 'pawn',
  } as { [name: string]: string },
  white: (piece: string) => `white ${piece}`,
  black: (piece: string) => `black ${piece}`,

  // The generic view.
  see: 'What you see',
  changedMark: 'marked: changed by the last move',
  was: (value: string) => `was ${value}`,
  yourMoves: 'Your moves',
  filter: 'Filter',
  noMatch: 'No move has these letters.',
  treeCut: (rows: number) => `Only the first ${rows} rows are shown.`,
  asText: 'As text',
  drawnByScript: 'Drawn by the script of this game, and not by your program',
  questionOfScript: 'A question of the script of this game, and not of your program',
  movesOfScript: 'Moves, as the script names them',
  quoted: (label: string) => `“${label}”`,
  scene: {
    fault: 'This game’s drawing has a fault; its moves are all here.',
    late: 'This machine is busy: the table is drawn again soon. Your moves are all here.',
    cards: (count: number) => (count === 1 ? '1 card' : `${count} cards`),
    told: (notes: string) => `told: ${notes}`,
    not: (note: string) => `not ${note}`,
    of: (most: string) => `of ${most}`,
    partner: 'partner',
    scores: (box: string, value: string) => `${box}, scores ${value}`,
    allMoves: (count: number) => `All ${count} moves`,
    onTable: 'Choose on the table',
    marks: {
      chosen: ['chosen'], raised: [], grey: [], held: ['kept'], used: ['used'], sunk: ['sunk'],
      last: ['last move'], offer: [], faint: [],
    },
  },
  hintUnused: 'The hint of this game is not used:',
  cannotDraw:
    'This page cannot draw what the game says. Your program goes on: type your moves there, or load this page anew.',
  lastHand: 'The hand before',
  unhinted:
    'This game draws itself from its rules alone. A writer of games can add a look in one line of info():',

  // States.
  loading: 'Opening the table …',
  gatherTitle: 'No guests',
  gatherSome: (here: number, seats: number) => `${here} of ${seats} here`,
  readCode: 'Code:',
  orLink: 'Link',
  copyInvitation: 'Copy invitation',
  linkAsQr: 'The link as a QR code',
  copied: 'Copied',
  ofRelay:
    'The invitation that you copy opens in a browser as a page of your relay, which could read it there. Send the link alone if you do not trust the relay.',
  invitation: (title: string, code: string, link: string, address: string) =>
    `Join my table of ${title}${code ? ` with the code ${code}` : ''}${link ? `: ${address || link}` : '.'}` +
    (address ? '\nIf you have Fairdeal, paste this whole message there.' : ''),
  start: 'Start',
  terms: 'The terms of this table',
  termsFolded: 'Terms',
  trust: 'Trust',
  chatFolded: 'Chat',
  gameOf: (game: string, seats: number) => `${game}, ${plural(seats, 'seat', 'seats')}`,
  aMove: 'A move',
  inReserve: 'Reserve',
  reserveTerms: (bank: string, back: string) => `${bank}, +${back} a move`,
  noClockTerms: 'No clock: a player who never moves stops the table.',
  ifAsleep: 'Asleep',
  evening: 'An evening',
  eveningTerms: (table: number, least: string, most: string) =>
    `table ${table}; the host is the bank, and a buy-in is ${least} to ${most} chips; the evening ends if the bank has no chips left and buys none`,
  nextTableIn: (left: string) => `The next table begins in ${left}.`,
  bankBroke: (left: string) =>
    `The bank has no chips left. If it buys none within ${left}, the evening ends for all.`,
  bankBuys: (left: string) =>
    `You have no chips left, and the bank sits at each table. Buy some within ${left}, or the evening ends for all.`,
  ownChips: 'Your chips',
  blinds: 'Blinds',
  boughtIn: 'bought in',
  boughtInAll: 'bought in all',
  chipsNow: 'chips',
  course: 'by table',
  courseName: (chips: string) => `Chips from table to table: ${chips}`,
  saveAccounts: 'Save the accounts (CSV)',
  youHave: 'you have',
  youHaveChips: (chips: string) => `You have ${chips}`,
  resultNow: 'now',
  leftWith: 'left with',
  result: 'result',
  orders: { buyin: 'Buy in', rebuy: 'Rebuy', topup: 'Top up' },
  chipsFrom: (least: string, most: string) => `Chips, ${least} to ${most}`,
  notSigned: (chips: string) => `You have ordered ${chips} chips. The bank is asked.`,
  notSent: 'That did not reach your program. Try again once the page shows the break.',
  leaveWith: (chips: string) => `Leave with ${chips}`,
  leaveEvening: 'Leave the evening',
  stopHere: 'Stop here',
  leaveNotSigned: 'You leave. The bank is asked to sign for your chips.',
  endEvening: 'End the evening',
  endSure: 'End it for all? Yes, end it',
  overForYou: 'The evening is over for you.',
  othersPlayOn: 'The others play on. The payments are known when the evening has ended for all.',
  leaveAfter: 'Leave after this table',
  endAfter: 'End the evening after this table',
  whoPays: 'Who pays whom',
  chipWorth: 'A chip is worth',
  chipWorthExample: '0.01 €',
  playAgain: 'Play again',
  copyMessage: 'Copy as a message',
  asksOrder: (name: string, chips: string, buys: boolean) =>
    buys ? `${name} wants to buy ${chips} chips` : `${name} wants to leave with ${chips} chips`,
  accept: 'Sign',
  movesCarefully: (times: number) =>
    `If you do not move in time your program moves for you where the game knows how, up to ${times === 1 ? 'once' : `${times} times in a row`}. All see that.`,
  ifSilent: 'Silence',
  allWait: 'All wait for a program that falls silent.',
  silentLoses: (times: number) =>
    `If nothing comes from you the rules move for you. After ${times === 1 ? 'one missed move' : `${times} missed moves in a row`} the table stops waiting until you are back.`,
  /** The program's own sentence is English. */
  trustSentence: (
    sentence: string,
    _facts: TermsFacts,
    _seats: number,
    _script: boolean,
  ): string => sentence,
  waits: (whom: string, host: string): string =>
    ({
      host_admits: 'The host is asked whether you may sit down.',
      host_answers: 'Waiting for the host to answer.',
      next_break: 'A table is played just now. You come in at the next break.',
      others: 'Waiting for others to join.',
      host_starts: `Waiting for ${host} to start.`,
      agreement: 'Waiting for all to agree to the terms.',
    })[whom] ?? '',
  asksToSit: (name: string) => `${name} asks to sit down`,
  keyWords: (key: string) => `Compare: ${key}`,
  isContact: 'one of your contacts',
  letIn: (name: string) => `Let ${name} in`,
  refuse: 'Refuse',
  scriptBy: (name: string, author: string, signed: boolean) =>
    `${name}: ${author || 'a stranger'}'s ${signed ? '' : 'unsigned '}script`,
  scriptSigned: (key: string) => `Signed by the key: ${key}`,
  itCan: 'It sees',
  scriptCan: 'your cards and dice',
  itCannot: 'Never',
  scriptCannot: 'files, network, clock, keys',
  runScript: 'Play it',
  readScript: 'Read it first',
  scriptText: (lines: number) => (lines === 1 ? '1 line of Lua' : `${lines} lines of Lua`),
  scriptDetails: 'Details',
  fingerprint: 'Fingerprint:',
  hostedBy: (host: string, others: string) =>
    others === '' ? `${host} invites you.` : `${host} invites you. Here already: ${others}.`,
  agree: 'Sit down',
  asked: 'The program asks',
  yes: 'Yes',
  answerWords: {
    yes: 'Yes',
    no: 'No',
    leave: 'Leave for good',
    stop: 'Stop here',
    rules: 'Rules',
  } as { [line: string]: string },
  no: 'No',
  answer: 'Answer',
  ended: 'The match is over',
  results: 'What each won',
  failed: 'The table cannot go on',
  oneMore: 'Another match with the same people?',
  rematch: 'Rematch',
  saveTranscript: 'Save transcript',
  auditNow: 'Audit it now',
  auditAbout: 'Opens a report on the transcript so far. It can take a few seconds.',
  saveEvidence: 'Save the evidence',
  signatureOf: (who: string) => `signature of ${who}`,
  unequal: 'is not the same as',
  becomesOf: 'What becomes of',
  chipsHead: 'chips',
  transcriptAt: 'The transcript is at',
  stoppedTitle: 'Your own program does not answer',
  stoppedText: 'It may have been stopped, or be very busy. Your clock runs at the table. Your choice here waits.',
  keylessTitle: 'This tab has no key to your table',
  keylessText: 'Open the address that your program printed, with its token, or go on in the tab that has the table open.',
  premove: (move: string) => `Premove: ${move}`,
  premoveAbout: 'played at once, if it is legal then',
  takeBack: 'Take it back',
  cutTitle: 'This page lost your own table program',
  cutText: (seconds: number) =>
    `The table goes on without the page. Trying again in ${seconds} s. If you closed the terminal, start it with`,
  cutNow:
    'The table goes on without the page. Trying again now. If you closed the terminal, start it with',
  tryNow: 'Try now',
  nextOpens: 'The next match opens here …',
  nextGoneTitle: 'The next match did not open',
  nextGoneText:
    'Its program has ended, and nothing of the match before is lost. Open another table with the same people in your lobby, or join one that they open.',
  goneTitle: 'Your table program has ended',
  goneText:
    'You can close this page. If you play on with the same people, the next match opens here. A match that is not over goes on with',
  sitting: 'You are sitting out',
  sittingText: 'The table plays on without your moves until you are back.',
  workingTitle: (done: number, all: number, who: string) =>
    who === '' ? `${done} of ${all} are done` : `${done} of ${all} are done, now ${who}`,
  heldFor: (ms: number) => `the seat is held for ${clock(ms)}`,
  lostContact: (who: string) => `${who} lost contact`,
  nothingYet: 'Nothing yet.',
  noChat: 'Nobody has said anything yet.',
  chatOff: 'This table has no chat.',
  goOn: 'Go on',

  // Table and checks.
  tableGame: 'Game',
  tableId: 'Table',
  tableCode: 'Code',
  watchers: 'Link for watching',
  params: 'Terms',
  paths: {
    lan: 'same network',
    direct: 'direct',
    punched: 'direct, punched',
    relayed: 'relayed',
  } as { [path: string]: string },
  players: 'Players',
  checksNone: 'Nothing to check yet',
  recordChecked: (step: number) => `record ${step}, checked`,
  head: 'head',
  headAbout: 'Two people who read out the same head have the same record.',
  proofs: (count: number) => plural(count, 'proof', 'proofs'),
  records: (count: number) => plural(count, 'proof in all', 'proofs in all'),
  copy: 'Copy',

  ...enReplay,

  // Announcements.
  sayTurn: (parts: string[]) => ['Your turn.', ...parts].join(' '),
  sayThen: (seconds: number, then: string) =>
    then === '' ? `${seconds} seconds.` : `${seconds} seconds, then ${then}.`,
  sayTen: '10 seconds left.',
  titleTurn: (title: string) => `(!) Your turn · ${title}`,

  // Keys, for the list that `?` shows.
  keys: [
    ['F C R', 'fold; check or call; go to the number'],
    ['↑ ↓ Enter Esc', 'move over cells, cards and moves; choose; let go or close'],
    ['1 … 9', 'the numbered move; on a board a letter and a number go to that square'],
    ['N', 'deal now'],
    ['T', 'read the turn line again'],
    ['< >', 'look a step back; on'],
    ['/', 'go to the input'],
    ['G, then L C T K', 'log, chat, table, checks'],
    ['?', 'this list'],
  ] as [string, string][],
};

function number(count: number): string {
  const small = [
    'no',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ];
  return small[count] ?? count.toString();
}

/** Returns ["two_pair", "KT", "9"] as "Two pair, kings and tens, nine kicker". */
function handRank(category: string, major: string, minor: string): string {
  const [first = '', second = ''] = major;
  const kicker = minor === '' ? '' : `, ${ranks[minor[0]!] ?? minor[0]} kicker`;
  switch (category) {
    case 'high_card': {
      // All five cards of such a hand count for as much: none is the major one.
      const high = first || (minor[0] ?? '');
      return `High card, ${ranks[high] ?? high}`;
    }
    case 'pair':
      return `Pair of ${rankPlural(first)}${kicker}`;
    case 'two_pair':
      return `Two pair, ${rankPlural(first)} and ${rankPlural(second)}${kicker}`;
    case 'three_of_a_kind':
      return `Three ${rankPlural(first)}${kicker}`;
    case 'straight':
      return `Straight, ${ranks[first] ?? first} high`;
    case 'flush':
      return `Flush, ${ranks[first] ?? first} high`;
    case 'full_house':
      return `Full house, ${rankPlural(first)} full of ${rankPlural(minor[0] ?? second)}`;
    case 'four_of_a_kind':
      return `Four ${rankPlural(first)}`;
    case 'straight_flush':
      return first === 'A' ? 'Royal flush' : `Straight flush, ${ranks[first] ?? first} high`;
    default:
      return category.replaceAll('_', ' ');
  }
}

export type Words = typeof en;
