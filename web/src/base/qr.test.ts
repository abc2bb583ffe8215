import { describe, expect, it } from 'vitest';

import { darkModules } from './qr';

describe('a QR code in half blocks', () => {
  it('is dark where no block is', () => {
    // Rows: light dark light / dark dark light / light light dark; the fourth row is none.
    expect(darkModules(['\u2580 \u2588', '\u2580\u2580 '])).toEqual({
      size: 3,
      dark: [
        [0, 1],
        [1, 0],
        [1, 1],
        [2, 2],
      ],
    });
  });
  it('is nothing if its lines are no square', () => {
    expect(darkModules([]).size).toBe(0);
    expect(darkModules(['  ', '   ']).size).toBe(0);
    expect(darkModules(['          ']).size).toBe(0);
  });
});
