import { useState } from 'preact/hooks';
import { Icon } from '../art/Art';
import { LineField } from '../parts/LineField';
import { sendLine } from '../store/socket';
import { page } from '../store/store';
import { words } from '../words';

/** A line as at the terminal. Its answer is in the log; under the other tabs it
 * stands above the field, too (`answers`). */
export function Command({ answers }: { answers: boolean }) {
  const { lines } = page.use();
  // The number of the last line before the one that was sent.
  const [asked, ask] = useState<number | null>(null);
  const answer = asked === null ? undefined : lines.find((line) => line.seq > asked);
  const say = (line: string): boolean => {
    const went = sendLine(line);
    if (went) ask(lines.at(-1)?.seq ?? -1);
    return went;
  };
  return (
    <>
      {answers && answer !== undefined && (
        <div class="answer">
          <p
            class={`line is-${answer.kind}`}
            role="status"
            tabIndex={0}
            aria-label={words.inspect.answer}
          >
            {answer.text}
          </p>
          <button
            type="button"
            class="bare icon-only"
            aria-label={words.close}
            onClick={() => ask(null)}
          >
            <Icon name="cross" />
          </button>
        </div>
      )}
      <LineField label={words.inspect.command} hint={words.inspect.commandHint} say={say} />
    </>
  );
}
