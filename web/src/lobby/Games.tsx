import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../art/Art';
import { usePhone } from '../parts/shared';
import { RulesText } from '../parts/RulesText';
import type { Lobby, LobbyGame } from '../protocol/protocol';
import { words } from '../words';
import { aboutGame } from '../words/labels';
import { playLine } from './form';
import { GamePicture } from './GamePicture';
import type { Say } from './say';
import { seatsIn, shelved, titleIn } from './shown';

/** The catalogue: each game with its picture and, a click away, its rules. */

/** Keeps which game is looked at in the history of the tab, so that the browser's way back leads to the list. */
export function useGameInView(): [string, (name: string) => void, () => void] {
  const inHistory = (): string => {
    const kept: unknown = history.state;
    return typeof kept === 'object' && kept !== null && 'game' in kept ? String(kept.game) : '';
  };
  const [name, set] = useState(inHistory);
  useEffect(() => {
    const read = (): void => set(inHistory());
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);
  const open = (next: string): void => {
    history.pushState({ game: next }, '');
    set(next);
  };
  return [name, open, () => history.back()];
}

interface Props {
  lobby: Lobby;
  inView: string;
  open: (name: string) => void;
  back: () => void;
  host: (game: string) => void;
  say: Say;
}

function GamePage({ game, lobby, back, host, say }: Props & { game: LobbyGame }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    head.current?.focus();
    head.current?.scrollIntoView({ block: 'nearest' });
  }, [game.name]);
  const busy = lobby.starting !== '';
  return (
    <section class="box-card game-page" aria-labelledby="game-in-view">
      <p>
        <button type="button" onClick={back}>
          <Icon name="left" /> {words.lobby.allGames}
        </button>
      </p>
      <div class="game-head">
        <GamePicture game={game} />
        <div>
          <h2 id="game-in-view" tabIndex={-1} ref={head}>
            {titleIn(game.name, game.title)}
          </h2>
          <p>{aboutGame(game.about)}</p>
          <p class="soft">{words.lobby.seatsOf(seatsIn(game), game.seats_max)}</p>
        </div>
      </div>
      <p class="buttons">
        {game.seats_max > 1 && (
          <button type="button" class="primary" onClick={() => host(game.name)}>
            {words.lobby.open}
          </button>
        )}
        <button type="button" disabled={busy} onClick={() => say(playLine(game, 'normal'))}>
          {words.lobby.practise}
        </button>
      </p>
      <h3>{words.lobby.rules}</h3>
      <RulesText of={game} />
    </section>
  );
}

export function Games(props: Props) {
  const { lobby, inView, open } = props;
  const phone = usePhone();
  const [all, showAll] = useState(false);
  const game = lobby.games.find(({ name }) => name === inView);
  if (game !== undefined) return <GamePage {...props} game={game} />;
  const shelves = shelved(lobby.games);
  // A newcomer has enough to read before the first table; on a phone all shelves would be many screens.
  const isNew = lobby.tables.length === 0 && lobby.finished.length === 0;
  const shown = all ? shelves : shelves.slice(0, isNew ? 0 : phone ? 1 : shelves.length);
  return (
    <section class="box-card" aria-label={words.lobby.games(lobby.games.length)}>
      {shown.length > 0 && <h2>{words.lobby.games(lobby.games.length)}</h2>}
      <div class="tiles">
        {shown.map(({ shelf, games }) => (
          <Fragment key={shelf}>
            <h3 class="shelf">{words.lobby.shelves[shelf]}</h3>
            {games.map((each) => (
              <button
                type="button"
                class="tile"
                data-box="game"
                key={each.name}
                title={aboutGame(each.about)}
                onClick={() => open(each.name)}
              >
                <GamePicture game={each} />
                <span class="tile-name">{titleIn(each.name, each.title)}</span>
                <span class="dim">{seatsIn(each)}</span>
              </button>
            ))}
          </Fragment>
        ))}
      </div>
      {shown.length < shelves.length && (
        <p class="buttons">
          <button type="button" onClick={() => showAll(true)}>
            {words.lobby.allGames}
          </button>
        </p>
      )}
    </section>
  );
}
