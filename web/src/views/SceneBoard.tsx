import { type BoardPlace } from '../protocol/table-scene';
import { columnsOf, lineOf, type Placed, rowsOf, type Table, type Thing } from '../scene/table';
import type { State } from '../protocol/protocol';
import { words } from '../words';
import { gameWords } from '../words/labels';
import { nameOf } from '../parts/shared';
import { type Hands, Lying, thingName, Touchable } from './SceneThing';

/** Boards of a scene: squares, points, wells and sheets. */

export interface BoardProps {
  state: State;
  table: Table;
  placed: Placed;
  hands: Hands;
  /** The rows stand as columns, where that makes them wider. */
  turned?: boolean;
  /** The halves of a sheet stand side by side. */
  halved?: boolean;
  /** A line of a sheet is its title alone, which then has one line. */
  brief?: boolean;
  small?: boolean;
}

/** Moves the focus over the cells with the arrows. */
function rove(event: KeyboardEvent, columns: number): void {
  const steps: { [key: string]: number } = {
    ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns,
  };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const cells = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[data-at]')];
  const now = cells.indexOf((event.target as HTMLElement).closest<HTMLElement>('[data-at]')!);
  const next = cells[now + step];
  const focus = next?.matches('button') ? next : next?.querySelector<HTMLElement>('button');
  focus?.focus();
}

interface CellProps extends BoardProps {
  board: BoardPlace;
  row: number;
  column: number;
  things: Thing[];
}

const cellName = (board: BoardPlace, row: number, column: number): string =>
  gameWords(
    board.names?.[row]?.[column] ??
      `${board.edge?.[1]?.[column] ?? column + 1}${board.edge?.[0]?.[row] ?? (board.edge ? '' : `, ${row + 1}`)}`,
  );

/** Men of one point or well beyond these close up; from six on the top one carries the count. */
const kManyFrom = 6;

function Cell({ board, row, column, things, table, hands }: CellProps) {
  const at = `${board.id}:${row},${column}`;
  const mark = board.marks?.[`${row},${column}`];
  const next = hands.next.has(at);
  const legal = hands.touchable.has(at);
  const chosen = hands.chain.includes(at);
  const kind = typeof board.columns === 'string' ? board.columns[column] : undefined;
  const owner = board.owners?.[`${row},${column}`];
  const stacks = board.cells === 'points' || board.cells === 'wells';
  const state = [
    'scene-cell',
    kind === undefined ? '' : `col-${kind}`,
    next && hands.chain.length > 0 ? 'is-legal' : '',
    chosen ? 'is-chosen' : '',
    mark === undefined ? '' : `cell-${mark}`,
    board.cells === 'checkers' && (row + column) % 2 === 1 ? 'dark' : '',
    stacks && (row + column) % 2 === 1 ? 'odd' : '',
    row === 0 ? 'upper' : 'lower',
  ].join(' ');
  const name = [
    cellName(board, row, column),
    ...(owner === undefined ? [] : [String(owner + 1)]),
    ...things.slice(0, 3).map((thing) => thingName(table.scene, thing)),
    ...(things.length > 3 ? [String(things.length)] : []),
    ...(next ? [words.legalCell] : []),
  ].join(', ');
  const shown = stacks ? things : things.slice(-3);
  const inside = (
    <>
      {stacks && kind !== 'o' && kind !== 'w' && <span class="point" aria-hidden="true" />}
      <span class={`cell-things ${stacks ? 'stack' : 'heap'}`}>
        {shown.map((thing, i) => {
          const own = hands.touchable.has(thing.id) || hands.chain.includes(thing.id);
          const top = i === shown.length - 1;
          const [rows, columns] = thing.state.span ?? [1, 1];
          const style = { '--rows': String(rows), '--columns': String(columns) };
          return (
            <Lying
              key={thing.id}
              scene={table.scene}
              thing={thing}
              hands={legal && !own ? { ...hands, next: new Set(), touchable: new Set(), pickable: new Set() } : hands}
              style={style}
              className={top && stacks && things.length >= kManyFrom ? 'counted' : ''}
            />
          );
        })}
        {stacks && things.length >= kManyFrom && (
          <span class="stack-count" aria-hidden="true">
            {things.length}
          </span>
        )}
      </span>
      {next && things.length === 0 && <span class="cell-dot" aria-hidden="true" />}
    </>
  );
  // A thing of the cell that can be touched is a button itself.
  const inner = things.findLast(({ id }) => hands.touchable.has(id) || hands.chain.includes(id));
  const touch = legal || chosen ? at : inner?.id;
  return (
    <Touchable
      class={`${state} ${touch === undefined ? '' : 'can-touch'}`}
      style={{ '--n': String(things.length) }}
      data-at={`${row},${column}`}
      role="gridcell"
      aria-label={name}
      press={touch === undefined ? undefined : (event) => hands.press(touch, event)}
      holdsButton={inner !== undefined}
    >
      {inside}
    </Touchable>
  );
}

function thingsByCell(things: Thing[]): Map<string, Thing[]> {
  const cells = new Map<string, Thing[]>();
  for (const thing of things) {
    const at = String(thing.at);
    cells.set(at, [...(cells.get(at) ?? []), thing]);
  }
  return cells;
}

/** Returns the cells in the order in which they are drawn, line by line. */
function drawn(board: BoardPlace, turned: boolean): [number, number][][] {
  const [rows, columns] = [rowsOf(board), columnsOf(board)];
  const line = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
  if (!turned) return line(rows).map((row) => line(columns).map((column) => [row, column]));
  // A quarter to the left: my right-hand end comes to the top.
  return line(columns)
    .reverse()
    .map((column) => line(rows).reverse().map((row): [number, number] => [row, column]));
}

export function Board(props: BoardProps) {
  const { table, placed, hands, turned = false, small = false } = props;
  const board = placed.place as BoardPlace;
  if (board.cells === 'sheet') return <Sheet {...props} />;
  const cells = thingsByCell(placed.things);
  const lines = drawn(board, turned);
  const stacks = board.cells === 'points' || board.cells === 'wells';
  const trays = table.on.get(board.id) ?? [];
  // Where a stack may come to the middle, what lies on the board lies on its bar.
  const well = typeof board.columns === 'string' ? board.columns.indexOf('w') : -1;
  const edge = board.edge;
  const across = turned ? rowsOf(board) : columnsOf(board);
  const name = (row: number, column: number): string => board.names?.[row]?.[column] ?? '';
  return (
    <div
      class={`scene-board b-${board.cells} ${board.ground === 'water' ? 'water' : ''} ${turned ? 'turned' : ''} ${small ? 'small' : ''} ${edge ? 'edged' : ''} ${edge?.[0]?.every((each) => each === '') ? 'no-rows' : ''}`}
      data-columns={across}
      style={{ '--across': String(across), '--down': String(lines.length) }}
    >
      {edge && (
        <div class="edge-columns" aria-hidden="true">
          {edge[1]!.slice(0, across).map((each, i) => (
            <span key={i}>{each}</span>
          ))}
        </div>
      )}
      <div
        class="scene-lines"
        role="grid"
        aria-label={board.title ? gameWords(board.title) : words.board}
        onKeyDown={(event) => rove(event, across)}
      >
        {lines.map((line, l) => (
          <div class="scene-line" role="row" key={l}>
            {line.map(([row, column], i) => (
              <span class="cell-box" key={column * 100 + row}>
                {edge && i === 0 && (
                  <span class="edge-row" aria-hidden="true">
                    {edge[0]![l] ?? ''}
                  </span>
                )}
                {stacks && (
                  <span class={`point-name ${(turned ? i > 0 : row === 0) ? 'before' : 'after'}`} aria-hidden="true">
                    {name(row, column)}
                  </span>
                )}
                <Cell
                  {...props}
                  board={board}
                  row={row}
                  column={column}
                  things={cells.get(`${row},${column}`) ?? []}
                />
              </span>
            ))}
          </div>
        ))}
      </div>
      {trays.length > 0 && (
        <div class="on-board" style={well < 0 ? undefined : { '--bar': String((well + 0.5) / columnsOf(board)) }}>
          {trays.flatMap(({ things, place }) =>
            things.map((thing) => (
              <Lying key={thing.id} scene={table.scene} thing={thing} hands={hands} shape={place.shape} />
            )),
          )}
        </div>
      )}
    </div>
  );
}

/** Returns the lines of each part of a sheet: all of them, or two halves. The first half ends with the sum that is
 * nearest to the middle. */
function partsOf(board: BoardPlace, halved: boolean): number[][] {
  const count = rowsOf(board);
  const lines = Array.from({ length: count }, (_, row) => row);
  if (!halved || count < 2) return [lines];
  const middle = Math.ceil(count / 2);
  const sums = lines.filter((row) => row + 1 < count && lineOf(board, row).sum === 1).map((row) => row + 1);
  const near = sums.filter((at) => 4 * Math.abs(at - middle) <= count);
  const cut = near.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? middle;
  return [lines.slice(0, cut), lines.slice(cut)];
}

/** A score sheet: a table with headers; a free box that a move fills is a button. */
function Sheet({ state, placed, hands, halved = false, brief = false }: BoardProps) {
  const board = placed.place as BoardPlace;
  const cells = thingsByCell(placed.things);
  const columns = Array.isArray(board.columns)
    ? board.columns
    : Array.from({ length: columnsOf(board) }, (_, i) => String(i + 1));
  const seats = columns.length === state.seats.length;
  const acts = (column: number): boolean => seats && state.seats[column]?.to_act === true;
  const line = (row: number) => {
    const { title, about, sum } = lineOf(board, row);
    return (
      <tr key={row} class={sum === 1 ? 'sum' : ''}>
        <th scope="row">
          {gameWords(title)} {about && !brief && <small class="dim">{gameWords(about)}</small>}
        </th>
        {columns.map((_, column) => {
          const at = `${board.id}:${row},${column}`;
          const thing = cells.get(`${row},${column}`)?.[0];
          const text = gameWords(thing?.face ?? '');
          const marks = (thing?.state.marks ?? []).map((mark) => `is-${mark}`).join(' ');
          const chosen = hands.chain.includes(at);
          return (
            <td key={column} class={`${column === board.me ? 'me' : ''} ${marks}`}>
              {hands.touchable.has(at) || chosen ? (
                <button
                  type="button"
                  class={`offer ${chosen || marks.includes('is-chosen') ? 'is-chosen' : ''}`}
                  aria-label={words.scene.scores(gameWords(title), text)}
                  onClick={(event) => hands.press(at, event)}
                >
                  {text}
                </button>
              ) : (
                text
              )}
            </td>
          );
        })}
      </tr>
    );
  };
  return (
    <div class="sheet-parts">
      {partsOf(board, halved).map((lines) => (
        <div class="sheet-box" data-box="sheet" key={lines[0]}>
          <table class="score-sheet">
            <thead>
              <tr>
                <td />
                {columns.map((name, column) => (
                  <th
                    key={column}
                    scope="col"
                    class={`${column === board.me ? 'me' : ''} ${acts(column) ? 'to-act' : ''}`}
                  >
                    {seats ? nameOf(state, column) : gameWords(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{lines.map(line)}</tbody>
          </table>
        </div>
      ))}
    </div>
  );
}
