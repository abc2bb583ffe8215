import { describe, expect, it } from 'vitest';
import { addShown } from './ui';

describe('what was shown', () => {
  it('is to be read for three seconds and more, also if the others go on at once', () => {
    let shown = addShown([], ['Ann rolled 3, 1.'], 0);
    for (let at = 100; at <= 3000; at += 100) {
      shown = addShown(shown, at % 1000 === 0 ? [`game> ${at}`] : [], at);
      expect(shown.map(({ text }) => text)).toContain('Ann rolled 3, 1.');
    }
    shown = addShown(shown, ['later'], 6000);
    expect(shown.map(({ text }) => text)).toEqual(['game> 2000', 'game> 3000', 'later']);
  });
  it('stands there once, as long as it was last shown', () => {
    const twice = addShown(addShown([], ['x'], 0), ['x'], 2000);
    expect(twice).toEqual([{ text: 'x', until: 7000 }]);
  });
});
