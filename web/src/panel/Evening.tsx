import { useRef, useState } from 'preact/hooks';
import { Icon } from '../art/Art';
import { blindsPart } from '../parts/blinds';
import { leftOf, SureButton, useNow } from '../parts/shared';
import { Row } from '../parts/TermsRows';
import type { Evening, EveningAccount, Json, State } from '../protocol/protocol';
import { grouped, plainName } from '../base/text';
import { eveningAddress, lobbyAddress } from '../store/home';
import { sendLine, sendWish } from '../store/socket';
import { keep, ui } from '../store/ui';
import { words } from '../words';
import { told } from '../words/said';
import { breakSaid, courseOf, csvOf, mostOf, pointsOf, worthText } from './accounts';
import { CopyButton } from './Copy';

/** The chips that people own at an evening, and how it ends. */

const shown = (count: number): string => grouped(count, words.separator);
const wonBy = ({ bought, cashed, chips }: EveningAccount): number => cashed + chips - bought;
const withSign = (won: number): string => (won > 0 ? '+' : '') + shown(won);
/** Returns a sentence of the program. */
const say = (id: string, values: { [name: string]: Json } = {}): string =>
  told({ id, ...values }, '');

function Won({ account }: { account: EveningAccount }) {
  const won = wonBy(account);
  return <strong class={won > 0 ? 'good' : won < 0 ? 'bad' : ''}>{withSign(won)}</strong>;
}

/** A second order within this time is the same one: a double click, or a key that is held. */
const kOneOrder_ms = 1000;

/** A number of chips that the evening allows, and the button that orders them. */
export function BuyChips({
  evening,
  button,
  order,
}: {
  evening: Evening;
  button: string;
  order: (chips: string) => void;
}) {
  const { order_min, order_max, order_usual } = evening;
  const ordered = useRef(-kOneOrder_ms);
  return (
    <form
      class="buttons"
      onSubmit={(event) => {
        event.preventDefault();
        if (performance.now() - ordered.current < kOneOrder_ms) return;
        ordered.current = performance.now();
        order(String(new FormData(event.currentTarget).get('chips')));
      }}
    >
      <label>
        <span class="soft">{words.chipsFrom(shown(order_min), shown(order_max))}</span>{' '}
        <input
          type="number"
          name="chips"
          required
          min={order_min}
          max={order_max}
          defaultValue={String(order_usual)}
        />
      </label>
      <button type="submit" class="primary">
        {button}
      </button>
    </form>
  );
}

/** The order of a person who has an account, or none yet, and so many chips. */
function Order({ evening }: { evening: Evening }) {
  const own = evening.accounts[evening.me];
  const [lost, lose] = useState(false);
  if (evening.order_max === 0) return null;
  const verb = own === undefined ? 'buyin' : own.chips === 0 ? 'rebuy' : 'topup';
  return (
    <>
      <BuyChips
        evening={evening}
        button={words.orders[verb]}
        order={(chips) => lose(!sendWish(`${verb} ${chips}`))}
      />
      <NotSent lost={lost} />
    </>
  );
}

/** Says that a click did not reach the program: between two tables it calls its page again. */
function NotSent({ lost }: { lost: boolean }) {
  return lost ? (
    <p class="bad" role="status">
      {words.notSent}
    </p>
  ) : null;
}

/** What a person has ordered for the break after this table, which they can take back. */
function Ordered({ state, evening }: { state: State; evening: Evening }) {
  const { ordered, leaves, bank } = evening;
  const said = [
    ordered > 0 && say('ordered_for_break', { n: { chips: ordered } }),
    leaves && say(bank ? 'evening_ends_after' : 'cashes_out_after'),
  ].filter(Boolean);
  if (state.phase === 'gathering' && !evening.waits) {
    if (leaves && !bank)
      return (
        <>
          <p class="soft">{words.leaveNotSigned}</p>
          <p class="buttons">
            <SureButton label={words.stopHere} sure={words.leaveSure} run={() => sendLine('quit')} />
          </p>
        </>
      );
    return ordered > 0 ? <p class="soft">{words.notSigned(shown(ordered))}</p> : null;
  }
  if (said.length === 0) return null;
  return (
    <p class="buttons">
      <span>{said.join(' ')}</span>
      <button type="button" onClick={() => sendWish('stay')}>
        {words.takeBack}
      </button>
    </p>
  );
}

/** Counts down to the end of the break: then the next table begins or, for want of the bank's chips, the
 * evening ends. */
export function BreakLeft({ evening }: { evening: Evening }) {
  const now = useNow(evening.break_left_ms > 0);
  const said = breakSaid(evening, leftOf(evening.break_left_ms, now));
  if (said === '') return null;
  return <p class={`break-left ${evening.broke ? 'bad strong' : ''}`}>{said}</p>;
}

/** Says that somebody at the table has no chips left, and how they get more. */
export function Broke({ evening }: { evening: Evening }) {
  if (evening.order_max === 0 || evening.accounts[evening.me]?.chips !== 0) return null;
  return (
    <section class="note-bar knock">
      <p>{say(evening.bank ? 'bank_rebuys' : 'no_chips_left')}</p>
      <Order evening={evening} />
    </section>
  );
}

/** A person's own chips and orders, and the accounts of all. */
export function OwnChips({ state, evening }: { state: State; evening: Evening }) {
  const now = useNow(state.turn.alarm_ms > 0);
  const own = evening.accounts[evening.me];
  const [lost, lose] = useState(false);
  const playing = state.phase === 'playing';
  const blinds = playing ? blindsPart(state, false, now) : '';
  const later = evening.bank ? words.endAfter : words.leaveAfter;
  const leaves = own && own.chips > 0 ? words.leaveWith(shown(own.chips)) : words.leaveEvening;
  const at_once = evening.bank ? words.endEvening : leaves;
  return (
    <section class="own-chips">
      <h3>{words.ownChips}</h3>
      <dl>
        {blinds !== '' && <Row label={words.blinds}>{blinds}</Row>}
        {own !== undefined && (
          <>
            <Row label={words.boughtIn}>{shown(own.bought)}</Row>
            <Row label={words.youHave}>{shown(own.chips)}</Row>
            <Row label={words.resultNow}>
              <Won account={own} />
            </Row>
          </>
        )}
      </dl>
      <Ordered state={state} evening={evening} />
      <Order evening={evening} />
      {!evening.leaves && (
        <p class="buttons">
          <SureButton
            label={playing ? later : at_once}
            sure={evening.bank ? words.endSure : words.leaveSure}
            run={() => lose(!sendLine('leave'))}
          />
        </p>
      )}
      <NotSent lost={lost} />
      {evening.accounts.length > 0 && (
        <>
          <Accounts evening={evening} />
          <p class="buttons">
            <SaveCsv evening={evening} />
          </p>
        </>
      )}
    </section>
  );
}

/** The chips of one account over the tables of the evening. All charts have the same height for as many chips. */
function Course({ evening, i }: { evening: Evening; i: number }) {
  const course = courseOf(evening, i);
  const there = course.filter((chips) => chips !== null);
  if (there.length < 2) return null;
  return (
    <svg
      class="course"
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      role="img"
      aria-label={words.courseName(there.map(shown).join(', '))}
    >
      <polyline points={pointsOf(course, mostOf(evening))} vector-effect="non-scaling-stroke" />
    </svg>
  );
}

/** A button that saves the accounts as a file for a spreadsheet. */
function SaveCsv({ evening }: { evening: Evening }) {
  const save = (): void => {
    const url = URL.createObjectURL(new Blob([csvOf(evening)], { type: 'text/csv' }));
    const link = Object.assign(document.createElement('a'), {
      href: url,
      download: `fairdeal-evening-${evening.id.slice(0, 8)}.csv`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <button type="button" onClick={save}>
      {words.saveAccounts}
    </button>
  );
}

function AccountRow({ evening, i }: { evening: Evening; i: number }) {
  const account = evening.accounts[i]!;
  const { name, bought, cashed, chips } = account;
  return (
    <tr class={i === evening.me ? 'is-me' : ''}>
      <th scope="row">
        <bdi>{plainName(name)}</bdi>
      </th>
      <td class="num">{shown(bought)}</td>
      <td class="num">{shown(evening.over ? cashed + chips : chips)}</td>
      <td>
        <Course evening={evening} i={i} />
      </td>
      <td class="num">
        <Won account={account} />
      </td>
    </tr>
  );
}

function Accounts({ evening }: { evening: Evening }) {
  const { accounts, over } = evening;
  return (
    <table class="fates accounts">
      <thead>
        <tr>
          <th scope="col">{words.players}</th>
          <th scope="col" class="num">
            {words.boughtInAll}
          </th>
          <th scope="col" class="num">
            {over ? words.leftWith : words.chipsNow}
          </th>
          <th scope="col">{words.course}</th>
          <th scope="col" class="num">
            {over ? words.result : words.resultNow}
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account, i) => (
          <AccountRow key={account.key || i} evening={evening} i={i} />
        ))}
      </tbody>
    </table>
  );
}

/** Returns an evening as sentences: the accounts, and then who pays whom. */
export function settlement(
  { accounts, payments, plays_on }: Evening,
  worth: string,
): { all: string[]; pays: string[] } {
  const inMoney = (chips: number): string => {
    const text = worthText(chips, worth);
    return text === '' ? '' : ` (${text})`;
  };
  const name = (i: number): Json => ({ name: plainName(accounts[i]?.name ?? '') });
  const lines = accounts.map((account, i) =>
    say('evening_account', {
      who: name(i),
      won: { text: withSign(wonBy(account)) },
      bought: { chips: account.bought },
      cashed: { chips: account.cashed },
      has: { chips: account.chips },
    }),
  );
  const pays = payments.map(
    ({ from, to, chips }) =>
      say('evening_pays', { who: name(from), whom: name(to), n: { chips } }) + inMoney(chips),
  );
  if (pays.length === 0 && !plays_on) pays.push(say('evening_even'));
  return { all: [...lines, ...pays], pays };
}

/** The worth of a chip, which only this page knows: nothing is paid through Fairdeal. */
function ChipWorth() {
  const { worth } = ui.use();
  return (
    <label class="chip-worth">
      <span class="soft">{words.chipWorth}</span>{' '}
      <input
        type="text"
        size={8}
        maxLength={20}
        placeholder={words.chipWorthExample}
        value={worth}
        onInput={(event) => {
          ui.set({ worth: event.currentTarget.value });
          keep('worth', event.currentTarget.value);
        }}
      />
    </label>
  );
}

/** The way to another evening of the same game: to the form in the lobby, or by a command. */
function PlayAgain({ game }: { game: string }) {
  const home = lobbyAddress();
  if (home === null)
    return (
      <p class="soft">
        {words.playAgain}: <code>fairdeal host {game} --evening</code>
      </p>
    );
  return (
    <p class="buttons">
      <a class="button primary" href={eveningAddress(home, game)}>
        {words.playAgain}
      </a>
    </p>
  );
}

/** The ledger of an evening that is over, and who pays whom. */
export function Ledger({ evening, game }: { evening: Evening; game: string }) {
  const { worth } = ui.use();
  const { all, pays } = settlement(evening, worth);
  const is_own = (i: number): boolean =>
    evening.me >= 0 && [evening.payments[i]?.from, evening.payments[i]?.to].includes(evening.me);
  return (
    <>
      <Accounts evening={evening} />
      {evening.plays_on ? <p class="soft">{words.othersPlayOn}</p> : <h3>{words.whoPays}</h3>}
      {evening.payments.length > 0 && <ChipWorth />}
      <ul class="payments">
        {pays.map((line, i) => (
          <li key={line} class={is_own(i) ? 'is-me' : ''}>
            <Icon name="right" /> {line}
          </li>
        ))}
      </ul>
      <p class="buttons">
        <CopyButton text={all.join('\n')} label={words.copyMessage} />
        <SaveCsv evening={evening} />
      </p>
      {!evening.plays_on && <PlayAgain game={game} />}
    </>
  );
}
