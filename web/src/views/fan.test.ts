import { describe, expect, it } from 'vitest';
import { fanHeight, fanned } from './fan';

/** Returns how low the lowest corner of a card lies that is turned about a point under its middle. */
function lowest(i: number, count: number, width: number): number {
  const { drop, degrees } = fanned(i, count);
  const [sin, cos] = [Math.sin, Math.cos].map((of) => of((degrees * Math.PI) / 180)) as [number, number];
  const height = 1.4 * width;
  const pivot = 1.2 * height;
  const corners = [0, width].flatMap((x) => [0, height].map((y) => [x - width / 2, y - pivot] as const));
  return Math.max(...corners.map(([x, y]) => pivot + x * sin + y * cos)) + drop;
}

describe('a fan', () => {
  it('is as high as its turned corners, however many cards it has', () => {
    for (const width of [44, 62, 74, 84])
      for (let count = 1; count <= 20; ++count)
        for (let i = 0; i < count; ++i)
          expect(fanHeight(count, width), `${count} cards`).toBeGreaterThanOrEqual(lowest(i, count, width));
    expect(fanHeight(13, 74)).toBeLessThan(150);
  });
  it('stands straight in the middle', () => {
    expect(fanned(6, 13)).toEqual({ drop: 0, degrees: 0 });
  });
});
