import type { FromNode, Json } from './protocol';
import { fields, number } from './read-fields';
import { readFromNode } from './readers';

/**
 * Reads a frame of the program. So everything behind this file can rely on the types of
 * `protocol.ts`, whatever comes.
 */

export { readState } from './readers';

/** Returns what a frame says, or null if it is not JSON of this version. */
export function readFrame(frame: string): FromNode | null {
  let value: Json;
  try {
    value = JSON.parse(frame) as Json;
  } catch {
    return null;
  }
  return number(fields(value).v) === 1 ? readFromNode(value) : null;
}
