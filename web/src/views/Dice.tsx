import { Die } from '../art/Art';
import { nameOf, usePhone } from '../parts/shared';
import type { DiceScene } from '../hint/dice';
import type { State } from '../protocol/protocol';
import { words } from '../words';
import { Plate } from './Plate';

/** Cups of dice around a standing bid; one's own dice large at the bottom. */

function Cup({
  state,
  scene,
  seat,
  most,
  phone,
}: {
  state: State;
  scene: DiceScene;
  seat: number;
  most: number;
  phone: boolean;
}) {
  const cup = scene.cups[seat]!;
  const size = phone ? 15 : 24;
  const bid = scene.bid;
  const dice = Array.from({ length: most }, (_, i) => (i < cup.count ? (cup.faces[i] ?? 0) : -1));
  const spoke = bid?.by === seat ? bid.value || words.bidWords(bid.count, bid.face) : '';
  const ringed = bid?.value === '' ? bid.face : null;
  return (
    <Plate state={state} seat={seat} aside={spoke} className="cup">
      <div class="plate-row second dice-row">
        {dice.map((face, i) => (
          <Die key={i} face={face} size={size} ringed={face > 0 && face === ringed} />
        ))}
      </div>
    </Plate>
  );
}

export function Dice({ state, scene }: { state: State; scene: DiceScene }) {
  const phone = usePhone();
  const count = state.seats.length;
  const most = Math.max(1, ...scene.cups.map((cup) => cup.count), ...startDice(state));
  const others = Array.from(
    { length: count },
    (_, i) => (Math.max(0, state.me) + i) % count,
  ).filter((seat) => seat !== state.me);
  const all = scene.cups.reduce((sum, cup) => sum + cup.count, 0);
  const seen = scene.cups.reduce(
    (sum, cup) => sum + (cup.seat === state.me ? cup.count : Math.min(cup.faces.length, cup.count)),
    0,
  );
  // A hint of a script need not say which dice others see.
  const onlyMine = !state.table.script && seen < all;
  const { bid } = scene;
  const ringed = bid?.value === '' ? bid.face : null;
  const fits = scene.mine.filter((face) => face === ringed).length;
  const mine = scene.cups[state.me];
  return (
    <div class="dice-table">
      <div class={`cups cups-${others.length}`}>
        {others.map((seat) => (
          <Cup key={seat} state={state} scene={scene} seat={seat} most={most} phone={phone} />
        ))}
      </div>
      <div class="bid-stand">
        {bid === null ? (
          <p class="soft">{words.noBid}</p>
        ) : (
          <>
            {bid.by !== null && <p class="soft">{words.bids(nameOf(state, bid.by))}</p>}
            {bid.value !== '' ? (
              <p class="bid-now">
                <strong class="one-line">{bid.value}</strong>
              </p>
            ) : (
              <p class="bid-now">
                <strong>{bid.count}</strong>{' '}
                <span class="dim" aria-hidden="true">
                  ×
                </span>{' '}
                <Die face={bid.face} size={44} />
              </p>
            )}
          </>
        )}
        {!bid?.value && <p class="soft">{words.among(all, all - seen)}</p>}
      </div>
      {mine !== undefined && (
        <div class="own-dice">
          <div class="dice-row">
            {scene.mine.slice(0, mine.count).map((face, i) => (
              <Die key={i} face={face} size={phone ? 44 : 52} ringed={face === ringed} />
            ))}
          </div>
          <p class="soft">
            <strong>{words.you}</strong>
            {onlyMine && <> · {words.onlyYou}</>}
            {fits > 0 && bid !== null && <> · {words.bidWords(fits, bid.face)}</>}
          </p>
        </div>
      )}
    </div>
  );
}

/** How many dice each had at the start, if a parameter says so: lost ones are shown dashed. */
function startDice(state: State): number[] {
  const { params } = state.table;
  const dice =
    typeof params === 'object' && params !== null && !Array.isArray(params) ? params.dice : null;
  return typeof dice === 'number' && dice > 0 && dice <= 10 ? [dice] : [];
}
