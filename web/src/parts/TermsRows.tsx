import type { ComponentChildren } from 'preact';
import { grouped, plainName, sentence } from '../base/text';
import type { Json, State, TermsFacts, TermsParam } from '../protocol/protocol';
import { words } from '../words';
import { titleOf } from './shared';

/** The terms of a table in the page's language. */

/** So many of the parameters that the host left as they are usual are worth a line. */
const kUsualMost = 4;

/** Returns the name of a parameter in the page's language. */
export const labelOf = (name: string): string =>
  words.lobby.params[name] ?? sentence(plainName(name).replaceAll('_', ' '));

/** Returns the value of a parameter in the page's language. */
export function valueOf(value: Json): string {
  if (typeof value === 'number') return grouped(value, words.separator);
  if (typeof value === 'boolean') return value ? words.lobby.yes : words.lobby.no;
  if (typeof value === 'string') return words.lobby.choices[value] ?? plainName(value);
  return JSON.stringify(value);
}

const isPlain = ({ value }: TermsParam): boolean =>
  typeof value !== 'object' && value !== 0 && value !== false && value !== '';

/** Returns the parameters to show: all that the host chose, and the first of the usual ones. */
export const paramsShown = (params: TermsParam[]): TermsParam[] => [
  ...params.filter(({ usual }) => !usual),
  ...params.filter((param) => param.usual && isPlain(param)).slice(0, kUsualMost),
];

const span = (ms: number): string =>
  ms > 0 && ms % 60_000 === 0
    ? words.lobby.inMinutes(ms / 60_000)
    : words.lobby.seconds(Math.round(ms / 1000));

export function Row({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Clocks({ facts }: { facts: TermsFacts }) {
  if (facts.members < 2) return null;
  if (facts.untimed) return <Row label={words.aMove}>{words.noClockTerms}</Row>;
  return (
    <>
      <Row label={words.aMove}>{span(facts.move_ms)}</Row>
      <Row label={words.inReserve}>
        {words.reserveTerms(span(facts.reserve_ms), span(facts.increment_ms))}
      </Row>
    </>
  );
}

/** The terms as rows; as the program says them where it sends no values. `brief`: what becomes of a
 * silent seat stands elsewhere. */
export function TermsRows({ state, brief = false }: { state: State; brief?: boolean }) {
  const { facts, lines } = state.terms;
  if (facts === null)
    return (
      <ul class="terms">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    );
  return (
    <dl class="terms-rows">
      <Row label={words.tableGame}>{words.gameOf(titleOf(state), state.table.seats)}</Row>
      {paramsShown(facts.params).map((param) => (
        <Row key={param.name} label={labelOf(param.name)}>
          {valueOf(param.value)}
        </Row>
      ))}
      {facts.evening > 0 && (
        <Row label={words.evening}>
          {words.eveningTerms(
            facts.evening,
            grouped(facts.buy_in_min, words.separator),
            grouped(facts.buy_in_max, words.separator),
          )}
        </Row>
      )}
      <Clocks facts={facts} />
      {!brief && facts.members > 1 && <Silence facts={facts} />}
    </dl>
  );
}

/** What becomes of a seat whose person does not move, or whose program falls silent. */
export function Silence({ facts }: { facts: TermsFacts }) {
  const all_decide = facts.quorum === facts.members;
  return (
    <>
      {!facts.untimed && facts.careful > 0 && (
        <Row label={words.ifAsleep}>{words.movesCarefully(facts.careful)}</Row>
      )}
      <Row label={words.ifSilent}>
        {all_decide ? words.allWait : words.silentLoses(facts.absences)}
      </Row>
    </>
  );
}

/** Returns whom one has to trust. */
export const trustOf = ({ terms, table }: State): string =>
  terms.facts === null
    ? terms.sentence
    : words.trustSentence(terms.sentence, terms.facts, table.seats, table.script);
