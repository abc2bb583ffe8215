import { describe, expect, it } from 'vitest';
import { inGroups } from './Terms';
import { paramsShown } from '../parts/TermsRows';

describe('the terms of a table', () => {
  const param = (name: string, value: unknown, usual: boolean) =>
    ({ name, value, usual }) as Parameters<typeof paramsShown>[0][number];
  const names = (params: Parameters<typeof paramsShown>[0]) =>
    paramsShown(params).map(({ name }) => name);

  it('name all that the host chose, also what is off', () => {
    expect(names([param('a', 0, false), param('b', [1], false), param('c', false, false)])).toEqual(
      ['a', 'b', 'c'],
    );
  });
  it('name stacks and blinds where they are usual, and pass over what is off', () => {
    const usual = [
      param('stack', 1000, true),
      param('small_blind', 10, true),
      param('big_blind', 20, true),
      param('ante', 0, true),
      param('levels', [], true),
      param('straddle', false, true),
      param('betting', 'no-limit', true),
      param('raises', 3, true),
    ];
    expect(names(usual)).toEqual(['stack', 'small_blind', 'big_blind', 'betting']);
    expect(names([...usual, param('hands', 4, false)])[0]).toBe('hands');
  });
});

it('a digest stands in groups, as people compare it', () => {
  expect(inGroups('0123456789abcdef01234567')).toBe('01234567 89abcdef 01234567');
});
