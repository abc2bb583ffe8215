import { Icon } from '../art/Art';
import type { CheckStep, State } from '../protocol/protocol';
import { took } from '../base/text';
import { keyed } from '../store/key';
import { words } from '../words';
import { labelOf, TermsRows, trustOf, valueOf } from '../parts/TermsRows';
import { Name, nameOf, titleOf } from '../parts/shared';
import { CopyButton } from './Copy';
import { OwnChips } from './Evening';

/** The table's own data, and the checks step by step. */

function Row({ label, children }: { label: string; children: preact.ComponentChildren }) {
  return (
    <div class="row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Two links to what the program has of the match: the file, and what an audit of it finds. */
export function TranscriptLinks() {
  return (
    <>
      <a class="button" href={keyed('/transcript')} download>
        {words.saveTranscript}
      </a>
      <a class="button" href={keyed('/audit')} target="_blank" rel="noopener" title={words.auditAbout}>
        {words.auditNow}
      </a>
    </>
  );
}

export function TableTab({ state }: { state: State }) {
  const { table } = state;
  const params =
    typeof table.params === 'object' && table.params !== null && !Array.isArray(table.params)
      ? Object.entries(table.params)
      : [];
  return (
    <div class="details" tabIndex={0} role="group" aria-label={words.tabs.table}>
      {state.evening?.over === false && <OwnChips state={state} evening={state.evening} />}
      <dl>
        <Row label={words.tableGame}>{titleOf(state)}</Row>
        {table.code !== '' && (
          <Row label={words.tableCode}>
            <span class="mono">{table.code}</span>
          </Row>
        )}
        <Row label={words.tableId}>
          <span class="mono">{table.id}</span>
        </Row>
        {table.watch_link !== '' && (
          <Row label={words.watchers}>
            <span class="mono break">{table.watch_link}</span>
          </Row>
        )}
      </dl>
      <h3>{words.players}</h3>
      <ul class="players">
        {state.seats.map((seat, i) => (
          <li key={i}>
            <Name state={state} seat={i} />
            <span class="dim">{seat.words || words.paths[seat.path] || ''}</span>
          </li>
        ))}
      </ul>
      {params.length > 0 && <h3>{words.params}</h3>}
      {state.terms.facts === null && (
        <dl>
          {params.map(([name, value]) => (
            <Row key={name} label={labelOf(name)}>
              {valueOf(value)}
            </Row>
          ))}
        </dl>
      )}
      <TermsRows state={state} />
      {state.terms.sentence !== '' && <p class="soft">{trustOf(state)}</p>}
    </div>
  );
}

function Step({ step }: { step: CheckStep }) {
  return (
    <li>
      <Icon name={step.ok ? 'check' : 'cross'} className={step.ok ? 'good' : 'bad'} />
      <span title={words.recordChecked(step.step)}>{step.what}</span>
      <bdi class="dim one-line" title={step.by}>
        {step.by}
      </bdi>
      <span class="num dim">{took(step.ms)}</span>
    </li>
  );
}

export function Checks({ state }: { state: State }) {
  const { checks } = state;
  const fails = state.trouble.filter((trouble) => trouble.level === 'bad');
  return (
    <div class="details checks" tabIndex={0} role="group" aria-label={words.tabs.checks}>
      <p class={`lead ${fails.length > 0 ? 'bad' : 'good'}`}>
        <Icon name={fails.length > 0 ? 'warning' : 'shield'} />
        <strong>{fails[0]?.title ?? (checks.sentence || words.checksNone)}</strong>
      </p>
      {fails.map((trouble) => (
        <p key={trouble.title}>
          {trouble.text} {trouble.next}
        </p>
      ))}
      {state.terms.sentence !== '' && <p class="soft">{state.terms.sentence}</p>}
      {checks.steps.length > 0 && (
        <ol class="steps">
          {checks.steps.map((step, i) => (
            <Step key={`${step.step}.${i}`} step={step} />
          ))}
        </ol>
      )}
      {state.working.some((work) => !work.done) && (
        <p class="soft">
          {words.workingTitle(
            state.working.filter((work) => work.done).length,
            state.working.length,
            nameOf(state, state.working.find((work) => !work.done)!.seat),
          )}
        </p>
      )}
      {checks.head !== '' && (
        <div class="head">
          <p>
            <span class="dim">{words.records(checks.total)}</span>
          </p>
          <p>
            <span class="mono">
              {words.head} {checks.head.replace(/(.{4})(?=.)/g, '$1 ')}
            </span>
          </p>
          <p class="dim">{words.headAbout}</p>
          <p class="buttons">
            <CopyButton text={checks.head} />
            {state.transcript !== '' && (
              <TranscriptLinks />
            )}
          </p>
        </div>
      )}
    </div>
  );
}
