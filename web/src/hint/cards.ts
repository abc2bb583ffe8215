import { gameNews } from '../words/labels';
import type { Json, Move, State } from '../protocol/protocol';
import type { CardsHint } from './hint';
import { asList, asNumber, asText, at, forSeat } from './pointer';

/** A table of cards, as a hint draws it from a view. */
export interface SeatCards {
  seat: number;
  number: number | null;
  bet: number;
  /** Whether the seat is in the hand; a seat that is not has folded. */
  in: boolean;
  /** Cards of the seat: null for a hidden one; an empty list if it holds none. */
  cards: (string | null)[];
  marks: string[];
}

export interface Pot {
  chips: number;
  seats: number[];
}

export interface OwnCard {
  /** The slot by which a move names the card, or the card itself. */
  slot: Json;
  card: string;
  fair: boolean;
  /** The place by which a move chooses the card among others; none: moves name it otherwise. */
  place?: number;
}

export interface CardsScene {
  seats: SeatCards[];
  boards: { cards: string[]; places: number }[];
  pots: Pot[];
  /** All chips in the middle and in front of the seats; null if the game has no pots. */
  total: number | null;
  trick: { seat: number; card: string }[] | null;
  mine: OwnCard[];
  /** The cards of mine among which one chooses for a move. */
  choices: string[];
  words: string;
}

/** As many cards, pots or pairs of a list are drawn; what is beyond is in the generic view alone. */
const kCardsMax = 60;
const kPotsMax = 12;
const kHeldMax = 13;

const kRanks = '23456789TJQKA';
const kSuits = 'cdhs';

export const isCard = (card: Json | undefined): card is string =>
  typeof card === 'string' &&
  card.length === 2 &&
  kRanks.includes(card[0]!) &&
  kSuits.includes(card[1]!);

/** Sorts by suits in the order of the hint, then from the highest rank. */
export function sortCards<T extends { card: string }>(cards: T[], suits: string[]): T[] {
  const key = (card: string): number => suits.indexOf(card[1]!) * 16 - kRanks.indexOf(card[0]!);
  return [...cards].sort((a, b) => key(a.card) - key(b.card));
}

/** A path of the hint that does not lead anywhere: the hint is not used. */
class Lost extends Error {}

function get(view: Json, pointer: string): Json {
  const value = at(view, pointer);
  if (value === undefined) throw new Lost(pointer);
  return value;
}

function seatCards(hint: CardsHint, state: State, seat: number): SeatCards {
  const of = (pointer: string | undefined): Json =>
    pointer === undefined ? null : get(state.view, forSeat(pointer, seat, state.me));
  const { seats } = hint;
  const holds = of(seats.cards);
  const inHand = seats.in === undefined ? true : of(seats.in) === true;
  const cards = asList(holds)
    .slice(0, kHeldMax)
    .map((card) => (isCard(card) ? card : null));
  return {
    seat,
    number: asNumber(of(seats.number)),
    bet: asNumber(of(seats.bet)) ?? 0,
    in: inHand,
    cards: seats.backs === undefined ? cards : cards.slice(0, Math.max(seats.backs, 2)),
    marks: Object.entries(seats.marks ?? {})
      .filter(([, pointer]) => get(state.view, pointer) === seat)
      .map(([mark]) => [...mark].slice(0, 2).join('')),
  };
}

/** Returns the pots; those in which the same seats play are one. */
function potsOf(chips: Json[], seats: Json[]): Pot[] {
  const pots: Pot[] = [];
  for (const [i, each] of chips.slice(0, kPotsMax).entries()) {
    const of = asList(seats[i])
      .slice(0, kHeldMax)
      .map((seat) => asNumber(seat) ?? -1)
      .sort((a, b) => a - b);
    const equal = pots.find((pot) => pot.seats.join() === of.join());
    if (equal) equal.chips += asNumber(each) ?? 0;
    else pots.push({ chips: asNumber(each) ?? 0, seats: of });
  }
  return pots;
}

function ownCards(hint: CardsHint, state: State): { mine: OwnCard[]; words: string } {
  const { mine } = hint;
  if (mine === undefined || state.me < 0) return { mine: [], words: '' };
  const of = (pointer: string): Json => get(state.view, forSeat(pointer, state.me, state.me));
  // The name of what one holds is a comfort: a game that has none yet is drawn without.
  const words =
    mine.words === undefined
      ? ''
      : gameNews(asText(at(state.view, forSeat(mine.words, state.me, state.me))) ?? '');
  if (mine.pairs !== undefined) {
    const fair =
      mine.fair === undefined ? null : asList(of(mine.fair)).slice(0, kCardsMax).map((slot) => JSON.stringify(slot));
    const pairs = asList(of(mine.pairs)).slice(0, kCardsMax);
    const cards = pairs.flatMap((pair): OwnCard[] => {
      const [slot, card] = asList(pair);
      return slot !== undefined && isCard(card)
        ? [{ slot, card, fair: fair === null || fair.includes(JSON.stringify(slot)) }]
        : [];
    });
    return { mine: mine.sort ? sortCards(cards, mine.sort) : cards, words };
  }
  const cards = mine.cards === undefined ? [] : asList(of(mine.cards)).slice(0, kCardsMax);
  return {
    mine: cards.flatMap((card, i) => (isCard(card) ? [{ slot: card, card, fair: true, place: i + 1 }] : [])),
    words,
  };
}

/** Returns what is on the table, or null if a path of the hint does not resolve. */
export function resolveCards(hint: CardsHint, state: State): CardsScene | null {
  try {
    const scene: CardsScene = {
      seats: state.seats.map((_, seat) => seatCards(hint, state, seat)),
      boards: [],
      pots: [],
      total: null,
      trick: null,
      choices: [],
      ...ownCards(hint, state),
    };
    const chosen = state.moves.flatMap((move) => cardsChosen(hint, scene.mine, move));
    scene.choices = [...new Set(chosen)];
    for (const zone of hint.zones ?? []) {
      if (zone.cards !== undefined) {
        const cards = asList(get(state.view, zone.cards)).slice(0, kCardsMax).filter(isCard);
        scene.boards.push({ cards, places: Math.max(zone.places ?? 0, cards.length) });
      }
      if (zone.chips !== undefined) {
        const seats = zone.seats === undefined ? [] : asList(get(state.view, zone.seats));
        scene.pots = potsOf(asList(get(state.view, zone.chips)), seats);
        const bets = scene.seats.reduce((sum, seat) => sum + seat.bet, 0);
        scene.total = scene.pots.reduce((sum, pot) => sum + pot.chips, bets);
      }
      if (zone.pairs !== undefined) {
        const pairs = asList(get(state.view, zone.pairs)).slice(0, kCardsMax);
        scene.trick = pairs.flatMap((pair) => {
          const [seat, card] = asList(pair);
          return typeof seat === 'number' && isCard(card) ? [{ seat, card }] : [];
        });
      }
    }
    return scene;
  } catch (error) {
    if (error instanceof Lost) return null;
    throw error;
  }
}

/** Returns the move that plays a card of mine. */
export function moveOfCard(own: OwnCard, moves: Move[]): Move | null {
  const slot = JSON.stringify(own.slot);
  return (
    moves.find((move) =>
      move.touches.length === 1
        ? move.touches[0] === own.card || move.touches[0] === String(own.slot)
        : JSON.stringify(move.move) === slot,
    ) ?? null
  );
}

/** Returns the cards of mine that a move chooses by their places, as "change 1 4" does; none: it chooses no cards. */
export function cardsChosen(hint: CardsHint, mine: OwnCard[], { move }: Move): string[] {
  const word = hint.mine?.choose;
  if (word === undefined || typeof move !== 'string') return [];
  const [first, ...places] = move.split(' ');
  if (first !== word) return [];
  const cards = places.map((place) => mine.find((own) => String(own.place) === place)?.card);
  return cards.every((card) => card !== undefined) ? cards : [];
}

/** The hand that was just shown. */
export interface Showdown {
  hand: number;
  board: string[];
  /** My own cards of that hand, if they were not shown: nobody else sees them. */
  unseen: string[];
  /** The seats that stayed in to the end, and showed nothing: the log says so. */
  mucked: number[];
  seats: {
    seat: number;
    cards: string[];
    won: number;
    paid: number;
    rank: [string, string, string] | null;
  }[];
}

export function resolveShowdown(hint: CardsHint, state: State): Showdown | null {
  const { showdown } = hint;
  if (showdown === undefined) return null;
  const hand = asNumber(at(state.view, showdown.hand));
  if (hand === null) return null;
  const seats = state.seats.map((_, seat) => {
    const of = (pointer: string | undefined): Json | undefined =>
      pointer === undefined ? undefined : at(state.view, forSeat(pointer, seat, state.me));
    const rank = asList(of(showdown.ranks)).map((part) => asText(part) ?? '');
    return {
      seat,
      cards: asList(of(showdown.cards)).slice(0, kHeldMax).filter(isCard),
      won: asNumber(of(showdown.won)) ?? 0,
      paid: asNumber(of(showdown.paid)) ?? 0,
      rank: rank.length === 3 ? (rank as [string, string, string]) : null,
    };
  });
  const board =
    showdown.board === undefined ? [] : asList(at(state.view, showdown.board)).slice(0, kHeldMax).filter(isCard);
  return { hand, board, seats, unseen: [], mucked: [] };
}

/** Returns my cards of the hand that ended with this state, if I have folded or mucked them: the view
 * before has them still. A page that has not seen the end of that hand knows none. */
export function unseenCards(hint: CardsHint, state: State, before: Json): string[] {
  const now = resolveShowdown(hint, state);
  const earlier = resolveShowdown(hint, { ...state, view: before });
  if (now === null || now.hand - (earlier?.hand ?? 0) !== 1) return [];
  if (state.me < 0 || now.seats[state.me]!.cards.length > 0) return [];
  return resolveCards(hint, { ...state, view: before })?.mine.map(({ card }) => card) ?? [];
}

/** Returns whether a card counts in a hand of this rank. For hands that are told by their suit or
 * by a row of ranks all cards are kept bright. */
export function counts(card: string, rank: [string, string, string] | null): boolean {
  if (rank === null || rank[0].includes('straight') || rank[0] === 'flush') return true;
  return rank[1].includes(card[0]!) || rank[2].includes(card[0]!);
}

/** Returns what a seat must add to stay in: the highest bet less its own, as far as it can pay. */
export function priceFor(scene: CardsScene, seat: number): number {
  const own = scene.seats[seat];
  if (own === undefined) return 0;
  const highest = Math.max(0, ...scene.seats.map((each) => each.bet));
  return Math.min(Math.max(0, highest - own.bet), own.number ?? Infinity);
}
