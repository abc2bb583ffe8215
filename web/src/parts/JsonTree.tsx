import { words } from '../words';
import { gameName } from '../words/labels';
import { kRowsMax, type TreeRow } from './tree';

/** A JSON value as a tree: names at the left, values beside them, changes marked. Whoever writes
 * the game wants its names `exact`. */
export function JsonTree({ rows, exact = false }: { rows: TreeRow[]; exact?: boolean }) {
  return (
    <>
      <dl class="tree">
        {rows.map((row) => (
          <div
            key={row.path}
            class={`tree-row depth-${Math.min(row.depth, 6)} ${row.was !== null || row.added ? 'changed' : ''}`}
          >
            <dt class="one-line">
              {row.value === null && (
                <span aria-hidden="true" class="fold">
                  ▾{' '}
                </span>
              )}
              {exact ? row.name : gameName(row.name.replaceAll('_', ' '))}
            </dt>
            <dd>
              <bdi>{row.value}</bdi>
              {row.was !== null && <span class="was">{words.was(row.was)}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {rows.length >= kRowsMax && <p class="dim small">{words.treeCut(kRowsMax)}</p>}
    </>
  );
}
