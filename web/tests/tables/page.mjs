/** A tab with a person's page, and all that the program has sent to it, judged by the schema. */

import { faultsOf, parseSchema, schemaText } from '../../schema.mjs';

const schema = parseSchema(schemaText());

/** Longer than any machine needs: only what never comes is waited for so long. */
export const kNever_ms = 60_000;

const stepOf = (state) => `${state.table.id} ${state.step}`;

export class Page {
  /** The frames of the WebSockets, as they came and went. */
  frames = [];
  sent = [];
  lines = new Map();
  state = null;
  #waiting = new Set();

  constructor(person, tab) {
    this.person = person;
    this.tab = tab;
    tab.setDefaultTimeout(kNever_ms);
    const fault = (text) => person.room.faults.push(`${person.name}: ${text}`);
    tab.on('pageerror', (error) => fault(error.message));
    tab.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) fault(message.text());
    });
    tab.on('dialog', (dialog) => fault(`asks ${dialog.message()}`));
    tab.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== person.origin && protocol !== 'data:') fault(`asked for ${request.url()}`);
    });
    tab.on('websocket', (socket) => {
      const judge = (name, text) => faultsOf(schema, name, JSON.parse(text)).forEach(fault);
      socket.on('framereceived', ({ payload }) => {
        judge('FromNode', String(payload));
        this.#take(String(payload));
      });
      socket.on('framesent', ({ payload }) => {
        judge('FromPage', String(payload));
        this.sent.push(String(payload));
      });
    });
  }

  #take(text) {
    this.frames.push(text);
    const message = JSON.parse(text);
    for (const line of message.lines ?? []) this.lines.set(line.seq, line);
    if (message.state) this.state = message.state;
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

  cell(name) {
    return this.tab.locator(`.cell[aria-label^="${name},"]`);
  }

  button(name) {
    return this.tab.getByRole('button', { name });
  }

  reload() {
    this.state = null;
    this.lines.clear();
    return this.tab.reload();
  }
}
