import type { Json } from '../protocol/protocol';
import { words } from '../words';
import { aboutGame } from '../words/labels';
import { Frame, NumberField } from './fields';
import { type Field, kRowsMax, nextRow, type Row, rowsOf } from './form';

/** A parameter that is a list of rows of numbers, such as blind levels. */
export function Rows({
  field,
  label,
  value,
  first,
  columns,
  set,
}: {
  field: Field;
  label: string;
  value: Json;
  /** What holds before the first row. */
  first: Row;
  /** Those of its columns that people fill in. */
  columns: string[];
  set: (value: Json) => void;
}) {
  const rows = rowsOf(value);
  const change = (at: number, column: string, number: number): void =>
    set(rows.map((row, i) => (i === at ? { ...row, [column]: number } : row)));
  return (
    <Frame label={label} about={aboutGame(field.params[0]!.about)}>
      <div class="rows" role="group" aria-label={label}>
        {rows.map((row, i) => (
          <div class="row" key={i}>
            {columns.map((column) => (
              <label key={column} class="soft small">
                {words.lobby.columns[column] ?? column}
                <NumberField
                  label={`${words.lobby.level(i + 1)}: ${words.lobby.columns[column] ?? column}`}
                  about=""
                  value={row[column] ?? 0}
                  param={{ min: 0, max: null, standard: first[column]! }}
                  bare
                  change={(number) => change(i, column, number)}
                />
              </label>
            ))}
            <button
              type="button"
              class="bare"
              aria-label={`${words.lobby.level(i + 1)}: ${words.lobby.remove}`}
              onClick={() => set(rows.filter((_, at) => at !== i))}
            >
              {words.lobby.remove}
            </button>
          </div>
        ))}
        {rows.length < kRowsMax && (
          <button type="button" onClick={() => set([...rows, nextRow(rows, first)])}>
            {words.lobby.addLevel}
          </button>
        )}
      </div>
    </Frame>
  );
}
