import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Glyph, glyphName } from '../art/Art';
import { usePhone, useSize } from '../parts/shared';
import { type Cell, changedCells, coordinate, type Grid as Board, turnedFor } from '../hint/grid';
import type { Hint } from '../hint/hint';
import type { Json, Move, State } from '../protocol/protocol';
import { makeMove } from '../scene/make';
import { rem, sentence } from '../base/text';
import { ui } from '../store/ui';
import { words } from '../words';
import { BoardSeat } from './BoardSeat';
import { choose, premovable } from '../scene/premove';
import { captured, click, nextCells, type Path } from './grid-play';
import { gameName } from '../words/labels';

/** A board of cells: one clicks or drags along the path of a move. */

interface Props {
  state: State;
  board: Board;
  hint: Hint;
  paths: Path[];
  before: Json | undefined;
}

function play(paths: Path[], cell: number, column: boolean, board: Board): void {
  // In a game of columns any cell of the column will do.
  const whole = column
    ? paths.find(({ path }) => board.cells[path[0]!]!.column === board.cells[cell]!.column)?.path[0]
    : undefined;
  const { picked, done } = click(paths, ui.get().picked, whole ?? cell);
  if (done.length === 1) {
    makeMove(done[0]!);
  } else {
    ui.set({ picked });
  }
}

/** Notes a click on the board before my turn: it chooses a move for it, or lets go of one. */
function choosePremove(own: Set<number>, cell: number): void {
  const { picked, cells } = choose(own, ui.get().picked, cell);
  ui.set({ picked, premove: cells && { cells } });
}

/** The way of a premove over the board. */
function PremoveArrow({ board, cells }: { board: Board; cells: number[] }) {
  const place = (cell: number): [number, number] => {
    const line = board.drawn.findIndex((row) => row.some(({ index }) => index === cell));
    return [board.drawn[line]!.findIndex(({ index }) => index === cell) + 0.5, line + 0.5];
  };
  const [[x1, y1], [x2, y2]] = [place(cells[0]!), place(cells[1]!)];
  return (
    <svg
      class="premove-arrow"
      viewBox={`0 0 ${board.columns} ${board.rows}`}
      aria-hidden="true"
    >
      <line x1={x1} y1={y1} x2={x2} y2={y2} />
      <circle cx={x2} cy={y2} r="0.18" />
    </svg>
  );
}

/** The pieces to choose from where one click completes several moves, such as a promotion. */
function Choice({ moves, board, at, hint }: { moves: Move[]; board: Board; at: Cell; hint: Hint }) {
  const wanted = hint.moves?.promotion ?? [];
  const white =
    board.cells.find((cell) => cell.index === ui.get().picked[0])?.glyph?.startsWith('white') ??
    true;
  const letter = (move: Move): string =>
    wanted.find((piece) => piece.toUpperCase() === move.becomes.toUpperCase()) ?? '';
  const sorted = [...moves].sort((a, b) => wanted.indexOf(letter(a)) - wanted.indexOf(letter(b)));
  const line = board.drawn.findIndex((row) => row.includes(at));
  const place = board.drawn[line]!.indexOf(at);
  const down = line < board.rows / 2;
  return (
    <div
      class="promotion"
      role="group"
      aria-label={words.promote}
      style={{
        left: `${(100 * place) / board.columns}%`,
        [down ? 'top' : 'bottom']: '0',
        width: `${100 / board.columns}%`,
      }}
    >
      {sorted.map((move) => (
        <button
          type="button"
          key={move.id}
          data-move={move.id}
          aria-label={sentence(move.label)}
          onClick={() => makeMove(move)}
        >
          {letter(move) === '' ? (
            move.label
          ) : (
            <Glyph name={`${white ? 'white' : 'black'}-${letter(move).toLowerCase()}`} />
          )}
        </button>
      ))}
    </div>
  );
}

function cellWords(cell: Cell, picked: boolean, legal: boolean, count: number): string {
  return words.cell(gameName(cell.name), glyphName(cell.glyph), [
    ...(picked ? [words.selectedCell, words.selected('', count).replace(/^: /, '')] : []),
    ...(legal ? [words.legalCell] : []),
  ]);
}

/** Moves the focus over the board: one tab stop, arrows inside. */
function rove(event: KeyboardEvent, columns: number): void {
  const steps: { [key: string]: number } = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  const step = steps[event.key];
  if (event.key === 'Escape') ui.set({ picked: [], premove: null });
  if (step === undefined) return;
  event.preventDefault();
  const cells = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('.cell')];
  const now = cells.indexOf(document.activeElement as HTMLElement);
  const next = now + step;
  const wraps = Math.abs(step) === 1 && Math.floor(next / columns) !== Math.floor(now / columns);
  if (next >= 0 && next < cells.length && !wraps) cells[next]!.focus();
}

function Squares({ state, board, hint, paths, before }: Props) {
  const { picked, premove } = ui.use();
  const grid = hint.grid!;
  const own = premovable(state, grid, board);
  const press = (cell: number): void =>
    own.size > 0 ? choosePremove(own, cell) : play(paths, cell, column, board);
  const next = nextCells(paths, picked);
  const changed = changedCells(grid, board, before, state.table.params);
  const column = grid.move === 'column';
  const placing = paths.length > 0 && paths.every(({ path }) => path.length === 1);
  const single = picked.length === 0 && !placing;
  const mine = grid.count?.[state.me];
  const ghost = mine === undefined ? null : (grid.glyphs?.[mine] ?? mine);
  const checker = grid.checker || grid.fen !== undefined;
  const coordinates = grid.coordinates === 'a1' || grid.fen !== undefined;
  const stop = picked.at(-1) ?? [...next][0] ?? board.drawn[0]![0]!.index;
  const done =
    picked.length === 0
      ? []
      : paths.filter(({ path }) => path.join() === picked.join()).map(({ move }) => move);
  // A piece may be dragged; the browser's own drag would show a picture of the whole cell.
  const down = useRef<number | null>(null);
  const dropOn = (event: PointerEvent): void => {
    const under = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>('[data-cell]');
    const to = under ? Number(under.dataset.cell) : null;
    const from = down.current;
    down.current = null;
    if (from === null || to === null || to === from) return;
    if (ui.get().picked.at(-1) !== from) press(from);
    if (ui.get().picked.at(-1) === from) press(to);
  };
  return (
    <div
      class={`board ${checker ? 'checker' : 'plain'}`}
      role="grid"
      aria-label={words.board}
      style={{ gridTemplateColumns: `repeat(${board.columns}, 1fr)` }}
      onKeyDown={(event) => rove(event, board.columns)}
      onPointerUp={dropOn}
    >
      {board.drawn.map((line, l) => (
        <div key={l} role="row" class="board-row">
          {line.map((cell, c) => {
            const legal = next.has(cell.index);
            const isPicked = picked.includes(cell.index);
            const target = legal && !single;
            const count = paths.filter(({ path }) => path[0] === cell.index).length;
            const dark = (cell.row + cell.column) % 2 === 0;
            const bright =
              changed.has(cell.index) && (checker || cell.glyph === null || !isDisc(cell.glyph));
            return (
              <button
                type="button"
                role="gridcell"
                key={cell.index}
                data-cell={cell.index}
                class={`cell ${checker ? (dark ? 'dark' : 'light') : ''} ${bright ? 'changed' : ''} ${isPicked ? 'picked' : ''} ${legal ? 'legal' : ''} ${premove?.cells.includes(cell.index) ? 'premove' : ''}`}
                aria-label={cellWords(cell, isPicked, legal && picked.length > 0, count)}
                tabIndex={cell.index === stop ? 0 : -1}
                onClick={() => press(cell.index)}
                onPointerDown={(event) => {
                  if ((legal || own.has(cell.index)) && event.button === 0) down.current = cell.index;
                }}
              >
                {coordinates && c === 0 && (
                  <span class="rank-name" aria-hidden="true">
                    {coordinate(cell.row, 0).slice(1)}
                  </span>
                )}
                {coordinates && l === board.rows - 1 && (
                  <span class="file-name" aria-hidden="true">
                    {coordinate(0, cell.column)[0]}
                  </span>
                )}
                {cell.glyph !== null && <Glyph name={cell.glyph} />}
                {changed.has(cell.index) && cell.glyph !== null && isDisc(cell.glyph) && (
                  <span class="last-dot" aria-hidden="true" />
                )}
                {target && cell.glyph === null && !placing && (
                  <span class="dot" aria-hidden="true" />
                )}
                {((target && !placing) || (legal && placing)) && cell.glyph !== null && (
                  <span class="target" aria-hidden="true" />
                )}
                {legal && placing && cell.glyph === null && (
                  <>
                    <span class="place" aria-hidden="true" />
                    {ghost && (
                      <span class="ghost-glyph" aria-hidden="true">
                        <Glyph name={ghost} ghost />
                      </span>
                    )}
                  </>
                )}
              </button>
            );
          })}
        </div>
      ))}
      {premove !== null && own.size > 0 && <PremoveArrow board={board} cells={premove.cells} />}
      {done.length > 1 && (
        <Choice moves={done} board={board} at={board.cells[picked.at(-1)!]!} hint={hint} />
      )}
    </div>
  );
}

/** A board that is wider than the window. At each step it is moved to a cell that one may choose. */
function Moved({ step, children }: { step: number; children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const cell = element.current?.querySelector('.cell.legal, .cell.changed');
    cell?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [step]);
  return (
    <div class="board-scroll" ref={element}>
      {children}
    </div>
  );
}

/** The least size of a cell on a phone. */
const kThumb = 44;
/** A board whose cells are so large where it fits is not scrolled for the sake of a few pixels. */
const kNearlyThumb = 36;

const isDisc = (glyph: string): boolean => glyph.startsWith('disc');

/** Lower stages have the seats beside their board, which takes so much of the width. */
const kLowStage = 384;
const kSeatsBeside = 200;

export function Grid(props: Props) {
  const { state, board, hint } = props;
  const stage = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(stage);
  const phone = usePhone();
  const { flipped } = ui.use();
  const grid = hint.grid!;
  const two = state.seats.length === 2;
  const bars = state.seats.length > 2 ? 1 : 2;
  // The board is as large as the stage less the seats above and below it. On a phone a cell is no
  // smaller than a thumb: a board with many columns is moved sideways.
  // On a low stage the two seats stand at the right of the board.
  const beside = two && height < kLowStage && width > 1.4 * height;
  const across = (width - (beside ? kSeatsBeside : phone ? 8 : 48)) / board.columns;
  const down = (height - (beside ? 0 : bars * 44) - (phone ? 12 : 24)) / board.rows;
  const cell = Math.floor(
    Math.min(phone && across < kNearlyThumb ? kThumb : across, down, phone ? 120 : 130),
  );
  const wide = cell > across;
  const below = Math.max(0, state.me);
  const turned = two && flipped && turnedFor(grid, state) === flipped;
  const order = two
    ? turned
      ? [below, 1 - below]
      : [1 - below, below]
    : state.seats.map((_, seat) => seat);
  const taken =
    grid.captured && grid.fen !== undefined
      ? captured(board.cells.map((each) => each.value))
      : null;
  const seatOf = (seat: number) => {
    const letter = grid.count?.[seat];
    const role = state.seats[seat]?.role ?? '';
    const white = role === (grid.below ?? 'White');
    const glyph =
      letter !== undefined
        ? (grid.glyphs?.[letter] ?? letter)
        : grid.fen !== undefined
          ? `disc-${white ? 'white' : 'black'}`
          : null;
    return (
      <BoardSeat
        key={seat}
        state={state}
        seat={seat}
        glyph={glyph}
        count={
          letter === undefined
            ? undefined
            : board.cells.filter((each) => each.value === letter).length
        }
        taken={taken ? (white ? taken.black : taken.white) : []}
        ahead={taken ? Math.max(0, white ? taken.ahead : -taken.ahead) : 0}
      />
    );
  };
  return (
    <div class="grid-stage" ref={stage}>
      {cell > 0 && (
        <div
          class={`grid-box ${beside ? 'beside' : ''}`}
          style={{ width: beside ? 'auto' : wide ? '100%' : rem(cell * board.columns), '--cell': rem(cell) }}
        >
          {two
            ? seatOf(order[0]!)
            : state.seats.length > 2 && <div class="board-seats">{order.map(seatOf)}</div>}
          {wide ? (
            <Moved step={state.step}>
              <Squares {...props} />
            </Moved>
          ) : (
            <Squares {...props} />
          )}
          {two ? seatOf(order[1]!) : state.seats.length === 1 && seatOf(0)}
        </div>
      )}
    </div>
  );
}
