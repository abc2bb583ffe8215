/** For tests: what `schema.mjs` exports. */
export interface Message {
  name: string;
  fields: { name: string; type: string }[];
}
export function parseSchema(text: string): Message[];
export function madeFiles(text: string): { [name: string]: string };
export function faultsOf(schema: Message[], name: string, value: unknown, where?: string): string[];
