import type { Move, State } from '../protocol/protocol';
import { cardsChosen, type CardsScene, moveOfCard, resolveCards } from '../hint/cards';
import { type DiceScene, resolveDice, resolveTrack, type TrackScene } from '../hint/dice';
import { type Grid, pathOf, resolveGrid, turnedFor } from '../hint/grid';
import { type Hint, readHint } from '../hint/hint';
import { readScene } from '../protocol/read-scene';
import type { TableScene } from '../protocol/table-scene';

/** Which drawing a state gets: the one that its hint asks for, or the generic one. */
export type Look =
  | { kind: 'scene'; scene: TableScene }
  | { kind: 'grid'; grid: Grid; paths: { move: Move; path: number[] }[] }
  | { kind: 'cards'; scene: CardsScene }
  | { kind: 'dice'; scene: DiceScene }
  | { kind: 'track'; scene: TrackScene }
  | { kind: 'generic' };

export interface Scene {
  look: Look;
  hint: Hint;
  /** The moves that are not made on the stage, and so are buttons in the action bar. */
  buttons: Move[];
}

const told = new Set<string>();

/** Tells a writer of games, in the console, why a hint or a scene is not used. */
export function tellWriter(game: string, why: string, what = 'hint'): void {
  const line = `The ${what} of ${game} is not used: ${why}`;
  if (!told.has(line)) console.info(line);
  told.add(line);
}

const generic: Scene = { look: { kind: 'generic' }, hint: {}, buttons: [] };

function lookOf(hint: Hint, state: State, flipped: boolean): Look | null {
  if (hint.grid) {
    const grid = resolveGrid(hint.grid, state, turnedFor(hint.grid, state) !== flipped);
    if (grid === null) return null;
    const paths = state.moves.flatMap((move) => {
      const path = pathOf(hint.grid!, grid, move);
      return path === null ? [] : [{ move, path }];
    });
    return { kind: 'grid', grid, paths };
  }
  if (hint.cards) {
    const scene = resolveCards(hint.cards, state);
    return scene && { kind: 'cards', scene };
  }
  if (hint.dice) {
    const scene = resolveDice(hint.dice, state);
    return scene && { kind: 'dice', scene };
  }
  const scene = hint.track ? resolveTrack(hint.track, state) : null;
  return scene && { kind: 'track', scene };
}

function onStage(look: Look, move: Move): boolean {
  switch (look.kind) {
    case 'grid':
      return look.paths.some((each) => each.move === move);
    case 'cards':
      return look.scene.mine.some((own) => moveOfCard(own, [move]) !== null);
    case 'track':
      return houseOf(look.scene, move) !== null;
    case 'scene':
      return move.touches.length > 0 || move.picks.length > 0;
    case 'dice':
      return false;
    case 'generic':
      return true;
  }
}

/** Returns the index of the house that a move empties, or null. */
export function houseOf(scene: TrackScene, move: Move): number | null {
  const index = move.touches.length === 1 ? Number(move.touches[0]) : move.move;
  return scene.rows.flat().some((house) => house.index === index) ? (index as number) : null;
}

/** Returns what a drawn game asks of whoever is to act, as its scene says it; "": nothing. */
export const askOf = ({ look }: Scene): string =>
  look.kind === 'scene' ? (look.scene.ask ?? '') : '';

/** Returns how a state is drawn. Whatever hint and view are, there is a drawing. */
export function sceneOf(state: State, flipped = false): Scene {
  try {
    return sceneOfGame(state) ?? sceneByHint(state, flipped);
  } catch (error) {
    tellWriter(state.table.game, String(error));
    return generic;
  }
}

/** Returns the drawing of the game's own scene; null if it has none. One that cannot be drawn leaves the generic
 * view: what stood there before must not stand for the present. */
function sceneOfGame(state: State): Scene | null {
  const scene = readScene(state.scene);
  if (state.undrawn !== '' || (scene === null && state.scene !== null)) {
    tellWriter(state.table.game, state.undrawn || 'it is no scene', 'scene');
    return generic;
  }
  if (state.late) return generic;
  if (scene === null) return null;
  const look: Look = { kind: 'scene', scene };
  const read = readHint(state.hint);
  return {
    look,
    hint: 'wrong' in read ? {} : { moves: read.hint.moves },
    buttons: state.moves.filter((move) => !onStage(look, move)),
  };
}

function sceneByHint(state: State, flipped: boolean): Scene {
  if (state.unhinted !== '') tellWriter(state.table.game, state.unhinted);
  const read = readHint(state.hint);
  if ('wrong' in read) {
    if (read.wrong !== '') tellWriter(state.table.game, read.wrong);
    return generic;
  }
  const look = lookOf(read.hint, state, flipped);
  if (look === null) {
    // Before the first deal a game may have no view yet; that is not the hint's mistake.
    if (state.view !== null) tellWriter(state.table.game, 'a path does not resolve in the view');
    return generic;
  }
  const buttons = state.moves.filter((move) => !onStage(look, move));
  return { look, hint: read.hint, buttons: withChoices(look, read.hint, buttons) };
}

/** Returns the moves with the cards of mine that each chooses. */
function withChoices(look: Look, hint: Hint, moves: Move[]): Move[] {
  if (look.kind !== 'cards' || look.scene.choices.length === 0) return moves;
  const { mine } = look.scene;
  return moves.map((move) => ({ ...move, picks: cardsChosen(hint.cards!, mine, move) }));
}
