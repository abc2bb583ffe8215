import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Move, State } from '../protocol/protocol';
import type { Scene } from '../scene/scene';
import { sendLine, sendMove } from '../store/socket';
import { makeMove } from '../scene/make';
import { fitsForm, formOf, keyOf, needless, ordered } from '../scene/moves';
import { moveOfPicks } from '../scene/touches';
import { sentence } from '../base/text';
import { moveName } from '../words/said';
import { ui } from '../store/ui';
import { words } from '../words';
import { BidForm } from './BidForm';
import { NumberRow } from './NumberRow';
import { Premove } from './Premove';
import { Preselect } from './Preselect';
import { AllMoves, MoveList } from '../parts/MoveList';
import { LogWords, ScriptMoves } from '../parts/Script';
import { SureButton, useNow, useScrolls } from '../parts/shared';
import { ShowdownBar, ShownAbove, ShownHands, useShowdown } from './ShowdownBar';
import { SceneMoves } from './SceneMoves';
import { ClockBar, TurnLine } from './TurnLine';

/** More moves than these are a list with a filter. */
const kButtonsMax = 8;
/** More moves with a number than these can only be typed. */
const kNumbersMax = 4;

/** The moves of now. The turn line stands at the same place in every game. */

interface MoveButtonProps {
  move: Move;
  scene: Scene;
  main: boolean;
  digit?: number;
}

export function MoveButton({ move, scene, main, digit }: MoveButtonProps) {
  const key = keyOf(move, scene.hint.moves);
  const label = sentence(moveName(move));
  if (move.careful) {
    return (
      <SureButton
        label={label}
        sure={words.sure(label)}
        run={() => sendMove(move.move)}
        digit={digit}
      />
    );
  }
  return (
    <button
      type="button"
      class={main ? 'primary' : ''}
      data-move={move.id}
      data-digit={digit}
      onClick={() => makeMove(move)}
    >
      <span class="label">{label}</span>
      {key !== '' && <kbd>{key.toUpperCase()}</kbd>}
    </button>
  );
}

/** The button of the cards that are chosen on the table, and the moves that choose none. The rest is one touch away in
 * a list. */
function Choices({ scene }: { scene: Scene }) {
  const { picks } = ui.use();
  const [all, showAll] = useState(false);
  const moves = scene.buttons;
  if (all) return <AllMoves moves={moves} close={() => showAll(false)} />;
  const chosen = moveOfPicks(moves, picks);
  const others = ordered(moves.filter((move) => move.picks.length === 0), scene.hint.moves);
  return (
    <div class="actions">
      <div class="plain">
        {[...(chosen ? [chosen] : []), ...others].map((move, i) => (
          <MoveButton key={move.id} move={move} scene={scene} main={chosen ? i === 0 : move.main} digit={i + 1} />
        ))}
        <button type="button" class="bare" onClick={() => showAll(true)}>
          {words.scene.allMoves(moves.length)}
        </button>
      </div>
    </div>
  );
}

export function Buttons({ state, scene }: { state: State; scene: Scene }) {
  const { hint, look } = scene;
  const form = look.kind === 'dice' ? formOf(scene.buttons, hint.moves) : null;
  if (form !== null && fitsForm(form)) {
    return <BidForm scene={scene} />;
  }
  if (look.kind === 'cards' && look.scene.choices.length > 0) return <Choices scene={scene} />;
  const plain = scene.buttons.filter((move) => move.number === null);
  const numbers = scene.buttons.filter((move) => move.number !== null);
  if (plain.length + numbers.length === 0) return null;
  if (plain.length > kButtonsMax)
    return (
      <div class="many">
        <MoveList moves={plain} />
      </div>
    );
  const big = look.kind === 'cards' && hint.moves?.order !== undefined;
  const hidden = needless(plain);
  const shown = ordered(plain, hint.moves).filter((move) => !hidden.includes(move));
  return (
    <div class={`actions ${big ? 'big' : ''} ${numbers.length > 0 ? 'numbered' : ''}`}>
      <div class="plain">
        {shown.map((move, i) => (
          <MoveButton key={move.id} move={move} scene={scene} main={move.main} digit={i + 1} />
        ))}
      </div>
      {numbers.slice(0, kNumbersMax).map((move) => (
        <NumberRow key={move.id} move={move} state={state} scene={scene} />
      ))}
    </div>
  );
}

/** The buttons under the mark of a script, if there are any. */
function MarkedButtons({ state, scene }: { state: State; scene: Scene }) {
  if (scene.look.kind === 'scene')
    return (
      <ScriptMoves state={state}>
        <SceneMoves state={state} scene={scene} />
      </ScriptMoves>
    );
  if (scene.buttons.length === 0) return null;
  return (
    <ScriptMoves state={state}>
      <Buttons state={state} scene={scene} />
    </ScriptMoves>
  );
}

/** A question before a move goes out: a fold that nothing asks for, a card against the rules. */
export function Ask({ state }: { state: State }) {
  const { ask } = ui.use();
  if (ask === null) return null;
  const yes = (): void => {
    ui.set({ ask: null });
    if (ask.move !== undefined) sendMove(ask.move);
    else if (ask.line !== undefined) sendLine(ask.line);
  };
  const question = (
    <div class="ask" role="group" aria-label={ask.text}>
      <p>{ask.text}</p>
      <button type="button" class="danger" onClick={yes}>
        {ask.yes}
      </button>
      <button type="button" onClick={() => ui.set({ ask: null })}>
        {ask.no}
      </button>
    </div>
  );
  return ask.ofGame ? (
    <ScriptMoves state={state} title={words.questionOfScript}>
      {question}
    </ScriptMoves>
  ) : (
    question
  );
}

/** The cards that were shown just now, and the end of the hand before, for games whose hint does not say where to
 * find the cards of a showdown. */
function LastShown({ scene }: { scene: Scene }) {
  const { shown } = ui.use();
  const box = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(box);
  const now = useNow(shown.length > 0);
  const lines = shown.filter(({ until }) => now < until);
  const last = lines.at(-1)?.text;
  useLayoutEffect(() => {
    box.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  if (lines.length === 0 || scene.hint.cards?.showdown) return null;
  return (
    <div class="last-hand" ref={box} tabIndex={scrolls ? 0 : undefined}>
      {lines.map(({ text }) => (
        <p key={text}>
          <LogWords text={text} />
        </p>
      ))}
    </div>
  );
}

export function ActionBar({ state, scene }: { state: State; scene: Scene }) {
  const showdown = useShowdown(state, scene);
  if (state.phase === 'ended')
    return (
      <footer class="bar over">
        {showdown !== null && <ShownHands state={state} showdown={showdown} />}
      </footer>
    );
  if (state.phase !== 'playing') return null;
  const mine = state.turn.mine && state.moves.length > 0;
  if (showdown !== null && !mine)
    return (
      <footer class="bar">
        <ShowdownBar state={state} showdown={showdown} />
      </footer>
    );
  return (
    <footer class="bar">
      {showdown !== null && <ShownAbove state={state} showdown={showdown} />}
      <ClockBar state={state} />
      <LastShown scene={scene} />
      <TurnLine state={state} scene={scene} />
      <Ask state={state} />
      {mine ? (
        <MarkedButtons state={state} scene={scene} />
      ) : (
        <>
          <Premove scene={scene} />
          <Preselect state={state} scene={scene} />
        </>
      )}
    </footer>
  );
}
