import type { Json, NumberOfMove, Suggestion } from './protocol';
import { fields, list, number, text } from './read-fields';

/** Reads the numbers that a move may have, at a table and in an inspection. */

function readSuggestion(value: Json): Suggestion {
  const from = fields(value);
  return { label: text(from.label), value: number(from.value), name: text(from.name) };
}

export function readNumber(value: Json | undefined): NumberOfMove | null {
  if (value === undefined || value === null) return null;
  const from = fields(value);
  const name = text(from.name);
  const before = text(from.before);
  const after = text(from.after);
  return {
    name,
    min: number(from.min),
    max: number(from.max),
    step: Math.max(1, number(from.step, 1)),
    suggestions: list(from.suggestions).map(readSuggestion),
    before: before + after === '' && name !== '' ? `${name} ` : before,
    after,
  };
}
