import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../art/Art';
import type { Line, State } from '../protocol/protocol';
import { sendLine } from '../store/socket';
import { page } from '../store/store';
import { type Tab, ui } from '../store/ui';
import { words } from '../words';
import { asSent } from '../words/said';
import { Checks, TableTab } from './Details';
import { LineField } from '../parts/LineField';
import { LogLines } from '../parts/LogLines';
import { ReplayRows } from '../replay/ReplayRows';
import { Name, usePhone } from '../parts/shared';
import { Tabs } from '../parts/Tabs';

/** Log, chat, table and checks, then one input for chat and typed moves, then the trust line. */

const kTabs: Tab[] = ['log', 'chat', 'table', 'checks'];
/** Nobody talks in a replay. */
const kReplayTabs: Tab[] = ['log', 'table', 'checks'];

function ChatLines({ lines, state }: { lines: Line[]; state: State }) {
  const end = useRef<HTMLDivElement>(null);
  const last = lines.at(-1)?.seq ?? -1;
  useLayoutEffect(() => {
    const box = end.current;
    if (box) box.scrollTop = box.scrollHeight;
    if (last > ui.get().chatSeen) ui.set({ chatSeen: last });
  }, [last]);
  return (
    <div class="lines" ref={end} tabIndex={0} role="group" aria-label={words.tabs.chat}>
      <ol>
        {lines.map((line) => (
          <li key={line.seq} class="line is-chat">
            {line.seat >= 0 && (
              <>
                <Name state={state} seat={line.seat} />{' '}
              </>
            )}
            <bdi>{line.text}</bdi>
          </li>
        ))}
      </ol>
      {lines.length === 0 && <p class="dim">{state.chat ? words.noChat : words.chatOff}</p>}
    </div>
  );
}

/** In the chat, what one types is said; elsewhere it is a line as one types it at the terminal. */
function Input({ state, chat }: { state: State; chat: boolean }) {
  const example = asSent(state).moves.find((move) => move.number === null)?.label ?? '';
  const hint = chat
    ? words.inputChat
    : state.replay !== null
      ? words.inputReplay
      : example === ''
        ? words.inputPlain
        : words.inputHint(example);
  return (
    <LineField
      label={chat ? words.inputChat : words.inputLabel}
      hint={hint}
      say={(line) => sendLine(chat ? `say ${line}` : line)}
    />
  );
}

function TrustLine({ state }: { state: State }) {
  const bad = state.trouble.find((trouble) => trouble.level === 'bad');
  return (
    <button
      type="button"
      class={`trust ${bad ? 'fails' : ''}`}
      onClick={() => ui.set(bad ? { read: [], tab: 'checks' } : { tab: 'checks' })}
    >
      <Icon name={bad ? 'warning' : 'shield'} />
      <span class="trust-words">
        {bad ? bad.title : state.checks.sentence || state.terms.sentence || words.checksNone}
      </span>
      <Icon name="right" />
    </button>
  );
}

export function Panel() {
  const { state, lines } = page.use();
  const { tab, sheet, chatSeen } = ui.use();
  const phone = usePhone();
  const chat = lines.filter((line) => line.kind === 'chat');
  const unread =
    tab === 'chat'
      ? 0
      : chat.filter((line) => line.seq > chatSeen && line.seat !== state?.me).length;
  if (state === null || (phone && !sheet)) return null;

  const tabs = state.replay === null ? kTabs : kReplayTabs;
  return (
    <aside class="panel" aria-label={words.details}>
      <Tabs
        tabs={tabs}
        tab={tab}
        label={words.details}
        name={(each) =>
          each === 'log' && state.replay !== null ? words.tabs.records : words.tabs[each]
        }
        unread={{ tab: 'chat', count: unread }}
        choose={(next) => ui.set({ tab: next })}
      />
      <div class="tab-content" id="tab-content" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'log' && state.replay !== null && <ReplayRows replay={state.replay} />}
        {tab === 'log' && state.replay !== null && lines.length > 0 && (
          <p class="last-note soft" role="status">
            {lines.at(-1)!.text}
          </p>
        )}
        {tab === 'log' && state.replay === null && (
          <LogLines lines={lines} />
        )}
        {tab === 'chat' && <ChatLines lines={chat} state={state} />}
        {tab === 'table' && <TableTab state={state} />}
        {tab === 'checks' && <Checks state={state} />}
      </div>
      <Input state={state} chat={tab === 'chat' && state.chat} />
      <TrustLine state={state} />
    </aside>
  );
}
