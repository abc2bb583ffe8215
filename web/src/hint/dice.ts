import type { Json, State } from '../protocol/protocol';
import type { DiceHint, TrackHint } from './hint';
import { asList, asNumber, at, forSeat } from './pointer';

/** Cups of dice and rows of houses, as hints draw them from a view. */
export interface Cup {
  seat: number;
  count: number;
  /** The dice that are shown, or an empty list. */
  faces: number[];
}

export interface DiceScene {
  cups: Cup[];
  mine: number[];
  /** `value` stands in place of so many dice with a face, where that is not what was said. */
  bid: { count: number; face: number; value: string; by: number | null } | null;
}

const kDiceMax = 30;
/** A die with more sides shows its number. */
const kFaceMax = 999;

/** A bid may count more dice than there are. */
const kCountMax = 999;
const kValueMax = 40;

const isCount = (count: Json | undefined): count is number =>
  typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= kCountMax;
const isFace = (face: Json | undefined): face is number =>
  typeof face === 'number' && Number.isInteger(face) && face >= 1 && face <= kFaceMax;

const faces = (value: Json | undefined): number[] =>
  asList(value).filter(isFace).slice(0, kDiceMax);

export function resolveDice(hint: DiceHint, state: State): DiceScene | null {
  const cups: Cup[] = [];
  for (const [seat] of state.seats.entries()) {
    const count = asNumber(at(state.view, forSeat(hint.seats.count, seat, state.me)));
    if (count === null || !Number.isInteger(count) || count < 0 || count > kDiceMax) return null;
    const shown =
      hint.seats.faces === undefined
        ? null
        : at(state.view, forSeat(hint.seats.faces, seat, state.me));
    if (shown === undefined) return null;
    cups.push({ seat, count, faces: faces(shown) });
  }
  // A spectator has no dice.
  const own =
    hint.mine === undefined || state.me < 0
      ? null
      : at(state.view, forSeat(hint.mine, state.me, state.me));
  if (own === undefined) return null;
  const { centre } = hint;
  const count = centre === undefined ? null : at(state.view, centre.count);
  const face = centre === undefined ? null : at(state.view, centre.face);
  if (count === undefined || face === undefined) return null;
  const by = centre?.by === undefined ? null : asNumber(at(state.view, centre.by));
  // A bid that no dice show is drawn as the view has it.
  if (count !== null && face !== null && (!isFace(face) || !isCount(count))) return null;
  const said = centre?.value === undefined ? null : at(state.view, centre.value);
  if (said === undefined) return null;
  const text = said === null ? '' : typeof said === 'string' ? said : JSON.stringify(said);
  const value = text.slice(0, kValueMax);
  const bid = isCount(count) && isFace(face) ? { count, face, value, by } : null;
  return { cups, mine: faces(own), bid };
}

export interface House {
  index: number;
  beads: number;
  /** The text of a cell of another kind. */
  text: string;
  /** How the moves name it; "": by no name. */
  name: string;
}

export interface TrackScene {
  /** From the top; my own row is the last. */
  rows: House[][];
  /** The stores at the left and the right. */
  ends: House[];
}

export function resolveTrack(hint: TrackHint, state: State): TrackScene | null {
  const cells = at(state.view, hint.cells);
  if (!Array.isArray(cells)) return null;
  const house = (index: number, name = ''): House | null => {
    const value = cells[index];
    if (value === undefined) return null;
    // Where a number is drawn, what is none is drawn as the view has it, and not as a 0.
    if (hint.draw !== 'glyph' && value !== null && asNumber(value) === null) return null;
    const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
    return { index, beads: asNumber(value) ?? 0, text, name };
  };
  const rows = hint.rows.map((row, r) => row.map((index, i) => house(index, hint.names?.[r]?.[i])));
  const ends = (hint.ends ?? []).map((index) => house(index));
  if (rows.flat().includes(null) || ends.includes(null)) return null;
  // The hint is drawn for the first seat; the second sees the board from the other side.
  if (state.me === 1) {
    rows.reverse();
    for (const row of rows) row.reverse();
    ends.reverse();
  }
  return { rows: rows as House[][], ends: ends as House[] };
}
