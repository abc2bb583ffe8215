import { de } from './de';
import { en, type Words } from './en';

/** The language of the page: as chosen here, else as the browser asks. */

const kKey = 'fairdeal.language';

function chosen(): string {
  try {
    return localStorage.getItem(kKey) ?? navigator.language;
  } catch {
    return 'en'; // a browser may refuse storage to a page
  }
}

export let words: Words = en;

export function chooseWords(language: string = chosen()): void {
  words = language.toLowerCase().startsWith('de') ? de : en;
  if (typeof document !== 'undefined') document.documentElement.lang = words.lang;
}

/** Changes to the other language, and keeps it. */
export function otherLanguage(): void {
  const next = words === en ? 'de' : 'en';
  try {
    localStorage.setItem(kKey, next);
  } catch {
    // Then it holds until the page is loaded again.
  }
  chooseWords(next);
}
