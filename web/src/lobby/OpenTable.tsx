import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/Art';
import type { Json, Lobby, LobbyGame } from '../protocol/protocol';
import { words } from '../words';
import { aboutGame } from '../words/labels';
import { toldList } from '../words/said';
import { Check, Choice, Frame, NumberField, TextField } from './fields';
import {
  buyInWith,
  type BuyIn,
  type Field,
  fieldsOf,
  columnsOf,
  firstRow,
  gameClock,
  hostLine,
  inRange,
  ofEvening,
  type Opening,
  practiceSeats,
  usualBuyIn,
  type Values,
} from './form';
import { GamePicture } from './GamePicture';
import { StrengthChoice } from './Join';
import { Reach, ShowsLosing } from './OwnSettings';
import { Rows } from './Rows';
import type { Say } from './say';
import { shelved, titleIn } from './shown';

/** The form that opens a table: made from the parameters of the game. */

const nameOfParam = (name: string): string =>
  Object.hasOwn(words.lobby.params, name)
    ? words.lobby.params[name]!
    : name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());

const nameOfChoice = (choice: string): string => words.lobby.choices[choice] ?? choice;

function ParamField({
  game,
  field,
  values,
  set,
}: {
  game: LobbyGame;
  field: Field;
  values: Values;
  set: (name: string, value: Json) => void;
}) {
  const label = nameOfParam(field.name);
  const valueOfParam = (i: number): Json =>
    values[field.params[i]!.name] ?? field.params[i]!.standard;
  const first = field.params[0]!;
  switch (field.shape) {
    case 'segment':
    case 'list': {
      const options: [string, Json][] =
        first.kind === 'flag'
          ? [
              [words.lobby.no, false],
              [words.lobby.yes, true],
            ]
          : first.choices.map((choice) => [nameOfChoice(choice), choice]);
      return (
        <Choice
          label={label}
          about={first.kind === 'flag' ? aboutGame(first.about) : ''}
          options={options}
          value={valueOfParam(0)}
          list={field.shape === 'list'}
          choose={(value) => set(first.name, value)}
        />
      );
    }
    case 'number':
      return (
        <NumberField
          label={label}
          about={aboutGame(first.about)}
          value={Number(valueOfParam(0))}
          param={first}
          change={(value) => set(first.name, value)}
        />
      );
    case 'pair':
      return (
        <Frame label={label} about="">
          <div class="pair">
            {field.params.map((param, i) => (
              <NumberField
                key={param.name}
                label={nameOfParam(param.name)}
                about=""
                value={Number(valueOfParam(i))}
                param={param}
                bare
                change={(value) => set(param.name, value)}
              />
            ))}
          </div>
        </Frame>
      );
    case 'rows':
      return (
        <Rows
          field={field}
          label={label}
          value={valueOfParam(0)}
          first={firstRow(game, values, first.name)}
          columns={columnsOf(firstRow(game, values, first.name), values, first.name)}
          set={(value) => set(first.name, value)}
        />
      );
    case 'text':
      return (
        <TextField
          label={label}
          about={aboutGame(first.about)}
          param={first}
          value={valueOfParam(0)}
          change={(value) => set(first.name, value)}
        />
      );
  }
}

/** The clocks of games on boards: minutes for the game, and seconds that a move gives back. */
const kGameClocks: [minutes: number, increment_s: number][] = [
  [3, 2],
  [10, 5],
  [30, 10],
];

/** The clock of a game of two on a board, by one click. */
function GameClock({ opening, set }: { opening: Opening; set: (part: Partial<Opening>) => void }) {
  const clocks: [string, Partial<Opening>][] = [
    ...kGameClocks.map(([minutes, increment_s]): [string, Partial<Opening>] => [
      words.lobby.gameClock(minutes, increment_s),
      gameClock(minutes, increment_s),
    ]),
    [words.lobby.aMove(kUsual.move_s), kUsualClock],
    [words.lobby.none, { ...kUsualClock, move_s: 0 }],
  ];
  const { move_s, bank_s, increment_s } = opening;
  return (
    <Choice
      label={words.lobby.clock}
      options={clocks as [string, Json][]}
      value={{ move_s, bank_s, increment_s }}
      choose={(value) => set(value as Partial<Opening>)}
    />
  );
}

function MoveClock({ opening, set }: { opening: Opening; set: (part: Partial<Opening>) => void }) {
  return (
    <>
      <Choice
        label={words.lobby.moveTime}
        options={[
          ...[15, 30, 60].map((s): [string, Json] => [words.lobby.seconds(s), s]),
          [words.lobby.none, 0],
        ]}
        value={opening.move_s}
        choose={(value) => set({ move_s: Number(value) })}
      />
      <Choice
        label={words.lobby.reserve}
        options={[
          [words.lobby.none, 0],
          ...[1, 2, 5].map((m): [string, Json] => [words.lobby.inMinutes(m), m * 60]),
        ]}
        value={opening.bank_s}
        disabled={opening.move_s === 0}
        choose={(value) => set({ bank_s: Number(value) })}
      />
    </>
  );
}

/** Choices of who may sit down and watch. Where the host is asked about each guest, the first has no use. */
function TableFields({ opening, set }: { opening: Opening; set: (part: Partial<Opening>) => void }) {
  return (
    <>
      <Choice
        label={words.lobby.admission}
        options={[
          [words.lobby.admit.invited, 'invited'],
          [words.lobby.admit.known, 'known'],
        ]}
        value={opening.admit === 'known' ? 'known' : 'invited'}
        disabled={opening.admit === 'ask'}
        choose={(value) => set({ admit: value as Opening['admit'] })}
      />
      <Choice
        label={words.lobby.spectators}
        options={[
          [words.lobby.watch.none, 'none'],
          [words.lobby.watch.invited, 'invited'],
          [words.lobby.watch.open, 'open'],
        ]}
        value={opening.watch}
        choose={(value) => set({ watch: value as Opening['watch'] })}
      />
    </>
  );
}

/** The most chips of one order. */
const kChipsMost = 1_000_000_000;

/** The buy-in of an evening, the bank's own chips, and whether its person is asked about orders. */
function EveningFields({ buy_in, set }: { buy_in: BuyIn; set: (buy_in: BuyIn) => void }) {
  const number = (name: 'least' | 'most' | 'own', label: string, bare: boolean) => (
    <NumberField
      label={label}
      about=""
      value={buy_in[name]}
      param={{
        min: name === 'own' ? buy_in.least : 1,
        max: name === 'own' ? buy_in.most : kChipsMost,
        standard: buy_in.most,
      }}
      bare={bare}
      change={(value) => set(buyInWith(buy_in, { [name]: value }))}
    />
  );
  return (
    <>
      <p class="dim small">{words.lobby.eveningAbout}</p>
      <div class="field-grid">
        <Frame label={words.lobby.buyIn} about="">
          <div class="pair">
            {number('least', words.lobby.buyInFrom, true)}
            {number('most', words.lobby.buyInTo, true)}
          </div>
        </Frame>
        {number('own', words.ownChips, false)}
      </div>
      <Check
        label={words.lobby.askOrders}
        checked={buy_in.asks}
        choose={(asks) => set({ ...buy_in, asks })}
      />
    </>
  );
}

const kUsualClock = { move_s: 30, bank_s: 60, increment_s: null };

const kUsual: Opening = {
  seats: 0,
  bots: 0,
  strength: 'normal',
  ...kUsualClock,
  admit: 'invited',
  watch: 'none',
  evening: null,
};

export function OpenTable({
  lobby,
  say,
  name,
  again,
  choose,
  lookAt,
}: {
  lobby: Lobby;
  say: Say;
  name: string;
  /** The game of an evening that is opened again; null: there is none. */
  again: string | null;
  choose: (name: string) => void;
  lookAt: (name: string) => void;
}) {
  const games = lobby.games.filter((game) => game.seats_max > 1);
  const [values, setValues] = useState<Values>({});
  const [opening, setOpening] = useState(kUsual);
  const chosen = games.find((each) => each.name === name) ?? games[0];
  // Another game has parameters of its own.
  useEffect(() => {
    setValues({});
    const evening = name === again && chosen?.evening ? usualBuyIn(chosen) : null;
    setOpening({ ...opening, ...kUsualClock, seats: 0, bots: 0, evening });
  }, [name]);
  if (chosen === undefined) return null;
  const { evening } = opening;
  const game = evening === null ? chosen : ofEvening(chosen);
  const usual_seats =
    evening === null
      ? Math.min(game.seats_max, Math.max(game.seats_min, 2))
      : practiceSeats(game);
  const seats = opening.seats === 0 ? usual_seats : opening.seats;
  const bots = inRange(opening.bots, 0, seats - 1);
  const set = (param: string, value: Json): void => setValues({ ...values, [param]: value });
  const { first, more } = fieldsOf(game);
  const fields = [...first, ...more];
  const setPart = (part: Partial<Opening>): void => setOpening({ ...opening, ...part });
  // In a game on a board the clock is what people choose; in others it is as usual.
  const is_board = game.shelf === 'boards';
  const Clock = is_board ? GameClock : MoveClock;
  const clock = <Clock opening={opening} set={setPart} />;
  const busy = lobby.starting !== '';
  const field = (each: Field) => (
    <ParamField
      key={`${game.name} ${each.name}`}
      game={game}
      field={each}
      values={values}
      set={set}
    />
  );
  return (
    <section class="box-card" aria-labelledby="open-table">
      <h2 id="open-table">{words.lobby.open}</h2>
      <Reach lobby={lobby} say={say} />
      <form
        class="open-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) say(hostLine(game, values, { ...opening, seats, bots }));
        }}
      >
        <div class="game-of-form">
          <GamePicture game={game} />
          <button
            type="button"
            aria-label={words.lobby.rulesOf(titleIn(game.name, game.title))}
            onClick={() => lookAt(game.name)}
          >
            {words.lobby.rules}
          </button>
        </div>
        <div class="field-grid">
          <GameField
            games={games}
            game={game}
            choose={choose}
          />
          <NumberField
            label={evening === null ? words.lobby.seats : words.lobby.seatsUpTo}
            about=""
            brief
            value={seats}
            param={{ min: game.seats_min, max: game.seats_max, standard: usual_seats }}
            change={(value) => setOpening({ ...opening, seats: value })}
          />
          {is_board && clock}
        </div>
        <Check
          label={words.lobby.askMe}
          checked={opening.admit === 'ask'}
          choose={(checked) => setPart({ admit: checked ? 'ask' : 'invited' })}
        />
        {game.evening && (
          <Check
            label={words.lobby.evening}
            checked={evening !== null}
            choose={(checked) => setPart({ evening: checked ? usualBuyIn(chosen) : null })}
          />
        )}
        {evening !== null && (
          <EveningFields buy_in={evening} set={(buy_in) => setPart({ evening: buy_in })} />
        )}
        <MoreFields key={game.name} fields={fields} about={toldList(game.secrecy_said, game.secrecy)} field={field}>
          <NumberField
            label={words.lobby.bots}
            about=""
            value={bots}
            param={{ min: 0, max: seats - 1, standard: 0 }}
            change={(value) => setOpening({ ...opening, bots: value })}
          />
          {/* It stands there with no bots, too: a row that comes as one clicks on Open takes the click. */}
          {seats > 1 && (
            <StrengthChoice strength={opening.strength} choose={(strength) => setPart({ strength })} />
          )}
          {!is_board && clock}
          <TableFields opening={opening} set={setPart} />
          {game.shelf === 'poker' && <ShowsLosing shows={lobby.shows_losing} say={say} />}
        </MoreFields>
        <div class="open-foot">
          <button type="submit" class="primary" disabled={busy}>
            {busy ? words.lobby.opening : words.lobby.openIt}
          </button>
        </div>
      </form>
    </section>
  );
}

function GameField({
  games,
  game,
  choose,
}: {
  games: LobbyGame[];
  game: LobbyGame;
  choose: (name: string) => void;
}) {
  return (
    <Frame label={words.lobby.game} about="" of="game-of-table">
      <select
        id="game-of-table"
        title={aboutGame(game.about)}
        value={game.name}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {shelved(games).map(({ shelf, games: some }) => (
          <optgroup key={shelf} label={words.lobby.shelves[shelf]}>
            {some.map((each) => (
              <option key={each.name} value={each.name}>
                {titleIn(each.name, each.title)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </Frame>
  );
}

/** What most people leave as it is usual: the parameters of the game, and the children. */
function MoreFields({
  fields,
  about,
  field,
  children,
}: {
  fields: Field[];
  about: string;
  field: (each: Field) => preact.JSX.Element;
  children: ComponentChildren;
}) {
  return (
    <details class="more-fields">
      <summary>
        <Icon name="right" />
        {words.lobby.settings}
      </summary>
      <div class="field-grid">
        {fields.map(field)}
        {children}
      </div>
      <p class="soft">{about}</p>
    </details>
  );
}
