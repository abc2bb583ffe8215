import type { State } from '../protocol/protocol';
import { JsonTree } from '../parts/JsonTree';
import { treeRows } from '../parts/tree';
import { words } from '../words';
import { kEverybody, seatName } from './inspect';
import type { Inspect, InspectSeat } from '../protocol/protocol';

/** The view of everybody and of each seat, and the facts that the last event brought them. */

function Learnt({ seat }: { seat: InspectSeat }) {
  const title = seat.seat === kEverybody ? words.inspect.changed : words.inspect.learnt;
  return (
    <div class="learnt">
      <span class="dim">{title}: </span>
      {seat.learnt.length === 0 ? (
        words.inspect.nothing
      ) : (
        <ul>
          {seat.learnt.map((line, i) => (
            <li key={i}>
              <code>
                <bdi>{line}</bdi>
              </code>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function ViewsTab({ state, inspect }: { state: State; inspect: Inspect }) {
  return (
    <div class="details" tabIndex={0} role="group" aria-label={words.inspect.tabs.views}>
      {inspect.seats.map((seat) => {
        const looks = seat.seat === state.me;
        // The program tells only of who looks what was seen before.
        const before = looks ? (inspect.before ?? undefined) : undefined;
        return (
          <section key={seat.seat} class="seat-view">
            <h3>
              <bdi>{seatName(state, seat.seat)}</bdi>
              {looks && <span class="count">{words.inspect.lookingNow}</span>}
            </h3>
            <Learnt seat={seat} />
            <JsonTree rows={treeRows(seat.view, before, 'null')} exact />
          </section>
        );
      })}
    </div>
  );
}
