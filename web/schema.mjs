/**
 * Makes the page's types and readers from proto/page.proto, which states the messages.
 *
 *   node schema.mjs            checks that src/protocol/ has what the schema makes
 *   node schema.mjs --write    writes it there
 *
 * A generator for all of protobuf would need its runtime in the page, and its readers trust the
 * program, or throw at the first field of another type. The page must read whatever comes, and
 * clean each text, so this file makes readers of the few kinds of fields that the schema has.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const kSchema = new URL('../proto/page.proto', import.meta.url);
const kFolder = new URL('./src/protocol/', import.meta.url);
const kWidth = 100;
const kNumbers = ['int32', 'uint32', 'int64', 'uint64'];
const kValue = 'google.protobuf.Value';
const kOptions = ['one_of', 'or_else', 'absent', 'least', 'at_most', 'always'];

function refuse(why) {
  throw new Error(`proto/page.proto: ${why}`);
}

// --- the schema ---

/** Returns the options of "[(least) = 0, (at_most) = "last"]". */
function optionsOf(text, where) {
  const options = {};
  for (const part of text?.match(/(?:"[^"]*"|[^,"])+/g) ?? []) {
    const [, name, words, number] = /^\s*\((\w+)\) = (?:"([^"]*)"|(-?\d+))\s*$/.exec(part) ?? [];
    if (!kOptions.includes(name)) refuse(`${where} has an option that nobody reads: ${part.trim()}`);
    options[name] = words ?? Number(number);
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
  for (const option of Object.keys(options))
    if (!fits[option] || (list && option !== 'least'))
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

/** Returns the files of src/protocol/ that the schema makes. */
export function madeFiles(text) {
  const schema = parseSchema(text);
  return { 'protocol.ts': typesText(schema), 'readers.ts': readersText(schema) };
}

function main(write) {
  for (const [name, made] of Object.entries(madeFiles(schemaText()))) {
    const file = new URL(name, kFolder);
    if (write) writeFileSync(file, made);
    if (readFileSync(file, 'utf8') !== made) {
      console.error(`web/src/protocol/${name} is not what proto/page.proto makes.`);
      process.exitCode = 1;
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.includes('--write'));
