import type { ComponentChildren } from 'preact';
import type { State } from '../protocol/protocol';

import { words } from '../words';
import { SuitText } from './shared';

/** What a script draws and says is marked as the script's, so that a stranger's game cannot look
 * like a player or like the program. A terminal writes "| " and "game> " before such lines. */

/** As rules/lua/script_game.cc begins each line in a script's words. */
const kScriptMark = 'game> ';

/** Stands over a drawing, if a script makes it. */
export function DrawnByScript({ state }: { state: State }) {
  if (!state.table.script) return null;
  return <p class="script-mark">{words.drawnByScript}</p>;
}

interface ScriptMovesProps {
  state: State;
  title?: string;
  children: ComponentChildren;
}

/** The moves with the names that a script gives them, or the question that it has for one. */
export function ScriptMoves({ state, title = words.movesOfScript, children }: ScriptMovesProps) {
  if (!state.table.script) return <>{children}</>;
  return (
    <div class="of-script" role="group" aria-label={title}>
      <p class="script-mark">{title}</p>
      {children}
    </div>
  );
}

/** A script's name of a move or of a role where the program's own words stand around it. */
export const gameWord = (state: State, label: string): string =>
  state.table.script && label !== '' ? words.quoted(label) : label;

/** A line of the log, whose parts in a script's words look otherwise. */
export function LogWords({ text }: { text: string }) {
    if (!text.includes(kScriptMark)) return <SuitText text={text} />;
  return (
    <>
      {text.split('\n').map((part, i) => (
        <span key={i} class={part.startsWith(kScriptMark) ? 'line-part of-script' : 'line-part'}>
          <SuitText text={part} />
        </span>
      ))}
    </>
  );
}
