import { clock } from '../base/text';
import type { Evening } from '../protocol/protocol';
import { words } from '../words';

/** An evening as its page tells it, without the page. */

/** Returns what happens when the break of an evening is over, and when; '' if it waits for people. */
export function breakSaid({ break_left_ms, broke, bank }: Evening, left_ms: number): string {
  if (break_left_ms === 0) return '';
  const left = clock(left_ms);
  if (!broke) return words.nextTableIn(left);
  return bank ? words.bankBuys(left) : words.bankBroke(left);
}

/** Returns the chips of an account after each table of the evening and, until it is over, now. null: it had none yet. */
export function courseOf({ accounts, over }: Evening, i: number): (number | null)[] {
  const { past, chips } = accounts[i]!;
  const course = past.map((then) => (then < 0 ? null : then));
  return over ? course : [...course, chips];
}

/** Returns the most chips that anybody has had, which is the top of each chart. */
export const mostOf = (evening: Evening): number =>
  Math.max(1, ...evening.accounts.flatMap((_, i) => courseOf(evening, i).map((chips) => chips ?? 0)));

/** Returns a course as the points of a line in a chart that is 100 wide and 24 high. */
export function pointsOf(course: (number | null)[], most: number): string {
  const step = 100 / Math.max(1, course.length - 1);
  const places = course.map((chips, i) =>
    chips === null ? '' : `${Math.round(i * step)},${Math.round(23 - (22 * chips) / most)}`,
  );
  return places.filter(Boolean).join(' ');
}

/** What a chip is worth, such as "0.01 €" or "$2": digits without their point, how many of them stand behind it,
 * and what stands before and after the number. */
interface Worth {
  digits: number;
  places: number;
  before: string;
  after: string;
}

const kWorth = /^([^\d.,]{0,6})(\d{1,4})(?:([.,])(\d{1,4}))?([^\d.,]{0,6})$/;

/** Returns what was typed as the worth of a chip; null: it is none. */
export function worthOf(typed: string): Worth | null {
  const [, before = '', whole = '', mark = '', part = '', after = ''] = kWorth.exec(typed.trim()) ?? [];
  if (mark === words.separator && part.length === 3 && !whole.startsWith('0')) return null; // "1,000"
  const digits = Number(whole + part);
  return whole === '' || digits === 0 ? null : { digits, places: part.length, before, after };
}

/** Returns the worth of so many chips, exactly: "4.50 €"; '': nobody has said what one is worth. */
export function worthText(chips: number, typed: string): string {
  const worth = worthOf(typed);
  if (worth === null) return '';
  const { digits, places, before, after } = worth;
  const all = String(BigInt(chips) * BigInt(digits)).padStart(places + 1, '0');
  const cut = all.length - places;
  const whole = all.slice(0, cut).replace(/\B(?=(\d{3})+$)/g, words.separator);
  return `${before}${whole}${places > 0 ? words.point + all.slice(cut) : ''}${after}`;
}

/** Returns a text as a field of CSV, which no program takes for a formula. */
const csvText = (text: string): string =>
  `"${/^[=+\-@]/.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;

/** Returns the accounts, and who pays whom, with the columns that `fairdeal audit --csv` writes. */
export function csvOf({ id, accounts, payments }: Evening): string {
  const lines = ['evening,nickname,key,bought,cashed_out,chips,won'];
  for (const { name, key, bought, cashed, chips } of accounts)
    lines.push([id, csvText(name), key, bought, cashed, chips, cashed + chips - bought].join(','));
  lines.push('', 'evening,from,from_key,to,to_key,chips');
  for (const { from, to, chips } of payments) {
    const [payer, paid] = [accounts[from], accounts[to]];
    if (payer !== undefined && paid !== undefined)
      lines.push([id, csvText(payer.name), payer.key, csvText(paid.name), paid.key, chips].join(','));
  }
  return lines.map((line) => `${line}\r\n`).join('');
}
