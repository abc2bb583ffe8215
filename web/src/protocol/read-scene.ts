import schemaOfScenes from '../../../rules/scene/scene.schema.json';
import type { Json } from './protocol';
import { fields, list, text } from './read-fields';
import type { TableScene } from './table-scene';

/** Reads a scene by rules/scene/scene.schema.json, which the program judges it by, too. */

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  enum?: string[];
  type?: string;
  properties?: { [name: string]: Schema };
  required?: string[];
  additionalProperties?: Schema;
  prefixItems?: Schema[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  maxProperties?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  'x-kinds'?: string[];
}

const root = schemaOfScenes as unknown as Schema & { $defs: { [name: string]: Schema } };

/** Thrown for a value that does not have the shape of its schema. It is no Error, whose stack would cost more than
 * all else here. */
const kMisfit = Symbol('misfit');

function need(fits: boolean): void {
  if (!fits) throw kMisfit;
}

const defined = (name: string): Schema => root.$defs[name]!;

function readAny(options: Schema[], value: Json): Json {
  for (const option of options) {
    try {
      return read(option, value);
    } catch (error) {
      if (error !== kMisfit) throw error;
    }
  }
  throw kMisfit;
}

function readObject(schema: Schema, value: Json): Json {
  // A script of Lua has one value for an empty list and an empty object.
  need(typeof value === 'object' && value !== null && (!Array.isArray(value) || value.length === 0));
  const from = fields(value);
  const out: { [name: string]: Json } = Object.create(null);
  if (schema.additionalProperties) {
    need(Object.keys(from).length <= (schema.maxProperties ?? Infinity));
    for (const [name, each] of Object.entries(from))
      out[text(name)] = read(schema.additionalProperties, each);
    return out;
  }
  const kind = schema['x-kinds']?.find((each) => each === from.kind);
  const own = kind === undefined ? undefined : defined(kind);
  const members = { ...schema.properties, ...own?.properties };
  for (const name of [...(schema.required ?? []), ...(own?.required ?? [])])
    need(Object.hasOwn(from, name));
  for (const [name, each] of Object.entries(from)) {
    need(Object.hasOwn(members, name));
    out[name] = read(members[name]!, each);
  }
  return out;
}

function readList(schema: Schema, value: Json): Json {
  need(Array.isArray(value));
  const all = list(value);
  need(all.length >= (schema.minItems ?? 0) && all.length <= (schema.maxItems ?? Infinity));
  return all.map((each, i) => read(schema.prefixItems?.[i] ?? schema.items!, each));
}

function readWhole(schema: Schema, value: Json): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) throw kMisfit;
  need(value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity));
  need(value % (schema.multipleOf ?? 1) === 0);
  return value;
}

function readText(schema: Schema, value: Json): string {
  if (typeof value !== 'string') throw kMisfit;
  need(value.length <= (schema.maxLength ?? Infinity) && value.length >= (schema.minLength ?? 0));
  return text(value);
}

function read(schema: Schema, value: Json): Json {
  if (schema.$ref !== undefined) return read(defined(schema.$ref.replace('#/$defs/', '')), value);
  if (schema.anyOf) return readAny(schema.anyOf, value);
  if (schema.enum) {
    need(schema.enum.some((word) => word === value));
    return value;
  }
  if (schema.type === 'object') return readObject(schema, value);
  if (schema.type === 'array') return readList(schema, value);
  if (schema.type === 'integer') return readWhole(schema, value);
  if (schema.type === 'string') return readText(schema, value);
  need(schema.type === 'boolean' ? typeof value === 'boolean' : value === null);
  return value;
}

/** Returns the scene, or null for what is none. */
export function readScene(value: Json): TableScene | null {
  if (value === null) return null;
  try {
    return read(root, value) as unknown as TableScene;
  } catch (error) {
    if (error === kMisfit) return null;
    throw error;
  }
}
