import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Line } from '../protocol/protocol';
import { words } from '../words';
import { LogWords } from './Script';

/** The log: what the program said, the latest at the end.  */

export function LogLines({ lines }: { lines: Line[] }) {
  const end = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = end.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [lines.length]);
  let hand = 0;
  return (
    <div class="lines" ref={end} tabIndex={0} role="group" aria-label={words.tabs.log}>
      <ol>
        {lines.map((line) => {
          const heading = line.hand !== hand && line.hand > 0;
          hand = line.hand;
          return (
            <>
              {heading && (
                <li key={`h${line.seq}`} class="heading">
                  {words.handNumber(line.hand)}
                </li>
              )}
              <li key={line.seq} class={`line is-${line.kind}`}>
                <LogWords text={line.text} />
              </li>
            </>
          );
        })}
      </ol>
      {lines.length === 0 && <p class="dim">{words.nothingYet}</p>}
    </div>
  );
}
