/** Schemas of a document as schemas of profile `mcp`: short, without what only tells machines how to store them. */
import { isObject } from '@haft/runtime/language';
import type { AnyType, Json, Schema } from '@haft/runtime/language';
import { hasBranches, isReadOnly, objectShape, saysNothing } from './objects.ts';
import type { Follow, Followed } from './pointers.ts';
import { fitsSchema, isNullable, lengths, scalarKeywords, typesOf } from './scalars.ts';
import type { Lose } from './scalars.ts';
import { valueText } from './text.ts';
import { reportReadOnlyFields, reportSchemaLosses } from './schema-losses.ts';
import { entriesOf, jsonOf, listAt, memberOf, nodeOf, present, textAt } from './values.ts';
import type { RawNode } from './values.ts';

export interface SchemaReader {
  /** The schema of one value, with references to definitions. */
  readonly read: (raw: unknown, lose: Lose) => Schema;
  /** The definition with a name in `#/$defs/…`. */
  readonly definition: (name: string, lose: Lose) => Schema | undefined;
}

/** Levels of schemas inside one that has no references. */
const DEEPEST = 16;

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
  const made = new Map<string, Schema>();
  return {
    read: (raw, lose) => schemaOf(raw, { ...shared, lose }, 0),
    definition: (name, lose) => {
      if (!shared.raws.has(name)) return undefined;
      const schema = made.get(name) ?? schemaOf(shared.raws.get(name), { ...shared, lose }, 0);
      made.set(name, schema);
      return schema;
    },
  };
}

function schemaOf(raw: unknown, reading: Reading, depth: number): Schema {
  if (raw === false) return { not: {} };
  if (!isObject(raw)) return {};
  if (depth > DEEPEST) return cut(reading, `Schemas are nested deeper than ${DEEPEST} levels`);
  if (typeof raw['$ref'] === 'string') return referred(raw, reading, depth);
  const parts = listAt(raw, 'allOf');
  if (parts.length > 0) return composed(raw, parts, reading, depth);
  return described(ownSchema(raw, reading, depth), raw);
}

function cut({ lose }: Reading, what: string): Schema {
  lose('large schemas', `${what}; what is deeper accepts any value.`, 'Describe what the value must be.');
  return {};
}

/** Beside a reference, older documents have nothing that counts but a description. */
function referred(raw: RawNode, reading: Reading, depth: number): Schema {
  const followed = reading.follow(raw);
  const { node, ref, problem } = followed;
  if (problem !== undefined || ref === undefined || !isObject(node)) {
    reading.lose(
      'references',
      `${problem ?? 'A reference does not resolve to a schema.'} Any value is accepted there.`,
    );
    return described({}, raw);
  }
  const { $ref: _ref, ...siblings } = raw;
  if (Object.keys(siblings).some((key) => CONSTRAINTS.has(key)))
    return schemaOf({ allOf: [{ $ref: raw['$ref'] }, siblings] }, reading, depth);
  const schema = isSimple(node) ? schemaOf(node, reading, depth + 1) : definition(followed, ref, reading);
  return described(isNullable(siblings) ? orNull(schema) : schema, raw);
}

const CONSTRAINTS: ReadonlySet<string> = new Set(
  'type properties required items allOf anyOf oneOf enum minimum maximum minLength maxLength pattern additionalProperties'.split(
    ' ',
  ),
);

function isSimple(node: RawNode): boolean {
  return ['properties', 'items', 'allOf', 'anyOf', 'oneOf', 'additionalProperties', '$ref'].every(
    (key) => !(key in node),
  );
}

function definition({ node }: Followed, ref: string, { names, raws }: Reading): Schema {
  let name = names.get(ref);
  if (name === undefined) {
    name = freeName(ref, raws);
    names.set(ref, name);
    raws.set(name, node);
  }
  return { $ref: `#/$defs/${name}` };
}

function freeName(ref: string, taken: ReadonlyMap<string, unknown>): string {
  const last = ref.split(/[/#]/).at(-1) ?? '';
  const bare =
    last
      .replaceAll(/~[01]|[^A-Za-z0-9_.-]+/g, '_')
      .replace(/^[_.]+|(?<!_)_+$/g, '')
      .slice(-60) || 'schema';
  let name = bare;
  for (let count = 2; taken.has(name); count += 1) name = `${bare}_${count}`;
  return name;
}

/** One schema of several that must all hold: the map that they describe together, where they do. */
function composed(raw: RawNode, given: readonly unknown[], reading: Reading, depth: number): Schema {
  const { allOf: _parts, ...own } = raw;
  const parts = given.filter((part) => !saysNothing(part));
  // Some writers put the description of a reference into a part of its own.
  const siblings: RawNode = {
    ...nodeOf(given.find((part) => saysNothing(part) && 'description' in nodeOf(part))),
    ...own,
  };
  const [only] = parts;
  const rest = Object.keys(siblings).filter((key) => CONSTRAINTS.has(key));
  if (parts.length === 1 && rest.length === 0) {
    const schema = schemaOf(only, reading, depth);
    return described(isNullable(siblings) ? orNull(schema) : schema, siblings);
  }
  const shape = objectShape(raw, reading.follow);
  if (shape) {
    const { properties, required, others, description } = shape;
    // The map itself is told below.
    for (const part of shape.parts) if (part !== raw) reportSchemaLosses(part, reading.lose);
    const merged = { description, ...siblings, properties: Object.fromEntries(properties), required: [...required] };
    return described(objectOf({ ...merged, additionalProperties: others }, ['object'], reading, depth), merged);
  }
  const all = parts.map((part) => schemaOf(part, reading, depth + 1));
  const last = rest.length > 0 ? [ownSchema(siblings, reading, depth + 1)] : [];
  return described(parts.length === 0 ? ownSchema(siblings, reading, depth) : { allOf: [...all, ...last] }, siblings);
}

function described(schema: Schema, raw: RawNode): Schema {
  const description = valueText(textAt(raw, 'description'));
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
  const shown = valueText(String(value));
  if (shown === '' || schema.const !== undefined || /\bdefaults?\b/i.test(text)) return text;
  return [text, `Default: ${shown}${shown.endsWith('.') ? '' : '.'}`].filter((part) => part !== '').join(' ');
}

function ownSchema(raw: RawNode, reading: Reading, depth: number): Schema {
  reportSchemaLosses(raw, reading.lose);
  const types = typesOf(raw);
  const scalar = scalarKeywords(raw, types, reading.lose);
  const branches = branchesOf(raw, reading, depth);
  const schema: Schema = {
    ...typeOf(types, scalar),
    ...scalar,
    ...branches,
    ...(isObject(raw['not']) && { not: schemaOf(raw['not'], reading, depth + 1) }),
    ...(types.includes('array') && arrayKeywords(raw, reading, depth)),
    ...(types.includes('object') && objectOf(raw, types, reading, depth)),
  };
  return raw['deprecated'] === true ? { ...schema, deprecated: true } : schema;
}

function typeOf(types: readonly AnyType[], { const: value, enum: values }: Schema): Schema {
  const [only] = types;
  if (only === undefined || value !== undefined) return {};
  // Null must be in the enum as well to be allowed.
  const used = values === undefined || values.includes(null) ? types : types.filter((type) => type !== 'null');
  const [first = only] = used;
  return { type: used.length > 1 ? used : first };
}

function branchesOf(raw: RawNode, reading: Reading, depth: number): Schema {
  if (!hasBranches(raw)) return {};
  for (const key of ['oneOf', 'anyOf'] as const) {
    const given = listAt(raw, key);
    const made = given.map((branch) => schemaOf(branch, reading, depth + 1));
    const [only] = made;
    if (made.length === 1 && only) return only;
    if (made.length === 0) continue;
    const all = isNullable(raw) && !made.some(({ type }) => type === 'null') ? [...made, NULL] : made;
    // Branches that overlap are common where documents say oneOf.
    if (key === 'anyOf' || areDistinct(made)) return { [key]: all };
    const message = '`oneOf` is imported as `anyOf`: a value may match several of its alternatives.';
    reading.lose('alternatives', message, 'Describe which alternative is for what.');
    return { anyOf: all };
  }
  return {};
}

const NULL: Schema = { type: 'null' };

/** Told apart by a constant or by their types. */
function areDistinct(branches: readonly Schema[]): boolean {
  const types = branches.map(({ type }) => (typeof type === 'string' && type !== 'object' ? type : undefined));
  return types.every((type) => type !== undefined) && new Set(types).size === types.length && !types.includes('number');
}

function orNull(schema: Schema): Schema {
  const { type, enum: values } = schema;
  if (type === undefined) return { anyOf: [schema, NULL] };
  const types = [type].flat();
  return {
    ...schema,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(values && !values.includes(null) && { enum: [...values, null] }),
  };
}

function arrayKeywords(raw: RawNode, reading: Reading, depth: number): Schema {
  const { items, prefixItems } = raw;
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : undefined;
  const inner = isObject(items) ? schemaOf(items, reading, depth + 1) : undefined;
  return present({
    items: inner && withEnumOf(inner, raw, reading),
    prefixItems: first && first.length > 0 ? first.map((one) => schemaOf(one, reading, depth + 1)) : undefined,
    uniqueItems: raw['uniqueItems'] === true ? true : undefined,
    ...lengths(raw, 'minItems', 'maxItems'),
  });
}

/** An enum of a list is that of its items. */
function withEnumOf(items: Schema, raw: RawNode, { lose }: Reading): Schema {
  const { enum: values } = raw;
  if (!Array.isArray(values) || items.enum !== undefined || values.some((value) => Array.isArray(value))) return items;
  const types = [items.type ?? []].flat();
  return { ...items, ...scalarKeywords({ enum: values as Json[] }, types, lose) };
}

function objectOf(raw: RawNode, types: readonly AnyType[], reading: Reading, depth: number): Schema {
  const all = entriesOf(raw['properties']);
  const given = all.filter(([, property]) => !isReadOnly(property, reading.follow));
  if (given.length < all.length) reportReadOnlyFields(reading.lose);
  const named = given.map(([name, property]) => [name, schemaOf(property, reading, depth + 1)] as const);
  const properties = Object.fromEntries(named);
  const needed = [
    ...(Array.isArray(raw['required']) ? (raw['required'] as readonly unknown[]) : []),
    ...given.flatMap(([name, property]) => (memberOf(property, 'required') === true ? [name] : [])),
  ];
  const required = [...new Set(needed.map(String))].filter((name) => Object.hasOwn(properties, name));
  for (const name of needed.map(String))
    if (memberOf(raw['properties'], name) === undefined && isObject(raw['properties']))
      reading.lose('undescribed fields', `An object requires field "${name}", which the document does not describe.`);
  const others = raw['additionalProperties'];
  return present({
    type: types.length > 1 ? types : 'object',
    properties: named.length > 0 ? properties : undefined,
    required: required.length > 0 ? required : undefined,
    additionalProperties: isObject(others)
      ? othersOf(others, reading, depth)
      : typeof others === 'boolean'
        ? others
        : undefined,
    ...lengths(raw, 'minProperties', 'maxProperties'),
  });
}

function othersOf(raw: RawNode, reading: Reading, depth: number): Schema | true {
  const schema = schemaOf(raw, reading, depth + 1);
  return Object.keys(schema).length === 0 ? true : schema;
}

/** The default of a required value, which the tool fills in; nothing where it does not fit. */
export function usableDefault(raw: unknown, schema: Schema): Json | undefined {
  const value = jsonOf(nodeOf(raw)['default']);
  if (value === undefined || value === null) return undefined;
  return fitsSchema(value, schema) ? value : undefined;
}
