import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Icon } from '../art/Art';
import { type Scene, sceneOf } from '../scene/scene';
import { pastOf } from '../store/history';
import { InspectBar } from '../inspect/InspectBar';
import { InspectPanel } from '../inspect/InspectPanel';
import { Lobby } from '../lobby/Lobby';
import { page } from '../store/store';
import { look, openTab, ui } from '../store/ui';
import { words } from '../words';
import {
  AwayBars,
  Checking,
  CutOff,
  Ended,
  Gathering,
  Loading,
  Question,
  Troubles,
  Working,
} from '../states/States';
import { Consent, Terms } from '../states/Terms';
import type { Json, Line, State } from '../protocol/protocol';
import { Dice } from '../views/Dice';
import { Edges, Row } from '../views/Edges';
import { Generic } from '../views/Generic';
import { MoveList } from '../parts/MoveList';
import { Grid } from '../views/Grid';
import { Oval } from '../views/Oval';
import { SceneTable } from '../views/SceneTable';
import { Track } from '../views/Track';
import { ActionBar } from '../bar/ActionBar';
import { Announcer } from './Announcer';
import { Guard } from './Guard';
import { Broke } from '../panel/Evening';
import { Panel } from '../panel/Panel';
import { DrawnByScript, ScriptMoves } from '../parts/Script';
import { ReplayBar } from '../replay/ReplayBar';
import { usePremove } from '../bar/Premove';
import { usePreselection } from '../bar/Preselect';
import { kTight, useNarrower, usePhone, useScrolls } from '../parts/shared';
import { useShowdown } from '../bar/ShowdownBar';
import { Strip } from './Strip';
import { TopBar } from './TopBar';
import { useKeys } from './useKeys';

/** The whole page: the action bar, the stage, the panel and the top bar, in the order of tabbing. */

const nothing: Scene = { look: { kind: 'generic' }, hint: {}, buttons: [] };

function Game({
  state,
  scene,
  before,
  live = true,
}: {
  state: State;
  scene: Scene;
  before: Json | undefined;
  live?: boolean;
}) {
  const shown = useShowdown(state, scene, live);
  // On my turn the table is that of the present hand; the one before stands above the bar.
  const showdown = state.turn.mine && state.moves.length > 0 ? null : shown;
  const { look, hint } = scene;
  switch (look.kind) {
    case 'grid':
      return (
        <Grid state={state} board={look.grid} hint={hint} paths={look.paths} before={before} />
      );
    case 'cards': {
      const unit = hint.cards!.seats.unit ?? '';
      const { layout } = hint.cards!.seats;
      if (layout === 'row') return <Row state={state} scene={look.scene} unit={unit} />;
      return layout === 'oval' ? (
        <Oval state={state} scene={look.scene} showdown={showdown} unit={unit} />
      ) : (
        <Edges state={state} scene={look.scene} unit={unit} trick={look.scene.trick !== null} />
      );
    }
    case 'dice':
      return <Dice state={state} scene={look.scene} />;
    case 'track':
      return <Track state={state} scene={look.scene} hint={hint.track!} before={before} />;
    case 'scene':
      return <SceneTable state={state} scene={look.scene} />;
    case 'generic':
      return <Generic state={state} before={before} />;
  }
}

/** The game as its hint says, or, where drawing it fails, as any other. */
function Drawn(props: {
  state: State;
  scene: Scene;
  before: Json | undefined;
  live?: boolean;
}) {
  const { state } = props;
  return (
    <>
      <DrawnByScript state={state} />
      <Guard of={state} instead={<Generic state={state} before={undefined} />}>
        <Game {...props} />
      </Guard>
    </>
  );
}

/** The moves alone, where the action bar cannot be drawn. */
function PlainBar({ state }: { state: State }) {
  return (
    <footer class="bar">
      <p class="turn-line" id="turn" tabIndex={-1}>
        <span class="who">{state.turn.line}</span>
      </p>
      {state.turn.mine && (
        <ScriptMoves state={state}>
          <MoveList moves={state.moves} />
        </ScriptMoves>
      )}
    </footer>
  );
}

function Help({ keys }: { keys: [string, string][] }) {
  const { help } = ui.use();
  if (!help) return null;
  return (
    <section class="help note-card" role="group" aria-labelledby="help-title">
      <h2 id="help-title">{words.keysTitle}</h2>
      <dl>
        {keys.map(([key, does]) => (
          <div class="row" key={key}>
            <dt>{key}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        class="bare icon-only close"
        aria-label={words.close}
        onClick={() => ui.set({ help: false })}
      >
        <Icon name="cross" />
      </button>
    </section>
  );
}

/** Says that one looks at an earlier step, and leads back to the present. */
function LookBar({ step }: { step: number }) {
  return (
    <section class="note-bar look-bar" role="status">
      <p>
        <Icon name="eye" /> <strong>{words.lookAt(step)}</strong>
      </p>
      <p class="buttons">
        <button
          type="button"
          class="icon-only"
          aria-label={words.stepBack}
          title={words.stepBack}
          onClick={() => look(-1)}
        >
          <Icon name="left" />
        </button>
        <button
          type="button"
          class="icon-only"
          aria-label={words.stepOn}
          title={words.stepOn}
          onClick={() => look(1)}
        >
          <Icon name="right" />
        </button>
        <button type="button" class="primary" onClick={() => ui.set({ looking: null })}>
          {words.backToNow}
        </button>
      </p>
    </section>
  );
}

/** An earlier step, drawn in the place of the present one. */
function Past({ at }: { at: number }) {
  const { history } = page.use();
  const { flipped } = ui.use();
  const state = useMemo(() => pastOf(history[at]!), [history[at]]);
  const scene = useMemo(() => sceneOf(state, flipped), [state, flipped]);
  return (
    <>
      <LookBar step={state.step} />
      <div class={`game-stage past ${state.table.script ? 'of-script' : ''}`}>
        <Drawn state={state} scene={scene} before={history[at - 1]?.view} live={false} />
      </div>
    </>
  );
}

function Stage({ state, scene }: { state: State; scene: Scene }) {
  const { before, link, history, over, stopped } = page.use();
  const { looking } = ui.use();
  const at = history.findIndex((past) => past.step === looking);
  if (state.terms.script !== null)
    return <Consent script={state.terms.script} lines={state.terms.lines} />;
  if (state.phase === 'gathering')
    return (
      <>
        <Question state={state} />
        <Gathering state={state} />
      </>
    );
  if (state.phase === 'terms') return <Terms state={state} />;
  if (state.replay?.checking) return <Checking replay={state.replay} />;
  if (at >= 0) return <Past at={at} />;
  const ended = state.phase === 'ended' || state.phase === 'failed';
  return (
    <>
      {ended && <Ended state={state} />}
      <AwayBars state={state} />
      {!ended && state.evening !== null && <Broke evening={state.evening} />}
      <Question state={state} />
      {!state.evening?.over && <div
        class={`game-stage ${state.table.script ? 'of-script' : ''} ${(link === 'cut' && !over) || stopped ? 'frozen' : ''}`}
      >
        <Drawn state={state} scene={scene} before={before} />
        {!ended && <Working state={state} />}
        <Troubles state={state} />
      </div>}
    </>
  );
}

function Bar({ state, scene }: { state: State; scene: Scene }) {
  if (state.replay && !state.replay.checking)
    return <ReplayBar state={state} replay={state.replay} />;
  if (state.inspect) return <InspectBar state={state} inspect={state.inspect} scene={scene} />;
  return (
    <Guard of={state} instead={<PlainBar state={state} />}>
      <ActionBar state={state} scene={scene} />
    </Guard>
  );
}

function keysOf(state: State | null): [string, string][] {
  if (state?.inspect) return words.inspect.keys;
  return state?.replay ? words.replayKeys : words.keys;
}

/** Returns whether the bar has a turn line, to which the skip link leads. */
const hasTurnLine = (state: State | null): boolean =>
  state !== null && (state.phase === 'playing' || isStudied(state));

/** Returns whether the panel may stay closed: before a match its log repeats what the stage says,
 * unless somebody talks or something is wrong. */
function isQuiet(state: State | null, lines: Line[]): boolean {
  if (state === null || (state.phase !== 'gathering' && state.phase !== 'terms')) return false;
  return state.trouble.length === 0 && lines.every((line) => line.kind !== 'chat');
}

/** Returns whether a replay or an inspection has its bar. */
const isStudied = (state: State): boolean =>
  state.inspect !== null || (state.replay !== null && !state.replay.checking);

/** The page, or a word about it: what a stranger's game says ends no page. */
export function Root() {
  const { state } = page.use();
  const sorry = (
    <main class="stage">
      <section class="note-card trouble-card" role="alert">
        <p>{words.cannotDraw}</p>
      </section>
    </main>
  );
  return (
    <Guard of={state} instead={sorry}>
      <App />
    </Guard>
  );
}

function App() {
  const { state, sent, fresh, lines } = page.use();
  const { flipped, language, sheet, help, panel } = ui.use();
  const phone = usePhone();
  const tight = useNarrower(kTight);
  const scene = useMemo(
    () => (state === null ? nothing : sceneOf(state, flipped)),
    [state, flipped],
  );
  usePreselection(state, scene);
  usePremove(state, scene);
  const showdown = useShowdownIf(state, scene);
  useKeys(state, scene, showdown);
  useEffect(() => {
    if (sheet && !phone) ui.set({ sheet: false });
  }, [phone, sheet]);
  if (state?.lobby) return <Lobby state={state} lobby={state.lobby} />;
  const kind =
    state === null ||
    state.phase === 'gathering' ||
    state.phase === 'terms' ||
    state.replay?.checking
      ? 'plain'
      : scene.look.kind;
  const turn = hasTurnLine(state);
  const folded = !phone && !panel && isQuiet(state, lines);
  return (
    <div
      class={`frame stage-${kind} ${phone ? 'narrow' : ''} ${folded ? 'folded' : ''} ${tight ? 'tight' : ''} ${sent ? 'sent' : ''} ${fresh ? 'fresh' : ''}`}
      key={language}
    >
      <a class="skip" href={turn ? '#turn' : '#stage'}>
        {turn ? words.skip : words.skipToStage}
      </a>
      {state !== null && <Bar state={state} scene={scene} />}
      <Main>
        <CutOff />
        {state === null ? <Loading /> : <Stage state={state} scene={scene} />}
        {folded && (
          <button type="button" class="bare unfold" onClick={() => openTab(state?.chat ? 'chat' : 'log')}>
            {state?.chat ? words.chatFolded : words.tabs.log}
          </button>
        )}
        {help && <Help keys={keysOf(state)} />}
      </Main>
      {state?.inspect && <InspectPanel state={state} inspect={state.inspect} />}
      {!state?.inspect && !folded && <Panel />}
      {phone && state !== null && <Strip />}
      <TopBar />
      {state !== null && <Announcer state={state} scene={scene} />}
    </div>
  );
}

/** The place of the game, which scrolls if the game is larger. */
function Main({ children }: { children: ComponentChildren }) {
  const element = useRef<HTMLElement>(null);
  const scrolls = useScrolls(element);
  return (
    <main class="stage" id="stage" ref={element} tabIndex={scrolls ? 0 : -1}>
      {children}
    </main>
  );
}

/** Hooks must run in every drawing, also before there is a state. */
function useShowdownIf(state: State | null, scene: Scene): boolean {
  const shown = useShowdown(state ?? kEmpty, scene);
  return state !== null && shown !== null;
}

const kEmpty = {
  view: null,
  seats: [],
  me: -1,
  turn: { mine: false },
  replay: null,
  inspect: null,
} as unknown as State;
