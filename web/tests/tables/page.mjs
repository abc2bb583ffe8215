/** A tab with a person's page, and all that the program has sent to it, judged by the schema. */

import { faultsOf, parseSchema, schemaText } from '../../schema.mjs';
import { Heard, kNever_ms } from './heard.mjs';

const schema = parseSchema(schemaText());

export class Page extends Heard {
  /** The frames of the WebSockets, as they went. */
  sent = [];

  constructor(person, tab) {
    super(person);
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
        this.take(String(payload));
      });
      socket.on('framesent', ({ payload }) => {
        judge('FromPage', String(payload));
        this.sent.push(String(payload));
      });
    });
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
