import { ui } from './ui';

/**
 * What reaches a person who looks elsewhere: a sound in the tab that has the focus, and a notification
 * where no tab of this page is seen. Both are off until the person turns them on in the menu.
 */

let audio: AudioContext | null = null;

/** Makes a short tone; many at once are one. */
function tone(hertz: number): void {
  if (!ui.get().sound || !document.hasFocus()) return;
  audio ??= new AudioContext();
  const from = audio.currentTime;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.1, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + 0.15);
  volume.connect(audio.destination);
  const wave = audio.createOscillator();
  wave.frequency.value = hertz;
  wave.connect(volume);
  wave.start(from);
  wave.stop(from + 0.15);
}

export const soundTurn = (): void => tone(660);
export const soundClock = (): void => tone(440);

export const mayNotify = (): boolean =>
  typeof Notification !== 'undefined' && Notification.permission !== 'denied';

/** Turns notifications on, if the browser lets this page send any. Returns whether they are on. */
export async function askToNotify(): Promise<boolean> {
  return mayNotify() && (await Notification.requestPermission()) === 'granted';
}

/** Tells a person who does not see this page. All tabs share one notification. */
export function notify(title: string, text: string): void {
  if (!ui.get().notify || !document.hidden || Notification.permission !== 'granted') return;
  const shown = new Notification(title, { body: text, tag: 'fairdeal-turn' });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
