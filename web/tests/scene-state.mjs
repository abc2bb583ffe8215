/** States with the scenes of tests/rules/scenes. */
import { readdirSync, readFileSync } from 'node:fs';
import { stateOf } from './mock.mjs';

const folder = new URL('../../tests/rules/scenes/', import.meta.url);
const kNames = ['Ann', 'Bob', 'Carol', 'Dave', 'Erin', 'Frank'];

export const sceneNames = () => readdirSync(folder).map((name) => name.replace(/\.json$/, ''));

/** Returns a state with this scene: that of a fixture, with as many seats as the scene has. */
export function sceneState(name) {
  const { moves = [], ...scene } = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
  const base = stateOf('generic');
  const seats = scene.seats.map((_, i) => ({
    ...base.seats[0],
    name: kNames[i],
    role: String(i + 1),
    to_act: i === 0,
    clock_ms: i === 0 ? 20000 : 0,
    clock_of_ms: 30000,
    away_ms: 0,
    standing: 'here',
    connected: true,
  }));
  return {
    ...base,
    phase: 'playing',
    me: 0,
    seats,
    scene,
    hint: null,
    trouble: [],
    turn: { ...base.turn, mine: true, seats: [0], left_ms: 20000 },
    table: { ...base.table, game: name, title: name, seats: seats.length, script: false },
    moves: moves.map((move) => ({
      kind: '', label: move.id, touches: [], picks: [], ...move, brief_label: move.short ?? '', move: move.id,
    })),
    step: base.step + 1,
  };
}
