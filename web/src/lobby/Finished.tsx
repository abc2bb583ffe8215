import { useState } from 'preact/hooks';
import { Icon } from '../art/Art';
import type { Lobby, LobbyFinished } from '../protocol/protocol';
import { grouped, plainName } from '../base/text';
import { words } from '../words';
import { nowInSeconds, type Say } from './say';
import { chipsIn, dayOf, lengthOf, luckWords, othersOf, resultOf, titleIn, toneOf, totalsOf } from './shown';

/** The matches that are over, and what the person did in them. */

const kShownAtOnce = 5;

function Match({
  match,
  shelf,
  busy,
  say,
}: {
  match: LobbyFinished;
  shelf: string;
  busy: boolean;
  say: Say;
}) {
  const title = titleIn(match.game, match.title);
  const others = words.names(othersOf(match).map(plainName));
  const tone = toneOf(match);
  const what = `${title}, ${others}`;
  return (
    <tr>
      <th scope="row">
        <span class="one-line">{title}</span>
      </th>
      <td class="soft others">
        <span class="one-line">{others}</span>
      </td>
      <td class="soft">{lengthOf(match)}</td>
      <td class={`outcome ${tone > 0 ? 'good' : ''}`}>{resultOf(match, shelf)}</td>
      <td class="soft num">{dayOf(match.at_s, nowInSeconds())}</td>
      <td class="match-cell">
        <div class="match-buttons">
        <button
          type="button"
          disabled={busy}
          aria-label={words.lobby.replayOf(what)}
          onClick={() => say(`replay ${match.file}`)}
        >
          {words.lobby.replay}
        </button>
        <button
          type="button"
          disabled={busy}
          aria-label={words.lobby.auditOf(what)}
          onClick={() => say(`audit ${match.file}`)}
        >
          {match.verdict === '' ? (
            words.lobby.audit
          ) : (
            <span class={match.verdict === 'VALID' ? 'good verdict-word' : 'bad verdict-word'}>
              <Icon name={match.verdict === 'VALID' ? 'shield' : 'warning'} /> {match.verdict}
            </span>
          )}
        </button>
        </div>
      </td>
    </tr>
  );
}

export function Finished({ lobby, say }: { lobby: Lobby; say: Say }) {
  const [all, showAll] = useState(false);
  if (lobby.finished.length === 0 && !lobby.reading) return null;
  const shelves = new Map(lobby.games.map((game) => [game.name, game.shelf]));
  const shown = all ? lobby.finished : lobby.finished.slice(0, kShownAtOnce);
  return (
    <section class="box-card" aria-labelledby="finished">
      <div class="box-head">
        <h2 id="finished">{words.lobby.finished}</h2>
        {lobby.finished.length > kShownAtOnce && (
          <button type="button" class="bare" aria-expanded={all} onClick={() => showAll(!all)}>
            {all ? words.lobby.newest : words.lobby.all(lobby.finished.length)}
          </button>
        )}
      </div>
      <table class="matches">
        <tbody>
          {shown.map((match) => (
            <Match
              key={match.file}
              match={match}
              shelf={shelves.get(match.game) ?? ''}
              busy={lobby.starting !== ''}
              say={say}
            />
          ))}
        </tbody>
      </table>
      {all && lobby.finished_all > lobby.finished.length && (
        <p class="dim small">{words.lobby.listed(lobby.finished.length, lobby.finished_all)}</p>
      )}
      {lobby.reading && (
        <p class="dim small" role="status">
          {words.lobby.reading}
        </p>
      )}
    </section>
  );
}

export function Figures({ lobby }: { lobby: Lobby }) {
  if (lobby.figures.length === 0) return null;
  const { matches, hands, won, chips } = totalsOf(lobby.figures, lobby.games);
  const shelves = new Map(lobby.games.map((game) => [game.name, game.shelf]));
  const numbers: [string, string][] = [
    [grouped(matches, words.separator), words.lobby.matchesLabel(matches)],
    ...(hands > 0
      ? [[grouped(hands, words.separator), words.lobby.handsLabel(hands)] as [string, string]]
      : []),
    chips === null
      ? [grouped(won, words.separator), words.lobby.wonLabel]
      : [chipsIn(chips), words.lobby.chipsLabel],
  ];
  return (
    <section class="box-card" aria-labelledby="figures">
      <h2 id="figures">{words.lobby.yourPlay}</h2>
      <dl class="figures">
        {numbers.map(([value, label]) => (
          <div key={label} data-box="figure">
            <dt class="soft">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <details class="by-game">
        <summary>{words.lobby.byGame}</summary>
        <dl>
          {lobby.figures.map((figure) => (
            <div key={figure.game}>
              <dt>{titleIn(figure.game, figure.title)}</dt>
              <dd class="soft">
                {words.lobby.figure(figure.matches, figure.won)}
                {shelves.get(figure.game) === 'poker' &&
                  `, ${chipsIn(figure.sum)} ${words.lobby.chipsLabel}`}
              </dd>
              {figure.luck.map((luck) => (
                <dd key={luck.what} class="luck dim">
                  {luckWords(luck)}
                </dd>
              ))}
            </div>
          ))}
        </dl>
        {lobby.figures.some((figure) => figure.luck.length > 0) && (
          <p class="dim">{words.lobby.aboutLuck}</p>
        )}
      </details>
    </section>
  );
}
