import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../art/Art';
import { clock } from '../base/text';
import { kLogKinds, type LogEntry, type LogKind, type LogPage, logPages, type MovePair } from './log';
import type { Line, State } from '../protocol/protocol';
import { page } from '../store/store';
import { words } from '../words';
import { LogWords } from './Script';
import { Name, nameOf, SuitText } from './shared';

/** The log: a page a hand, with arrows; the latest at the end. */

const kNamesMax = 3;

/** A trick in one line: who played what, and who takes it. */
function Trick({ entry, nameAs }: { entry: LogEntry; nameAs: (name: string) => string }) {
  const last = entry.cards.at(-1)!;
  return (
    <li class={`line is-${entry.line}`}>
      {last.trick > 0 && <b>{words.logTrick(last.trick)}</b>}
      {entry.cards.map(({ who, card }, i) => (
        <span key={i}>
          {i > 0 ? ', ' : ' '}
          <span class={who === last.taker ? 'log-takes' : undefined}>
            <bdi>{nameAs(who)}</bdi> <SuitText text={card} />
          </span>
        </span>
      ))}
      {last.taker !== '' && ` — ${words.takesTrick(nameAs(last.taker), nameAs(last.taker) === words.you)}`}
    </li>
  );
}

/** A move of each of two seats beside its number, with the time that it took. */
function Pair({ pair, nameAs }: { pair: MovePair; nameAs: (name: string) => string }) {
  return (
    <li class="line pair">
      <span class="dim num">{pair.n}</span>
      {pair.moves.map((move, i) => (
        <span key={i} class="half">
          {move === null ? (
            <span class="dim">{i === 0 ? '…' : ''}</span>
          ) : (
            <>
              <span class="unseen">{nameAs(move.who)} </span>
              <strong>
                <LogWords text={move.text} />
              </strong>{' '}
              {move.took_ms > 0 && <span class="dim num small">{clock(move.took_ms)}</span>}
            </>
          )}
        </span>
      ))}
    </li>
  );
}

function Entry({ entry, state }: { entry: LogEntry; state: State | null }) {
  const own = state && state.me >= 0 && !state.inspect ? state.seats[state.me]?.name : undefined;
  const nameAs = (name: string): string => (state && name === own ? nameOf(state, state.me) : name);
  if (entry.pair !== null) return <Pair pair={entry.pair} nameAs={nameAs} />;
  if (entry.cards.length > 0) return <Trick entry={entry} nameAs={nameAs} />;
  const who = entry.who.map(nameAs);
  const names = who.length > kNamesMax ? words.manyPlayers(who.length) : who.join(', ');
  return (
    <li class={`line is-${entry.line} ${entry.amount === '' ? '' : 'has-amount'}`}>
      <span>
        {who.length > 0 && (
          <>
            <bdi class="log-name">{names}</bdi>{' '}
          </>
        )}
        {entry.kind === 'chat' && state && entry.seat >= 0 && (
          <>
            <Name state={state} seat={entry.seat} />{' '}
          </>
        )}
        {entry.kind === 'chat' ? <bdi>{entry.text}</bdi> : <LogWords text={entry.text} />}
        {entry.times > 1 && <span class="dim"> ({words.times(entry.times)})</span>}
      </span>
      {entry.amount !== '' && (
        <>
          {' '}
          <span class="log-amount">{entry.amount}</span>
        </>
      )}
    </li>
  );
}

function Parts({ of, state }: { of: LogPage; state: State | null }) {
  return (
    <ol>
      {of.parts.map((part) => (
        <li key={part.seq}>
          {part.title !== '' && (
            <h3 class="heading">
              <span>
                <LogWords text={part.title} />
              </span>
              {part.value !== '' && <span class="log-amount">{part.value}</span>}
            </h3>
          )}
          {part.entries.length > 0 && <ol>
            {part.entries.map((entry, i) => (
              <Entry key={`${entry.seq}.${i}`} entry={entry} state={state} />
            ))}
          </ol>}
        </li>
      ))}
    </ol>
  );
}

/** The hand that is shown, between arrows to those before and after it. */
function Pager({ pages, at, go }: { pages: LogPage[]; at: number; go: (to: number) => void }) {
  return (
    <p class="log-pager">
      <button type="button" aria-label={words.logEarlier} disabled={at === 0} onClick={() => go(at - 1)}>
        <Icon name="left" />
      </button>
      <b role="status">{pages[at]!.title || words.logBefore}</b>
      <button
        type="button"
        aria-label={words.logLater}
        disabled={at === pages.length - 1}
        onClick={() => go(at + 1)}
      >
        <Icon name="right" />
      </button>
    </p>
  );
}

function Filter({ kinds, choose }: { kinds: LogKind[]; choose: (kinds: LogKind[]) => void }) {
  return (
    <p class="log-kinds" role="group" aria-label={words.logShows}>
      {kLogKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kinds.includes(kind)}
          onClick={() =>
            choose(kLogKinds.filter((each) => (each === kind) !== kinds.includes(each)))
          }
        >
          {words.logKinds[kind]}
        </button>
      ))}
    </p>
  );
}

export function LogLines({ lines }: { lines: Line[] }) {
  const { state } = page.use();
  const end = useRef<HTMLDivElement>(null);
  const [kinds, choose] = useState<LogKind[]>(kLogKinds);
  // The page that one looks back at; null: the last one, whichever that is.
  const [back, look] = useState<number | null>(null);
  const pages = logPages(lines, kinds);
  const at = Math.min(back ?? pages.length - 1, pages.length - 1);
  useLayoutEffect(() => {
    const box = end.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [lines.length, at]);
  return (
    <>
      {pages.length > 1 && (
        <Pager pages={pages} at={at} go={(to) => look(to === pages.length - 1 ? null : to)} />
      )}
      <div class="lines" ref={end} tabIndex={0} role="group" aria-label={words.tabs.log}>
        {pages.length > 0 && <Parts of={pages[at]!} state={state} />}
        {pages.length === 0 && <p class="dim">{words.nothingYet}</p>}
      </div>
      {lines.length > 0 && <Filter kinds={kinds} choose={choose} />}
    </>
  );
}
