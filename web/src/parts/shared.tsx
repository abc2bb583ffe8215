import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Json, State } from '../protocol/protocol';
import { page } from '../store/store';
import { plainName } from '../base/text';
import { words } from '../words';

/** Small things that all views use. */

/** Returns a parameter of the table, or null. */
export const memberOf = (params: Json, name: string): Json =>
  typeof params === 'object' && params !== null && !Array.isArray(params)
    ? (params[name] ?? null)
    : null;

/** Returns whether a match is looked at and not played: in a replay, or by the author of its game. */
export const isStudied = (state: State): boolean =>
  state.replay !== null || state.inspect !== null;

/** Returns what the panel is called for people who hear the page. */
export const detailsName = (state: State | null): string =>
  state?.inspect ? words.inspect.details : words.details;

/** Returns the name of a seat for a text: "You" for one's own. An author who looks from the seats in
 * turn is none of them. */
export function nameOf(state: State, seat: number): string {
  if (seat === state.me && state.inspect === null) return words.you;
  const name = state.seats[seat]?.name;
  return name === undefined ? '?' : plainName(name);
}

/** Returns how many have come to a table that gathers. */
export const hereOf = ({ seats }: State): number =>
  seats.filter((seat) => seat.connected || seat.name !== '').length;

/** Returns the name of the game as people call it. */
export const titleOf = (state: State): string =>
  Object.hasOwn(words.titles, state.table.game)
    ? words.titles[state.table.game]!
    : state.table.title;

/** A name from a stranger, kept from turning the text around it. */
export function Name({
  state,
  seat,
  className = '',
}: {
  state: State;
  seat: number;
  className?: string;
}) {
  const name = nameOf(state, seat);
  return (
    <bdi class={`name one-line ${className}`} title={name.length > 12 ? name : undefined}>
      {name}
    </bdi>
  );
}

/** Returns this page's clock, which steps each second. */
export function useNow(running = true): number {
  const [now, set] = useState(performance.now());
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => set(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return Math.max(now, page.get().came);
}

/** Returns how much is left of a time that ran when the state came. */
export const leftOf = (ms: number, now: number): number =>
  Math.max(0, ms - (now - page.get().came));

/** Draws the suits of cards in a line of the log in their colours: "K♦ 10♠". */
export function SuitText({ text }: { text: string }) {
  const parts = text.split(/([\u2660\u2665\u2666\u2663]\ufe0e?)/);
  return (
    <>
      {parts.map((part) => {
        const at = '\u2660\u2665\u2666\u2663'.indexOf(part[0] ?? ' ');
        return part !== '' && at >= 0 ? (
          <span class={`suit-text suit-text-${'shdc'[at]}`}>
            {part[0]}
            {'\ufe0e'}
          </span>
        ) : (
          part
        );
      })}
    </>
  );
}

/** Where the table is higher than its stage, begins with its lower end: there are one's own cards. So it does
 * again when the stage has another height, as where the last hand stands above the bar. Once the match is over its
 * result stands above the table, and the stage begins with that. */
export function useLowerEnd(
  element: { current: HTMLElement | null },
  drawn: boolean,
  over: boolean,
): void {
  useEffect(() => {
    const stage = element.current?.closest('.stage');
    if (!drawn || !stage) return undefined;
    if (over) {
      stage.scrollTop = 0;
      return undefined;
    }
    const observer = new ResizeObserver(() => element.current?.scrollIntoView({ block: 'end' }));
    observer.observe(stage);
    return () => observer.disconnect();
  }, [drawn, over]);
}

/** Returns the size of an element in sixteenths of a rem, and again whenever it changes. It is known before the first
 * drawing is seen. */
export function useSize(element: { current: HTMLElement | null }): {
  width: number;
  height: number;
} {
  const [size, set] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const watched = element.current;
    if (watched === null) return undefined;
    const read = (): void => {
      const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
      set({ width: watched.clientWidth / scale, height: watched.clientHeight / scale });
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** Returns whether what an element holds is larger than itself: then the keyboard scrolls it, too, and
 * for that it takes the focus. It is looked at after each drawing, and when its size changes. */
export function useScrolls(element: { current: HTMLElement | null }): boolean {
  useSize(element);  // draws it again when it changes
  const [scrolls, set] = useState(false);
  useEffect(() => {
    const at = element.current;
    if (at === null) return undefined;
    const frame = requestAnimationFrame(() =>
      set(at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth),
    );
    return () => cancelAnimationFrame(frame);
  });
  return scrolls;
}

/** Narrower windows have no panel at the side, but a strip that opens it as a sheet. */
export const kPhone = 720;
/** Narrower windows have the action bar of a phone, in rows. */
export const kTight = 960;

/** Lower windows, such as those at 200 % zoom, have one row for each part of the page. */
export const kLow = 480;

/** Returns whether the window is so low that only cards, turn and moves have room. */
export function useLow(): boolean {
  const [low, set] = useState(innerHeight < kLow);
  useEffect(() => {
    const read = (): void => set(innerHeight < kLow);
    addEventListener('resize', read);
    return () => removeEventListener('resize', read);
  }, []);
  return low;
}

/** Returns whether the stage of an element is lower than so many sixteenths of a rem, whatever lies in it. */
export function useShort(element: { current: HTMLElement | null }, least: number): boolean {
  const [short, set] = useState(false);
  useLayoutEffect(() => {
    const stage = element.current?.closest<HTMLElement>('.stage');
    if (!stage) return undefined;
    const read = (): void => {
      const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
      set(stage.clientHeight / scale < least);
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(stage);
    return () => observer.disconnect();
  }, [least]);
  return short;
}

/** Returns whether the window is as narrow as a phone, or a phone that lies on its side. */
export function usePhone(): boolean {
  const [narrow, tight, low] = [useNarrower(kPhone), useNarrower(kTight), useLow()];
  return narrow || (tight && low);
}

export function useNarrower(most: number): boolean {
  const [narrow, set] = useState(innerWidth < most);
  useEffect(() => {
    const read = (): void => set(innerWidth < most);
    addEventListener('resize', read);
    return () => removeEventListener('resize', read);
  }, []);
  return narrow;
}

/** A button that asks once more, in place, and forgets after five seconds. */
export function SureButton({
  label,
  sure,
  className = '',
  run,
  digit,
}: {
  label: string;
  sure: string;
  className?: string;
  run: () => void;
  /** The key that presses it. */
  digit?: number | undefined;
}) {
  const [asked, ask] = useState(false);
  useEffect(() => {
    if (!asked) return undefined;
    const timer = setTimeout(() => ask(false), 5000);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <button
      type="button"
      class={`${className} ${asked ? 'danger' : ''}`}
      data-digit={digit}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
      onClick={(event) => {
        if (asked && event.detail > 1) return; // the second click of a double click
        if (asked) run();
        ask(!asked);
      }}
    >
      {asked ? sure : label}
    </button>
  );
}
