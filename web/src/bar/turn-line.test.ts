import { expect, it } from 'vitest';
import { fixture } from '../fixture';
import { sceneOf } from '../scene/scene';
import type { TableScene } from '../protocol/table-scene';
import { leadOf } from './TurnLine';

const state = fixture('generic');
const seats = state.seats.map(() => ({}));
const drawn = (of: object): TableScene => ({ seats, places: [], things: [], ...of }) as TableScene;

it('a drawn game asks in its own words, and else nothing', () => {
  const look = (scene: TableScene) => ({ look: { kind: 'scene' as const, scene }, hint: {}, buttons: [] });
  expect(leadOf(state, look(drawn({ ask: 'Bid more than 4, or pass' })), { picked: [] }).main).toBe(
    'Bid more than 4, or pass',
  );
  expect(leadOf(state, look(drawn({})), { picked: [] }).main).toBe('');
});

it('a game without a drawing says how many moves there are', () => {
  expect(leadOf(state, sceneOf(state), { picked: [] }).main).toMatch(/^choose 1 of \d+ moves$/);
});
