import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { nameOf, usePhone, useSize } from '../parts/shared';
import type { State } from '../protocol/protocol';
import type {
  BoardPlace,
  CounterPlace,
  HandPlace,
  LabelPlace,
  PilePlace,
  TableScene,
  TrayPlace,
} from '../protocol/table-scene';
import {
  columnsOf,
  type Placed,
  rowsOf,
  rowsOfBand,
  type Table,
  tableOf,
  type Thing,
} from '../scene/table';
import { makeMove } from '../scene/make';
import { nextTouches, pickable, touch, touchable } from '../scene/touches';
import { grouped } from '../base/text';
import { ui } from '../store/ui';
import { words } from '../words';
import { gameWords } from '../words/labels';
import { BoardSeat } from './BoardSeat';
import { fanned } from './fan';
import { Plate } from './Plate';
import { Board } from './SceneBoard';
import { useMotion } from './scene-motion';
import { fitted, stillFits } from './scene-fit';
import { type Hands, inkOf, Look, Lying, MarkSign } from './SceneThing';

/** Any scene: bands of the others, the middle and mine, laid out by the rules of docs/scenes.md alone. */

interface PartProps {
  state: State;
  table: Table;
  hands: Hands;
  phone: boolean;
  /** The stage is low, such as at 200 %. */
  low: boolean;
  /** The width of the stage in sixteenths of a rem. */
  width: number;
  /** Places of this rank and above are folded. */
  fold: number;
}

/** A smaller target is aimed at first, and then sent from the bar; so is a move whose number is still to be chosen. */
const kThumb = 44;

function press(state: State, at: string, event: MouseEvent): void {
  const { touched } = ui.get();
  const { chain, done, by = [] } = touch(state.moves, touched, at);
  const { width, height } = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const byTouch = (event as PointerEvent).pointerType === 'touch';
  if (done === null) ui.set({ touched: chain });
  else if (done.number !== null || (byTouch && Math.min(width, height) < kThumb))
    ui.set({ touched: by });
  else makeMove(done);
}

function Title({ title, count }: { title: string | undefined; count?: number | undefined }) {
  if (!title && count === undefined) return null;
  return (
    <span class="place-title">
      {title ? gameWords(title) : ''} {count !== undefined && <b>{grouped(count, words.separator)}</b>}
    </span>
  );
}

const isBack = (things: Thing[]): boolean =>
  things.length > 0 && things.every(({ face, state }) => face === null && !state.notes?.length);

/** Returns the things of a hand by groups, each with its title; those of no group come last. */
function groupsOf(place: HandPlace, things: Thing[]): { title: string; tone: string; things: Thing[] }[] {
  const groups = (place.groups ?? []).map(({ title, tone, things: ids }) => ({
    title,
    tone: tone ?? 'plain',
    things: things.filter(({ id }) => ids.includes(id)),
  }));
  const grouped = new Set(groups.flatMap((group) => group.things.map(({ id }) => id)));
  const rest = things.filter(({ id }) => !grouped.has(id));
  return rest.length > 0 || groups.length === 0 ? [...groups, { title: '', tone: 'plain', things: rest }] : groups;
}

/** More things than these are two rows on a phone: a step of theirs is then wide enough for a thumb. */
const kRowMax = 8;

function Row({
  placed,
  things,
  table,
  hands,
  fan,
  overlap,
}: {
  placed: Placed;
  things: Thing[];
  table: Table;
  hands: Hands;
  fan: boolean;
  overlap: boolean;
}) {
  const { place } = placed;
  const notes = place.kind === 'hand' && place.notes === true;
  return (
    <span
      class={`thing-row ${overlap ? 'overlap' : ''} ${fan ? 'fan' : ''} ${things.length > kRowMax ? 'long' : ''}`}
      style={{ '--steps': String(Math.ceil(things.length / 2) - 1) }}
    >
      {things.map((thing, i) => {
        const { drop, degrees } = fanned(i, things.length);
        const style = fan
          ? { transform: `translateY(${(drop * 0.045).toFixed(2)}rem) rotate(${(degrees * 0.8).toFixed(1)}deg)` }
          : undefined;
        return (
          <span class="thing-place" key={thing.id}>
            <Lying
              scene={table.scene}
              thing={thing}
              hands={hands}
              shape={place.shape}
              notes={notes}
              {...(style ? { style } : {})}
            />
          </span>
        );
      })}
    </span>
  );
}

interface HandProps extends PartProps {
  placed: Placed;
  mine: boolean;
  folded: boolean;
}

function HandOf({ placed, table, hands, phone, mine, folded }: HandProps) {
  const place = placed.place as HandPlace;
  const { things } = placed;
  const groups = groupsOf(place, things);
  if (folded && !mine && groups.every(({ title }) => title !== ''))
    return (
      <span class="hand-words">
        {groups.map(({ title, tone }, i) => (
          <span class={`hand-group tone-${tone}`} key={i}>
            <span class="group-title">{gameWords(title)}</span>
          </span>
        ))}
      </span>
    );
  if (!mine && isBack(things) && phone)
    return <span class="hand-count">{words.scene.cards(things.length)}</span>;
  const backs = !mine && isBack(things);
  const fan = place.fan === true && mine && !phone && place.groups === undefined;
  const overlap = place.fan === true || backs || (!mine && place.notes !== true);
  return (
    <span class={`scene-hand ${backs ? 'backs' : ''}`}>
      {groups.map((group, i) => (
        <span class={`hand-group tone-${group.tone}`} key={i}>
          <Row placed={placed} things={group.things} table={table} hands={hands} fan={fan} overlap={overlap} />
          {group.title !== '' && <span class="group-title">{gameWords(group.title)}</span>}
        </span>
      ))}
    </span>
  );
}

function Pile({ placed, table, hands, folded }: PartProps & { placed: Placed; folded: boolean }) {
  const place = placed.place as PilePlace;
  const { things } = placed;
  const count = place.count ?? (things.length > 1 && place.show !== 'flat' ? things.length : undefined);
  if (folded && place.title) return <Title title={place.title} count={count ?? things.length} />;
  const top = things.at(-1);
  const deep = place.show !== 'flat' && (count ?? things.length) > 1;
  return (
    <>
      <span class={`scene-pile ${deep ? 'deep' : ''}`}>
        {top !== undefined ? (
          <Lying scene={table.scene} thing={top} hands={hands} shape={place.shape} />
        ) : (
          <span class={`thing thing-${place.shape ?? 'card'} empty`}>
            <span class="thing-look">
              {place.empty !== undefined && <Look scene={table.scene} face={place.empty} place={place.shape} />}
            </span>
          </span>
        )}
      </span>
      <Title title={place.title} count={count} />
    </>
  );
}

const kFoldedMax = 3;

function Tray({ placed, table, hands, folded }: PartProps & { placed: Placed; folded: boolean }) {
  const place = placed.place as TrayPlace;
  const things = folded ? placed.things.slice(0, kFoldedMax) : placed.things;
  const more = placed.things.length - things.length;
  return (
    <span class={`scene-tray spread-${place.spread ?? 'row'}`}>
      {things.map((thing) => (
        <Lying key={thing.id} scene={table.scene} thing={thing} hands={hands} shape={place.shape} />
      ))}
      {more > 0 && <span class="tag">+{more}</span>}
    </span>
  );
}

/** A counter up to this is as many marks. */
const kMarksMax = 10;

function Counter({ place, folded }: { place: CounterPlace; folded: boolean }) {
  const of = place.of === undefined ? '' : ` ${words.scene.of(grouped(place.of, words.separator))}`;
  const { mark } = place;
  const marks = mark !== undefined && place.of !== undefined && place.of <= kMarksMax && place.of > 0;
  const value = grouped(place.value, words.separator);
  if (marks && !folded)
    return (
      <span class="scene-counter" role="img" aria-label={`${gameWords(place.title ?? '')}, ${value}${of}`}>
        <span class="place-title">
          {gameWords(place.title ?? '')} <b>{value}</b>
          {of}
        </span>
        <span class="counter-marks" aria-hidden="true">
          {Array.from({ length: place.of! }, (_, i) => (
            <span key={i} class={`counter-mark ${i < place.value ? inkOf(place) : 'off'}`}>
              {i < place.value && <MarkSign mark={mark} />}
            </span>
          ))}
        </span>
      </span>
    );
  return (
    <span class="scene-counter">
      <span class="place-title">{gameWords(place.title ?? '')}</span>
      <span class={folded ? 'small' : 'counter-value'}>
        <b>{value}</b>
        {of}
      </span>
    </span>
  );
}

/** How many things a place has, in words, for people who hear the page. */
function placeName(state: State, { place, things }: Placed): string {
  const title = place.title ? gameWords(place.title) : '';
  const whose = place.owner === undefined ? '' : nameOf(state, place.owner);
  return [whose, title, place.kind === 'hand' ? words.scene.cards(things.length) : '']
    .filter((part) => part !== '')
    .join(', ');
}

/** Narrower columns of a board are turned. */
const kColumn = 40;

/** A board whose columns would be narrower than a thumb is turned, if that makes them wider. */
function turns(board: BoardPlace, { phone, low, width }: PartProps): boolean {
  const stacks = board.cells === 'points' || board.cells === 'wells';
  const columns = columnsOf(board);
  return phone && !low && stacks && columns > 2 * rowsOf(board) && columns * kColumn > width;
}

/** The least width of the titles of a sheet, and of each of its columns. */
const kSheetTitle = 110;
const kSheetColumn = 46;

/** On a low stage the two halves of a sheet stand side by side, if both have room there. */
const halves = (board: BoardPlace, { low, width }: PartProps): boolean =>
  low && 2 * (kSheetTitle + columnsOf(board) * kSheetColumn) < width;

function Part(props: PartProps & { placed: Placed; mine?: boolean; crowd?: boolean }) {
  const { state, placed, table, hands, phone, fold, mine = false, crowd = false } = props;
  const { place } = placed;
  const folded = place.rank >= fold;
  if (place.kind === 'label')
    return (
      <p class={`scene-label tone-${(place as LabelPlace).tone ?? 'plain'}`} data-box="label">
        {gameWords((place as LabelPlace).text)}
      </p>
    );
  if (place.kind === 'board') {
    const small = place.rank > 1 && (folded || (phone && crowd));
    return (
      <section class="scene-place place-board" data-box="board" aria-label={placeName(state, placed)}>
        <Title title={place.title} />
        <Board
          state={state}
          table={table}
          placed={placed}
          hands={hands}
          small={small}
          turned={turns(place, props)}
          halved={halves(place, props)}
          brief={phone && !props.low}
        />
      </section>
    );
  }
  const before = place.kind !== 'pile' && place.kind !== 'counter';
  const touched = hands.touchable.has(place.id);
  return (
    <section
      class={`scene-place place-${place.kind} ${touched ? 'can-touch is-target' : ''}`}
      data-box={place.kind}
      aria-label={placeName(state, placed)}
      onClick={touched ? (event) => hands.press(place.id, event) : undefined}
    >
      {before && <Title title={place.title} />}
      {place.kind === 'hand' && <HandOf {...props} mine={mine} folded={folded} />}
      {place.kind === 'pile' && <Pile {...props} folded={folded} />}
      {place.kind === 'tray' && <Tray {...props} folded={folded} />}
      {place.kind === 'counter' && <Counter place={place as CounterPlace} folded={folded} />}
      {touched && (
        <button type="button" class="unseen" onClick={(event) => hands.press(place.id, event)}>
          {placeName(state, placed)}
        </button>
      )}
    </section>
  );
}

/** The plate of a seat: its number, its unit and one tag. */
function SeatPlate({ state, table, seat, className = '' }: PartProps & { seat: number; className?: string }) {
  const of = table.scene.seats[seat];
  const { me } = state;
  const partner =
    me >= 0 && seat !== me && of?.team !== undefined && table.scene.seats[me]?.team === of.team;
  const number = of?.number;
  const shown = number === undefined ? null : number;
  return (
    <Plate
      state={state}
      seat={seat}
      number={shown}
      unit={[of?.of === undefined ? '' : words.scene.of(String(of.of)), of?.unit ?? '']
        .filter((part) => part !== '')
        .join(' ')}
      tag={of?.tag ? gameWords(of.tag) : ''}
      tagKind={number === 0 ? '' : 'info'}
      aside={partner ? words.scene.partner : ''}
      folded={of?.out === true}
      className={className}
    />
  );
}

/** A panel of another seat: its plate, with its places in it. */
function SeatPanel(props: PartProps & { seat: number; places: Placed[] }) {
  const { places } = props;
  return (
    <div class={`seat-panel ${places.length > 0 ? 'with-places' : ''}`} data-box="panel">
      <SeatPlate {...props} />
      {places.length > 0 && (
        <div class="panel-places">
          {places.map((placed) => (
            <Part key={placed.place.id} {...props} placed={placed} />
          ))}
        </div>
      )}
    </div>
  );
}

/** The middle: rows of places, and counters together from three on. */
function Middle(props: PartProps) {
  const { table } = props;
  const all = table.bands.middle;
  const counters = all.filter(({ place }) => place.kind === 'counter');
  const together = counters.length >= 3;
  const rest = together ? all.filter(({ place }) => place.kind !== 'counter') : all;
  const boards = all.filter(({ place }) => place.kind === 'board').length;
  const mat = boards === 0 && rest.filter(({ place }) => place.kind !== 'label').length + counters.length > 1;
  const rows =
    table.frame === 'boards'
      ? [rest.filter(({ place }) => place.kind === 'board'), ...rowsOfBand(rest.filter(({ place }) => place.kind !== 'board'))]
      : rowsOfBand(rest);
  if (all.length === 0) return null;
  return (
    <div class={`band middle ${mat ? 'on-mat' : ''}`}>
      {rows
        .filter((row) => row.length > 0)
        .map((row) => (
          <div class={`place-row ${row[0]!.place.kind === 'board' ? 'boards' : ''}`} key={row[0]!.place.id}>
            {row.map((placed) => (
              <Part key={placed.place.id} {...props} placed={placed} crowd={boards > 1} />
            ))}
          </div>
        ))}
      {together && (
        <div class="place-row counters">
          {counters.map((placed) => (
            <Part key={placed.place.id} {...props} placed={placed} />
          ))}
        </div>
      )}
    </div>
  );
}

function Mine(props: PartProps & { plate?: boolean }) {
  const { state, table, plate = true } = props;
  const { mine } = table.bands;
  if (state.me < 0 || (mine.length === 0 && !plate)) return null;
  return (
    <div class="band mine">
      {plate && (
        <div class="my-plate" data-box="my-plate">
          <SeatPlate {...props} seat={state.me} />
        </div>
      )}
      {mine.map((placed) => (
        <Part key={placed.place.id} {...props} placed={placed} mine />
      ))}
    </div>
  );
}

/** Seats' panels at the top, the middle, and mine. */
function Rows(props: PartProps) {
  const { others } = props.table.bands;
  return (
    <>
      {others.length > 0 && (
        <div class="band others">
          {others.map(({ seat, places }) => (
            <SeatPanel key={seat} {...props} seat={seat} places={places} />
          ))}
        </div>
      )}
      <Middle {...props} />
      <Mine {...props} />
    </>
  );
}

/** Two seats and a board between them: rows of 44 px above and below it. */
function Facing(props: PartProps) {
  const { state, table } = props;
  const { others, mine } = table.bands;
  const me = Math.max(0, state.me);
  // A spectator sits where the first seat would.
  const near = state.me < 0 ? (others.find(({ seat }) => seat === me)?.places ?? []) : mine;
  const row = (seat: number, places: Placed[]) => {
    const of = table.scene.seats[seat];
    const small = places.filter(({ place }) => place.kind !== 'hand');
    return (
      <div class="facing-row" data-box="facing">
        {of?.face !== undefined && (
          <span class="thing thing-disc seat-face">
            <span class="thing-look">
              <Look scene={table.scene} face={of.face} />
            </span>
          </span>
        )}
        <BoardSeat
          state={state}
          seat={seat}
          aside={[
            of?.number === undefined ? '' : `${grouped(of.number, words.separator)} ${gameWords(of.unit ?? '')}`.trim(),
            of?.tag ? gameWords(of.tag) : '',
          ].filter((part) => part !== '')}
        >
          {small.map((placed) => (
            <span class="facing-place" key={placed.place.id}>
              {placed.place.kind === 'counter' ? (
                <Counter place={placed.place as CounterPlace} folded />
              ) : (
                placed.things.map((thing) => (
                  <Lying key={thing.id} scene={table.scene} thing={thing} hands={props.hands} shape={placed.place.shape} />
                ))
              )}
            </span>
          ))}
        </BoardSeat>
      </div>
    );
  };
  const other = others.find(({ seat }) => seat !== me);
  const hands = near.filter(({ place }) => place.kind === 'hand');
  return (
    <div class="facing-box">
      {other && row(other.seat, other.places)}
      <Middle {...props} />
      {row(me, near)}
      {hands.length > 0 && (
        <div class="band mine">
          {hands.map((placed) => (
            <Part key={placed.place.id} {...props} placed={placed} mine />
          ))}
        </div>
      )}
    </div>
  );
}

/** Returns on which edge of a mat a seat sits, counted clockwise from mine. */
function edgeOf(from: number, seats: number): string {
  const names = seats === 4 ? ['below', 'left', 'above', 'right'] : seats === 3 ? ['below', 'left', 'right'] : ['below', 'above'];
  return names[from] ?? 'above';
}

/** A mat with plates on its edges, and a tray before the seats. */
function Mat(props: PartProps) {
  const { state, table, hands } = props;
  const count = table.scene.seats.length;
  const first = Math.max(0, state.me);
  const tray = table.bands.middle.find(({ place }) => place.kind === 'tray' && place.spread === 'seats')!;
  const rest = table.bands.middle.filter((each) => each !== tray);
  // A bid is asked for in the bar: the mat waits for a thing only where a move plays one.
  const plays = state.turn.mine && state.moves.some(({ touches }) => touches.length > 0);
  return (
    <>
      <div class="scene-mat">
        <div class="mat">
          {table.scene.seats.map((_, seat) => {
            const edge = edgeOf((seat - first + count) % count, count);
            const thing = tray.things.find(({ at }) => at === seat);
            const mine = seat === state.me;
            return (
              <div key={seat} class={`edge ${edge}`}>
                <SeatPlate {...props} seat={seat} />
                {(thing !== undefined || (mine && plays)) && (
                  <div class="played" data-box="trick">
                    {thing ? (
                      <Lying scene={table.scene} thing={thing} hands={hands} shape={tray.place.shape} />
                    ) : (
                      <span class={`thing thing-${tray.place.shape ?? 'card'}`}>
                        <span class="card slot">{words.yourCard}</span>
                      </span>
                    )}
                  </div>
                )}
              </div>
            );
          })}
        </div>
      </div>
      {rest.length > 0 && (
        <div class="band below-mat">
          {rest.map((placed) => (
            <Part key={placed.place.id} {...props} placed={placed} />
          ))}
        </div>
      )}
      <Mine {...props} plate={false} />
    </>
  );
}

/** A sheet whose columns are the seats, which takes the place of their plates. */
function SheetFrame(props: PartProps) {
  const { table } = props;
  const sheet = table.bands.middle.find(
    ({ place }) => place.kind === 'board' && place.cells === 'sheet',
  )!;
  const rest = table.bands.middle.filter((each) => each !== sheet);
  const owned = [...table.bands.mine, ...table.bands.others.flatMap(({ places }) => places)];
  return (
    <div class="sheet-frame">
      <Part {...props} placed={sheet} />
      <div class="band beside">
        {[...rest, ...owned].map((placed) => (
          <Part key={placed.place.id} {...props} placed={placed} mine={table.bands.mine.includes(placed)} />
        ))}
      </div>
    </div>
  );
}

function Framed(props: PartProps) {
  switch (props.table.frame) {
    case 'mat':
      return <Mat {...props} />;
    case 'sheet':
      return <SheetFrame {...props} />;
    case 'facing':
      return <Facing {...props} />;
    case 'boards':
    case 'rows':
      return <Rows {...props} />;
  }
}

/** Lower stages that are wider than they are high have bands side by side. */
const kLowStage = 384;

/** Places of this rank and above are folded; rank 10: none. */
const kNoFold = 10;

/** Returns the rank from which on places fold next, or null: all are folded that may. */
function foldedNext(scene: TableScene, from: number): number | null {
  const ranks = scene.places.map(({ rank }) => rank).filter((rank) => rank > 1 && rank < from);
  return ranks.length > 0 ? Math.max(...ranks) : null;
}

/** Returns a text that is equal for scenes whose places hold equally many things. */
function buildOf(scene: TableScene): string {
  const counts = new Map<string, number>();
  for (const [, place] of scene.things) counts.set(place, (counts.get(place) ?? 0) + 1);
  return scene.places
    .map(({ id, kind, title }) => `${id} ${kind} ${title ?? ''} ${kind === 'board' ? '' : (counts.get(id) ?? 0)}`)
    .join();
}

/** The frames with my things below all others. */
const kMineBelow = new Set(['mat', 'rows', 'sheet']);

export function SceneTable({ state, scene }: { state: State; scene: TableScene }) {
  const stage = useRef<HTMLDivElement>(null);
  const size = useSize(stage);
  const low = size.height > 0 && size.height < kLowStage && size.width > 1.4 * size.height;
  // A low stage has as little room as a phone.
  const phone = usePhone() || low;
  const { touched, picks } = ui.use();
  const table = useMemo(() => tableOf(scene, state.me), [scene, state.me]);
  // A state of the same build keeps sizes and folds: only a change of what lies where is measured anew.
  const build = `${size.width} ${size.height} ${phone} ${buildOf(scene)}`;
  const [fold, foldFrom] = useState({ from: kNoFold, dense: false, of: '' });
  const { from, dense } = fold.of === build ? fold : { from: kNoFold, dense: false };
  const settled = useRef('');
  const hands: Hands = {
    next: nextTouches(state.moves, touched),
    touchable: touchable(state.moves, touched),
    chain: touched,
    picks,
    pickable: pickable(state.moves),
    press: (at, event) => {
      event.stopPropagation();
      press(state, at, event);
    },
  };
  useLayoutEffect(() => {
    if (stage.current === null || size.width === 0) return;
    if (settled.current === build && stillFits(stage.current)) return;
    const next = foldedNext(scene, from);
    const fit = fitted(stage.current);
    // A scene that does not fit scrolls. It begins at the bottom, where hands and dice are.
    if (!fit && dense && kMineBelow.has(table.frame)) stage.current.scrollTop = stage.current.scrollHeight;
    if (fit || dense) settled.current = build;
    else foldFrom({ from: next ?? from, dense: next === null, of: build });
  }, [scene, build, from, dense]);
  useMotion(stage, state);
  return (
    <div
      class={`scene frame-${table.frame} ${phone ? 'phone' : ''} ${low ? 'low' : ''} ${dense ? 'dense' : ''}`}
      ref={stage}
      onClick={() => ui.set({ touched: [] })}
    >
      <div class="scene-inner">
        <Framed state={state} table={table} hands={hands} phone={phone} low={low} width={size.width} fold={from} />
      </div>
    </div>
  );
}
