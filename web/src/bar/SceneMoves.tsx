import { useEffect, useState } from 'preact/hooks';
import type { Move, State } from '../protocol/protocol';
import type { Scene } from '../scene/scene';
import { makeMove } from '../scene/make';
import { keyOf, verbOf, withWords } from '../scene/moves';
import { barMoves, kAllMax, kBarMax, moveOfPicks, movesOf, numberMoves, pickable } from '../scene/touches';
import { AllMoves } from '../parts/MoveList';
import { usePhone } from '../parts/shared';
import { sentence } from '../base/text';
import { ui } from '../store/ui';
import { moveName } from '../words/said';
import { words } from '../words';
import { NumberRow } from './NumberRow';

/** The moves of a scene that the bar has: those that no touch makes, those of the chosen thing, and one button for
 * the things that were picked. The rest is one touch away in a list. */

const kNumbersMax = 2;
/** So many free moves stand side by side, such as bids by their numbers. */
const kFreeMax = 14;

/** Returns what tells things of a scene apart for a choice: where they lie, and their faces. */
function lookIn({ look }: Scene): (thing: string) => string {
  const things = look.kind === 'scene' ? look.scene.things : [];
  const looks = new Map(things.map(([id, place, , face]) => [id, `${place} ${face ?? id}`]));
  return (thing) => looks.get(thing) ?? thing;
}

interface ButtonProps {
  scene: Scene;
  move: Move;
  main: boolean;
  phone: boolean;
  digit: number;
}

function SceneButton({ scene, move, main, phone, digit }: ButtonProps) {
  const key = keyOf(move, scene.hint.moves);
  const label = sentence(phone && move.brief_label !== '' ? move.brief_label : moveName(move));
  return (
    <button
      type="button"
      class={main ? 'primary' : ''}
      data-move={move.id}
      data-digit={digit}
      onClick={() => makeMove(move)}
    >
      <span class="label">{label}</span>
      {move.aside !== '' && <small class="soft">{move.aside}</small>}
      {key !== '' && <kbd>{key.toUpperCase()}</kbd>}
    </button>
  );
}

/** Returns the numbers that a move may have, up to one more than there may be buttons. */
function valuesOf({ number }: Move): number[] {
  if (number === null) return [];
  const count = Math.min(kFreeMax + 1, Math.floor((number.max - number.min) / number.step) + 1);
  return Array.from({ length: count }, (_, i) => number.min + i * number.step);
}

/** A button for each number of a move that has few. */
function Values({ move }: { move: Move }) {
  return (
    <div class="value-row" data-number={move.id} role="group" aria-label={sentence(verbOf(move))}>
      <span class="soft">{sentence(verbOf(move))}</span>
      {valuesOf(move).map((value) => (
        <button
          type="button"
          key={value}
          data-move={move.id}
          aria-label={sentence(withWords(move, String(value)))}
          onClick={() => makeMove(move, value)}
        >
          {value}
        </button>
      ))}
    </div>
  );
}

export function SceneMoves({ state, scene }: { state: State; scene: Scene }) {
  const { touched, picks } = ui.use();
  const phone = usePhone();
  const [all, showAll] = useState(false);
  const plain = state.moves.filter((move) => move.number === null);
  const numbers = numberMoves(state.moves, touched);
  const open = numbers.find((move) => move.touches.length > 0 && move.touches.length === touched.length)?.id;
  // A number that touches led to is chosen next, on its slider: a field would open a phone’s keyboard.
  useEffect(() => {
    if (open === undefined) return;
    const row = document.querySelector(`[data-number="${CSS.escape(open)}"]`);
    (row?.querySelector<HTMLElement>('input[type=range]') ?? row?.querySelector('button'))?.focus();
  }, [open]);
  const chosen = movesOf(plain, touched).length > 0;
  const inBar = barMoves(plain, touched);
  const most = chosen ? kBarMax : kFreeMax;
  const picked = moveOfPicks(plain, picks, lookIn(scene));
  const ofPicks = pickable(plain).size > 0 ? picked : null;
  const rest = plain.length - Math.min(inBar.length, most) - (picked ? 1 : 0);
  if (all) return <AllMoves moves={plain} close={() => showAll(false)} />;
  const slides = numbers.some((move) => valuesOf(move).length > kFreeMax);
  // All is done on the table: the bar has no move of its own.
  const alone = inBar.length + numbers.length === 0 && ofPicks === null;
  // The few moves of a game that orders them have large buttons.
  const few = rest === 0 && numbers.length === 0 && inBar.length <= kAllMax && scene.hint.moves?.order !== undefined;
  return (
    <div class={`actions ${slides || few ? 'big' : ''} ${numbers.length > 0 ? 'numbered' : ''} ${alone ? 'alone' : ''}`}>
      <div class="plain">
        {alone && <span class="soft">{words.scene.onTable}</span>}
        {ofPicks !== null && <SceneButton scene={scene} move={ofPicks} main phone={phone} digit={1} />}
        {inBar.slice(0, most).map((move, i) => (
          <SceneButton
            key={move.id}
            scene={scene}
            move={move}
            main={move.main || (chosen && i === 0)}
            phone={phone}
            digit={i + (ofPicks === null ? 1 : 2)}
          />
        ))}
        {rest > 0 && (
          <button type="button" class="bare" onClick={() => showAll(true)}>
            {words.scene.allMoves(plain.length)}
          </button>
        )}
      </div>
      {numbers.slice(0, kNumbersMax).map((move) =>
        valuesOf(move).length <= kFreeMax ? (
          <Values key={move.id} move={move} />
        ) : (
          <NumberRow key={move.id} move={move} state={state} scene={scene} />
        ),
      )}
    </div>
  );
}
