import { useRef } from 'preact/hooks';
import { Card, cardName } from '../art/Art';
import { SuitText, useLowerEnd, useShort, useSize } from '../parts/shared';
import { type CardsScene, moveOfCard, type OwnCard } from '../hint/cards';
import type { Move, State } from '../protocol/protocol';
import { makeMove } from '../scene/make';
import { page } from '../store/store';
import { rem } from '../base/text';
import { ui } from '../store/ui';
import { words } from '../words';
import { fanHeight, fanned } from './fan';
import { kNarrow } from './oval';
import { Plate } from './Plate';

/** A square mat with the seats on its edges, a trick in the middle and a hand of cards below. */

/** Returns on which edge a seat sits, counted clockwise from mine. */
function edgeOf(from: number, seats: number): string {
  const names =
    seats === 4
      ? ['below', 'left', 'above', 'right']
      : seats === 3
        ? ['below', 'left', 'right']
        : seats === 2
          ? ['below', 'above']
          : [];
  return names[from] ?? 'row';
}

function play(own: OwnCard, move: Move): void {
  // A card that the rules would let through and punish later is asked about, never locked.
  if (own.fair) makeMove(move);
  else
    ui.set({
      ask: { text: words.renounce, yes: words.playIt, no: words.notThis, move: move.move },
    });
}

/** Moves the focus along the hand: one tab stop, arrows inside. */
function rove(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const hand = event.currentTarget as HTMLElement;
  const cards = [...hand.querySelectorAll<HTMLElement>('button')];
  const at = cards.indexOf(document.activeElement as HTMLElement);
  cards[(at + step + cards.length) % cards.length]?.focus();
}

function Hand({
  state,
  scene,
  width,
  phone,
}: {
  state: State;
  scene: CardsScene;
  width: number;
  phone: boolean;
}) {
  const cards = scene.mine;
  const size = phone ? 56 : 76;
  const room = Math.max(200, width - 24);
  const rows =
    phone && cards.length > 7
      ? [cards.slice(0, Math.ceil(cards.length / 2)), cards.slice(Math.ceil(cards.length / 2))]
      : [cards];
  // Where no move is made by a card, as in go fish, none is grey.
  const playable = cards.some((own) => moveOfCard(own, state.moves) !== null);
  const stop = cards.findIndex((own) => own.fair && moveOfCard(own, state.moves) !== null);
  let index = -1;
  return (
    <div class="hand" role="group" aria-label={words.mine} onKeyDown={rove}>
      {rows.map((row, r) => {
        const step = Math.min(
          size + 6,
          Math.max(40, Math.min(phone ? 46 : 52, (room - size) / Math.max(1, row.length - 1))),
        );
        return (
          <div
            key={r}
            class="hand-row"
            style={{
              width: rem(step * (row.length - 1) + size),
              height: phone ? '' : rem(fanHeight(row.length, size)),
            }}
          >
            {row.map((own, i) => {
              index += 1;
              const move = moveOfCard(own, state.moves);
              const raised = move !== null && own.fair;
              const { drop, degrees } = fanned(i, row.length);
              return (
                <button
                  type="button"
                  key={i}
                  class={`hand-card ${raised ? 'raised' : ''}`}
                  disabled={move === null}
                  aria-label={cardName(own.card)}
                  data-move={move?.id}
                  tabIndex={index === Math.max(0, stop) ? 0 : -1}
                  style={{
                    left: rem(step * i),
                    transform: phone
                      ? ''
                      : `translateY(${rem(drop)}) rotate(${degrees.toFixed(1)}deg)`,
                  }}
                  onClick={() => {
                    if (move) play(own, move);
                  }}
                >
                  <Card
                    card={own.card}
                    width={size}
                    grey={state.turn.mine && playable && !raised}
                  />
                </button>
              );
            })}
          </div>
        );
      })}
    </div>
  );
}

/** Seats in a row above the hand: for games whose table has nothing to lay out. */
export function Row({ state, scene, unit }: { state: State; scene: CardsScene; unit: string }) {
  const stage = useRef<HTMLDivElement>(null);
  const { width } = useSize(stage);
  // Such a game is told more than drawn: the last lines stand where others have a table.
  const last = page
    .use()
    .lines.filter((line) => line.kind === 'event')
    .slice(-3);
  return (
    <div class={`cards-row ${width < kNarrow ? 'phone' : ''}`} ref={stage}>
      <div class="plates">
        {scene.seats.map((seat) => (
          <Plate key={seat.seat} state={state} seat={seat.seat} number={seat.number} unit={unit} />
        ))}
      </div>
      <div class="said" aria-hidden="true">
        {last.map((line) => (
          <p key={line.seq}>
            <SuitText text={line.text} />
          </p>
        ))}
      </div>
      {state.me >= 0 && width > 0 && (
        <Hand state={state} scene={scene} width={width} phone={width < kNarrow} />
      )}
    </div>
  );
}

/** A stage on a phone that is lower than this has the mat and two rows of cards closer together. */
const kShort = 456;
/** A short stage from this width on has the hand beside the mat, which takes so much of the width. */
const kBesideMin = 480;
const kMatWidth = 262;

export function Edges({
  state,
  scene,
  unit,
  trick,
}: {
  state: State;
  scene: CardsScene;
  unit: string;
  trick: boolean;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(stage);
  useLowerEnd(stage, width > 0, state.phase === 'ended');
  const phone = width > 0 && width < kNarrow;
  const short = useShort(stage, kShort) && phone;
  const beside = short && width >= kBesideMin;
  const count = state.seats.length;
  const first = Math.max(0, state.me);
  const card = beside ? 36 : phone ? 56 : height > 0 && height < 480 ? 54 : 72;
  const leader = scene.trick?.[0]?.seat;
  return (
    <div class={`edges ${phone ? 'phone' : ''} ${beside ? 'beside' : short ? 'short' : ''}`} ref={stage}>
      <div class="mat">
        {scene.seats.map((seat) => {
          const edge = edgeOf((seat.seat - first + count) % count, count);
          const played = scene.trick?.find((each) => each.seat === seat.seat);
          const mine = seat.seat === state.me;
          return (
            <div key={seat.seat} class={`edge ${edge}`}>
              <Plate
                state={state}
                seat={seat.seat}
                number={seat.number}
                unit={unit}
                aside={leader === seat.seat && !phone ? words.led : ''}
              />
              {trick && (played !== undefined || (mine && state.turn.mine)) && (
                <div class="played" data-box="trick">
                  {played ? (
                    <Card card={played.card} width={card} />
                  ) : (
                    <span
                      class="card slot"
                      style={{ width: rem(card), height: rem(Math.round(card * 1.4)) }}
                    >
                      {words.yourCard}
                    </span>
                  )}
                </div>
              )}
            </div>
          );
        })}
      </div>
      {state.me >= 0 && (
        <Hand state={state} scene={scene} width={beside ? width - kMatWidth : width} phone={phone} />
      )}
    </div>
  );
}
