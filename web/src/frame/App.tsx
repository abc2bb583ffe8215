import { useEffect, useMemo } from 'preact/hooks';
import { Icon } from '../art/Art';
import { type Scene, sceneOf } from '../scene';
import { page } from '../store';
import { ui } from '../ui';
import { words } from '../words';
import {
  AwayBars,
  CutOff,
  Ended,
  Gathering,
  Loading,
  Question,
  Terms,
  Troubles,
  Working,
} from '../states/States';
import type { Json, State } from '../protocol';
import { Dice } from '../views/Dice';
import { Edges, Row } from '../views/Edges';
import { Generic } from '../views/Generic';
import { Grid } from '../views/Grid';
import { Oval } from '../views/Oval';
import { Track } from '../views/Track';
import { ActionBar } from './ActionBar';
import { Announcer } from './Announcer';
import { Panel, Strip } from './Panel';
import { usePreselection } from './Preselect';
import { kTight, useNarrower, usePhone } from './shared';
import { useShowdown } from './ShowdownBar';
import { TopBar } from './TopBar';
import { useKeys } from './useKeys';

/** The whole page: the action bar, the stage, the panel and the top bar, in the order of tabbing. */

const nothing: Scene = { look: { kind: 'generic' }, hint: {}, buttons: [] };

function Game({ state, scene, before }: { state: State; scene: Scene; before: Json | undefined }) {
  const showdown = useShowdown(state, scene);
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
    case 'generic':
      return <Generic state={state} before={before} />;
  }
}

function Help() {
  const { help } = ui.use();
  if (!help) return null;
  return (
    <section class="help note-card" role="group" aria-labelledby="help-title">
      <h2 id="help-title">{words.keysTitle}</h2>
      <dl>
        {words.keys.map(([key, does]) => (
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

function Stage({ state, scene }: { state: State; scene: Scene }) {
  const { before, link, over } = page.use();
  if (state.phase === 'gathering') return <Gathering state={state} />;
  if (state.phase === 'terms') return <Terms state={state} />;
  const ended = state.phase === 'ended' || state.phase === 'failed';
  return (
    <>
      {ended && <Ended state={state} />}
      <AwayBars state={state} />
      <Question state={state} />
      <div class={`game-stage ${link === 'cut' && !over ? 'frozen' : ''}`}>
        <Game state={state} scene={scene} before={before} />
        {!ended && <Working state={state} />}
        <Troubles state={state} />
      </div>
    </>
  );
}

export function App() {
  const { state } = page.use();
  const { flipped, language, sheet, help } = ui.use();
  const phone = usePhone();
  const tight = useNarrower(kTight);
  const scene = useMemo(
    () => (state === null ? nothing : sceneOf(state, flipped)),
    [state, flipped],
  );
  usePreselection(state, scene);
  const showdown = useShowdownIf(state, scene);
  useKeys(state, scene, showdown);
  useEffect(() => {
    if (sheet && !phone) ui.set({ sheet: false });
  }, [phone, sheet]);
  const kind =
    state === null || state.phase === 'gathering' || state.phase === 'terms'
      ? 'plain'
      : scene.look.kind;
  return (
    <div
      class={`frame stage-${kind} ${phone ? 'narrow' : ''} ${tight ? 'tight' : ''}`}
      key={language}
    >
      <a class="skip" href="#turn">
        {words.skip}
      </a>
      {state !== null && <ActionBar state={state} scene={scene} />}
      <main class="stage">
        <CutOff />
        {state === null ? <Loading /> : <Stage state={state} scene={scene} />}
        {help && <Help />}
      </main>
      <Panel />
      {phone && state !== null && <Strip />}
      <TopBar />
      {state !== null && <Announcer state={state} scene={scene} />}
    </div>
  );
}

/** Hooks must run in every drawing, also before there is a state. */
function useShowdownIf(state: State | null, scene: Scene): boolean {
  const shown = useShowdown(state ?? kEmpty, scene);
  return state !== null && shown !== null;
}

const kEmpty = { view: null, seats: [], me: -1, turn: { mine: false } } as unknown as State;
