import { expect, test } from 'vitest';
import { paragraphsOf } from './rules';

test('lines that were broken for a terminal flow again, and lists do not', () => {
  expect(paragraphsOf('Four players get\nthirteen cards.\n\nOne leads.\n')).toEqual([
    'Four players get thirteen cards.',
    'One leads.',
  ]);
  expect(paragraphsOf('Points:\n  ace 4\n  king 3\n')).toEqual(['Points:\n  ace 4\n  king 3']);
  expect(paragraphsOf('| Run it.\n| Trust me.')).toEqual(['| Run it.\n| Trust me.']);
  expect(paragraphsOf('')).toEqual([]);
});
