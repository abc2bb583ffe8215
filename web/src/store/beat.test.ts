import { expect, it } from 'vitest';
import { beatAt, kQuiet_ms, kStopped_ms } from './beat';

it('asks a program that is quiet, and takes it for stopped only without an answer', () => {
  expect(beatAt({ heard: 1000, asked: 0 }, 1000 + kQuiet_ms - 1)).toBe('wait');
  expect(beatAt({ heard: 1000, asked: 0 }, 1000 + kQuiet_ms)).toBe('ask');
  const asked = 1000 + kQuiet_ms;
  expect(beatAt({ heard: 1000, asked }, asked + kStopped_ms - 1)).toBe('wait');
  expect(beatAt({ heard: 1000, asked }, asked + kStopped_ms)).toBe('stopped');
  // An answer counts as anything else that the program says: it is asked again later.
  expect(beatAt({ heard: asked + 5, asked: 0 }, asked + kStopped_ms - 3000)).toBe('wait');
});
