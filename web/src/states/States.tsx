import { Fragment } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/Art';
import { CopyButton } from '../panel/Copy';
import { TranscriptLinks } from '../panel/Details';
import { BreakLeft, Ledger, OwnChips } from '../panel/Evening';
import { LogWords } from '../parts/Script';
import { hereOf, leftOf, Name, nameOf, titleOf, useNow } from '../parts/shared';
import { lobbyAddress } from '../store/home';
import { keyed, pageKey } from '../store/key';
import type { Answer, Asked, Conviction, Replay, State, Trouble } from '../protocol/protocol';
import { connect, sendAnswer, sendLine } from '../store/socket';
import { page } from '../store/store';
import { grouped, took } from '../base/text';
import { ui } from '../store/ui';
import { words } from '../words';
import { told } from '../words/said';
import { QrCode } from './QrCode';
import { resultsOf, type SeatResult } from './outcome';
import { TermsRows, trustOf } from '../parts/TermsRows';
import { Knock } from './Terms';

const kYesOrNo: Answer[] = [
  { label: 'Yes', line: 'y' },
  { label: 'No', line: 'n' },
];

/** What every view has besides the game: loading, gathering, terms, waiting, trouble, the end. */

export function Loading() {
  const [late, set] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => set(true), 300);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <div class="note-card loading" role="status">
      <span class="ghost-bar w50" />
      <span class="ghost-bar w80" />
      <span class="ghost-bar w30" />
      <p class="soft">{words.loading}</p>
    </div>
  );
}

/** A replay begins once every record of its file was checked. */
export function Checking({ replay }: { replay: Replay }) {
  return (
    <div class="states">
      <section class="note-card wide" role="status">
        <h2>
          <Icon name="shield" className="good" /> {words.checkingTitle}
        </h2>
        <p class="soft">{words.checkingText(grouped(replay.last + 1, words.separator))}</p>
      </section>
    </div>
  );
}

/** Returns for whom the table waits, as the heading of who is here. */
function gatherHeading(state: State, here: number): string {
  if (here > 1) return words.gatherSome(here, state.table.seats);
  return here === 0 ? words.waits(state.table.waits, '') || words.loading : words.gatherTitle;
}

/** What a host sends to friends. */
function Bring({ state }: { state: State }) {
  const { code, link, address, link_qr } = state.table;
  return (
    <>
      {code !== '' && (
        <p class="soft">
          {words.readCode} <strong class="code">{code}</strong>
        </p>
      )}
      <QrCode lines={link_qr} />
      {link !== '' && (
        <details class="soft">
          <summary>{words.orLink}</summary>
          <span class="mono break">{link}</span>
          {address !== '' && <p>{words.ofRelay}</p>}
        </details>
      )}
    </>
  );
}

export function Gathering({ state }: { state: State }) {
  const { table, seats } = state;
  const here = hereOf(state);
  const waits = words.waits(table.waits, seats[0] === undefined ? '' : nameOf(state, 0));
  const heading = gatherHeading(state, here);
  return (
    <div class="states">
      <section class="note-card wide">
        <h2>{heading}</h2>
        <Bring state={state} />
        <ul class="players">
          {seats.map((seat, i) => (
            <li key={i}>
              <Name state={state} seat={i} />
              <span class="dim">{seat.words || words.paths[seat.path] || ''}</span>
            </li>
          ))}
        </ul>
        {waits !== '' && waits !== heading && table.waits !== 'others' && (
          <p class="soft">{waits}</p>
        )}
        {state.evening !== null && <BreakLeft evening={state.evening} />}
        <p class="buttons">
          {table.ready && (
            <button type="button" class="primary" onClick={() => sendAnswer('start')}>
              {words.start}
            </button>
          )}
          {(table.code !== '' || table.link !== '') && (
            <CopyButton
              text={words.invitation(titleOf(state), table.code, table.link, table.address)}
              label={words.copyInvitation}
              className={table.ready ? '' : 'primary'}
            />
          )}
          {state.evening === null && (
            <button type="button" onClick={() => sendLine('leave')}>
              {words.leave}
            </button>
          )}
        </p>
      </section>
      {state.evening !== null && (
        <div class="note-card wide">
          <OwnChips state={state} evening={state.evening} />
        </div>
      )}
      {state.terms.lines.length > 0 && (
        <details class="note-card wide">
          <summary>{words.termsFolded}</summary>
          <TermsRows state={state} />
          <p class="soft">{trustOf(state)}</p>
        </details>
      )}
    </div>
  );
}

/** Returns the word on the button of an answer. */
function answerWord({ label, line }: Answer): string {
  const word = line.split(' ')[0]!;
  if (line.startsWith('answers ')) return line === 'answers yes' ? words.yes : words.no;
  return Object.hasOwn(words.answerWords, word) ? words.answerWords[word]! : label;
}

/** Questions about a guest, by name. */
const kOfGuests: Asked['what'][] = ['sit_down', 'order', 'cash_out'];

/** What the program asks outside of the terms: one of its answers, or a line. */
export function Question({ state }: { state: State }) {
  const [typed, type] = useState('');
  if (state.question === '' || state.phase === 'terms' || state.again) return null;
  // The button that begins a table asks this by itself.
  if (state.phase === 'gathering' && state.table.ready && state.answers.length === 0) return null;
  const { asked } = state;
  if (asked?.what === 'script') return null;
  if (asked && kOfGuests.includes(asked.what)) return <Knock state={state} asked={asked} />;
  const answers = state.answers.length > 0 ? state.answers : kYesOrNo;
  return (
    <section class="note-bar" role="group" aria-label={words.asked}>
      <p>
        <span class="dim">{words.asked}:</span> <strong>{told(state.question_said, state.question)}</strong>
      </p>
      <p class="buttons">
        {answers.map((answer, i) => (
          <button
            type="button"
            key={answer.line}
            class={i === 0 ? 'primary' : ''}
            onClick={() => sendAnswer(answer.line)}
          >
            {answerWord(answer)}
          </button>
        ))}
        <input
          type="text"
          aria-label={words.answer}
          placeholder={words.answer}
          maxLength={200}
          value={typed}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && typed.trim() !== '' && sendAnswer(typed.trim())) type('');
          }}
        />
      </p>
    </section>
  );
}

/** A shuffle or an opening under way: a row for each seat, and whom it waits for. */
export function Working({ state }: { state: State }) {
  const { working } = state;
  const open = working.some((work) => !work.done);
  const now = useNow(open);
  if (!open) return null;
  const done = working.filter((work) => work.done).length;
  const next = working.find((work) => !work.done)!;
  const longest = Math.max(1, ...working.filter((work) => work.done).map((work) => work.ms));
  return (
    <section class="note-card working" role="status">
      <h2>
        {next.what !== '' ? `${next.what.charAt(0).toUpperCase()}${next.what.slice(1)}: ` : ''}
        {words.workingTitle(done, working.length, nameOf(state, next.seat))}
      </h2>
      <ul>
        {working.map((work) => {
          const so_far = work.ms + now - page.get().came;
          const active = work === next;
          return (
            <li key={work.seat} class={work.done ? 'done' : active ? 'active' : ''}>
              <Name state={state} seat={work.seat} />
              <span class="meter" aria-hidden="true">
                <span
                  style={{
                    width: `${work.done ? 100 : active ? Math.min(90, Math.max(8, (100 * so_far) / (2 * longest))) : 0}%`,
                  }}
                />
              </span>
              <span class="num dim">{work.done ? took(work.ms) : active ? took(so_far) : ''}</span>
            </li>
          );
        })}
      </ul>
      {state.waiting !== '' && <p class="soft">{state.waiting}</p>}
    </section>
  );
}

/** What one can do: the answers as long as the program waits for them, and the way home. */
function AtTheEnd({ state }: { state: State }) {
  const { link } = page.use();
  const home = lobbyAddress();
  const waits = link !== 'cut';
  if (!waits && home === null) return null;
  return (
    <div class="end-acts">
      {waits && state.again && state.question !== '' && <p class="strong">{words.oneMore}</p>}
      <p class="buttons">
        {waits && state.again && (
          <button type="button" class="primary" onClick={() => sendAnswer('y') && page.set({ next: true })}>
            {words.rematch}
          </button>
        )}
        {waits && state.transcript !== '' && <TranscriptLinks />}
        {waits && (
          <button type="button" onClick={() => sendLine('leave')}>
            {words.leave}
          </button>
        )}
        {home !== null && (
          <a class="button" href={home}>
            {words.lobby.lobby}
          </a>
        )}
      </p>
    </div>
  );
}

/** The results of more seats stand in two columns. */
const kOneColumn = 4;

/** What each seat won or lost, the most first. */
function ResultTable({ state, rows }: { state: State; rows: SeatResult[] }) {
  if (rows.length === 0) return null;
  return (
    <table class={`results ${rows.length > kOneColumn ? 'many' : ''}`} aria-label={words.results}>
      <tbody>
        {rows.map(({ seat, won }) => (
          <tr key={seat} class={seat === state.me ? 'strong' : ''}>
            <th scope="row">
              <Name state={state} seat={seat} />
            </th>
            <td class={`num ${won > 0 ? 'good' : ''}`}>
              {won > 0 ? '+' : ''}
              {grouped(won, words.separator)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Ended({ state }: { state: State }) {
  const failed = state.phase === 'failed';
  const { evening } = state;
  const title = evening?.plays_on
    ? words.overForYou
    : evening?.over
      ? told({ id: evening.broke ? 'evening_over_bank_broke' : 'evening_over' }, '')
      : words.ended;
  const { sentences, rows, chips } = resultsOf(state.result ?? { words: [], json: null, said: null });
  return (
    <section class={`note-card wide end ${failed ? 'trouble-card' : ''} ${evening?.over ? 'of-evening' : ''}`} role="status">
      <div class="end-words">
        <h2>
          {failed && <Icon name="warning" className="bad" />} {failed ? words.failed : title}
        </h2>
        {evening?.over && <Ledger evening={evening} game={state.table.game} />}
        {sentences.map((line, i) => (
          <p key={i} class={i === 0 ? 'verdict' : ''}>
            {line}
          </p>
        ))}
        {/* The last hand is the reason for chips alone: other games give theirs with the result. */}
        {chips &&
          state.last_hand.slice(-3).map((line, i) => (
            <p key={i} class="soft">
              <LogWords text={line} />
            </p>
          ))}
        {state.waiting !== '' && <p class="soft">{state.waiting}</p>}
        {state.checks.sentence !== '' && (
          <p class="good checked">
            <Icon name="shield" /> {state.checks.sentence}
          </p>
        )}
        {state.transcript !== '' && (
          <p class="soft">
            {words.transcriptAt} <span class="mono break">{state.transcript}</span>
          </p>
        )}
      </div>
      <ResultTable state={state} rows={rows} />
      <AtTheEnd state={state} />
    </section>
  );
}

/** What a member signed beside what that cannot stand beside, and what becomes of the game. */
function ConvictionOf({ state, conviction }: { state: State; conviction: Conviction }) {
  const { statements, fates } = conviction;
  return (
    <>
      {statements.length === 2 && (
        <div class="statements">
          {statements.map(({ of, text, mark }, i) => (
            <Fragment key={i}>
              {i > 0 && (
                <strong class="unequal bad" role="img" aria-label={words.unequal}>
                  ≠
                </strong>
              )}
              <div class="statement">
                <span class="dim small">{of}</span>
                <strong class="break">{text}</strong>
                {mark !== '' && (
                  <span class="good small">
                    <Icon name="check" /> {words.signatureOf(nameOf(state, conviction.seat))}{' '}
                    <span class="mono">{mark.replace(/(.{4})(?=.)/g, '$1 ')} …</span>
                  </span>
                )}
              </div>
            </Fragment>
          ))}
        </div>
      )}
      {fates.length > 0 && (
        <table class="fates">
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                {words.becomesOf}
              </th>
              <th scope="col" class="num">
                {fates.some(({ chips }) => chips !== null) ? words.chipsHead : ''}
              </th>
            </tr>
          </thead>
          <tbody>
            {fates.map(({ of, text, chips }) => (
              <tr key={of}>
                <th scope="row">{of}</th>
                <td>{text}</td>
                <td class="num">{chips === null ? '' : grouped(chips, words.separator)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const idOf = (trouble: Trouble): string => `${trouble.title}\n${trouble.text}`;

/** A refusal, a conviction, a fork. It covers the stage and never the action bar: the clock runs. */
export function Troubles({ state }: { state: State }) {
  const { read } = ui.use();
  const open = state.trouble.filter((trouble) => !read.includes(idOf(trouble)));
  const first = open.find((trouble) => trouble.level === 'bad') ?? open[0];
  if (first === undefined) return null;
  return (
    <section class={`trouble ${first.level}`} role="group" aria-labelledby="trouble-title">
      <h2 id="trouble-title">
        <Icon name={first.level === 'bad' ? 'warning' : 'flag'} /> {first.title}
      </h2>
      <div class="trouble-body">
        {first.text
          .split('\n')
          .filter((line) => line !== '')
          .map((line, i) => (
            <p key={i}>{line}</p>
          ))}
        {first.conviction !== null ? (
          <ConvictionOf state={state} conviction={first.conviction} />
        ) : (
          first.next !== '' && <p class="strong">{first.next}</p>
        )}
        <p class="buttons">
          <button
            type="button"
            class="primary"
            onClick={() => ui.set({ read: [...read, idOf(first)] })}
          >
            {words.goOn}
          </button>
          {first.conviction?.evidence && (
            <a class="button" href={keyed(`/evidence/${first.conviction.seat}`)} download>
              {words.saveEvidence}
            </a>
          )}
          {first.level === 'bad' && (
            <button
              type="button"
              onClick={() => ui.set({ read: [...read, idOf(first)], tab: 'checks', sheet: true })}
            >
              {words.tabs.checks}
            </button>
          )}
        </p>
      </div>
    </section>
  );
}

/** The program of a replay or an inspection has ended, as somebody told it to. */
function StudyGone({ title, again, command }: { title: string; again: string; command: string }) {
  return (
    <section class="cut note-card" role="alert">
      <h2>{title}</h2>
      <p class="soft">
        {again} <code>{command}</code>
      </p>
    </section>
  );
}

/** A program that is there, and does not answer this page. */
function Silent({ title, text }: { title: string; text: string }) {
  return (
    <section class="cut trouble-card note-card" role="alert">
      <h2>
        <Icon name="warning" className="bad" /> {title}
      </h2>
      <p class="soft">{text}</p>
    </section>
  );
}

/** A next match opens at the same address, at once. So many calls that find nothing mean that its
 * program is gone. */
const kCallsOfNext = 3;

/** The person has asked for a next match, and no program answers yet. */
function NextMatch({ late }: { late: boolean }) {
  if (late) return <Silent title={words.nextGoneTitle} text={words.nextGoneText} />;
  return (
    <section class="note-bar gone" role="status">
      <p>
        <strong>{words.nextOpens}</strong>
      </p>
    </section>
  );
}

/** The line to one's own program is cut. What was typed stays; the stage is frozen. A program that
 * ended in order is no trouble: the next match opens here by itself. */
export function CutOff() {
  const { calls, link, next, over, retry, state, stopped } = page.use();
  const now = useNow(link === 'cut' && !over);
  if (stopped) return <Silent title={words.stoppedTitle} text={words.stoppedText} />;
  if (link !== 'cut') return null;
  if (state === null && pageKey() === '')
    return <Silent title={words.keylessTitle} text={words.keylessText} />;
  if (state?.replay) {
    const command = `fairdeal replay --web ${state.replay.file}`;
    return <StudyGone title={words.replayGone} again={words.replayAgain} command={command} />;
  }
  if (state?.inspect) {
    const command = `fairdeal inspect --web ${state.table.id}`;
    return <StudyGone title={words.inspect.gone} again={words.inspect.again} command={command} />;
  }
  if (next) return <NextMatch late={calls > kCallsOfNext} />;
  // After a table of an evening the break opens here by itself.
  const goes_on = state !== null && state.evening !== null && !state.evening.over;
  if (over && goes_on && calls <= kCallsOfNext) return <NextMatch late={false} />;
  if (over) {
    return (
      <section class="note-bar gone" role="status">
        <p>
          <strong>{words.goneTitle}.</strong>{' '}
          <span class="soft">
            {words.goneText} <code>fairdeal resume</code>.
          </span>
        </p>
      </section>
    );
  }
  const seconds = Math.ceil((retry - now) / 1000);
  return (
    <section class="cut trouble-card note-card" role="alert">
      <h2>
        <Icon name="warning" className="bad" /> {words.cutTitle}
      </h2>
      <p class="soft">
        {seconds > 0 ? words.cutText(seconds) : words.cutNow} <code>fairdeal resume</code>.
      </p>
      <p class="buttons">
        <button type="button" class="primary" onClick={connect}>
          {words.tryNow}
        </button>
      </p>
    </section>
  );
}

/** Who is away, and until when the seat is held; and I myself, if I sit out. */
export function AwayBars({ state }: { state: State }) {
  const lost = state.seats.findIndex(
    (seat, i) => i !== state.me && seat.to_act && seat.away_ms > 0,
  );
  const now = useNow(lost >= 0);
  if (state.away && state.me >= 0) {
    return (
      <section class="note-bar">
        <p>
          <Icon name="flag" className="turn-text" /> <strong>{words.sitting}.</strong>{' '}
          <span class="soft">{words.sittingText}</span>
        </p>
        <p class="buttons">
          <button type="button" class="primary" onClick={() => sendLine('back')}>
            {words.back}
          </button>
        </p>
      </section>
    );
  }
  if (lost < 0) return null;
  const seat = state.seats[lost]!;
  return (
    <section class="note-bar">
      <p>
        <Icon name="lost" className="bad" />{' '}
        <strong>{words.lostContact(nameOf(state, lost))}</strong>
        <span class="soft">
          : {words.heldFor(leftOf(seat.away_ms, now))}
          {state.turn.then !== '' ? `, ${words.then(state.turn.then)}` : ''}.
        </span>
      </p>
    </section>
  );
}
