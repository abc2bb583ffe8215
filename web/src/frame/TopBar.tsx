import { askToNotify, mayNotify, soundTurn } from '../store/alerts';
import { Icon } from '../art/Art';
import { freeOf, needless } from '../scene/moves';
import type { State } from '../protocol/protocol';
import { sendLine } from '../store/socket';
import { lobbyAddress } from '../store/home';
import { page, tellAgain } from '../store/store';
import { sentence } from '../base/text';
import { blindsPart } from '../parts/blinds';
import { lastHeading } from '../parts/log';
import { askFor, chooseTheme, keep, look, openTab, showPreferences, ui } from '../store/ui';
import { otherLanguage, words } from '../words';
import { gameWord } from '../parts/Script';
import { nextTheme, ThemeButton } from '../parts/ThemeButton';
import {
  detailsName,
  isStudied,
  memberOf as member,
  nameOf,
  SureButton,
  titleOf,
  useNow,
  usePhone,
} from '../parts/shared';
import { gameName } from '../words/labels';

/** Returns the terms of the table in one line: "No-limit · 10/20 · Hand 14", whose last part is the page of the log. */
export function termsLine(state: State, heading: string, short: boolean, now: number): string {
  const { params } = state.table;
  const parts: string[] = [];
  if (state.replay !== null) {
    const { file, hands } = state.replay;
    return [words.replay, file, hands > 0 ? words.hands(hands) : '']
      .filter((part) => part !== '')
      .join(' · ');
  }
  if (state.inspect !== null)
    return [words.inspect.inspection, state.inspect.what].filter((part) => part !== '').join(' · ');
  const betting = member(params, 'betting');
  if (typeof betting === 'string' && !short)
    parts.push(betting.charAt(0).toUpperCase() + betting.slice(1));
  const blinds = blindsPart(state, short, now);
  if (blinds !== '') parts.push(blinds);
  const role = state.seats[state.me]?.role ?? '';
  if (state.me < 0) parts.push(...(state.phase === 'playing' ? [words.watching] : []));
  else if (role !== '' && state.seats.length > 1 && !/^\d+$/.test(role))
    parts.push(words.youAre(gameWord(state, gameName(role))));
  if (heading !== '') parts.push(heading);
  const seat = state.seats[0];
  if (!short && seat !== undefined && seat.clock_of_ms > 0) {
    const seconds = Math.round(seat.clock_of_ms / 1000);
    parts.push(seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`);
  }
  return parts.join(' · ');
}

/** Returns whether the match has not begun: the stage says who has come. */
const isBefore = ({ phase }: State): boolean => phase === 'gathering' || phase === 'terms';

function Connected({ state }: { state: State }) {
  const others = state.seats.filter((_, seat) => seat !== state.me);
  const here = others.filter((seat) => seat.connected);
  const lost = state.seats.flatMap((seat, i) => (i !== state.me && !seat.connected ? [i] : []));
  const name = (seat: number): string => nameOf(state, seat);
  if (others.length === 0) return null;
  return (
    <span class="connected one-line">
      <span class="dim">
        {others.length === 1 && here.length === 1
          ? words.nameConnected(name(state.seats.indexOf(here[0]!)))
          : words.connected(here.length)}
      </span>
      {lost.length > 0 && (
        <span class="bad">
          {' '}
          · {lost.length === 1 ? words.nameLost(name(lost[0]!)) : words.lost(lost.length)}
        </span>
      )}
    </span>
  );
}

/** The one polite way out: to sit out where the rules have it, else to leave. */
function Exit({ state }: { state: State }) {
  if (isStudied(state)) return <StopLooking state={state} />;
  if (state.phase !== 'playing' || state.me < 0) return null;
  if (state.bot !== '') {
    return (
      <button type="button" class="primary" onClick={() => sendLine('bot off')}>
        {words.botOff}
      </button>
    );
  }
  if (state.away) {
    return (
      <button type="button" class="primary" onClick={() => sendLine('back')}>
        {words.back}
      </button>
    );
  }
  if (member(state.table.params, 'sit_out') === true) {
    return (
      <button type="button" onClick={() => sendLine('away')}>
        {words.sitOut}
      </button>
    );
  }
  return (
    <>
      {state.resigns && !state.moves.some(({ kind }) => kind === 'resign') && (
        <SureButton label={words.resign} sure={words.resignSure} run={() => sendLine('resign')} />
      )}
      <Leave evening={state.evening} />
    </>
  );
}

function StopLooking({ state }: { state: State }) {
  const label = state.inspect !== null ? words.inspect.leave : words.leaveReplay;
  return <SureButton label={label} sure={words.leaveSure} run={() => sendLine('quit')} />;
}

/** The bank that leaves ends the evening for all. */
function Leave({ evening }: { evening: State['evening'] }) {
  if (evening?.leaves) return null;
  const sure = evening?.bank ? words.endSure : words.leaveSure;
  return <SureButton label={words.leave} sure={sure} run={() => sendLine('leave')} />;
}

/** A seat at a table of others can be handed to a bot, and taken back. */
const mayHandOver = (state: State | null): boolean =>
  state !== null && state.phase === 'playing' && state.me >= 0 && !state.practice && !isStudied(state);

/** What one can ask for in a match against bots of one's own program. */
function Practice({ state, done }: { state: State; done: () => void }) {
  const say = (line: string) => () => {
    sendLine(line);
    done();
  };
  const begin = (line: string) => () => {
    if (sendLine(line)) page.set({ next: true });
    done();
  };
  const { practice } = words;
  return (
    <>
      {state.turn.mine && (
        <button type="button" class="bare" onClick={say('hint')}>
          {practice.hint}
        </button>
      )}
      <button type="button" class="bare" onClick={say('undo')}>
        {practice.undo}
      </button>
      <SureButton
        className="bare"
        label={practice.restart}
        sure={practice.restartSure}
        run={begin('restart')}
      />
      <SureButton
        className="bare"
        label={practice.anew}
        sure={practice.anewSure}
        run={begin('new')}
      />
      {state.seats.length > 1 && (
        <SureButton
          className="bare"
          label={state.me === 0 ? practice.botFirst : practice.meFirst}
          sure={practice.anewSure}
          run={begin(state.me === 0 ? 'new bot' : 'new me')}
        />
      )}
    </>
  );
}

function Menu({ state }: { state: State | null }) {
  const { letterKeys, suitLetters, sound, notify, theme } = ui.use();
  const choose = (run: () => void) => () => {
    run();
    ui.set({ menu: false });
  };
  const phone = usePhone();
  const home = lobbyAddress();
  const hidden = state === null ? [] : needless(state.moves);
  const { history } = page.get();
  return (
    <div class="menu" role="group" aria-label={words.menu}>
      {home !== null && (
        <a class="button bare" href={home}>
          {words.lobby.lobby}
        </a>
      )}
      {mayHandOver(state) && (
        <button
          type="button"
          class="bare"
          onClick={choose(() => sendLine(state!.bot === '' ? 'bot on' : 'bot off'))}
        >
          {state!.bot === '' ? words.botOn : words.botOff}
        </button>
      )}
      {state?.practice && state.phase === 'playing' && <Practice state={state} done={choose(() => {})} />}
      {phone && (
        <button type="button" class="bare" onClick={() => chooseTheme(nextTheme(theme))}>
          {words.theme[theme]}
        </button>
      )}
      {phone && (
        <button type="button" class="bare" onClick={choose(() => ui.set({ sheet: true }))}>
          {detailsName(state)}
        </button>
      )}
      {history.length > 1 && (
        <button type="button" class="bare" onClick={choose(() => look(-1))}>
          {words.lookBack} <kbd>&lt;</kbd>
        </button>
      )}
      <button type="button" class="bare" onClick={choose(() => ui.set({ help: true }))}>
        {words.keysTitle} <kbd>?</kbd>
      </button>
      <button
        type="button"
        class="bare"
        onClick={() => {
          keep('letters', letterKeys ? 'off' : 'on');
          ui.set({ letterKeys: !letterKeys });
        }}
      >
        {letterKeys ? words.keysOn : words.keysOff}
      </button>
      <button
        type="button"
        class="bare"
        onClick={() => {
          keep('suits', suitLetters ? 'off' : 'on');
          ui.set({ suitLetters: !suitLetters });
          showPreferences();
        }}
      >
        {suitLetters ? words.suitLettersOn : words.suitLettersOff}
      </button>
      <button
        type="button"
        class="bare"
        onClick={() => {
          keep('sound', sound ? 'off' : 'on');
          ui.set({ sound: !sound });
          soundTurn();
        }}
      >
        {sound ? words.soundOn : words.soundOff}
      </button>
      {mayNotify() && (
        <button
          type="button"
          class="bare"
          onClick={async () => {
            const on = !notify && (await askToNotify());
            keep('notify', on ? 'on' : 'off');
            ui.set({ notify: on });
          }}
        >
          {notify ? words.notifyOn : words.notifyOff}
        </button>
      )}
      <button
        type="button"
        class="bare"
        onClick={() => ui.set({ flipped: !ui.get().flipped, picked: [] })}
      >
        {words.flip}
      </button>
      <button
        type="button"
        class="bare"
        onClick={choose(() => {
          otherLanguage();
          tellAgain();
          ui.set({ language: words.lang });
        })}
      >
        {words.language}
      </button>
      {hidden.map((move) => (
        <button
          type="button"
          key={move.id}
          class="bare"
          onClick={choose(() => askFor(move, { free: freeOf(state!.moves) }))}
        >
          {sentence(move.label)}
        </button>
      ))}
      {state !== null && state.phase === 'playing' && state.me >= 0 && <Leave evening={state.evening} />}
      {phone && state !== null && isStudied(state) && <StopLooking state={state} />}
    </div>
  );
}

export function TopBar() {
  const { state, lines } = page.use();
  const { menu } = ui.use();
  const phone = usePhone();
  const heading = lastHeading(lines);
  const now = useNow(state !== null && state.turn.alarm_ms > 0);
  return (
    <header class="top">
      <svg class="mark" aria-hidden="true">
        <use href="#mark" />
      </svg>
      <span class="brand">Fairdeal</span>
      {state !== null && (
        // The terms begin with the name of the game; a guest who was refused before them knows none.
        <h1 class={state.phase === 'terms' || titleOf(state) === '' ? 'unseen' : 'game one-line'}>
          {titleOf(state) || 'Fairdeal'}
        </h1>
      )}
      {state !== null && !isBefore(state) && (
        <span class="terms-line one-line soft">{termsLine(state, heading, phone, now)}</span>
      )}
      <span class="gap" />
      {state !== null && !phone && !isStudied(state) && !isBefore(state) && (
        <Connected state={state} />
      )}
      {state !== null && !phone && <Exit state={state} />}
      {state !== null && phone && state.inspect === null && (
        <button
          type="button"
          class="bare proofs good"
          aria-label={state.checks.sentence || words.proofs(state.checks.proofs)}
          onClick={() => openTab('checks')}
        >
          <Icon name="shield" /> {state.checks.proofs}
        </button>
      )}
      {!phone && <ThemeButton />}
      <button
        type="button"
        class="bare icon-only"
        aria-label={words.menu}
        aria-expanded={menu}
        onClick={() => ui.set({ menu: !menu })}
      >
        <Icon name="menu" />
      </button>
      {menu && <Menu state={state} />}
    </header>
  );
}
