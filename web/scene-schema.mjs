/**
 * Makes what the tree has of rules/scene/scene.schema.json, which states the scenes: its text for the
 * program's reader, and the page's types. The page's reader imports the schema itself.
 *
 *   node scene-schema.mjs            checks that the tree has what the schema makes
 *   node scene-schema.mjs --write    writes it there
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const kSchema = new URL('../rules/scene/scene.schema.json', import.meta.url);
const kRoot = new URL('../', import.meta.url);
const kMade =
  '// Made of rules/scene/scene.schema.json by `node web/scene-schema.mjs --write`: change it there.';

/** Definitions that are types of their own, with their names. */
const kNamed = {
  seat: 'SceneSeat',
  face: 'SceneFace',
  line: 'SheetLine',
  group: 'HandGroup',
  thing: 'SceneThing',
  state: 'ThingState',
  move: 'SceneMove',
  colour: 'Colour',
  mark: 'Mark',
  shape: 'Shape',
  tone: 'Tone',
};

const quoted = (word) => `'${word}'`;

function typeOf(schema, inside = false) {
  if (schema.$ref) {
    const name = schema.$ref.replace('#/$defs/', '');
    return kNamed[name] ?? (name === 'place' ? 'ScenePlace' : typeOf(definitions[name], inside));
  }
  if (schema.anyOf) {
    const all = [...new Set(schema.anyOf.map((each) => typeOf(each, true)))].join(' | ');
    return inside ? `(${all})` : all;
  }
  if (schema.enum) {
    const words = schema.enum.map(quoted).join(' | ');
    return inside ? `(${words})` : words;
  }
  if (schema.prefixItems) {
    const least = schema.minItems;
    return `[${schema.prefixItems.map((each, i) => `${typeOf(each)}${i < least ? '' : '?'}`).join(', ')}]`;
  }
  if (schema.type === 'array') return `${typeOf(schema.items, true)}[]`;
  if (schema.additionalProperties) return `{ [key: string]: ${typeOf(schema.additionalProperties)} }`;
  return { string: 'string', integer: 'number', boolean: 'boolean', null: 'null' }[schema.type];
}

let definitions = {};

function membersOf({ properties, required = [] }, fixed = {}) {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const about = schema.description ? [`  /** ${schema.description} */`] : [];
    return [...about, `  ${name}${required.includes(name) ? '' : '?'}: ${fixed[name] ?? typeOf(schema)};`];
  });
}

const interfaceOf = (name, lines, from = '') =>
  [`export interface ${name}${from} {`, ...lines, '}'].join('\n');

function typesText(schema) {
  definitions = schema.$defs;
  const { place } = definitions;
  const named = Object.entries(kNamed).map(([name, type]) =>
    definitions[name].type === 'object'
      ? interfaceOf(type, membersOf(definitions[name]))
      : `export type ${type} = ${typeOf(definitions[name])};`,
  );
  const kinds = place['x-kinds'];
  const nameOf = (kind) => kind[0].toUpperCase() + kind.slice(1);
  const common = { ...place, properties: { ...place.properties } };
  delete common.properties.kind;
  return `${kMade}

/** The table as data: what a page draws of a game for one observer. */

${named.join('\n\n')}

${interfaceOf('AnyPlace', membersOf(common))}

${kinds
  .map((kind) => interfaceOf(`${nameOf(kind)}Place`, [`  kind: '${kind}';`, ...membersOf(definitions[kind])], ' extends AnyPlace'))
  .join('\n\n')}

export type ScenePlace = ${kinds.map((kind) => `${nameOf(kind)}Place`).join(' | ')};

${interfaceOf('TableScene', membersOf(schema))}
`;
}

/** Returns a schema without what is for its readers alone. */
function bare(schema) {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(bare);
  const kept = Object.entries(schema).filter(([name, value]) => typeof value !== 'string' || !['description', '$schema'].includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, bare(value)]));
}

/** Returns a text of JSON in lines that end between its values. */
function linesOf(json) {
  const parts = json.match(/"(?:[^"\\]|\\.)*"|[^",:[\]{}]+|[,:[\]{}]/g);
  const lines = [''];
  for (const part of parts) {
    if (lines.at(-1).length + part.length > 90) lines.push('');
    lines[lines.length - 1] += part;
  }
  return lines.join('\n');
}

/** Returns the schema as C++ text. A string of the language has at most 65,536 characters. */
function textOf(schema) {
  return `${kMade}
// clang-format off
#include "rules/scene/scene.h"

namespace fairdeal::rules {

const char* const kSceneSchema =
    R"json(${linesOf(JSON.stringify(bare(schema)))})json";

}  // namespace fairdeal::rules
`;
}

export const sceneSchemaText = () => readFileSync(kSchema, 'utf8');

/** Returns the files of the tree that the schema makes, by their paths. */
export function madeOfScenes(text) {
  return {
    'rules/scene/scene_schema.cc': textOf(JSON.parse(text)),
    'web/src/protocol/table-scene.ts': typesText(JSON.parse(text)),
  };
}

function main(write) {
  for (const [name, made] of Object.entries(madeOfScenes(sceneSchemaText()))) {
    const file = new URL(name, kRoot);
    if (write) writeFileSync(file, made);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== made) {
      console.error(`${name} is not what rules/scene/scene.schema.json makes.`);
      process.exitCode = 1;
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.includes('--write'));
