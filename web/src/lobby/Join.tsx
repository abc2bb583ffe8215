import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { Lobby, LobbyGame } from '../protocol/protocol';
import { plainName } from '../base/text';
import { words } from '../words';
import { aboutGame } from '../words/labels';
import { Choice } from './fields';
import { hasInvitation, joinLine, playLine, practiceSeats, type Strength } from './form';
import type { Say } from './say';
import { kKnown, shelved, titleIn } from './shown';

/** The ways to a table of others, and to practice. */

/** A whole mail may stand around an invitation. */
const kPastedMax = 50_000;

export function Join({ busy, say }: { busy: boolean; say: Say }) {
  const [typed, type] = useState('');
  const join = (event: Event): void => {
    event.preventDefault();
    if (typed.trim() !== '' && !busy) say(joinLine(typed));
  };
  return (
    <section class="box-card" aria-labelledby="join">
      <h2 id="join">{words.lobby.join}</h2>
      <form class="join-form" onSubmit={join}>
        <input
          type="text"
          aria-label={words.lobby.invitation}
          placeholder="7-guitar-igloo"
          autocomplete="off"
          spellcheck={false}
          maxLength={kPastedMax}
          value={typed}
          onInput={(event) => type(event.currentTarget.value)}
          onPaste={(event) => {
            // An invitation of several lines becomes one, with its words still apart. In an empty field it
            // leads to its table at once.
            const text = event.clipboardData?.getData('text') ?? '';
            const pasted = text.replace(/\s+/g, ' ').slice(0, kPastedMax);
            const goes = typed === '' && hasInvitation(pasted);
            if (!goes && !/[\r\n]/.test(text)) return;
            event.preventDefault();
            type(pasted);
            if (goes && !busy) say(joinLine(pasted));
          }}
        />
        <button type="submit" disabled={busy}>
          {words.lobby.joinIt}
        </button>
      </form>
    </section>
  );
}

export function Near({ lobby, say }: { lobby: Lobby; say: Say }) {
  if (lobby.near.length === 0) return null;
  return (
    <section class="box-card" aria-labelledby="near">
      <h2 id="near">{words.lobby.near}</h2>
      <ul class="near-tables">
        {lobby.near.map((table, i) => {
          const title = titleIn(table.game, table.title);
          return (
            <li key={`${table.line}${i}`} data-box="near">
              <p>
                <strong>{title}</strong>{' '}
                {table.contact !== '' && (
                  <span class="soft">{words.lobby.theTableOf(plainName(table.contact))}</span>
                )}
                <br />
                <span class="soft">{words.lobby.hereOf(table.taken, table.seats)}</span>
              </p>
              {table.line === '' ? (
                <span class="dim">{words.lobby.asksCode}</span>
              ) : (
                <button
                  type="button"
                  aria-label={`${words.lobby.seeTerms}: ${title}`}
                  onClick={() => say(table.line)}
                >
                  {words.lobby.seeTerms}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** How well the bots play. */
export function StrengthChoice({
  strength,
  choose,
}: {
  strength: Strength;
  choose: (strength: Strength) => void;
}) {
  const options = (['simple', 'easy', 'normal', 'hard'] as const).map((each): [string, Strength] => [
    words.lobby.strengths[each],
    each,
  ]);
  return (
    <Choice
      label={words.lobby.strength}
      options={options}
      value={strength}
      choose={(value) => choose(value as Strength)}
    />
  );
}

/** Other games than the best-known one are one click away. */
export function Practise({ lobby, say }: { lobby: Lobby; say: Say }) {
  const [all, showAll] = useState(false);
  const [strength, setStrength] = useState<Strength>('normal');
  const known = kKnown.flatMap((name) => lobby.games.filter((game) => game.name === name));
  const button = (game: LobbyGame) => {
    const bots = practiceSeats(game) - 1;
    return (
      <button
        type="button"
        key={game.name}
        title={`${aboutGame(game.about)} (${bots === 0 ? words.lobby.alone : words.lobby.botsCount(bots)})`}
        disabled={lobby.starting !== ''}
        onClick={() => say(playLine(game, strength))}
      >
        <span class="one-line">{titleIn(game.name, game.title)}</span>
      </button>
    );
  };
  return (
    <>
      <StrengthChoice strength={strength} choose={setStrength} />
      <div class="practise">
      {!all && known.map(button)}
      {all ? (
        shelved(lobby.games).map(({ shelf, games }) => (
          <Fragment key={shelf}>
            <h3 class="shelf">{words.lobby.shelves[shelf]}</h3>
            {games.map(button)}
          </Fragment>
        ))
      ) : (
        <button type="button" aria-expanded={false} onClick={() => showAll(true)}>
          {words.lobby.moreGames(lobby.games.length - known.length)}
        </button>
      )}
      </div>
    </>
  );
}
