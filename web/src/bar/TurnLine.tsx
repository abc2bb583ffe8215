import type { State } from '../protocol/protocol';
import { askOf, type Scene } from '../scene/scene';
import { priceFor } from '../hint/cards';
import { glyphName } from '../art/Art';
import { kindOf } from '../protocol/kind';
import { formOf } from '../scene/moves';
import { clock, grouped } from '../base/text';
import { page } from '../store/store';
import { type Ui, ui } from '../store/ui';
import { words } from '../words';
import { gameWords } from '../words/labels';
import { saidId } from '../words/said';
import { gameWord } from '../parts/Script';
import { leftOf, nameOf, useNow } from '../parts/shared';

/** The line that says whose turn it is, what it costs, and what the clock does when it runs out. */

const chips = (value: number): string => grouped(value, words.separator);

interface Lead {
  main: string;
  aside: string;
}

function cardsLead(state: State, scene: Scene): Lead | null {
  if (scene.look.kind !== 'cards') return null;
  const { scene: cards } = scene.look;
  if (state.turn.mine && cards.choices.length > 0) return { main: words.chooseCards, aside: '' };
  if (cards.total !== null && state.me >= 0) {
    const price = priceFor(cards, state.me);
    if (price === 0) return { main: state.turn.mine ? words.free : '', aside: '' };
    return {
      main: words.toCall(chips(price)),
      aside: state.turn.mine ? words.toWin(chips(cards.total)) : '',
    };
  }
  if (!state.turn.mine) return null;
  const onHand = state.moves.length - scene.buttons.length;
  const fair = cards.mine.filter((own) => own.fair).length;
  return onHand > 0 ? { main: words.cardsFair(Math.min(fair || onHand, onHand)), aside: '' } : null;
}

function gridLead(scene: Scene, picked: number[]): Lead | null {
  if (scene.look.kind !== 'grid') return null;
  const { grid, paths } = scene.look;
  const first = picked[0];
  if (first !== undefined) {
    const cell = grid.cells[first]!;
    const count = paths.filter(({ path }) => path[0] === first).length;
    const what = [glyphName(cell.glyph), cell.name].filter((part) => part !== '').join(' ');
    return { main: words.selected(what.charAt(0).toUpperCase() + what.slice(1), count), aside: '' };
  }
  if (paths.length === 0) return null;
  return paths.every(({ path }) => path.length === 1)
    ? { main: words.squares(paths.length), aside: '' }
    : { main: words.chooseOf(paths.length), aside: '' };
}

/** Returns what stands beside the name of who is to act. */
export function leadOf(state: State, scene: Scene, view: Pick<Ui, 'picked'>): Lead {
  const cards = cardsLead(state, scene);
  if (cards !== null) return cards;
  if (!state.turn.mine || state.moves.length === 0) return { main: '', aside: '' };
  // What a drawing leaves unsaid no count of its moves says better.
  if (scene.look.kind === 'scene') return { main: gameWords(askOf(scene)), aside: '' };
  const grid = gridLead(scene, view.picked);
  if (grid !== null) return grid;
  if (scene.look.kind === 'dice' && formOf(state.moves, scene.hint.moves) !== null) {
    const bid = scene.look.scene.bid;
    return {
      main: bid === null ? words.firstBid : words.beat(words.bidWords(bid.count, bid.face)),
      aside: '',
    };
  }
  if (scene.look.kind === 'track') return { main: words.houses(state.moves.length), aside: '' };
  const kinds = new Set(state.moves.map((move) => kindOf(move.move)));
  return {
    main: kinds.size === 1 && state.moves.length === 1 ? '' : words.chooseOf(state.moves.length),
    aside: '',
  };
}

export function TurnLine({ state, scene }: { state: State; scene: Scene }) {
  const { turn } = state;
  const view = ui.use();
  const { link } = page.use();
  const timed = turn.left_ms > 0 && state.phase === 'playing' && link === 'open';
  const now = useNow(timed);
  const left = leftOf(turn.left_ms, now);
  const lead = leadOf(state, scene, view);
  const me = state.seats[state.me];
  const reserve =
    turn.mine && me !== undefined && me.reserve_ms > 0 ? words.reserve(me.reserve_ms) : '';
  const last = turn.mine && left <= 10000;
  const others = turn.seats.map((seat) => nameOf(state, seat));
  // "Bob to act" and "waiting for Bob to move".
  const sayAlike = others.length > 0 && saidId(state.waiting_said) === 'waiting_move';
  return (
    <div class="turn-line" id="turn" tabIndex={-1}>
      {turn.mine ? (
        <span class="pill">{words.yourTurn}</span>
      ) : (
        <span class="who one-line">
          {others.length > 0
            ? words.toAct(words.names(others))
            : turn.line || state.waiting || words.cannotMove}
        </span>
      )}
      {lead.main !== '' && (
        <span class={turn.mine ? 'lead-words' : 'lead-words soft small'}>{lead.main}</span>
      )}
      {lead.aside !== '' && <span class="soft aside">{lead.aside}</span>}
      {!turn.mine && turn.line !== '' && state.waiting !== '' && state.waiting !== turn.line && !sayAlike && (
        <span class="soft small one-line">{state.waiting}</span>
      )}
      <span class="gap" />
      {timed && (
        <span class={`time-left ${last ? 'last' : turn.mine ? '' : 'dim'}`} role="timer">
          {clock(left)}
        </span>
      )}
      {timed && (turn.then !== '' || reserve !== '') && (
        <span class="dim then">
          {[turn.then === '' ? '' : words.then(gameWord(state, turn.then)), reserve]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
      )}
      {!timed && state.phase === 'playing' && turn.seats.length > 0 && turn.left_ms === 0 && (
        <span class="dim then untimed">{words.noClock}</span>
      )}
    </div>
  );
}

/** The amber bar over the action bar while my clock runs. */
export function ClockBar({ state }: { state: State }) {
  const seat = state.seats[state.me];
  const timed = state.turn.mine && state.turn.left_ms > 0 && state.phase === 'playing';
  const now = useNow(timed);
  const whole = Math.max(seat?.clock_of_ms ?? 0, state.turn.left_ms);
  if (!timed) return null;
  const part = whole === 0 ? 0 : leftOf(state.turn.left_ms, now) / whole;
  return (
    <div class="clock-bar" aria-hidden="true">
      <span style={{ width: `${(100 * part).toFixed(1)}%` }} />
    </div>
  );
}
