import { cardName } from '../art/Art';
import { gameWord } from '../parts/Script';
import { nameOf } from '../parts/shared';
import type { Line, State } from '../protocol/protocol';
import type { Scene } from '../scene/scene';
import { placeWords, seatName } from '../inspect/inspect';
import { recordName, rowNow } from '../replay/replay';
import { words } from '../words';

/** Sentences for people who hear the page: at most one sentence a second, never each second of a
 * clock. Pure; the component that says it is `frame/Announcer.tsx`. */

/** Returns "Your turn. 300 to call to win 2,410. You hold …: two pair. 30 seconds, then fold." */
export function turnWords(state: State, scene: Scene, lead: string): string {
  const parts: string[] = [];
  if (lead !== '') parts.push(`${lead}.`);
  if (scene.look.kind === 'cards' && scene.look.scene.total !== null) {
    const { mine, words: holding } = scene.look.scene;
    if (mine.length > 0)
      parts.push(
        `${mine.map((own) => cardName(own.card)).join(', ')}${holding ? `: ${holding}` : ''}.`,
      );
  }
  if (state.turn.left_ms > 0)
    parts.push(words.sayThen(
        Math.round(state.turn.left_ms / 1000),
        gameWord(state, state.turn.then),
      ),
    );
  return words.sayTurn(parts);
}

export interface Said {
  polite: string[];
  assertive: string[];
}

/** Returns what is to be said of a new state after an old one, and of new lines of the log. */
export function announcements(
  old: State | null,
  now: State,
  scene: Scene,
  lines: Line[],
  lead: string,
): Said {
  const said: Said = { polite: [], assertive: [] };
  for (const trouble of now.trouble) {
    if (!old?.trouble.some((each) => each.title === trouble.title && each.text === trouble.text)) {
      said.assertive.push(`${trouble.title}. ${trouble.text}`);
    }
  }
  if (now.inspect !== null) return inspected(old, now, said);
  if (now.turn.mine && !(old?.turn.mine && old.step === now.step))
    said.assertive.push(turnWords(now, scene, lead));
  for (const line of lines) {
    if (line.kind === 'chat') said.polite.push(`${nameOf(now, line.seat)}: ${line.text}`);
    else if (line.kind === 'event' || line.kind === 'note')
      said.polite.push(/[.!?]$/.test(line.text) ? line.text : `${line.text}.`);
  }
  if (now.replay !== null && old !== null && old.replay?.record !== now.replay.record)
    said.polite.push(`${recordName(now.replay)}. ${(rowNow(now.replay)?.lines ?? []).join(' ')}`);
  if (old !== null && old.phase !== now.phase && now.result !== null)
    said.assertive.push(...now.result.words);
  return said;
}

/** An inspection says each new place. What was typed there is answered beside the field. */
function inspected(old: State | null, now: State, said: Said): Said {
  const before = old?.inspect;
  if (before && (before.ply !== now.inspect!.ply || before.last !== now.inspect!.last))
    said.polite.push(placeWords(now));
  else if (before && old.me !== now.me)
    said.polite.push(`${words.inspect.looks}: ${seatName(now, now.me)}.`);
  return said;
}

/** Returns the sentences in as few as can be said: many at once are cut to the last ones. */
export function merged(sentences: string[], most = 4): string {
  return sentences.slice(-most).join(' ');
}
