import type { CardsScene } from '../hint/cards';
import type { MovesHint } from '../hint/hint';
import { inBounds } from './moves';
import type { Move } from '../protocol/protocol';
import type { Preselection } from '../store/preselection';

/** The numbers that are offered beside a slider, and what is chosen before one's turn. */

export interface Preset {
  name: string;
  value: number;
}

/**
 * Returns what "1/3 pot" and the like come to: after a call, that share of the pot on top. The pot
 * is all chips in the middle and in front of the seats, and the call is part of it then.
 */
export function potRaise(scene: CardsScene, me: number, share: number): number {
  const highest = Math.max(0, ...scene.seats.map((seat) => seat.bet));
  const call = highest - (scene.seats[me]?.bet ?? 0);
  return highest + Math.round(share * ((scene.total ?? 0) + call));
}

function share(name: string): number | null {
  const parts = /^(?:(\d+)\/(\d+) )?pot$/.exec(name);
  if (parts === null) return null;
  return parts[1] === undefined ? 1 : Number(parts[1]) / Number(parts[2]);
}

/** Returns the presets of a move with a number: those the program suggests, else the hint's. */
export function presetsOf(
  move: Move,
  hint: MovesHint | undefined,
  scene: CardsScene | null,
  me: number,
): Preset[] {
  const { number } = move;
  if (number === null) return [];
  const wanted = hint?.number?.[move.kind]?.presets ?? ['min', 'max'];
  const presets: Preset[] = [];
  for (const name of wanted) {
    const part = share(name);
    if (name === 'min') presets.push({ name, value: number.min });
    else if (name === 'max') presets.push({ name, value: number.max });
    else if (part !== null && scene !== null && scene.total !== null) {
      const value = potRaise(scene, me, part);
      if (value > number.min && value < number.max)
        presets.push({ name, value: inBounds(move, value) });
    }
  }
  const suggested = number.suggestions.map(({ name, label, value }) => ({
    name: name === '' ? label : name,
    value,
  }));
  const all = suggested.length > 0 ? suggested : presets;
  return all.filter((preset, i) => all.findIndex((other) => other.value === preset.value) === i);
}

const isOf =
  (kind: string) =>
  (move: Move): boolean =>
    move.kind === kind;

/**
 * Returns the move that was chosen before one's turn, or null if there is none now: a box falls
 * when its price changes, and nothing is folded for somebody who may check.
 */
export function preselected(chosen: Preselection, moves: Move[], price: number): Move | null {
  const check = moves.find(isOf('check')) ?? null;
  const call = moves.find(isOf('call')) ?? null;
  const fold = moves.find(isOf('fold')) ?? null;
  switch (chosen.choice) {
    case 'fold':
      return check === null && price >= chosen.price ? fold : null;
    case 'check-fold':
      return check ?? fold;
    case 'call':
      return price === chosen.price ? call : null;
    case 'call-up-to':
      return call === null ? check : price <= chosen.price ? call : null;
  }
}
