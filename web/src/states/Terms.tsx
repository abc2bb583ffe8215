import { useState } from 'preact/hooks';
import { Icon } from '../art/Art';
import { BuyChips } from '../panel/Evening';
import { RulesText } from '../parts/RulesText';
import { nameOf } from '../parts/shared';
import { Row, Silence, TermsRows, trustOf } from '../parts/TermsRows';
import type { Asked, ScriptFacts, State } from '../protocol/protocol';
import { sendAnswer } from '../store/socket';
import { grouped, plainName, plainText } from '../base/text';
import { words } from '../words';
import { toldList } from '../words/said';

/** What a person decides before a game: the terms, whether to run a script, who may sit down. */

export function Trust({ state }: { state: State }) {
  const text = trustOf(state);
  if (text === '') return null;
  return (
    <p class="trust-sentence">
      <Icon name="shield" className="good" /> {text}
    </p>
  );
}

export function Terms({ state }: { state: State }) {
  const [host, ...others] = state.seats.map((_, i) => nameOf(state, i));
  const { facts } = state.terms;
  const { evening } = state;
  return (
    <div class="states">
      <section class="note-card wide" aria-label={words.terms}>
        <h2>{host === undefined ? words.terms : words.hostedBy(host, words.names(others))}</h2>
        <TermsRows state={state} brief />
        {state.terms.rules !== '' && (
          <details>
            <summary>{words.rulesOfGame}</summary>
            <RulesText of={state.terms} />
          </details>
        )}
        <details class="soft" open={facts === null || facts.recovery > 0}>
          <summary>{words.trust}</summary>
          {facts !== null && facts.members > 1 && (
            <dl class="terms-rows">
              <Silence facts={facts} />
            </dl>
          )}
          <Trust state={state} />
        </details>
        {evening !== null && <p>{toldList(evening.told, '')}</p>}
        {evening !== null && evening.order_max > 0 && (
          <BuyChips
            evening={evening}
            button={words.agree}
            order={(chips) => sendAnswer(`buyin ${chips}`)}
          />
        )}
        <p class="buttons">
          {!evening?.order_max && (
            <button type="button" class="primary" onClick={() => sendAnswer('y')}>
              {words.agree}
            </button>
          )}
          <button type="button" onClick={() => sendAnswer('n')}>
            {words.leave}
          </button>
        </p>
      </section>
    </div>
  );
}

/** Returns a digest in groups of eight, as people compare it. */
export const inGroups = (digest: string): string => digest.replace(/(.{8})(?=.)/g, '$1 ');

/** The text of a script, with the numbers of its lines. */
function ScriptText({ text }: { text: string }) {
  const lines = plainText(text).replace(/\n$/, '').split('\n');
  const width = String(lines.length).length;
  return (
    <section class="script-text" id="script-text" aria-label={words.scriptText(lines.length)}>
      <p class="soft small">{words.scriptText(lines.length)}</p>
      <pre tabIndex={0}>
        {lines.map((line, i) => `${String(i + 1).padStart(width)}  ${line}`).join('\n')}
      </pre>
    </section>
  );
}

/** Asks whether to run the script of this table. */
export function Consent({ script, lines }: { script: ScriptFacts; lines: string[] }) {
  const [reads, read] = useState(false);
  return (
    <div class="states">
      <section class="note-card wide" role="group" aria-label={words.asked}>
        <h2>{words.scriptBy(plainName(script.name), script.author, script.key_words !== '')}</h2>
        {script.key_words !== '' && <p class="soft">{words.scriptSigned(script.key_words)}</p>}
        <dl class="terms-rows">
          <Row label={words.itCan}>{words.scriptCan}</Row>
          <Row label={words.itCannot}>{words.scriptCannot}</Row>
        </dl>
        <p class="buttons">
          <button type="button" class="primary" onClick={() => sendAnswer('yes')}>
            {words.runScript}
          </button>
          {script.text !== '' && (
            <button
              type="button"
              aria-expanded={reads}
              aria-controls="script-text"
              onClick={() => read(!reads)}
            >
              {words.readScript}
            </button>
          )}
          <button type="button" onClick={() => sendAnswer('no')}>
            {words.leave}
          </button>
        </p>
        {reads && <ScriptText text={script.text} />}
        <details>
          <summary>{words.scriptDetails}</summary>
          <ul class="terms">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p class="soft small">
            {words.fingerprint} <span class="mono break">{inGroups(script.digest)}</span>
          </p>
        </details>
      </section>
    </div>
  );
}

/** Asks whether somebody may sit down, or whether the bank signs their order. */
export function Knock({ state, asked }: { state: State; asked: Asked }) {
  const name = plainName(asked.name);
  const [yes, no] = state.answers;
  const chips = grouped(asked.chips, words.separator);
  const sits = asked.what === 'sit_down';
  return (
    <section class="note-bar knock" role="group" aria-label={words.asked}>
      <p>
        <strong>
          {sits ? words.asksToSit(name) : words.asksOrder(name, chips, asked.what === 'order')}
        </strong>{' '}
        <span class="soft">
          {asked.known ? words.isContact : words.keyWords(plainName(asked.key_words))}
        </span>
      </p>
      <p class="buttons">
        <button type="button" onClick={() => sendAnswer(no?.line ?? 'n')}>
          {words.refuse}
        </button>
        <button type="button" class="primary" onClick={() => sendAnswer(yes?.line ?? 'y')}>
          {sits ? words.letIn(name) : words.accept}
        </button>
      </p>
    </section>
  );
}
