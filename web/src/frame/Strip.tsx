import { Icon } from '../art/Art';
import { eventWords } from '../inspect/inspect';
import { rowNow } from '../replay/replay';
import { page } from '../store/store';

import { ui } from '../store/ui';

import { detailsName, SuitText } from '../parts/shared';

/** On a phone: the last event in one line, which opens the panel as a sheet. */
export function Strip() {
  const { lines, state } = page.use();
  const last = lines.filter((line) => line.kind === 'event').at(-1) ?? lines.at(-1);
  const text = state?.replay
    ? (rowNow(state.replay)?.lines.join(' · ') ?? '')
    : state?.inspect
      ? eventWords(state.inspect)
      : (last?.text ?? '');
  return (
    <button
      type="button"
      class="strip"
      onClick={() => ui.set({ sheet: true })}
      aria-label={detailsName(state)}
    >
      <span class="one-line">
        <SuitText text={text} />
      </span>
      <Icon name="up" />
    </button>
  );
}
