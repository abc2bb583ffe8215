import { useEffect } from 'preact/hooks';
import { Icon } from '../art/Art';
import { ui } from '../store/ui';
import { words } from '../words';
import { usePhone } from './shared';

/** The tabs over a panel; the arrows move among them. On a phone the panel is a sheet, which a cross
 * closes. What a tab shows is `#tab-content`. */
export function Tabs<T extends string>({
  tabs,
  tab,
  label,
  name,
  unread,
  choose,
}: {
  tabs: readonly T[];
  tab: T;
  label: string;
  name: (tab: T) => string;
  unread?: { tab: T; count: number };
  choose: (tab: T) => void;
}) {
  const { sheet } = ui.use();
  const phone = usePhone();
  useEffect(() => {
    if (phone && sheet)
      document.querySelector<HTMLElement>('.panel [role=tab][aria-selected=true]')?.focus();
  }, [sheet]);
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? tabs.length - 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(tab) + step) % tabs.length]!;
    choose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((each) => (
          <button
            type="button"
            role="tab"
            id={`tab-${each}`}
            key={each}
            class="tab"
            aria-selected={tab === each}
            aria-controls="tab-content"
            tabIndex={tab === each ? 0 : -1}
            onClick={() => choose(each)}
          >
            {name(each)}
            {unread?.tab === each && unread.count > 0 && (
              <span class="count" aria-label={words.unread(unread.count)}>
                {unread.count}
              </span>
            )}
          </button>
        ))}
      </div>
      {phone && (
        <button
          type="button"
          class="bare icon-only close"
          aria-label={words.close}
          onClick={() => ui.set({ sheet: false })}
        >
          <Icon name="cross" />
        </button>
      )}
    </div>
  );
}
