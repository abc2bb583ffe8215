/** What a program has told one page: its states, the lines, and waits for what is still to come. */

/** Longer than any machine needs: only what never comes is waited for so long. */
export const kNever_ms = 300_000;

const stepOf = (state) => `${state.table.id} ${state.step}`;

export class Heard {
  /** The messages of the program, as they came. */
  frames = [];
  lines = new Map();
  state = null;
  /** The last state of another step of the same match: a page marks what has changed since. */
  before = null;
  #waiting = new Set();

  constructor(person) {
    this.person = person;
  }

  take(text) {
    this.frames.push(text);
    const message = JSON.parse(text);
    for (const line of message.lines ?? []) this.lines.set(line.seq, line);
    if (message.state) {
      if (this.state !== null && stepOf(this.state) !== stepOf(message.state))
        this.before = this.state;
      this.state = message.state;
    }
    for (const look of this.#waiting) look();
  }

  /** Waits until what is looked for is there, at each frame that comes. */
  async until(look, what) {
    const gives_up = performance.now() + kNever_ms;
    for (let found = look(); ; found = look()) {
      if (found) return found;
      const left = gives_up - performance.now();
      if (left <= 0) throw new Error(`${this.person.name}'s page: never ${what}`);
      await this.news(left);
    }
  }

  /** Resolves with the next frame, or after that time. */
  news(most_ms = kNever_ms) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, most_ms);
      this.#waiting.add(done);
    });
  }

  /** Waits until the last state is as wanted, and returns it. */
  when(wanted) {
    return this.until(
      () => this.state !== null && wanted(this.state) && this.state,
      `a state with ${wanted}`,
    );
  }

  /** Waits for a line of the log or the chat with these words. */
  told(words) {
    return this.until(
      () => [...this.lines.values()].find((line) => line.text.includes(words)),
      `"${words}"`,
    );
  }

  /** Whether the program asks this person for a move that was not made yet. */
  get asks() {
    const { state } = this;
    return state?.turn?.mine && state.moves.length > 0 && this.played !== stepOf(state);
  }

  /** Notes that a move for this step is under way. */
  plays() {
    this.played = stepOf(this.state);
  }
}
