import { useRef } from 'preact/hooks';
import { Card } from '../art/Art';
import { nameOf, useLow, useLowerEnd, useShort, useSize } from '../parts/shared';
import { type CardsScene, counts, type Pot, type SeatCards, type Showdown } from '../hint/cards';
import type { State } from '../protocol/protocol';
import { grouped, rem } from '../base/text';
import { ui } from '../store/ui';
import { words } from '../words';
import { kNarrow, layOut, ownRow, type OvalSizes, pocketSteps, type SeatPlace, sizesFor } from './oval';
import { Plate } from './Plate';

/** A round table of cards: hold'em and its kin. */

const chips = (value: number): string => grouped(value, words.separator);
const put = (x: number, y: number) => ({ left: rem(Math.round(x)), top: rem(Math.round(y)) });

function Pots({
  state,
  scene,
  showdown,
  phone,
}: {
  state: State;
  scene: CardsScene;
  showdown: Showdown | null;
  phone: boolean;
}) {
  if (showdown !== null || scene.pots.length < 2) return null;
  const all = scene.pots[0]!.seats;
  const without = (pot: Pot): number[] =>
    all.filter((seat) => !pot.seats.includes(seat) && scene.seats[seat]?.in);
  return (
    <div class="pots">
      {scene.pots.map((pot, i) => (
        <span key={i} class="pot-pill" data-box="pot">
          {phone
            ? i === 0
              ? words.mainShort
              : words.sideShort
            : i === 0
              ? words.mainPot
              : words.sidePot}{' '}
          <strong>{chips(pot.chips)}</strong>
          {i > 0 && without(pot).length > 0 && !(phone && state.seats.length > 6) && (
            <span class="dim">
              {' '}
              {words.without(
                words.names(
                  without(pot).map((seat) => nameOf(state, seat)),
                  phone ? 1 : 2,
                ),
              )}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}

function Centre({
  state,
  scene,
  sizes,
  showdown,
  phone,
}: {
  state: State;
  scene: CardsScene;
  sizes: OvalSizes;
  showdown: Showdown | null;
  phone: boolean;
}) {
  const lead =
    showdown &&
    (showdown.seats[state.me]?.rank ?? showdown.seats.find((seat) => seat.won > 0)?.rank ?? null);
  const boards = showdown
    ? [{ cards: showdown.board, places: showdown.board.length }]
    : scene.boards;
  const paid = showdown?.seats.reduce((sum, seat) => sum + seat.won, 0);
  const total = paid ?? scene.total;
  return (
    <div class="centre">
      {total !== null && total > 0 && (
        <p class="pot">
          <span class="soft">{words.pot}</span> <strong>{chips(total)}</strong>
        </p>
      )}
      {boards.map((board, i) => (
        <div key={i} class="board-cards" role="group" aria-label={words.board}>
          {board.cards.map((card, c) => {
            const used = !showdown || counts(card, lead ?? null);
            return (
              <Card
                key={c}
                card={card}
                width={sizes.board}
                grey={!used}
                className={used ? '' : 'lower'}
              />
            );
          })}
          {Array.from({ length: board.places - board.cards.length }, (_, place) => (
            <span
              key={place}
              class="card empty"
              aria-hidden="true"
              style={{ width: rem(sizes.board), height: rem(Math.round(sizes.board * 1.4)) }}
            />
          ))}
        </div>
      ))}
      <Pots state={state} scene={scene} showdown={showdown} phone={phone} />
    </div>
  );
}

function SeatAt({
  state,
  seat,
  place,
  sizes,
  mine,
  showdown,
  unit,
  phone,
}: {
  state: State;
  seat: SeatCards;
  place: SeatPlace;
  sizes: OvalSizes;
  mine: boolean;
  showdown: Showdown | null;
  unit: string;
  phone: boolean;
}) {
  const shown = showdown?.seats[seat.seat];
  const dealt = shown ? shown.cards : seat.cards;
  const cards = [...dealt.filter((card) => card === null), ...dealt.filter((card) => card !== null)];
  const faces = dealt.filter((card) => card !== null).length;
  const open = faces > 0;
  const out =
    state.seats[seat.seat]?.standing === 'out' || state.seats[seat.seat]?.standing === 'left';
  const folded = showdown ? shown!.cards.length === 0 && shown!.won === 0 : !seat.in && !out;
  const allIn = !showdown && seat.in && seat.number === 0 && seat.cards.length > 0;
  const width = open ? sizes.face : sizes.back;
  const height = Math.round(width * 1.4);
  const steps = pocketSteps(cards.length - faces, faces, sizes);
  const top = place.plate.y - sizes.plate.height / 2;
  return (
    <>
      {!mine && cards.length > 0 && (showdown ? true : seat.in) && (
        <div
          class={`pocket ${open ? 'open' : ''}`}
          data-box={open ? 'cards' : undefined}
          style={put(place.plate.x, open ? top - height - 4 : top - Math.round(height * 0.72))}
        >
          {cards.map((card, i) => (
            <span key={i} style={{ marginLeft: i === 0 ? '0' : rem(steps[i - 1]! - width) }}>
              <Card card={card} width={width} />
            </span>
          ))}
        </div>
      )}
      <div
        class="seat-at"
        style={{
          ...put(place.plate.x, place.plate.y),
          width: rem(sizes.plate.width),
          height: rem(sizes.plate.height),
        }}
      >
        <Plate
          state={state}
          seat={seat.seat}
          number={seat.number}
          unit={unit}
          folded={folded}
          mucked={showdown?.mucked.includes(seat.seat) === true}
          winner={(shown?.won ?? 0) > 0}
          brief={phone}
          won={shown?.won}
          tag={allIn ? `${words.allIn}${seat.bet > 0 ? ` ${chips(seat.bet)}` : ''}` : ''}
          tagKind={allIn ? 'info' : ''}
        />
      </div>
      {!showdown && seat.bet > 0 && (
        <span class="bet" data-box="bet" style={put(place.bet.x, place.bet.y)}>
          <svg class="chip" aria-hidden="true">
            <use href="#chip" />
          </svg>
          <strong>{chips(seat.bet)}</strong>
        </span>
      )}
      {seat.marks.length > 0 && !(showdown && phone) && (
        <span class="dealer" data-box="button" style={put(place.mark.x, place.mark.y)}>
          {seat.marks.join('')}
        </span>
      )}
    </>
  );
}

/** My own cards, each so far from the one before. Cards among which a move chooses are buttons. */
function OwnCards({
  cards,
  choices,
  width,
  apart,
}: {
  cards: (string | null)[];
  choices: string[];
  width: number;
  apart: number;
}) {
  const { picks } = ui.use();
  const choose = (card: string): void =>
    ui.set({ picks: picks.includes(card) ? picks.filter((each) => each !== card) : [...picks, card] });
  return (
    <div class="own-cards" data-box="own">
      {cards.map((card, i) => (
        <span key={i} style={{ marginLeft: i === 0 ? '0' : rem(apart - width) }}>
          {card !== null && choices.includes(card) ? (
            <button type="button" class="own-choice" aria-pressed={picks.includes(card)} onClick={() => choose(card)}>
              <Card card={card} width={width} />
            </button>
          ) : (
            <Card card={card} width={width} />
          )}
        </span>
      ))}
    </div>
  );
}

/** Returns what stands beside a seat's number in a low window: its bet, or that it is all-in. */
function lowTag({ bet, number, cards }: SeatCards, over: boolean): string {
  if (over) return '';
  if (number === 0 && cards.length > 0) return words.allIn;
  return bet > 0 ? chips(bet) : '';
}

/** The open cards of another seat in a low window, which lie on one another where they are many. */
function LowOpen({ cards }: { cards: string[] }) {
  const width = 24;
  const step = Math.min(width + 2, Math.floor((96 - width) / Math.max(1, cards.length - 1)));
  return (
    <span class="low-open">
      {cards.map((card, i) => (
        <span key={card} style={{ marginLeft: i === 0 ? '0' : rem(step - width) }}>
          <Card card={card} width={width} />
        </span>
      ))}
    </span>
  );
}

/** The words for the pot take so much of a row without a board. */
const kPotWords = 88;
const kLowGap = 6;

/** Pot, name of the hand, my chips and gaps take so much of the height where the own cards stand below the board. */
const kLowWords = 84;
/** A narrow stage that is not lower than this has room for that. */
const kBelowMin = 190;

/** Returns the width of a card in a low window, and how far apart the own ones are. `across` is the number of cards of
 * the board: it stands beside the own cards, on a phone above them. */
export function lowSizes(width: number, height: number, across: number, own: number) {
  const below = width < 560 && height >= kBelowMin;
  const rows = below && across > 0 ? 2 : 1;
  const room = width - (below ? 24 : 40) - (across === 0 && !below ? kPotWords : 0);
  const inRow = below ? Math.max(across, 5) : Math.max(across + own, 7);
  const high = Math.floor((height - kLowWords) / (1.4 * rows));
  const card = Math.max(28, Math.min(64, high, Math.floor(room / inRow) - kLowGap));
  const left = room - (below ? 0 : across * (card + kLowGap)) - card;
  const apart = Math.max(14, Math.floor(left / Math.max(1, own - 1)));
  return { below, card, apart: Math.min(card + kLowGap, apart) };
}

/** The table in a low window: the others in a row, and below it the board beside my own cards. */
function LowOval({
  state,
  scene,
  showdown,
  unit,
  own,
  holding,
}: {
  state: State;
  scene: CardsScene;
  showdown: Showdown | null;
  unit: string;
  own: (string | null)[];
  holding: string;
}) {
  const rows = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(rows);
  const across = showdown ? showdown.board.length : (scene.boards[0]?.places ?? 0);
  const low = lowSizes(width, height, across, own.length);
  const others = scene.seats.filter(({ seat }) => seat !== state.me);
  const chipsLeft = scene.seats[state.me]?.number ?? null;
  const sizes = { ...sizesFor(state.seats.length, kNarrow, 600), board: low.card, own: low.card };
  return (
    <>
      <div class="low-seats" tabIndex={0} role="group" aria-label={words.players}>
        {others.map((seat) => {
          const shown = showdown?.seats[seat.seat];
          const dealt = shown ? shown.cards : seat.in ? seat.cards : [];
          const open = dealt.filter((card) => card !== null);
          return (
            <div key={seat.seat} class="low-seat">
              <Plate
                state={state}
                seat={seat.seat}
                number={seat.number}
                unit={unit}
                folded={showdown ? dealt.length === 0 && !(shown!.won > 0) : !seat.in}
                mucked={showdown?.mucked.includes(seat.seat) === true}
                winner={(shown?.won ?? 0) > 0}
                won={shown?.won}
                brief
                tag={lowTag(seat, showdown !== null)}
                tagKind={seat.number === 0 ? 'info' : ''}
              />
              {open.length > 0 && <LowOpen cards={open} />}
            </div>
          );
        })}
      </div>
      <div class={`low-row ${low.below ? 'below' : ''}`} ref={rows}>
        <Centre state={state} scene={scene} sizes={sizes} showdown={showdown} phone />
        {(own.length > 0 || chipsLeft !== null) && (
          <div class="own" role="group" aria-label={words.mine}>
            {holding !== '' && own.length > 0 && (
              <span class="holding">{holding.charAt(0).toUpperCase() + holding.slice(1)}</span>
            )}
            {own.length > 0 && (
              <OwnCards cards={own} choices={showdown ? [] : scene.choices} width={low.card} apart={low.apart} />
            )}
            {chipsLeft !== null && <span class="own-chips">{words.youHaveChips(chips(chipsLeft))}</span>}
          </div>
        )}
      </div>
    </>
  );
}

/** A stage on a phone that is not lower than this has room for a row of cards above my plate. */
const kRaisedMin = 560;

/** Returns how far apart cards lie in a row across the stage. */
const apartAcross = (cards: number, width: number, card: number): number =>
  Math.min(card + 6, Math.floor((width - 24 - card) / Math.max(1, cards - 1)));

/** On a phone a stage that is lower than this has no room for the seats around the table. */
const kShort = 360;

export function Oval({
  state,
  scene,
  showdown,
  unit,
}: {
  state: State;
  scene: CardsScene;
  showdown: Showdown | null;
  unit: string;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(stage);
  useLowerEnd(stage, width > 0, state.phase === 'ended');
  const short = useShort(stage, kShort);
  const low = useLow() || (short && (width || kNarrow) < kNarrow);
  const count = state.seats.length;
  const first = Math.max(0, state.me);
  const mine = state.me >= 0;
  const sizes = sizesFor(count, width || kNarrow, height || 600);
  const phone = sizes.narrow;
  const unseen = showdown?.unseen ?? [];
  const own =
    showdown && mine && unseen.length === 0
      ? showdown.seats[state.me]!.cards
      : showdown && mine
        ? unseen
        : scene.mine.map((card) => card.card);
  const cards = Math.max(2, own.length);
  const open = showdown !== null || scene.seats.some(({ seat, cards: of }) => seat !== state.me && of.some((card) => card !== null));
  // Open hands stand wholly above their plates: the board keeps out of their way.
  const above = showdown !== null || (open && scene.boards.length > 0);
  const spots = width > 0 ? layOut(count, width, height, mine, open, cards) : [];
  const row = ownRow(cards, width || kNarrow, sizes);
  const rank = showdown?.seats[state.me]?.rank ?? null;
  const ofHand = showdown === null ? scene.words : unseen.length > 0 ? words.onlyYouSee : '';
  const holding = rank ? words.handRank(...rank) : ofHand;
  const choices = showdown ? [] : scene.choices;
  // On a phone cards that fingers choose lie apart, above the plate.
  const raised = phone && choices.length > 0 && height >= kRaisedMin;
  const folded = mine && !showdown && !scene.seats[state.me]!.in;
  if (low)
    return (
      <div class="oval low" ref={stage}>
        <LowOval
          state={state}
          scene={scene}
          showdown={showdown}
          unit={unit}
          own={mine && !folded ? own : []}
          holding={holding}
        />
      </div>
    );
  return (
    <div
      class={`oval ${phone ? 'phone' : ''} ${sizes.tiny ? 'tiny' : ''} ${above ? 'shown' : ''} ${count === 3 || count === 4 ? 'few' : ''}`}
      ref={stage}
      style={{ minHeight: rem(sizes.heightMin) }}
    >
      <div class="felt" aria-hidden="true" />
      {width > 0 && (
        <Centre state={state} scene={scene} sizes={sizes} showdown={showdown} phone={phone} />
      )}
      {spots.map((place, i) => {
        const seat = scene.seats[(first + i) % count]!;
        return (
          <SeatAt
            key={seat.seat}
            state={state}
            seat={seat}
            place={place}
            sizes={sizes}
            unit={unit}
            mine={mine && i === 0}
            showdown={showdown}
            phone={phone}
          />
        );
      })}
      {mine && !folded && own.length > 0 && (
        <div
          class={`own ${raised ? 'raised' : ''}`}
          role="group"
          aria-label={words.mine}
          style={{ left: rem(raised ? width / 2 : row.middle) }}
        >
          {holding !== '' && (
            <span class="holding">{holding.charAt(0).toUpperCase() + holding.slice(1)}</span>
          )}
          <OwnCards cards={own} choices={choices} width={row.own} apart={raised ? apartAcross(own.length, width, row.own) : row.apart} />
        </div>
      )}
    </div>
  );
}
