import { describe, expect, it } from 'vitest';
import { layOut, ownRow, places, pocketSteps, sizesFor } from './oval';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  what: string;
}

const touch = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2;

/** All that may lie on a table at once: every seat with cards and a bet, and one with the button. */
function boxes(seats: number, width: number, given: number, cards: number): Box[] {
  const sizes = sizesFor(seats, width, given);
  const height = Math.max(given, sizes.heightMin);
  const spots = layOut(seats, width, height, true, false, cards);
  const list: Box[] = [];
  for (const [i, { plate, bet, mark }] of spots.entries()) {
    list.push({ ...plate, ...sizes.plate, what: `plate ${i}` });
    list.push({ ...bet, ...sizes.bet, what: `bet ${i}` });
    list.push({ ...mark, width: sizes.mark, height: sizes.mark, what: `button ${i}` });
    if (i > 0) {
      const shown = Math.round(sizes.back * 1.4 * 0.72);
      list.push({
        x: plate.x,
        y: plate.y - sizes.plate.height / 2 - shown / 2 - 0.5,
        width: 2 * sizes.back + 4,
        height: shown - 1,
        what: `backs ${i}`,
      });
    }
  }
  const board = sizes.board * 1.4;
  const middle = height * (sizes.narrow ? 0.435 : 0.46);
  list.push({ x: width / 2, y: middle, width: 5 * sizes.board + 24, height: board, what: 'board' });
  const row = ownRow(cards, width, sizes);
  const own = row.own * 1.4;
  list.push({
    x: row.middle,
    y: height - 10 - own / 2,
    width: 2 * row.half,
    height: own,
    what: 'own cards',
  });
  return list;
}

// There is one button, and it may be anywhere.
const isButton = (box: Box): boolean => box.what.startsWith('button');

describe('the oval', () => {
  const stages = [
    [390, 566],
    [390, 640],
    [360, 560],
    [320, 600],
    [390, 544],
    [328, 660],
    [619, 620],
    [580, 620],
    [939, 620],
    [960, 624],
    [1280, 800],
    [960, 560],
    [960, 300],
    [390, 300],
    [320, 300],
  ] as const;
  for (const [width, height] of stages) {
    for (let seats = 2; seats <= 10; ++seats) {
      it.each([2, 4, 5, 7])(`of ${seats} seats on ${width} x ${height}, %i cards: no boxes touch`, (cards) => {
        const all = boxes(seats, width, height, cards);
        const wrong = all.flatMap((a, i) =>
          all
            .slice(i + 1)
            .filter((b) => touch(a, b) && !(isButton(a) && isButton(b)))
            .map((b) => `${a.what}, ${b.what}`),
        );
        expect(wrong).toEqual([]);
        for (const { x, width: wide } of all) {
          expect(x - wide / 2).toBeGreaterThanOrEqual(0);
          expect(x + wide / 2).toBeLessThanOrEqual(width);
        }
      });
    }
  }

  for (const [width, height] of stages)
    it.each([2, 5, 7])(`of %i seats on ${width} x ${height} has all open cards in the window, each to be read`, (seats) => {
      const sizes = sizesFor(seats, width, height);
      const spots = layOut(seats, width, Math.max(height, sizes.heightMin), true, true, 7).slice(1);
      for (const [backs, faces] of [[2, 0], [4, 0], [2, 1], [2, 4], [3, 4], [0, 2], [0, 7]] as const) {
        const steps = pocketSteps(backs, faces, sizes);
        const card = faces > 0 ? sizes.face : sizes.back;
        const row = steps.reduce((sum, step) => sum + step, card);
        expect(steps).toHaveLength(backs + faces - 1);
        expect(Math.min(...steps.slice(backs))).toBeGreaterThan(11);
        for (const { plate } of spots) {
          expect(plate.x - row / 2).toBeGreaterThanOrEqual(0);
          expect(plate.x + row / 2).toBeLessThanOrEqual(width);
          expect(plate.y - sizes.plate.height / 2 - card * 1.4 - 4).toBeGreaterThanOrEqual(0);
        }
      }
    });

  // A seat that has folded shows none at a showdown; that once ended the drawing of the whole table.
  it('has no steps between fewer than two cards', () => {
    const sizes = sizesFor(6, 1280, 800);
    for (const [backs, faces] of [[0, 0], [1, 0], [0, 1]] as const) expect(pocketSteps(backs, faces, sizes)).toEqual([]);
  });

  it('leaves places out in mirror pairs', () => {
    for (let seats = 2; seats <= 10; ++seats) {
      const spots = places(seats, false).slice(1);
      expect(spots).toHaveLength(seats - 1);
      for (const { x, y } of spots) {
        if (seats !== 6)
          expect(spots.some((other) => other.x === 100 - x && other.y === y)).toBe(true);
      }
    }
  });
});
