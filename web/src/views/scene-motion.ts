import { useLayoutEffect, useRef } from 'preact/hooks';
import type { State } from '../protocol/protocol';

/** Things that travel: one whose id is in both states moves from where it lay. Input never waits. */

const kCard_ms = 180;
const kFade_ms = 120;
/** So many set out at once, and the others one after another. */
const kAtOnce = 3;
const kApart_ms = 40;
const kAll_ms = 600;

type Spot = { left: number; top: number };

function spotsOf(stage: HTMLElement): Map<string, { at: Spot; element: HTMLElement }> {
  const spots = new Map<string, { at: Spot; element: HTMLElement }>();
  const base = stage.getBoundingClientRect();
  for (const element of stage.querySelectorAll<HTMLElement>('[data-thing]')) {
    const { left, top } = element.getBoundingClientRect();
    spots.set(element.dataset.thing!, {
      at: { left: left - base.left, top: top - base.top },
      element,
    });
  }
  return spots;
}

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function useMotion(stage: { current: HTMLElement | null }, state: State): void {
  const before = useRef<{ step: number; spots: Map<string, Spot> } | null>(null);
  useLayoutEffect(() => {
    if (stage.current === null) return;
    const now = spotsOf(stage.current);
    const last = before.current;
    if (last !== null && last.step !== state.step && !isStill()) {
      let moved = 0;
      for (const [id, { at, element }] of now) {
        const from = last.spots.get(id);
        const delay = Math.min(Math.max(0, moved - kAtOnce + 1) * kApart_ms, kAll_ms - kCard_ms);
        if (from === undefined) {
          element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: kFade_ms });
          continue;
        }
        const [x, y] = [from.left - at.left, from.top - at.top];
        if (Math.abs(x) + Math.abs(y) < 2) continue;
        element.animate([{ translate: `${x}px ${y}px` }, { translate: '0 0' }], {
          duration: kCard_ms,
          delay,
          easing: 'ease-out',
          fill: 'backwards',
        });
        moved += 1;
      }
    }
    before.current = {
      step: state.step,
      spots: new Map([...now].map(([id, { at }]) => [id, at])),
    };
  });
}
