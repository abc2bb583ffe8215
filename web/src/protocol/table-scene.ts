// Made of rules/scene/scene.schema.json by `node web/scene-schema.mjs --write`: change it there.

/** The table as data: what a page draws of a game for one observer. */

export interface SceneSeat {
  number?: number;
  of?: number;
  unit?: string;
  tag?: string;
  face?: string;
  team?: number;
  out?: boolean;
}

export interface SceneFace {
  name: string;
  shape?: Shape;
  text?: string;
  mark?: Mark;
  colour?: Colour;
}

export interface SheetLine {
  title: string;
  about?: string;
  sum?: number;
}

export interface HandGroup {
  title: string;
  tone?: Tone;
  things: string[];
}

export type SceneThing = [string, string, string | number, string | null, ThingState?];

export interface ThingState {
  turn?: number;
  span?: number[];
  notes?: string[];
  marks?: ('chosen' | 'raised' | 'grey' | 'held' | 'used' | 'sunk' | 'last' | 'offer' | 'faint')[];
}

export interface SceneMove {
  id: string;
  label?: string;
  short?: string;
  aside?: string;
  touches?: string[];
  picks?: string[];
  ask?: string;
}

export type Colour = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'purple' | 'black' | 'white' | 'grey';

export type Mark = 'sun' | 'leaf' | 'drop' | 'flame' | 'moon' | 'star' | 'flower' | 'heart' | 'skull' | 'wave' | 'dot' | 'square' | 'triangle' | 'cross' | 'talk';

export type Shape = 'card' | 'disc' | 'tile' | 'bar' | 'peg';

export type Tone = 'plain' | 'good' | 'bad' | 'turn';

export interface AnyPlace {
  id: string;
  title?: string;
  owner?: number;
  rank: number;
  at?: number[];
  shape?: Shape;
}

export interface BoardPlace extends AnyPlace {
  kind: 'board';
  rows: number | (string | SheetLine)[];
  columns: number | string | string[];
  cells: 'squares' | 'checkers' | 'points' | 'wells' | 'sheet';
  ground?: 'felt' | 'water';
  edge?: string[][];
  names?: (string | null)[][];
  owners?: { [key: string]: number };
  marks?: { [key: string]: 'legal' | 'last' | 'aim' | 'good' | 'bad' };
  me?: number;
}

export interface HandPlace extends AnyPlace {
  kind: 'hand';
  fan?: boolean;
  sort?: 'suit' | 'rank' | 'none';
  groups?: HandGroup[];
  notes?: boolean;
}

export interface PilePlace extends AnyPlace {
  kind: 'pile';
  show?: 'top' | 'flat';
  count?: number;
  empty?: string;
}

export interface TrayPlace extends AnyPlace {
  kind: 'tray';
  spread?: 'row' | 'column' | 'seats';
  on?: string;
}

export interface CounterPlace extends AnyPlace {
  kind: 'counter';
  value: number;
  of?: number;
  mark?: Mark;
  colour?: Colour;
}

export interface LabelPlace extends AnyPlace {
  kind: 'label';
  text: string;
  tone?: Tone;
}

export type ScenePlace = BoardPlace | HandPlace | PilePlace | TrayPlace | CounterPlace | LabelPlace;

export interface TableScene {
  /** What the seat to move is asked: "Follow hearts". */
  ask?: string;
  /** One for each seat of the match. */
  seats: SceneSeat[];
  /** The faces that things show, by their keys. Playing cards ("Th"), dice ("d1" to "d6") and glyphs are known without one. */
  faces?: { [key: string]: SceneFace };
  /** The look of the words that things carry as notes. */
  notes?: { [key: string]: SceneFace };
  /** The places, in their reading order. */
  places: ScenePlace[];
  /** The things that lie at places. */
  things: SceneThing[];
  /** What a page does with the legal moves of this seat. */
  moves?: SceneMove[];
}
