import { clock, grouped } from '../base/text';
import type { TermsFacts } from '../protocol/protocol';
import { deInspect } from './de-inspect';
import { deReplay } from './de-replay';
import type { Words } from './en';
import { lobbyDe } from './lobby-de';

/** The German words of the page. Those of the program are in ui/words/sentences.json. */

const n = (count: number, one: string, many: string): string =>
  `${grouped(count, '.')} ${count === 1 ? one : many}`;

function names(list: string[], most = 3): string {
  const shown = Math.max(1, most - 1);
  if (list.length > most)
    return `${list.slice(0, shown).join(', ')} und ${list.length - shown} mehr`;
  return list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} und ${list.at(-1)}`;
}

const ranks: { [letter: string]: string } = {
  A: 'Ass',
  K: 'König',
  Q: 'Dame',
  J: 'Bube',
  T: 'Zehn',
  9: 'Neun',
  8: 'Acht',
  7: 'Sieben',
  6: 'Sechs',
  5: 'Fünf',
  4: 'Vier',
  3: 'Drei',
  2: 'Zwei',
};
const many: { [letter: string]: string } = {
  A: 'Asse',
  K: 'Könige',
  Q: 'Damen',
  J: 'Buben',
  T: 'Zehnen',
  9: 'Neunen',
  8: 'Achten',
  7: 'Siebenen',
  6: 'Sechsen',
  5: 'Fünfen',
  4: 'Vieren',
  3: 'Dreien',
  2: 'Zweien',
};
const suits: { [letter: string]: string } = { s: 'Pik', h: 'Herz', d: 'Karo', c: 'Kreuz' };

export const de: Words = {
  separator: '.',
  point: ',',
  lang: 'de',
  names,
  lobby: lobbyDe,
  inspect: deInspect,

  titles: {
    holdem: "Hold'em",
    'liars-dice': 'Lügenwürfel',
    'go-fish': 'Quartett',
    'tic-tac-toe': 'Tic-Tac-Toe',
    'connect-four': 'Vier gewinnt',
    'mancala-kalah': 'Kalaha',
    'puzzle-15': '15-Puzzle',
    'odds-and-evens': 'Gerade oder ungerade',
    'toads-and-frogs': 'Kröten und Frösche',
    'connection-game': 'Fünf in einer Reihe',
    'omaha-hi-lo': 'Omaha Hi/Lo',
    'short-deck': 'Short Deck',
    'stud-hi-lo': 'Stud Hi/Lo',
    'five-card-draw': 'Five Card Draw',
    mixed: 'Gemischtes Poker (HORSE)',
    'single-draw': '2–7 Single Draw',
    'triple-draw': '2–7 Triple Draw',
    kuhn: 'Kuhn-Poker',
    leduc: "Leduc Hold'em",
    chess: 'Schach',
  },

  skip: 'Zur Zeile, wer am Zug ist',
  skipToStage: 'Zum Tisch springen',
  you: 'Du',
  watching: 'Du schaust zu',
  youAre: (role) => `du spielst ${role}`,
  nextHand: (blinds) => `${blinds} mit der nächsten Hand`,
  fromHand: (blinds, hand) => `${blinds} ab Hand ${hand}`,
  inTime: (blinds, time) => `${blinds} in ${time}`,
  manyPlayers: (count) => `${count} Spieler`,
  times: (count) => `${count}-mal`,
  logBefore: 'Am Anfang',
  logEarlier: 'Früher',
  logLater: 'Später',
  logShows: 'Was der Verlauf zeigt',
  logKinds: { moves: 'Züge', rules: 'Regeln', chat: 'Chat', table: 'Tisch' },
  logTrick: (n) => `Stich ${n}:`,
  takesTrick: (name, mine) => (mine ? 'du bekommst ihn' : `${name} bekommt ihn`),
  connected: (count) => `${count} verbunden`,
  nameConnected: (name) => `${name} verbunden`,
  nameLost: (name) => `${name} fehlt`,
  lost: (count) => `${count} fehlen`,
  theme: { auto: 'Farben: wie das System', light: 'Farben: hell', dark: 'Farben: dunkel' },
  menu: 'Menü',
  close: 'Schließen',
  rulesOfGame: 'Regeln',
  rulesInEnglish: 'Die Regeln gibt es nur auf Englisch.',
  tabs: { log: 'Verlauf', chat: 'Chat', table: 'Tisch', checks: 'Prüfung', records: 'Einträge' },
  unread: (count) => `${count} neu`,
  inputLabel: 'Zug oder Befehl',
  inputHint: (example) => `Ein Zug oder Befehl: ${example} …`,
  inputPlain: 'Ein Befehl: help …',
  inputReplay: 'hand 2, record 14, next …',
  inputChat: 'Nachricht an den Tisch',
  send: 'Senden',
  leave: 'Verlassen',
  leaveSure: 'Verlassen? Ja, verlassen',
  botOn: 'Ein Bot soll für mich spielen',
  botOff: 'Ich spiele wieder',
  practice: {
    hint: 'Was täte ein starker Bot?',
    undo: 'Meinen Zug zurücknehmen',
    restart: 'Dasselbe Spiel noch einmal',
    restartSure: 'Von vorn? Ja, von vorn',
    anew: 'Neues Spiel',
    anewSure: 'Dieses aufgeben? Ja, ein neues',
    botFirst: 'Neues Spiel, ein Bot beginnt',
    meFirst: 'Neues Spiel, ich beginne',
  },
  resign: 'Aufgeben',
  resignSure: 'Aufgeben? Ja, aufgeben',
  sitOut: 'Nächste Hand aussetzen',
  back: 'Ich bin wieder da',
  flip: 'Brett drehen',
  keysOn: 'Buchstabentasten: an',
  keysOff: 'Buchstabentasten: aus',
  suitLettersOn: 'Buchstaben an Farben: an',
  suitLettersOff: 'Buchstaben an Farben: aus',
  soundOn: 'Ton: an',
  soundOff: 'Ton: aus',
  notifyOn: 'Mitteilung, wenn ich am Zug bin: an',
  notifyOff: 'Mitteilung, wenn ich am Zug bin: aus',
  keysTitle: 'Tasten',
  language: 'English',
  details: 'Verlauf, Chat, Tisch, Prüfung',

  yourTurn: 'Du bist dran',
  toAct: (who) => `${who} ist dran`,
  then: (words) => `dann ${words}`,
  reserve: (ms) => `Reserve ${clock(ms)}`,
  noClock: 'ohne Uhr',
  toCall: (chips) => `${chips} zum Mitgehen`,
  toWin: (chips) => `um ${chips}`,
  free: 'nichts zu bringen',
  chooseOf: (count) => (count === 1 ? 'ein Zug möglich' : `wähle einen von ${count} Zügen`),
  squares: (count) => (count === 1 ? 'ein Feld möglich' : `${count} Felder zur Wahl`),
  selected: (what, count) => `${what}: ${n(count, 'Zug', 'Züge')}`,
  chooseCards: 'wähle unter deinen Karten',
  cardsFair: (count) => (count === 1 ? 'eine Karte möglich' : `wähle eine von ${count} Karten`),
  houses: (count) => (count === 1 ? 'eine Mulde möglich' : `wähle eine von ${count} Mulden`),
  beat: (bid) => `Überbiete ${bid}, oder zweifle`,
  firstBid: 'Beginne mit einem Gebot',
  cannotMove: 'der Tisch arbeitet',

  allIn: 'Alles',
  presets: {
    min: 'Min',
    max: 'Max',
    'all-in': 'Alles',
    pot: 'Pot',
    '1/3 pot': '⅓ Pot',
    '1/2 pot': '½ Pot',
    '2/3 pot': '⅔ Pot',
  },
  amount: (verb) => `${verb}: die Zahl`,
  amountRange: (low, high) => `${low} bis ${high}`,
  sure: (what) => `${what}? Ja, wirklich`,
  sureQuestion: (what) => `${what}: sicher?`,
  checkIsFree: (key) => `Checken kostet nichts. Noch einmal ${key}, um auszusteigen.`,
  preselect: 'Wenn ich am Zug bin:',
  preFold: 'Fold',
  preCheckFold: 'Check oder Fold',
  preCall: (chips) => `Call ${chips}`,
  preCallUpTo: 'Call bis',
  renounce:
    'Nach den Regeln darf diese Karte jetzt nicht gespielt werden. Am Ende kommt es heraus und kostet Punkte. Trotzdem spielen?',
  playIt: 'Spielen',
  notThis: 'Behalten',
  promote: 'Wähle die Figur',
  bid: (words) => `Biete ${words}`,
  fewer: 'Eins weniger',
  moreOne: 'Eins mehr',
  face: (face) => `Augen ${face}`,
  least: (count) => `mindestens ${count}`,

  pot: 'Pot',
  mainPot: 'Hauptpot',
  sidePot: 'Nebenpot',
  mainShort: 'Haupt',
  sideShort: 'Neben',
  without: (who) => `ohne ${who}`,
  folded: 'gepasst',
  mucked: 'verdeckt',
  out: 'raus',
  left: 'gegangen',
  convicted: 'überführt',
  away: 'Weg',
  awaySmall: 'abwesend',
  thinks: 'ist dran',
  wins: (who, chips) => (who === 'Du' ? `Du gewinnst ${chips}` : `${who} gewinnt ${chips}`),
  thisHand: (chips) => `${chips} in dieser Hand`,
  nextHandIn: (time) => `Nächste Hand in ${time}`,
  dealNow: 'Jetzt geben',
  onlyYouSee: 'nur du siehst sie',
  yourCard: 'deine Karte',
  led: 'spielte aus',
  discs: (count) => grouped(count, '.'),
  bids: (who) => (who === 'Du' ? 'Du bietest' : `${who} bietet`),
  noBid: 'Noch kein Gebot',
  among: (dice, hidden) =>
    hidden === 0
      ? `unter ${dice} Würfeln, alle offen`
      : `unter ${dice} Würfeln, ${hidden} verdeckt`,
  onlyYou: 'nur du siehst sie',
  dieLost: 'verloren',
  bidWords: (count, face) => `${count} mal die ${face}`,
  hidden: 'verdeckt',
  card: (rank, suit) => `${suits[suit] ?? suit} ${ranks[rank] ?? rank}`,
  hiddenCard: 'verdeckte Karte',
  die: (face) => `Würfel zeigt ${face}`,
  hiddenDie: 'verdeckter Würfel',
  mine: 'Deine Karten',
  board: 'Brett',
  handRank: (category, major, minor) => {
    const [first = '', second = ''] = major;
    const kicker = minor === '' ? '' : `, ${ranks[minor[0]!] ?? minor[0]} als Beikarte`;
    switch (category) {
      case 'high_card': {
        const high = first || (minor[0] ?? '');
        return `Höchste Karte ${ranks[high] ?? high}`;
      }
      case 'pair':
        return `Ein Paar ${many[first] ?? first}${kicker}`;
      case 'two_pair':
        return `Zwei Paare, ${many[first] ?? first} und ${many[second] ?? second}${kicker}`;
      case 'three_of_a_kind':
        return `Drilling ${many[first] ?? first}${kicker}`;
      case 'straight':
        return `Straße bis ${ranks[first] ?? first}`;
      case 'flush':
        return `Flush, ${ranks[first] ?? first} hoch`;
      case 'full_house':
        return `Full House, ${many[first] ?? first} mit ${many[minor[0] ?? second] ?? minor}`;
      case 'four_of_a_kind':
        return `Vierling ${many[first] ?? first}`;
      case 'straight_flush':
        return first === 'A' ? 'Royal Flush' : `Straight Flush bis ${ranks[first] ?? first}`;
      default:
        return category.replaceAll('_', ' ');
    }
  },
  captured: 'geschlagen',
  seatLabel: (name, parts) => [name, ...parts].join(', '),
  chips: (chips) => `${chips} Chips`,
  awayLeft: (ms) => `abwesend, noch ${clock(ms)}`,
  cell: (name, piece, parts) => [name, piece === '' ? 'leer' : piece, ...parts].join(', '),
  selectedCell: 'gewählt',
  legalCell: 'wählbar',
  pieces: {
    king: 'König',
    queen: 'Dame',
    rook: 'Turm',
    bishop: 'Läufer',
    knight: 'Springer',
    pawn: 'Bauer',
  },
  white: (piece) => `Weiß: ${piece}`,
  black: (piece) => `Schwarz: ${piece}`,

  see: 'Was du siehst',
  changedMark: 'markiert: vom letzten Zug geändert',
  was: (value) => `war ${value}`,
  yourMoves: 'Deine Züge',
  filter: 'Filtern',
  noMatch: 'Kein Zug enthält diese Buchstaben.',
  treeCut: (rows: number) => `Nur die ersten ${rows} Zeilen werden gezeigt.`,
  asText: 'Als Text',
  drawnByScript: 'Gezeichnet vom Skript dieses Spiels, und nicht von deinem Programm',
  questionOfScript: 'Eine Frage vom Skript dieses Spiels, und nicht von deinem Programm',
  movesOfScript: 'Züge, wie das Skript sie nennt',
  quoted: (label) => `„${label}“`,
  scene: {
    fault: 'Die Zeichnung dieses Spiels hat einen Fehler; seine Züge stehen alle hier.',
    late: 'Dieser Rechner ist ausgelastet: der Tisch wird bald neu gezeichnet. Deine Züge stehen alle hier.',
    cards: (count: number) => (count === 1 ? '1 Karte' : `${count} Karten`),
    told: (notes: string) => `gesagt: ${notes}`,
    not: (note: string) => `nicht ${note}`,
    of: (most: string) => `von ${most}`,
    partner: 'Partner',
    scores: (box: string, value: string) => `${box}, bringt ${value}`,
    allMoves: (count: number) => `Alle ${count} Züge`,
    onTable: 'Wähle auf dem Tisch',
    marks: {
      chosen: ['gewählt'], raised: [], grey: [], held: ['bleibt'], used: ['benutzt'], sunk: ['versenkt'],
      last: ['letzter Zug'], offer: [], faint: [],
    },
  },
  hintUnused: 'Der Hinweis dieses Spiels wird nicht benutzt:',
  cannotDraw:
    'Diese Seite kann nicht zeichnen, was das Spiel sagt. Dein Programm läuft weiter: gib deine Züge dort ein, oder lade diese Seite neu.',
  lastHand: 'Die Hand davor',
  unhinted:
    'Dieses Spiel zeichnet sich allein aus seinen Regeln. Wer Spiele schreibt, gibt ihm in einer Zeile von info() ein Aussehen:',

  loading: 'Der Tisch wird geöffnet …',
  gatherTitle: 'Keine Gäste',
  gatherSome: (here, seats) => `${here} von ${seats} da`,
  readCode: 'Code:',
  orLink: 'Link',
  copyInvitation: 'Einladung kopieren',
  linkAsQr: 'Der Link als QR-Code',
  copied: 'Kopiert',
  ofRelay:
    'Die Einladung, die du kopierst, öffnet im Browser eine Seite deines Relais, das sie dort lesen könnte. Schick nur den Link, wenn du dem Relais nicht traust.',
  invitation: (title, code, link, address) =>
    `Komm an meinen Tisch: ${title}${code ? `, Code ${code}` : ''}${link ? `: ${address || link}` : '.'}` +
    (address ? '\nWenn du Fairdeal hast, füge dort diese ganze Nachricht ein.' : ''),
  start: 'Beginnen',
  terms: 'Die Bedingungen dieses Tisches',
  termsFolded: 'Bedingungen',
  trust: 'Vertrauen',
  chatFolded: 'Chat',
  gameOf: (game, seats) => `${game}, ${n(seats, 'Platz', 'Plätze')}`,
  aMove: 'Ein Zug',
  inReserve: 'Reserve',
  reserveTerms: (bank, back) => `${bank}, +${back} je Zug`,
  noClockTerms: 'Keine Uhr: wer nie zieht, hält den Tisch auf.',
  ifAsleep: 'Eingeschlafen',
  evening: 'Ein Abend',
  eveningTerms: (table, least, most) =>
    `Tisch ${table}; der Gastgeber ist die Bank, ein Einkauf hat ${least} bis ${most} Chips; der Abend endet, wenn die Bank keine Chips mehr hat und keine kauft`,
  nextTableIn: (left) => `Der nächste Tisch beginnt in ${left}.`,
  bankBroke: (left) =>
    `Die Bank hat keine Chips mehr. Kauft sie innerhalb von ${left} keine, so endet der Abend für alle.`,
  bankBuys: (left) =>
    `Du hast keine Chips mehr, und die Bank sitzt an jedem Tisch. Kaufe innerhalb von ${left} welche, sonst endet der Abend für alle.`,
  ownChips: 'Deine Chips',
  blinds: 'Blinds',
  boughtIn: 'gekauft',
  boughtInAll: 'insgesamt gekauft',
  chipsNow: 'Chips',
  course: 'von Tisch zu Tisch',
  courseName: (chips) => `Chips von Tisch zu Tisch: ${chips}`,
  saveAccounts: 'Konten speichern (CSV)',
  youHave: 'du hast',
  youHaveChips: (chips) => `Du hast ${chips}`,
  resultNow: 'jetzt',
  leftWith: 'am Ende',
  result: 'Ergebnis',
  orders: { buyin: 'Einkaufen', rebuy: 'Nachkaufen', topup: 'Aufstocken' },
  chipsFrom: (least, most) => `Chips, ${least} bis ${most}`,
  notSigned: (chips) => `Du hast ${chips} Chips bestellt. Die Bank wird gefragt.`,
  notSent: 'Das hat dein Programm nicht erreicht. Versuche es noch einmal, sobald die Seite die Pause zeigt.',
  leaveWith: (chips) => `Mit ${chips} gehen`,
  leaveEvening: 'Den Abend verlassen',
  stopHere: 'Hier aufhören',
  leaveNotSigned: 'Du gehst. Die Bank soll für deine Chips unterschreiben.',
  endEvening: 'Den Abend beenden',
  endSure: 'Für alle beenden? Ja, beenden',
  overForYou: 'Für dich ist der Abend vorbei.',
  othersPlayOn: 'Die anderen spielen weiter. Die Zahlungen stehen fest, wenn der Abend für alle zu Ende ist.',
  leaveAfter: 'Nach diesem Tisch gehen',
  endAfter: 'Abend nach diesem Tisch beenden',
  whoPays: 'Wer zahlt wem',
  chipWorth: 'Ein Chip ist wert',
  chipWorthExample: '0,01 €',
  playAgain: 'Noch einmal spielen',
  copyMessage: 'Als Nachricht kopieren',
  asksOrder: (name, chips, buys) =>
    buys ? `${name} möchte ${chips} Chips kaufen` : `${name} möchte mit ${chips} Chips gehen`,
  accept: 'Unterschreiben',
  movesCarefully: (times) =>
    `Ziehst du nicht rechtzeitig, so zieht dein Programm für dich, wo das Spiel das zulässt, bis zu ${times === 1 ? 'einmal' : `${times} Mal hintereinander`}. Alle sehen das.`,
  ifSilent: 'Stille',
  allWait: 'Alle warten auf ein Programm, das verstummt.',
  silentLoses: (times) =>
    `Kommt nichts von dir, ziehen die Regeln für dich. Nach ${times === 1 ? 'einem verpassten Zug' : `${times} verpassten Zügen hintereinander`} wartet der Tisch erst wieder auf dich, wenn du zurück bist.`,
  trustSentence,
  waits: (whom, host) =>
    ({
      host_admits: 'Der Gastgeber wird gefragt, ob du dich setzen darfst.',
      host_answers: 'Der Gastgeber hat noch nicht geantwortet.',
      next_break: 'Gerade wird gespielt. In der nächsten Pause kommst du dazu.',
      others: 'Es fehlen noch welche.',
      host_starts: `${host} kann jetzt beginnen.`,
      agreement: 'Noch haben nicht alle den Bedingungen zugestimmt.',
    })[whom] ?? '',
  asksToSit: (name) => `${name} möchte mitspielen`,
  keyWords: (key) => `Vergleiche: ${key}`,
  isContact: 'einer deiner Kontakte',
  letIn: (name) => `${name} einlassen`,
  refuse: 'Ablehnen',
  scriptBy: (name, author, signed) =>
    `${name}: Skript ${author === '' ? 'eines Fremden' : `von ${author}`}${signed ? '' : ', ohne Unterschrift'}`,
  scriptSigned: (key) => `Unterschrieben mit dem Schlüssel: ${key}`,
  itCan: 'Es sieht',
  scriptCan: 'deine Karten und Würfel',
  itCannot: 'Es sieht nicht',
  scriptCannot: 'Dateien, Netz, Uhr, Schlüssel',
  runScript: 'Spielen',
  readScript: 'Erst lesen',
  scriptText: (lines) => (lines === 1 ? '1 Zeile Lua' : `${lines} Zeilen Lua`),
  scriptDetails: 'Einzelheiten',
  fingerprint: 'Fingerabdruck:',
  hostedBy: (host, others) =>
    others === '' ? `${host} lädt dich ein.` : `${host} lädt dich ein. Schon da: ${others}.`,
  agree: 'Hinsetzen',
  asked: 'Das Programm fragt',
  yes: 'Ja',
  answerWords: { rules: 'Regeln', yes: 'Ja', no: 'Nein', leave: 'Endgültig gehen', stop: 'Hier aufhören' },
  no: 'Nein',
  answer: 'Antworten',
  ended: 'Die Partie ist vorbei',
  results: 'Was jeder gewonnen hat',
  failed: 'Der Tisch kann nicht weiterspielen',
  oneMore: 'Noch eine Partie mit denselben Leuten?',
  rematch: 'Revanche',
  saveTranscript: 'Protokoll speichern',
  auditNow: 'Jetzt prüfen',
  auditAbout: 'Öffnet einen Bericht über das bisherige Protokoll. Das kann ein paar Sekunden dauern.',
  saveEvidence: 'Beweis speichern',
  signatureOf: (who) => `Unterschrift von ${who}`,
  unequal: 'ist nicht dasselbe wie',
  becomesOf: 'Was wird aus',
  chipsHead: 'Chips',
  transcriptAt: 'Das Protokoll liegt unter',
  stoppedTitle: 'Dein eigenes Programm antwortet nicht',
  stoppedText: 'Vielleicht wurde es angehalten, oder es ist stark beschäftigt. Am Tisch läuft deine Uhr. Was du hier wählst, wartet.',
  keylessTitle: 'Dieser Tab hat keinen Schlüssel zu deinem Tisch',
  keylessText: 'Öffne die Adresse mit dem Token, die dein Programm ausgegeben hat, oder mach in dem Tab weiter, der den Tisch offen hat.',
  premove: (move) => `Vorauszug: ${move}`,
  premoveAbout: 'wird sofort gezogen, falls dann erlaubt',
  takeBack: 'Zurücknehmen',
  cutTitle: 'Diese Seite hat dein eigenes Programm verloren',
  cutText: (seconds) =>
    `Der Tisch läuft ohne die Seite weiter. Nächster Versuch in ${seconds} s. Falls das Terminal zu ist, starte es mit`,
  cutNow:
    'Der Tisch läuft ohne die Seite weiter. Neuer Versuch. Falls das Terminal zu ist, starte es mit',
  tryNow: 'Jetzt versuchen',
  nextOpens: 'Die nächste Partie geht hier auf …',
  nextGoneTitle: 'Die nächste Partie ist nicht aufgegangen',
  nextGoneText:
    'Ihr Programm ist beendet; von der Partie davor ist nichts verloren. Öffne in deiner Lobby einen neuen Tisch für dieselben Leute, oder setz dich an einen, den sie öffnen.',
  goneTitle: 'Dein Tischprogramm ist beendet',
  goneText:
    'Du kannst diese Seite schließen. Spielst du mit denselben Leuten weiter, geht die nächste Partie hier auf. Eine Partie, die nicht zu Ende ist, geht weiter mit',
  sitting: 'Du setzt aus',
  sittingText: 'Der Tisch spielt ohne deine Züge weiter, bis du wieder da bist.',
  workingTitle: (done, all, who) =>
    who === '' ? `${done} von ${all} sind fertig` : `${done} von ${all} sind fertig, jetzt ${who}`,
  heldFor: (ms) => `der Platz bleibt ${clock(ms)} frei`,
  lostContact: (who) => `${who} ist nicht mehr erreichbar`,
  nothingYet: 'Noch nichts.',
  noChat: 'Noch hat niemand etwas gesagt.',
  chatOff: 'Dieser Tisch hat keinen Chat.',
  goOn: 'Weiter',

  tableGame: 'Spiel',
  tableId: 'Tisch',
  tableCode: 'Code',
  watchers: 'Link zum Zuschauen',
  params: 'Bedingungen',
  paths: {
    lan: 'gleiches Netz',
    direct: 'direkt',
    punched: 'direkt, durch NAT',
    relayed: 'über ein Relais',
  },
  players: 'Spieler',
  checksNone: 'Noch nichts zu prüfen',
  recordChecked: (step) => `Eintrag ${step}, geprüft`,
  head: 'Kopf',
  headAbout: 'Wer denselben Kopf vorliest, hat dasselbe Protokoll.',
  proofs: (count) => n(count, 'Beweis', 'Beweise'),
  records: (count) => n(count, 'Beweis insgesamt', 'Beweise insgesamt'),
  copy: 'Kopieren',

  ...deReplay,

  sayTurn: (parts) => ['Du bist dran.', ...parts].join(' '),
  sayThen: (seconds, then) =>
    then === '' ? `${seconds} Sekunden.` : `${seconds} Sekunden, dann ${then}.`,
  sayTen: 'Noch 10 Sekunden.',
  titleTurn: (title) => `(!) Du bist dran · ${title}`,

  keys: [
    ['F C R', 'Fold; Check oder Call; zur Zahl'],
    ['↑ ↓ Enter Esc', 'über Felder, Karten und Züge; wählen; loslassen oder schließen'],
    ['1 … 9', 'der Zug mit dieser Nummer; auf einem Brett führen Buchstabe und Zahl zum Feld'],
    ['N', 'jetzt geben'],
    ['T', 'die Zugzeile noch einmal vorlesen'],
    ['< >', 'einen Schritt zurückschauen; weiter'],
    ['/', 'zum Eingabefeld'],
    ['G, dann L C T K', 'Verlauf, Chat, Tisch, Prüfung'],
    ['?', 'diese Liste'],
  ],
};

const kHidden: { [things: string]: string } = {
  cards: 'deine Karten',
  dice: 'deine Würfel',
  'cards and dice': 'deine Karten und Würfel',
};

/** Returns whom one has to trust, as the program says it in English. */
function trustSentence(
  said: string,
  { trust, hides, recovery }: TermsFacts,
  seats: number,
  script: boolean,
): string {
  if (seats === 1) return 'Du spielst allein.';
  if (trust === 'moves')
    return 'Jeder Zug ist von seinem Spieler unterschrieben: niemand kann einen ändern oder zurücknehmen.';
  const honest = trust === 'shufflers' ? 'einer, der mischt, ehrlich ist' : 'ein Spieler ehrlich ist';
  if (trust === 'chance')
    return `Kein Spieler und kein Gastgeber kann den Zufall lenken, wenn mindestens ${honest}.`;
  const things = kHidden[hides];
  if (things === undefined) return said;
  const chosen = hides === 'dice' ? 'einen Wurf' : 'die Mischung';
  const more = `${script ? ` Das Spiel ist ein Skript, das ${things} sieht.` : ''} Spieler können weiterhin miteinander reden.`;
  if (trust === 'others' || trust === 'rules')
    return `Kein Spieler und kein Gastgeber kann ${chosen} bestimmen, wenn mindestens ${honest}; ${
      trust === 'rules'
        ? `die Regeln dürfen ${things} manchen Spielern zeigen`
        : `nur alle ${recovery} anderen zusammen könnten ${things} sehen`
    }.${more}`;
  return `Kein Spieler und kein Gastgeber kann ${things} sehen oder ${chosen} bestimmen, wenn mindestens ${honest}.${more}`;
}
