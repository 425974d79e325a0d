/** Schemas of a document as schemas of profile `mcp`: short, without what only tells machines how to store them. */
import { wordSet } from '../../../base/word-lists.ts';
import { isObject, type Schema } from '@haft/runtime/language';
import { freeName, isHarmless } from '../literal.ts';
import { objectShape, onlyDescribes, reportShapeLosses } from './objects.ts';
import { objectOf, orNull, ownSchema, type SchemaLevel } from './own-schema.ts';
import type { Follow, FollowedReference } from './pointers.ts';
import { isNullable, type Lose } from './scalars.ts';
import { valueText } from './text.ts';
import { jsonOf, listAt, nodeOf, type RawNode, textAt } from './values.ts';

export interface SchemaReader {
  /** The schema of one value, with references to definitions. */
  readonly read: (raw: unknown, lose: Lose) => Schema;
  /** The definition with a name in `#/$defs/…`. */
  readonly definition: (name: string, lose: Lose) => Schema | undefined;
}

/** Levels of schemas inside one that has no references. */
const MAX_DEPTH = 16;

interface Reading {
  readonly follow: Follow;
  readonly lose: Lose;
  /** Names of definitions by reference. */
  readonly names: Map<string, string>;
  /** By name, as the document has them. */
  readonly raws: Map<string, unknown>;
}

/** Reads each definition of a document once; the names are those of the whole document, so that tools can share them. */
export function createSchemaReader(follow: Follow): SchemaReader {
  const shared = { follow, names: new Map<string, string>(), raws: new Map<string, unknown>() };
  const memo = new Map<string, Schema>();
  return {
    read: (raw, lose) => schemaOf(raw, { ...shared, lose }, 0),
    definition: (name, lose) => {
      if (!shared.raws.has(name)) return undefined;
      const schema = memo.get(name) ?? schemaOf(shared.raws.get(name), { ...shared, lose }, 0);
      memo.set(name, schema);
      return schema;
    },
  };
}

function schemaOf(raw: unknown, reading: Reading, depth: number): Schema {
  if (raw === false) return { not: {} };
  if (!isObject(raw)) return {};
  if (depth > MAX_DEPTH) {
    const message = `Schemas are nested deeper than ${MAX_DEPTH} levels; what is deeper accepts any value.`;
    reading.lose('large schemas', message, 'Describe what the value must be.');
    return {};
  }
  if (typeof raw['$ref'] === 'string') return readReference(raw, reading, depth);
  const parts = listAt(raw, 'allOf');
  if (parts.length > 0) return composeSchemas(raw, parts, reading, depth);
  return withDescription(ownSchema(raw, levelOf(reading, depth)), raw);
}

function levelOf(reading: Reading, depth: number): SchemaLevel {
  const { follow, lose } = reading;
  return { follow, lose, inner: (raw) => schemaOf(raw, reading, depth + 1) };
}

/** Beside a reference, older documents have nothing that counts but a description. */
function readReference(raw: RawNode, reading: Reading, depth: number): Schema {
  const followed = reading.follow(raw);
  const { node, ref, problem } = followed;
  if (problem !== undefined || ref === undefined || !isObject(node)) {
    const why = problem ?? 'A reference does not resolve to a schema.';
    reading.lose('references', `${why} Any value is accepted there.`);
    return withDescription({}, raw);
  }
  const { $ref: _ref, ...siblings } = raw;
  if (Object.keys(siblings).some((key) => CONSTRAINTS.has(key)))
    return schemaOf({ allOf: [{ $ref: raw['$ref'] }, siblings] }, reading, depth);
  const isSimple = !Object.keys(node).some((key) => COMPOSED.has(key));
  const schema = isSimple ? schemaOf(node, reading, depth + 1) : definition(followed, ref, reading);
  return withDescription(isNullable(siblings) ? orNull(schema) : schema, raw);
}

const CONSTRAINTS = wordSet(
  'type properties required items allOf anyOf oneOf enum minimum maximum minLength maxLength pattern additionalProperties',
);

const COMPOSED = wordSet('properties items allOf anyOf oneOf additionalProperties $ref');

function definition({ node }: FollowedReference, ref: string, { names, raws }: Reading): Schema {
  let name = names.get(ref);
  if (name === undefined) {
    name = freeName(definitionName(ref), (one) => raws.has(one));
    names.set(ref, name);
    raws.set(name, node);
  }
  return { $ref: `#/$defs/${name}` };
}

function definitionName(ref: string): string {
  const last = ref.split(/[/#]/).at(-1) ?? '';
  const plain = last.replaceAll(/~[01]|[^A-Za-z0-9_.-]+/g, '_').replace(/^[_.]+|(?<!_)_+$/g, '');
  return plain.slice(-60) || 'schema';
}

/** One schema of several that must all hold: the map that they describe together, where they do. */
function composeSchemas(raw: RawNode, allParts: readonly unknown[], reading: Reading, depth: number): Schema {
  const { allOf: _parts, ...own } = raw;
  const parts = allParts.filter((part) => !onlyDescribes(part));
  // Some writers put the description of a reference into a part of its own.
  const siblings: RawNode = {
    ...nodeOf(allParts.find((part) => onlyDescribes(part) && 'description' in nodeOf(part))),
    ...own,
  };
  const [only] = parts;
  const rest = Object.keys(siblings).filter((key) => CONSTRAINTS.has(key));
  if (parts.length === 1 && rest.length === 0) {
    const schema = schemaOf(only, reading, depth);
    return withDescription(isNullable(siblings) ? orNull(schema) : schema, siblings);
  }
  const shape = objectShape(raw, reading.follow);
  if (shape) {
    const { properties, required, others, description } = shape;
    // The map itself is told below.
    reportShapeLosses(shape, reading.lose, raw);
    const merged = { description, ...siblings, properties: Object.fromEntries(properties), required: [...required] };
    const object = objectOf({ ...merged, additionalProperties: others }, ['object'], levelOf(reading, depth));
    return withDescription(object, merged);
  }
  if (parts.length === 0) return withDescription(ownSchema(siblings, levelOf(reading, depth)), siblings);
  const all = parts.map((part) => schemaOf(part, reading, depth + 1));
  const last = rest.length > 0 ? [ownSchema(siblings, levelOf(reading, depth + 1))] : [];
  return withDescription({ allOf: [...all, ...last] }, siblings);
}

function withDescription(schema: Schema, raw: RawNode): Schema {
  const description = valueText(textAt(raw, 'description') ?? '');
  const own = schema.description ?? '';
  const text = withDefault(description === '' ? own : description, raw, schema);
  return text === '' ? schema : { ...schema, description: text };
}

/**
 * A default that the server would fill in itself is told, not sent: services reject some of their own defaults next to other
 * parameters, and a default in an update would overwrite what is there.
 */
function withDefault(text: string, raw: RawNode, schema: Schema): string {
  const value = jsonOf(raw['default']);
  if (value === undefined || value === null || value === '' || typeof value === 'object') return text;
  const preset = valueText(String(value));
  if (preset === '' || schema.const !== undefined || /\bdefaults?\b/i.test(text)) return text;
  const sentence = `Default: ${preset}${preset.endsWith('.') ? '' : '.'}`;
  return isHarmless(sentence) ? [text, sentence].filter((part) => part !== '').join(' ') : text;
}
