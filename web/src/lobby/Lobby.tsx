import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../art/Art';
import { ThemeButton } from '../parts/ThemeButton';
import { leftOf, useNarrower, useNow } from '../parts/shared';
import type { Lobby as LobbyState, LobbyTable, State, Trouble } from '../protocol/protocol';
import { connect, sendLine } from '../store/socket';
import { page, tellAgain } from '../store/store';
import { plainName } from '../base/text';
import { ui } from '../store/ui';
import { otherLanguage, words } from '../words';
import { told } from '../words/said';
import { Figures, Finished } from './Finished';
import { joinLine } from './form';
import { Games, useGameInView } from './Games';
import { pageAddress, takeEveningToOpen, takeTableToJoin } from '../store/home';
import { Join, Near, Practise } from './Join';
import { OpenTable } from './OpenTable';
import { nameLine, OwnName } from './OwnSettings';
import { nowInSeconds, type Say } from './say';
import { costOf, titleIn } from './shown';

/** The page from which a person goes to tables: docs/web.md, Lobby. */

/** Narrower windows have one column. */
const kOneColumn = 900;

function OwnTable({ table, first, say }: { table: LobbyTable; first: boolean; say: Say }) {
  const mine = table.standing === 'to_act';
  const now = useNow(mine && table.left_ms > 0);
  const title = titleIn(table.game, table.title);
  const others = table.bots
    ? words.lobby.withBots
    : table.with.length > 0
      ? words.lobby.with(words.names(table.with.map(plainName)))
      : '';
  const more = mine ? '' : told(table.said, table.words);
  return (
    <li class="own-table" data-box="table">
      <div class="own-what">
        <p class="own-title">
          <span class="one-line">{title}</span>
          {mine && <span class="tag turn-tag">{words.yourTurn}</span>}
        </p>
        <p class="soft">{[others, more].filter((part) => part !== '').join(' · ')}</p>
      </div>
      <p class="soft own-cost">
        {table.line === ''
          ? words.lobby.noPage
          : costOf(table, leftOf(table.left_ms, now), nowInSeconds())}
      </p>
      {table.line !== '' && (
        <button
          type="button"
          class={first ? 'primary' : ''}
          aria-label={`${words.lobby.goBack}: ${[title, others].filter(Boolean).join(' ')}`}
          onClick={() => say(table.line)}
        >
          {words.lobby.goBack}
        </button>
      )}
    </li>
  );
}

function OwnTables({ lobby, say }: { lobby: LobbyState; say: Say }) {
  return (
    <section class="box-card" aria-labelledby="own-tables">
      <h2 id="own-tables">{words.lobby.title}</h2>
      <ul class="own-tables">
        {lobby.tables.map((table, i) => (
          <OwnTable key={`${table.line}${i}`} table={table} first={i === 0} say={say} />
        ))}
      </ul>
    </section>
  );
}

function PractiseBox({ lobby, say }: { lobby: LobbyState; say: Say }) {
  return (
    <section class="box-card" aria-labelledby="practise">
      <h2 id="practise">{words.lobby.practise}</h2>
      <Practise lobby={lobby} say={say} />
    </section>
  );
}

const idOf = (trouble: Trouble): string => `${trouble.title}\n${trouble.text}`;

function LobbyTroubles({ troubles }: { troubles: Trouble[] }) {
  const { read } = ui.use();
  const open = troubles.filter((trouble) => !read.includes(idOf(trouble)));
  return (
    <>
      {open.map((trouble) => (
        <section
          class={`note-card lobby-trouble ${trouble.level === 'bad' ? 'trouble-card' : ''}`}
          role={trouble.level === 'bad' ? 'alert' : 'status'}
          key={idOf(trouble)}
        >
          <h2>
            {trouble.level === 'bad' ? (
              <Icon name="warning" className="bad" />
            ) : (
              <Icon name="shield" className="good" />
            )}{' '}
            <span class="break">{trouble.title}</span>
          </h2>
          <p class="soft lobby-words">{trouble.text}</p>
          <button
            type="button"
            class="bare icon-only close"
            aria-label={words.close}
            onClick={() => ui.set({ read: [...read, idOf(trouble)] })}
          >
            <Icon name="cross" />
          </button>
        </section>
      ))}
    </>
  );
}

interface LobbyBarProps {
  lobby: LobbyState;
  say: Say;
  note: (typedName: string) => void;
}

function LobbyBar({ lobby, say, note }: LobbyBarProps) {
  return (
    <header class="top">
      <svg class="mark" aria-hidden="true">
        <use href="#mark" />
      </svg>
      <h1 class="brand lobby-brand">Fairdeal</h1>
      <span class="gap" />
      <OwnName me={lobby.me} asks={lobby.asks_name} say={say} note={note} />
      <ThemeButton />
      <button
        type="button"
        class="bare"
        onClick={() => {
          otherLanguage();
          tellAgain();
          ui.set({ language: words.lang });
        }}
      >
        {words.language}
      </button>
    </header>
  );
}

function LobbyCut() {
  const { link, retry } = page.use();
  const now = useNow(link === 'cut');
  if (link !== 'cut') return null;
  const seconds = Math.max(0, Math.ceil((retry - now) / 1000));
  return (
    <section class="note-card trouble-card" role="alert">
      <h2>
        <Icon name="warning" className="bad" /> {words.lobby.cutTitle}
      </h2>
      <p class="soft">
        {words.lobby.cutText(seconds)} <code>fairdeal lobby</code>.
      </p>
      <p class="buttons">
        <button type="button" class="primary" onClick={connect}>
          {words.tryNow}
        </button>
      </p>
    </section>
  );
}

/** Goes to a page that was opened for this tab, and not for another one. A name that was typed and not
 * saved is told before anything else: nobody comes to a table by another name than the one in sight. */
function useGoing(state: State, lobby: LobbyState, typedName: { current: string }): Say {
  const asked = useRef<{ opened: number; troubles: string } | null>(null);
  const started = useRef(false);
  const troubles = state.trouble.map(idOf).join('\n');
  useEffect(() => {
    const failed =
      (started.current && lobby.starting === '') ||
      (troubles !== '' && troubles !== asked.current?.troubles);
    started.current = lobby.starting !== '';
    if (asked.current === null) return;
    const is_open = lobby.opened > asked.current.opened;
    if (is_open || failed) asked.current = null;
    const address = is_open ? pageAddress(lobby.open_address, location.port) : null;
    if (address !== null) location.assign(address);
  }, [state]);
  return (line) => {
    ui.set({ read: [] });
    const name = typedName.current;
    typedName.current = '';
    if (name !== '' && line !== nameLine(name)) sendLine(nameLine(name));
    if (sendLine(line)) asked.current = { opened: lobby.opened, troubles };
  };
}

function useTitle(): void {
  useEffect(() => {
    document.title = `${words.lobby.title} · Fairdeal`;
  }, [words]);
}

export function Lobby({ state, lobby }: { state: State; lobby: LobbyState }) {
  const typedName = useRef('');
  const say = useGoing(state, lobby, typedName);
  useEffect(() => {
    const table = takeTableToJoin();
    if (table !== null) say(joinLine(table));
  }, []);
  const { language } = ui.use();
  useTitle();
  const narrow = useNarrower(kOneColumn);
  const practise = <PractiseBox lobby={lobby} say={say} />;
  const sits = lobby.tables.length > 0;
  const own = sits ? <OwnTables lobby={lobby} say={say} /> : practise;
  const [inView, lookAt, back] = useGameInView();
  const [again] = useState(takeEveningToOpen);
  const [game, chooseGame] = useState(again ?? 'holdem');
  const host = (name: string): void => {
    chooseGame(name);
    const form = document.getElementById('game-of-table');
    form?.scrollIntoView({ block: 'center' });
    form?.focus({ preventScroll: true });
  };
  const open = (
    <OpenTable lobby={lobby} say={say} name={game} again={again} choose={chooseGame} lookAt={lookAt} />
  );
  const games = (
    <Games lobby={lobby} inView={inView} open={lookAt} back={back} host={host} say={say} />
  );
  const finished = <Finished lobby={lobby} say={say} />;
  const join = (
    <>
      <Join busy={lobby.starting !== ''} say={say} />
      <Near lobby={lobby} say={say} />
    </>
  );
  const rest = (
    <>
      {sits && practise}
      <Figures lobby={lobby} />
    </>
  );
  return (
    <div class="frame lobby-frame" key={language}>
      <a class="skip" href="#lobby">
        {words.lobby.skip}
      </a>
      <LobbyBar lobby={lobby} say={say} note={(typed) => (typedName.current = typed)} />
      <main class="stage lobby" id="lobby" tabIndex={-1}>
        <div class="lobby-notes">
          <LobbyCut />
          <LobbyTroubles troubles={state.trouble} />
        </div>
        <div class="lobby-columns">
          <div class="lobby-column">
            {own}
            {narrow && join}
            {open}
            {games}
            {finished}
            {narrow && rest}
          </div>
          {!narrow && (
            <div class="lobby-column">
              {join}
              {rest}
            </div>
          )}
        </div>
      </main>
      <div class="unseen" aria-live="polite">
        {lobby.starting !== '' ? words.lobby.opening : ''}
      </div>
    </div>
  );
}
