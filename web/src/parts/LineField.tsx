import { useState } from 'preact/hooks';
import { page } from '../store/store';
import { words } from '../words';

/** The field under a panel; Enter sends what was typed there, and `/` leads to it. */
export function LineField({
  label,
  hint,
  say,
}: {
  label: string;
  hint: string;
  /** Returns whether the line went out. */
  say: (line: string) => boolean;
}) {
  const [typed, type] = useState('');
  const { link } = page.use();
  const submit = (event: Event): void => {
    event.preventDefault();
    const line = typed.trim();
    // What was typed stays until it went out: a page that is cut off loses nothing.
    if (line !== '' && say(line)) type('');
  };
  return (
    <form class="say" onSubmit={submit}>
      <input
        id="say"
        type="text"
        maxLength={500}
        autocomplete="off"
        aria-label={label}
        placeholder={hint}
        value={typed}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {typed !== '' && (
        <button type="submit" disabled={link !== 'open'}>
          {words.send}
        </button>
      )}
    </form>
  );
}
