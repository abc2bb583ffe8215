import { useState } from 'preact/hooks';
import { filtered, verbOf } from '../scene/moves';
import type { State } from '../protocol/protocol';
import { sendLine } from '../store/socket';

import { kFilterFrom, kShownMax, MoveFilter, rove } from '../parts/MoveList';
import { words } from '../words';
import {
  absenceLines,
  inRange,
  moveLabel,
  moveLine,
  rangeWords,
  seatName,
} from './inspect';
import type { Inspect, InspectMove, InspectMoves } from '../protocol/protocol';

/** The moves of each seat that is asked, and the absences of seats. */

function NumberMove({ move }: { move: InspectMove }) {
  const range = move.number!;
  const [typed, type] = useState(String(inRange(range, '')));
  const value = inRange(range, typed);
  const submit = (event: Event): void => {
    event.preventDefault();
    type(String(value));
    sendLine(moveLine(move, value));
  };
  return (
    <form class="number-line" onSubmit={submit}>
      <input
        type="text"
        inputMode="numeric"
        autocomplete="off"
        maxLength={16}
        aria-label={words.inspect.number(verbOf(move))}
        value={typed}
        onInput={(event) => type(event.currentTarget.value)}
        onBlur={() => type(String(value))}
      />
      <button type="submit">
        <span class="label">{moveLabel(move, value)}</span>
      </button>
      <span class="dim small">{rangeWords(move)}</span>
    </form>
  );
}

function SeatMoves({ state, asked, ply }: { state: State; asked: InspectMoves; ply: number }) {
  const [typed, type] = useState('');
  const plain = asked.moves.filter((move) => move.number === null);
  const numbers = asked.moves.filter((move) => move.number !== null);
  const found = filtered(plain, typed);
  return (
    <section class="seat-moves">
      <div class="box-head">
        <h3>
          <bdi>{seatName(state, asked.seat)}</bdi> <span class="count">{asked.moves.length}</span>
        </h3>
        {asked.chosen && <span class="dim">{words.inspect.chosen}</span>}
        {plain.length >= kFilterFrom && <MoveFilter typed={typed} type={type} />}
      </div>
      <div class="move-list" onKeyDown={rove}>
        {found.slice(0, kShownMax).map((move, i) => (
          <button type="button" key={i} onClick={() => sendLine(move.line)}>
            <span class="label">{move.label}</span>
          </button>
        ))}
      </div>
      {numbers.map((move) => (
        <NumberMove key={`${ply} ${move.line}`} move={move} />
      ))}
      {found.length === 0 && plain.length > 0 && <p class="dim">{words.noMatch}</p>}
      {asked.moves.length === 0 && !asked.chosen && <p class="dim">{words.inspect.noMoves}</p>}
    </section>
  );
}

function Absences({ state }: { state: State }) {
  const button = (name: string, does: string, line: string, about = does) => (
    <button
      type="button"
      title={about}
      aria-label={words.inspect.ofSeat(name, about)}
      onClick={() => sendLine(line)}
    >
      {does}
    </button>
  );
  return (
    <section class="absences">
      <h3>{words.inspect.absences}</h3>
      <ul>
        {state.seats.map((_, seat) => {
          const name = seatName(state, seat);
          const lines = absenceLines(seat);
          return (
            <li key={seat}>
              <bdi class="one-line">{name}</bdi>
              <span class="buttons">
                {button(name, words.inspect.misses, lines.absent)}
                {button(name, words.inspect.leaves, lines.leaves)}
                {button(name, words.inspect.blocks, lines.blocks, words.inspect.blocksAbout)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function MovesTab({ state, inspect }: { state: State; inspect: Inspect }) {
  const over = inspect.wanted.length === 0;
  return (
    <div class="details" tabIndex={0} role="group" aria-label={words.inspect.tabs.moves}>
      {inspect.moves.map((asked) => (
        <SeatMoves key={asked.seat} state={state} asked={asked} ply={inspect.ply} />
      ))}
      {inspect.moves.length === 0 && (
        <p class="soft">{over ? words.inspect.over : words.inspect.nobodyAsked}</p>
      )}
      {!over && <Absences state={state} />}
    </div>
  );
}
