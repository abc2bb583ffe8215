import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../art/Art';
import type { Line, State } from '../protocol';
import { sendLine } from '../socket';
import { rowNow } from '../replay';
import { page } from '../store';
import { groupedIn } from '../text';
import { type Tab, ui } from '../ui';
import { words } from '../words';
import { Checks, TableTab } from './Details';
import { ReplayRows } from './ReplayRows';
import { Name, SuitText, usePhone } from './shared';

/** Log, chat, table and checks, then one input for chat and typed moves, then the trust line. */

const kTabs: Tab[] = ['log', 'chat', 'table', 'checks'];
/** Nobody talks in a replay. */
const kReplayTabs: Tab[] = ['log', 'table', 'checks'];

function LogLines({ lines }: { lines: Line[] }) {
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
                <SuitText text={groupedIn(line.text, words.separator)} />
              </li>
            </>
          );
        })}
      </ol>
      {lines.length === 0 && <p class="dim">{words.nothingYet}</p>}
    </div>
  );
}

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

function Input({ state }: { state: State }) {
  const [typed, type] = useState('');
  const { link } = page.use();
  const example = state.moves.find((move) => move.number === null)?.label ?? '';
  const submit = (event: Event): void => {
    event.preventDefault();
    const line = typed.trim();
    // What was typed stays until it went out: a page that is cut off loses nothing.
    if (line !== '' && sendLine(line)) type('');
  };
  return (
    <form class="say" onSubmit={submit}>
      <input
        id="say"
        type="text"
        maxLength={500}
        autocomplete="off"
        aria-label={words.inputLabel}
        placeholder={
          state.replay !== null
            ? words.inputReplay
            : example === ''
              ? words.inputPlain
              : words.inputHint(example)
        }
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
  useEffect(() => {
    if (phone && sheet)
      document.querySelector<HTMLElement>('.panel [role=tab][aria-selected=true]')?.focus();
  }, [sheet]);
  if (state === null || (phone && !sheet)) return null;

  const tabs = state.replay === null ? kTabs : kReplayTabs;
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? tabs.length - 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(tab) + step) % tabs.length]!;
    ui.set({ tab: next });
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <aside class="panel" aria-label={words.details}>
      <div class="tabs" role="tablist" aria-label={words.details} onKeyDown={move}>
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
            onClick={() => ui.set({ tab: each })}
          >
            {each === 'log' && state.replay !== null ? words.tabs.records : words.tabs[each]}
            {each === 'chat' && unread > 0 && (
              <span class="count" aria-label={words.unread(unread)}>
                {unread}
              </span>
            )}
          </button>
        ))}
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
      <div class="tab-content" id="tab-content" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'log' && state.replay !== null && <ReplayRows replay={state.replay} />}
        {tab === 'log' && state.replay !== null && lines.length > 0 && (
          <p class="last-note soft" role="status">
            {lines.at(-1)!.text}
          </p>
        )}
        {tab === 'log' && state.replay === null && (
          <LogLines lines={lines.filter((line) => line.kind !== 'chat')} />
        )}
        {tab === 'chat' && <ChatLines lines={chat} state={state} />}
        {tab === 'table' && <TableTab state={state} />}
        {tab === 'checks' && <Checks state={state} />}
      </div>
      <Input state={state} />
      <TrustLine state={state} />
    </aside>
  );
}

/** On a phone: the last event in one line, which opens the panel as a sheet. */
export function Strip() {
  const { lines, state } = page.use();
  const last = lines.filter((line) => line.kind === 'event').at(-1) ?? lines.at(-1);
  const text = state?.replay ? (rowNow(state.replay)?.lines.join(' · ') ?? '') : (last?.text ?? '');
  return (
    <button
      type="button"
      class="strip"
      onClick={() => ui.set({ sheet: true })}
      aria-label={words.details}
    >
      <span class="one-line">
        <SuitText text={groupedIn(text, words.separator)} />
      </span>
      <Icon name="up" />
    </button>
  );
}
