import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../art/Art';
import type { Replay, ReplayRow } from '../protocol/protocol';
import { lineTo, streetName } from './replay';
import { sendLine } from '../store/socket';
import { words } from '../words';
import { told } from '../words/said';
import { LogWords } from '../parts/Script';

/** The records around the place of a replay; a click on one goes there. */

function markOf(row: ReplayRow): string {
  if (row.record < 0) return words.beforeFirst;
  return row.mark === 'absence'
    ? words.recordAbsence(row.record)
    : words.recordChecked(row.record);
}

export function ReplayRows({ replay }: { replay: Replay }) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = list.current;
    const now = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !now) return;
    // Only the list scrolls, and only if the record would be outside of it or at its edge.
    const above = now.offsetTop - box.offsetTop;
    const margin = 2 * now.offsetHeight;
    if (above < box.scrollTop + margin || above + 2 * margin > box.scrollTop + box.clientHeight)
      box.scrollTop = above - box.clientHeight / 2;
  }, [replay.record]);
  return (
    <div class="rows" ref={list} tabIndex={0} role="group" aria-label={words.tabs.records}>
      <ol>
        {replay.rows.map((row, i) => {
          const before = replay.rows[i - 1];
          const part = told(row.part, '');
          const begins = part !== '' && told(before?.part ?? null, '') !== part;
          const street =
            part === '' && row.street !== '' && (before === undefined || before.street !== row.street)
              ? streetName(row.street)
              : '';
          return (
            <li key={row.record}>
              {begins && (
                <p class="heading">
                  <LogWords text={part} />
                </p>
              )}
              {part === '' && row.hand > 0 && before?.hand !== row.hand && (
                <p class="heading">{words.replayHand(row.hand)}</p>
              )}
              <button
                type="button"
                class="record-row"
                aria-current={row.record === replay.record ? 'step' : undefined}
                aria-label={`${markOf(row)}: ${row.lines.join(' ')}`}
                onClick={() => sendLine(lineTo(row.record))}
              >
                <span class="dim">{row.record < 0 ? '' : row.record}</span>
                <span class="record-words">
                  {row.lines.map((line, at) => (
                    <span key={at}>
                      <LogWords text={line} />
                    </span>
                  ))}
                </span>
                <span class="dim small">{street}</span>
                {row.record < 0 ? (
                  <span />
                ) : row.mark === 'absence' ? (
                  <Icon name="flag" className="turn-text" />
                ) : (
                  <Icon name="check" className="good" />
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
