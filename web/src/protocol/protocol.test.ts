import { describe, expect, it } from 'vitest';
import inspect from './inspect.ts?raw';
import protocol from './protocol.ts?raw';

/** The messages are stated in proto/page.proto; the types of the page must have the same fields. */

const types = protocol + inspect;

const protos = Object.values(
  import.meta.glob<string>('../../../proto/page.proto', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
);

/** The names of the messages that have another name here. */
const kNames: { [message: string]: string } = {
  PageSeat: 'Seat',
  Number: 'NumberOfMove',
  CheckedStep: 'CheckStep',
};
/** Messages that the page writes inline, or reads in `read.ts`. */
const kInline = ['FromNode', 'FromPage', 'Terms', 'Outcome'];

describe.skipIf(protos.length === 0)('the protocol', () => {
  const messages = [...(protos[0] ?? '').matchAll(/^message (\w+) \{(.*?)^\}/gms)];
  it('has messages', () => expect(messages.length).toBeGreaterThan(10));
  it.each(messages.map((message) => [message[1]!, message[2]!]))(
    '%s has the same fields here',
    (name, body) => {
      if (kInline.includes(name)) return;
      const fields = [...body.matchAll(/^ {2}(?:repeated |optional )?[\w.]+ (\w+) = \d+;/gm)].map(
        (field) => field[1]!,
      );
      const type =
        new RegExp(`^export interface ${kNames[name] ?? name} \\{(.*?)^\\}`, 'ms').exec(
          types,
        )?.[1] ?? '';
      const members = [...type.matchAll(/^ {2}(\w+)\??:/gm)].map((member) => member[1]!);
      expect(members.sort()).toEqual(fields.sort());
    },
  );
});
