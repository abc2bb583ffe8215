import { useEffect, useRef, useState } from 'preact/hooks';
import { notify, soundClock, soundTurn } from '../store/alerts';
import { announcements, merged, turnWords } from './announce';
import { placeWords } from '../inspect/inspect';
import type { Line, State } from '../protocol/protocol';
import type { Scene } from '../scene/scene';
import { page } from '../store/store';
import { ui } from '../store/ui';
import { words } from '../words';
import { leftOf, titleOf } from '../parts/shared';
import { leadOf } from '../bar/TurnLine';

/** Two live regions: one polite for the game, one assertive for my turn and for trouble. */

let sayAgain: () => void = () => undefined;
/** Says the turn line again. */
export const repeatTurn = (): void => sayAgain();

export function Announcer({ state, scene }: { state: State; scene: Scene }) {
  const { lines, link } = page.use();
  const [polite, sayPolite] = useState('');
  const [urgent, sayUrgent] = useState('');
  const old = useRef<State | null>(null);
  const heard = useRef<number>(lines.at(-1)?.seq ?? -1);
  const waiting = useRef<string[]>([]);
  const lead = leadOf(state, scene, ui.get());
  const title = titleOf(state);
  // In an inspection no seat is one's own, so nothing calls for its move.
  const mine = state.turn.mine && state.inspect === null;
  const words_of_lead = [lead.main, lead.aside].filter((part) => part !== '').join(' ');

  sayAgain = () =>
    sayUrgent((before) => {
      const text = state.inspect
        ? placeWords(state)
        : state.turn.mine
          ? turnWords(state, scene, words_of_lead)
          : state.turn.line || state.waiting;
      return before === text ? `${text} ` : text; // the same text twice would not be said twice
    });

  useEffect(() => {
    const fresh: Line[] = lines.filter((line) => line.seq > heard.current);
    // The first lines after a connection are the whole log: nobody wants to hear it.
    const known = old.current !== null;
    heard.current = lines.at(-1)?.seq ?? heard.current;
    const said = announcements(old.current, state, scene, known ? fresh : [], words_of_lead);
    old.current = state;
    if (said.assertive.length > 0) sayUrgent(merged(said.assertive));
    waiting.current.push(...said.polite);
  }, [state, lines]);

  useEffect(() => {
    const timer = setInterval(() => {
      if (waiting.current.length > 0) sayPolite(merged(waiting.current.splice(0)));
    }, 1000);
    return () => clearInterval(timer);
  }, []);

  useEffect(() => {
    if (!state.turn.mine || state.turn.left_ms <= 10000) return undefined;
    const wait = leftOf(state.turn.left_ms, performance.now()) - 10000;
    const timer = setTimeout(
      () => {
        sayUrgent(words.sayTen);
        soundClock();
      },
      Math.max(0, wait),
    );
    return () => clearTimeout(timer);
  }, [state.step, state.turn.mine]);

  const first = useRef(true);
  useEffect(() => {
    // A page that is loaded on my turn is looked at already.
    if (mine && !first.current) {
      soundTurn();
      notify(words.titleTurn(title), words_of_lead);
    }
    first.current = false;
  }, [mine, mine && state.step]);

  useEffect(() => {
    if (link === 'cut' && !page.get().over) sayUrgent(`${words.cutTitle}.`);
  }, [link]);

  useEffect(() => {
    document.title = mine ? words.titleTurn(title) : `${title} · Fairdeal`;
  }, [mine, title]);

  return (
    <>
      <div class="unseen" aria-live="polite">
        {polite}
      </div>
      <div class="unseen" aria-live="assertive">
        {urgent}
      </div>
    </>
  );
}
