import { useState } from 'preact/hooks';
import { LogLines } from '../parts/LogLines';
import { Tabs } from '../parts/Tabs';
import { usePhone } from '../parts/shared';
import type { State } from '../protocol/protocol';
import { page } from '../store/store';
import { type InspectTab, ui } from '../store/ui';
import { words } from '../words';
import { Command } from './Command';
import { MovesTab } from './MovesTab';
import type { Inspect } from '../protocol/protocol';
import { StateTab } from './StateTab';
import { ViewsTab } from './ViewsTab';

/** The panel of an inspection: the moves, what each seat sees, the state and the log. */

const kTabs: readonly InspectTab[] = ['moves', 'views', 'state', 'log'];
/** A transcript is only read, so nobody moves. */
const kFixedTabs: readonly InspectTab[] = ['views', 'state', 'log'];

export function InspectPanel({ state, inspect }: { state: State; inspect: Inspect }) {
  const { lines } = page.use();
  const { inspectTab, sheet } = ui.use();
  const [file, setFile] = useState('');
  const phone = usePhone();
  if (phone && !sheet) return null;
  const tabs = inspect.fixed ? kFixedTabs : kTabs;
  const tab = tabs.includes(inspectTab) ? inspectTab : tabs[0]!;
  return (
    <aside class="panel inspect-panel" aria-label={words.inspect.details}>
      <Tabs
        tabs={tabs}
        tab={tab}
        label={words.inspect.details}
        name={(each) => words.inspect.tabs[each]}
        choose={(next) => ui.set({ inspectTab: next })}
      />
      <div class="tab-content" id="tab-content" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'moves' && <MovesTab state={state} inspect={inspect} />}
        {tab === 'views' && <ViewsTab state={state} inspect={inspect} />}
        {tab === 'state' && <StateTab inspect={inspect} file={file} setFile={setFile} />}
        {tab === 'log' && <LogLines lines={lines} />}
      </div>
      <Command answers={tab !== 'log'} />
    </aside>
  );
}
