import { expect, test } from 'vitest';
import { paragraphsOf, rulesIn } from './rules';

test('lines that were broken for a terminal flow again, and lists do not', () => {
  expect(paragraphsOf('Four players get\nthirteen cards.\n\nOne leads.\n')).toEqual([
    'Four players get thirteen cards.',
    'One leads.',
  ]);
  expect(paragraphsOf('Points:\n  ace 4\n  king 3\n')).toEqual(['Points:\n  ace 4\n  king 3']);
  expect(paragraphsOf('| Run it.\n| Trust me.')).toEqual(['| Run it.\n| Trust me.']);
  expect(paragraphsOf('')).toEqual([]);
});

test('a German page has the German rules, and the English ones where there are no others', () => {
  const both = { rules: 'One.', rules_de: 'Eins.' };
  expect(rulesIn('de', both)).toEqual({ lang: 'de', text: 'Eins.' });
  expect(rulesIn('en', both)).toEqual({ lang: 'en', text: 'One.' });
  expect(rulesIn('de', { rules: 'One.', rules_de: '' })).toEqual({ lang: 'en', text: 'One.' });
});
