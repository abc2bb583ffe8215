/**
 * Makes the page's types and readers, and the program's structs and writers, from proto/page.proto,
 * which states the messages.
 *
 *   node schema.mjs            checks that the tree has what the schema makes
 *   node schema.mjs --write    writes it there
 *
 * A generator for all of protobuf would need its runtime in the page, and its readers trust the
 * program, or throw at the first field of another type. The page must read whatever comes, and
 * clean each text, so this file makes readers of the few kinds of fields that the schema has.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const kSchema = new URL('../proto/page.proto', import.meta.url);
const kRoot = new URL('../', import.meta.url);
const kWidth = 100;
const kNumbers = ['int32', 'uint32', 'int64', 'uint64'];
const kValue = 'google.protobuf.Value';
const kOptions = ['one_of', 'or_else', 'absent', 'least', 'at_most', 'always', 'brief'];

function refuse(why) {
  throw new Error(`proto/page.proto: ${why}`);
}

// --- the schema ---

/** Returns the options of "[(least) = 0, (at_most) = "last"]". */
function optionsOf(text, where) {
  const options = {};
  for (const part of text?.match(/(?:"[^"]*"|[^,"])+/g) ?? []) {
    const [, name, words, value] =
      /^\s*\((\w+)\) = (?:"([^"]*)"|(-?\d+|true))\s*$/.exec(part) ?? [];
    if (!kOptions.includes(name)) refuse(`${where} has an option that nobody reads: ${part.trim()}`);
    options[name] = words ?? (value === 'true' || Number(value));
  }
  return options;
}

const kField =
  /^ {2}(?:(repeated|optional) )?([\w.]+) (\w+) = \d+(?: \[(.*)\])?;(?:\s*\/\/ (.*))?$/;

function fieldOf(line, comments, message) {
  const [, label, type, name, options, comment] = kField.exec(line) ?? [];
  if (name === undefined) refuse(`a line of ${message} is none of a field: "${line}"`);
  const where = `${message}.${name}`;
  return {
    name,
    type,
    list: label === 'repeated',
    optional: label === 'optional',
    options: optionsOf(options, where),
    about: comment ?? comments.join(' '),
  };
}

/** Checks that a field is one that this file can make a reader of. */
function checkField(field, message, schema) {
  const where = `${message.name}.${field.name}`;
  const { type, options, list } = field;
  const isText = type === 'string';
  const isNumber = kNumbers.includes(type);
  const isMessage = schema.some(({ name }) => name === type);
  if (!isText && !isNumber && !isMessage && type !== 'bool' && type !== kValue)
    refuse(`${where} has a type that the page cannot read: ${type}`);
  const fits = { one_of: isText, or_else: isText, absent: isNumber, least: isNumber };
  fits.at_most = fits.always = isNumber;
  fits.brief = type !== kValue && (list || field.optional || isText || type === 'bool' || isNumber);
  for (const option of Object.keys(options))
    if (!fits[option] || (list && option !== 'least' && option !== 'brief'))
      refuse(`${where}: ${option} means nothing for ${list ? 'a list of ' : ''}${type}`);
  if (field.optional && (isText || type === 'bool' || type === kValue))
    refuse(`${where}: a ${type} is empty where it is missing, so it cannot be optional`);
  if (list && type === kValue) refuse(`${where}: a list of values is itself a value`);
  for (const option of ['or_else', 'at_most']) {
    const other = message.fields.find(({ name }) => name === options[option]);
    if (option in options && other?.type !== type)
      refuse(`${where}: ${option} names no other field of its type`);
  }
}

/** Reads the messages of the schema: {name, about, forms, mended, fields} each. */
export function parseSchema(text) {
  const schema = [];
  let message = null;
  let skipped = false;
  let comments = [];
  for (const line of text.split('\n')) {
    const comment = /^\s*\/\/ ?(.*)$/.exec(line);
    const begin = /^message (\w+) \{$/.exec(line);
    const form = /^ {2}option \(form\) = "(.*)";$/.exec(line);
    if (comment) {
      comments.push(comment[1]);
      continue;
    }
    if (line === '}') {
      message = null;
      skipped = false;
    } else if (begin) {
      message = { name: begin[1], about: comments.join(' '), forms: [], mended: false, fields: [] };
      schema.push(message);
    } else if (/^extend .* \{$/.test(line)) {
      skipped = true;
    } else if (form && message) {
      message.forms.push(form[1]);
    } else if (line === '  option (mended) = true;' && message) {
      message.mended = true;
    } else if (message && line.trim() !== '') {
      message.fields.push(fieldOf(line, comments, message.name));
    } else if (!skipped && !/^(syntax|package|import) .*;$|^\s*$/.test(line)) {
      refuse(`a line that means nothing to the page: "${line}"`);
    }
    comments = [];
  }
  for (const each of schema) for (const field of each.fields) checkField(field, each, schema);
  return schema;
}

// --- the types ---

/** Returns a comment, in as many lines as it needs. */
function aboutOf(text, indent) {
  if (text === '') return [];
  const about = text[0].toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.');
  if (`${indent}/** ${about} */`.length <= kWidth) return [`${indent}/** ${about} */`];
  const lines = [];
  for (const word of about.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : '';
    if (longer !== '' && `${indent} * ${longer}`.length <= kWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`];
}

const wordsOf = (field) => field.options.one_of.split(' ').map((word) => `'${word}'`);

function typeOf(field) {
  const { type, options, list } = field;
  let name = type;
  if ('always' in options) name = String(options.always);
  else if ('one_of' in options) name = wordsOf(field).join(' | ');
  else if (kNumbers.includes(type)) name = 'number';
  else if (type === 'bool') name = 'boolean';
  else if (type === kValue) name = 'Json';
  if (list) return `${name}[]`;
  return field.optional ? `${name} | null` : name;
}

function memberOf(field) {
  const line = `  ${field.name}: ${typeOf(field)};`;
  if (line.length <= kWidth) return [line];
  return [`  ${field.name}:`, ...wordsOf(field).map((word) => `    | ${word}`)].map((part, i, all) =>
    i === all.length - 1 ? `${part};` : part,
  );
}

function formOf(form, message) {
  const members = form.split(' ').map((word) => {
    const name = word.replace('?', '');
    const field = message.fields.find((each) => each.name === name);
    if (!field) refuse(`a form of ${message.name} names no field of it: ${name}`);
    return `${word}: ${typeOf(field)}`;
  });
  return `{ ${members.join('; ')} }`;
}

function interfaceOf(message) {
  const { name, about, forms, fields } = message;
  if (forms.length > 0) {
    const union = forms.map((form) => `  | ${formOf(form, message)}`).join('\n');
    return [...aboutOf(about, ''), `export type ${name} =\n${union};`].join('\n');
  }
  const members = fields.flatMap((field) => [...aboutOf(field.about, '  '), ...memberOf(field)]);
  return [...aboutOf(about, ''), `export interface ${name} {`, ...members, '}'].join('\n');
}

const kMade = '// Made of proto/page.proto by `node web/schema.mjs --write`: change it there.';

export function typesText(schema) {
  return `${kMade}

/** Any JSON value: what a game's view, hint and moves are made of. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

${schema.map(interfaceOf).join('\n\n')}
`;
}

// --- the readers ---

function numberReader(value, { type, options }) {
  const least = options.least ?? (type.startsWith('u') ? 0 : '-kMost');
  const absent = options.absent ?? 0;
  const rest = absent !== 0 ? `, ${least}, ${absent}` : least !== 0 ? `, ${least}` : '';
  return `whole(${value}${rest})`;
}

/** Returns the expression that reads one value of a field. */
function oneReader(value, field, message) {
  const { type, options } = field;
  const other = (name) => message.fields.find((each) => each.name === name);
  if ('always' in options) return String(options.always);
  if ('one_of' in options) return `oneOf(${value}, [${wordsOf(field).join(', ')}] as const)`;
  if ('or_else' in options) return `text(${value}) || text(from.${options.or_else})`;
  if ('at_most' in options) {
    const most = oneReader(`from.${options.at_most}`, other(options.at_most), message);
    return `Math.min(${numberReader(value, field)}, ${most})`;
  }
  if (kNumbers.includes(type)) return numberReader(value, field);
  if (type === 'string') return `text(${value})`;
  if (type === 'bool') return `flag(${value})`;
  if (type === kValue) return `${value} ?? null`;
  return `read${type}(${value})`;
}

function fieldReader(field, message) {
  const value = `from.${field.name}`;
  const isMessage = !kNumbers.includes(field.type) && !['string', 'bool'].includes(field.type);
  const read = isMessage
    ? `read${field.type}`
    : `(each) => ${oneReader('each', field, message)}`;
  if (field.list && field.type === 'string') return `texts(${value})`;
  if (field.list) return `list(${value}).map(${read})`;
  if (field.optional) return `orNull(${value}, ${read})`;
  return oneReader(value, field, message);
}

function memberReader(field, message) {
  const line = `    ${field.name}: ${fieldReader(field, message)},`;
  if (line.length <= kWidth || !('one_of' in field.options)) return line;
  const words = wordsOf(field).map((word) => `      ${word},`);
  return [`    ${field.name}: oneOf(from.${field.name}, [`, ...words, '    ] as const),'].join('\n');
}

function readerOf(message) {
  const { name, mended, fields } = message;
  const [open, close] = mended ? [`mend${name}({`, '}, from)'] : ['{', '}'];
  return `export function read${name}(value: Json | undefined): ${name} {
  const from = fields(value);
  return ${open}
${fields.map((field) => memberReader(field, message)).join('\n')}
  ${close};
}`;
}

export function readersText(schema) {
  const read = schema.filter(({ forms }) => forms.length === 0);
  const mends = read.filter(({ mended }) => mended).map(({ name }) => `mend${name}`);
  const readers = read.map(readerOf).join('\n\n');
  const helpers = ['fields', 'flag', 'kMost', 'list', 'oneOf', 'orNull', 'text', 'texts', 'whole'];
  const used = helpers.filter((name) => new RegExp(`\\b${name}\\b[^:]`).test(readers));
  const names = ['Json', ...read.map(({ name }) => name)].sort();
  return `${kMade}

import type {
${names.map((name) => `  ${name},`).join('\n')}
} from './protocol';
${mends.length > 0 ? `import { ${mends.sort().join(', ')} } from './mend';\n` : ''}import { ${used.join(', ')} } from './read-fields';

${readers}
`;
}

// --- the program's structs and writers ---

function structMember({ name, type, list, optional, options }) {
  if ('always' in options) return null;
  let kind = type;
  if (type === 'string') kind = 'std::string';
  else if (kNumbers.includes(type)) kind = 'Whole';
  else if (type === kValue) kind = 'Json';
  if (list) return `std::vector<${kind}> ${name}{};`;
  if (optional) return `std::optional<${kind}> ${name}{};`;
  return kind === 'bool' ? `bool ${name} = false;` : `${kind} ${name}{};`;
}

/** Returns a comment in C++, in as many lines as it needs. */
const aboutOfStruct = (text, indent) =>
  aboutOf(text, indent)
    .map((line) => line.replace(/^(\s*)\/\*\* (.*) \*\/$/, '$1/// $2').replace(/^(\s*) \* /, '$1/// '))
    .filter((line) => !/^\s*(\/\*\*| \*\/)$/.test(line));

function structOf(message) {
  const members = message.fields.flatMap((field) => {
    const member = structMember(field);
    return member === null ? [] : [...aboutOfStruct(field.about, '  '), `  ${member}`];
  });
  const { name } = message;
  return [
    ...aboutOfStruct(message.about, ''),
    `struct ${name} {`,
    ...members,
    '};',
    `void to_json(Json& json, const ${name}& from);`,
  ].join('\n');
}

/** Orders messages so that each comes after those that it holds. */
function heldFirst(schema) {
  const ordered = [];
  const add = (message) => {
    if (ordered.includes(message)) return;
    for (const { type } of message.fields) {
      const held = schema.find(({ name }) => name === type);
      if (held) add(held);
    }
    ordered.push(message);
  };
  schema.forEach(add);
  return ordered;
}

function memberWriter({ name, type, list, optional, options }) {
  if ('always' in options) return `  json["${name}"] = ${options.always};`;
  const value = `from.${name}`;
  const kind = list ? 'list' : type;
  if (optional && !options.brief)
    return `  json["${name}"] = ${value} ? Json(*${value}) : Json();`;
  const write = `json["${name}"] = ${optional ? '*' : ''}${value};`;
  if (!options.brief) return `  ${write}`;
  if (optional || kind === 'bool') return `  if (${value}) ${write}`;
  if (kNumbers.includes(kind)) return `  if (${value}.value != 0) ${write}`;
  return `  if (!${value}.empty()) ${write}`;
}

const writerOf = (message) => `void to_json(Json& json, const ${message.name}& from) {
  json = Json::object();
${message.fields.map(memberWriter).join('\n')}
}`;

const kMadeThere = `${kMade}\n// clang-format off`;
const written = (schema) => heldFirst(schema).filter(({ forms }) => forms.length === 0);

export const structsText = (schema) => `${kMadeThere}
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <vector>

#include "rules/json_full.h"

/// The messages from a program to a page, as proto/page.proto states them: nothing else can be
/// written.
namespace fairdeal::words::message {

using Json = nlohmann::json;

/// A number of a message, made of any whole number.
struct Whole {
  std::int64_t value = 0;
  Whole() = default;
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  Whole(T number) : value(static_cast<std::int64_t>(number)) {}
};
void to_json(Json& json, const Whole& from);

${written(schema).map(structOf).join('\n\n')}

}  // namespace fairdeal::words::message
`;

export const writersText = (schema) => `${kMadeThere}
#include "ui/words/page_message.h"

namespace fairdeal::words::message {

void to_json(Json& json, const Whole& from) { json = from.value; }

${written(schema).map(writerOf).join('\n\n')}

}  // namespace fairdeal::words::message
`;

// --- messages that do not keep to it ---

function faultOfOne(schema, field, value, where) {
  const { type, options } = field;
  const wrong = (is) => [`${where}: ${JSON.stringify(value)} is ${is}`];
  if (type === kValue) return [];
  if (type === 'string') {
    if (typeof value !== 'string') return wrong('no text');
    const words = options.one_of?.split(' ');
    return words && !words.includes(value) ? wrong(`none of ${words.join(', ')}`) : [];
  }
  if (type === 'bool') return typeof value === 'boolean' ? [] : wrong('neither true nor false');
  if (!kNumbers.includes(type)) return faultsOf(schema, type, value, where);
  if (!Number.isInteger(value)) return wrong('no whole number');
  if ('always' in options && value !== options.always) return wrong(`not ${options.always}`);
  const least = options.least ?? (type.startsWith('u') ? 0 : -Infinity);
  return value < least ? wrong(`less than ${least}`) : [];
}

/** Returns what of a message is not as the schema has it; a field that it does not have is such. */
export function faultsOf(schema, name, value, where = name) {
  const message = schema.find((each) => each.name === name);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${where}: no message`];
  return Object.entries(value).flatMap(([key, part]) => {
    const field = message.fields.find((each) => each.name === key);
    const at = `${where}.${key}`;
    if (!field) return [`${at}: the schema has no such field`];
    if (part === null) return field.optional || field.type === kValue ? [] : [`${at}: null`];
    if (!field.list) return faultOfOne(schema, field, part, at);
    if (!Array.isArray(part)) return [`${at}: no list`];
    return part.flatMap((each, i) => faultOfOne(schema, field, each, `${at}[${i}]`));
  });
}

export const schemaText = () => readFileSync(kSchema, 'utf8');

/** Returns the files of the tree that the schema makes, by their paths. */
export function madeFiles(text) {
  const schema = parseSchema(text);
  return {
    'web/src/protocol/protocol.ts': typesText(schema),
    'web/src/protocol/readers.ts': readersText(schema),
    'ui/words/page_message.h': structsText(schema),
    'ui/words/page_message.cc': writersText(schema),
  };
}

function main(write) {
  for (const [name, made] of Object.entries(madeFiles(schemaText()))) {
    const file = new URL(name, kRoot);
    if (write) writeFileSync(file, made);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== made) {
      console.error(`${name} is not what proto/page.proto makes.`);
      process.exitCode = 1;
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.includes('--write'));
