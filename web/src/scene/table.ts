import type {
  BoardPlace,
  SceneFace,
  ScenePlace,
  SceneThing,
  SheetLine,
  TableScene,
  ThingState,
} from '../protocol/table-scene';

/** A scene in bands and frames, as pure data: nothing here knows a game (docs/scenes.md). */

/** A thing with its members by name. */
export interface Thing {
  id: string;
  at: string | number;
  face: string | null;
  state: ThingState;
}

export interface Placed {
  place: ScenePlace;
  things: Thing[];
}

/** Bands of a table: the places of other seats, those of nobody, and mine. */
export interface Bands {
  others: { seat: number; places: Placed[] }[];
  middle: Placed[];
  mine: Placed[];
}

/** How the bands are framed: the first that fits. */
export type Frame = 'mat' | 'sheet' | 'boards' | 'facing' | 'rows';

export interface Table {
  scene: TableScene;
  frame: Frame;
  bands: Bands;
  /** Trays that lie on a board, by its id. */
  on: Map<string, Placed[]>;
}

const thingOf = ([id, , at, face, state]: SceneThing): Thing => ({ id, at, face, state: state ?? {} });

/** The suits with their colours alternating, as a hand is sorted. */
const kSuits = 'shcd';
const kRanks = 'AKQJT98765432';

function sorted(place: ScenePlace, things: Thing[]): Thing[] {
  if (place.kind !== 'hand' || place.sort === undefined || place.sort === 'none') return things;
  const key = ({ face }: Thing): [number, number] => {
    const suit = kSuits.indexOf(face?.[1] ?? ' ');
    const rank = kRanks.indexOf(face?.[0] ?? ' ');
    return place.sort === 'suit' ? [suit, rank] : [rank, suit];
  };
  return [...things].sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    return one[0] - other[0] || one[1] - other[1];
  });
}

/** Returns the things of each place: on a board in their order, elsewhere by their index. */
function placed(scene: TableScene): Placed[] {
  return scene.places.map((place) => {
    const things = scene.things.filter((each) => each[1] === place.id).map(thingOf);
    if (place.kind !== 'board') things.sort((a, b) => Number(a.at) - Number(b.at));
    return { place, things: sorted(place, things) };
  });
}

export const sideOf = (side: number | string | unknown[]): number =>
  typeof side === 'number' ? side : side.length;

export const rowsOf = (board: BoardPlace): number => sideOf(board.rows);
export const columnsOf = (board: BoardPlace): number => sideOf(board.columns);

/** Returns a line of a sheet, whose rows are names or lines. */
export const lineOf = (board: BoardPlace, row: number): SheetLine => {
  const each = Array.isArray(board.rows) ? board.rows[row] : undefined;
  return typeof each === 'object' ? each : { title: each ?? '' };
};

function frameOf(scene: TableScene, all: Placed[]): Frame {
  const boards = all.flatMap(({ place }) => (place.kind === 'board' ? [place] : []));
  // A tray or sheet of one seat, or a tray on a board, is a part of that.
  const middle = all.filter(({ place }) => place.owner === undefined && !('on' in place && place.on));
  const spread = middle.some(({ place }) => place.kind === 'tray' && place.spread === 'seats');
  if (spread && scene.seats.length >= 2 && scene.seats.length <= 4) return 'mat';
  if (boards.some((board) => board.owner === undefined && board.cells === 'sheet' && columnsOf(board) === scene.seats.length))
    return 'sheet';
  if (boards.length >= 2 && boards.length <= 4) return 'boards';
  if (boards.length === 1 && scene.seats.length === 2) return 'facing';
  return 'rows';
}

/** Returns the table for a seat; -1 for one who only watches. */
export function tableOf(scene: TableScene, me: number): Table {
  const all = placed(scene);
  const frame = frameOf(scene, all);
  const on = new Map<string, Placed[]>();
  for (const each of all)
    if (each.place.kind === 'tray' && each.place.on !== undefined)
      on.set(each.place.on, [...(on.get(each.place.on) ?? []), each]);
  const free = all.filter(({ place }) => !(place.kind === 'tray' && place.on !== undefined));
  const order = scene.seats.map((_, i) => (Math.max(0, me) + i) % scene.seats.length);
  const boards = frame === 'boards';
  const inMiddle = ({ place }: Placed): boolean =>
    place.owner === undefined || (boards && place.kind === 'board');
  return {
    scene,
    frame,
    on,
    bands: {
      others: order
        .filter((seat) => seat !== me)
        .map((seat) => ({
          seat,
          places: free.filter((each) => each.place.owner === seat && !inMiddle(each)),
        })),
      middle: free.filter(inMiddle),
      mine: free.filter((each) => each.place.owner === me && me >= 0 && !inMiddle(each)),
    },
  };
}

/** What a thing shows: the back of it, a common face by its name, or a face of the scene. */
export type Shown =
  | { kind: 'back' }
  | { kind: 'card'; card: string }
  | { kind: 'die'; value: number }
  | { kind: 'glyph'; name: string }
  | { kind: 'face'; face: SceneFace };

export function shownBy(scene: TableScene, face: string | null): Shown {
  if (face === null) return { kind: 'back' };
  const own = scene.faces?.[face];
  if (own !== undefined) return { kind: 'face', face: own };
  if (/^d[1-6]$/.test(face)) return { kind: 'die', value: Number(face[1]) };
  if (/^[2-9TJQKA][cdhs]$/.test(face)) return { kind: 'card', card: face };
  return { kind: 'glyph', name: face };
}

/** Returns the rows of a band: boards alone, places with `at` by it, and the others side by side. */
export function rowsOfBand(band: Placed[]): Placed[][] {
  const rows: Placed[][] = [];
  const byRow = new Map<number, Placed[]>();
  let open: Placed[] | null = null;
  for (const each of band) {
    const { place } = each;
    if (place.at !== undefined) {
      const row = byRow.get(place.at[0]!);
      if (row) row.push(each);
      else {
        byRow.set(place.at[0]!, [each]);
        rows.push(byRow.get(place.at[0]!)!);
      }
      open = null;
    } else if (place.kind === 'board' || place.kind === 'label') {
      rows.push([each]);
      open = null;
    } else if (open === null) {
      open = [each];
      rows.push(open);
    } else {
      open.push(each);
    }
  }
  for (const row of byRow.values()) row.sort((a, b) => a.place.at![1]! - b.place.at![1]!);
  return rows;
}
