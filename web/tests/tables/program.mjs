/** A process of the program, in a process group of its own; its words come by standard error. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const running = new Set();
// Whatever happens to this test, no program outlives it.
process.on('exit', () => {
  for (const program of running) program.kill('SIGKILL');
});

export class Program {
  err = '';
  out = '';
  #looked = { err: 0, out: 0 };
  #child;
  #gone;

  constructor(file, args, environment) {
    this.args = args;
    this.#child = spawn(file, args, { env: environment, detached: true });
    running.add(this);
    this.#child.stdout.on('data', (data) => (this.out += data));
    this.#child.stderr.on('data', (data) => (this.err += data));
    this.#child.stdin.on('error', () => {}); // who types to a program that has ended
    this.#gone = once(this.#child, 'close').then(([code, signal]) => {
      running.delete(this);
      return { code, signal };
    });
  }

  get is_running() {
    return running.has(this);
  }

  type(line) {
    this.#child.stdin.write(`${line}\n`);
  }

  kill(signal) {
    try {
      process.kill(-this.#child.pid, signal);
    } catch {
      // It has ended already.
    }
  }

  /** Waits for the end; returns the exit code and the signal. */
  ended() {
    return this.#gone;
  }

  /** Returns the result that a program with --json prints at its end. */
  async result() {
    await this.ended();
    return JSON.parse(this.out);
  }

  /** Waits until it has said these words, by standard error or `out`; returns what follows them on
   * that line. */
  async said(words, where = 'err') {
    for (;;) {
      const text = this[where];
      const at = text.indexOf(words, this.#looked[where]);
      const end = at < 0 ? -1 : text.indexOf('\n', at);
      if (end >= 0) {
        this.#looked[where] = end;
        return text.slice(at + words.length, end);
      }
      if (!this.is_running) throw new Error(`never said "${words}" but: ${this.out}${this.err}`);
      await Promise.race([once(this.#child[`std${where}`], 'data'), this.#gone]);
    }
  }
}
