import { describe, expect, it } from 'vitest';
import { faultsOf, madeFiles, parseSchema } from '../../schema.mjs';
import text from '../../../proto/page.proto?raw';
import structs from '../../../ui/words/page_message.h?raw';
import writers from '../../../ui/words/page_message.cc?raw';
import protocol from './protocol.ts?raw';
import { readFrame, readState } from './read';
import readers from './readers.ts?raw';

/** The messages are stated in proto/page.proto alone: the types, readers and writers are made of it. */

const schema = parseSchema(text);

describe('the types, readers and writers of messages', () => {
  it('are what the schema makes', () => {
    expect(schema.length).toBeGreaterThan(10);
    expect(Object.values(madeFiles(text))).toEqual([protocol, readers, structs, writers]);
  });
  it.each([
    ['a type that it does not know', 'float x = 1;'],
    ['an option that nobody reads', 'int32 x = 1 [(most) = 3];'],
    ['an option of another type', 'string x = 1 [(least) = 3];'],
    ['a bound by a field that is not there', 'int32 x = 1 [(at_most) = "y"];'],
    ['a text that may be null', 'optional string x = 1;'],
    ['a line that is no field', 'reserved 3;'],
  ])('are not made of a schema with %s', (_, field) => {
    expect(() => madeFiles(`message Message {\n  ${field}\n}\n`)).toThrow('Message');
  });
});

const frames = import.meta.glob<object[]>('../../fixtures/*.json', {
  eager: true,
  import: 'default',
});

describe('a message', () => {
  it.each(Object.entries(frames).filter(([file]) => !file.includes('hostile')))(
    'of %s keeps to the schema',
    (_, list) => expect(list.flatMap((frame) => faultsOf(schema, 'FromNode', frame))).toEqual([]),
  );
  it('that does not is found out', () => {
    const faults = (state: object) => faultsOf(schema, 'FromNode', { v: 1, state }, '');
    expect(faults({ me: -1, replay: null, view: null, seats: [{ name: 'Ann' }] })).toEqual([]);
    expect(faults({ sees: 1 })).toEqual(['.state.sees: the schema has no such field']);
    expect(faults({ seats: [{ nick: 'Ann' }] })).toHaveLength(1);
    expect(faults({ phase: 'asleep' })).toHaveLength(1);
    expect(faults({ step: -1 })).toHaveLength(1);
    expect(faults({ step: 1.5 })).toHaveLength(1);
    expect(faults({ table: null })).toHaveLength(1);
    expect(faults({ trouble: 'none' })).toHaveLength(1);
    expect(faultsOf(schema, 'FromNode', { v: 2 })).toHaveLength(1);
  });
});

describe('a number of a message', () => {
  it('is whole, exact and within its bounds', () => {
    const read = (step: number | string) => readState({ step }).step;
    expect([3.7, -5, '12', '1e99', 'x', ''].map(read)).toEqual([
      3,
      0,
      12,
      Number.MAX_SAFE_INTEGER,
      0,
      0,
    ]);
    expect([-1, -7, 2].map((me) => readState({ me }).me)).toEqual([-1, -1, 2]);
    expect(readState({ checks: { proofs: -1e99 } }).checks.proofs).toBe(0);
  });
  it('of a seat that is missing is 0 in chat, and nobody elsewhere', () => {
    const lines = readFrame('{"v":1,"lines":[{"kind":"chat"},{"kind":"event"},{"seat":3}]}')!.lines;
    expect(lines.map((line) => line.seat)).toEqual([0, -1, 3]);
  });
});
