/** Object schemas: properties of a schema, of its references and of `allOf` as one list, and what an import loses of them. */
import { isObject } from '@haft/runtime/language';
import { memoizeBy } from '../../../base/memo.ts';
import { wordList } from '../../../base/word-lists.ts';
import type { Follow } from './pointers.ts';
import { type RawNode, entriesOf, listAt, memberOf, nodeOf, textAt, textsAt } from './values.ts';
import { type Lose, typesOf } from './scalars.ts';

/** Keywords that profile `mcp` does not have, each with the name of its kind. */
const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ...wordList(
    'if then else dependentSchemas dependentRequired dependencies unevaluatedProperties unevaluatedItems contains minContains maxContains patternProperties propertyNames $dynamicRef contentSchema contentEncoding contentMediaType',
  ).map((key) => [key, 'schema keywords'] as const),
  ['discriminator', 'discriminators'],
  ['xml', 'XML names'],
  ['example', 'examples'],
  ['examples', 'examples'],
  ['title', 'titles'],
  ['externalDocs', 'external documentation'],
]);

const LONG_ENUM = 50;

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

export interface ObjectShape {
  /** By name, in the order of the document; later ones of `allOf` replace earlier ones. */
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** Names of properties to which `allOf` gives types that no value has at once. */
  readonly clashes: ReadonlySet<string>;
  /** `additionalProperties` as it is given. */
  readonly others: unknown;
  readonly description?: string;
  /** The schemas that it is made of. */
  readonly parts: readonly RawNode[];
}

/** `allOf` inside `allOf`; what is deeper is no description of anything. */
const MAX_DEPTH = 12;

/** The map that a schema describes; undefined if it may be something else, or one of several. */
export function objectShape(raw: unknown, follow: Follow): ObjectShape | undefined {
  const { node } = follow(raw);
  if (!isObject(node)) return undefined;
  const memo = shapesOf(follow);
  // Some writers put further requirements beside a reference.
  const key = isObject(raw) && ('required' in raw || 'properties' in raw) ? raw : node;
  const shape = memo.has(key) ? memo.get(key) : readShape(raw, follow);
  memo.set(key, shape);
  return shape;
}

/** Large documents refer to the same types from thousands of operations. */
const shapesOf = memoizeBy((_follow: Follow) => new WeakMap<object, ObjectShape | undefined>());

function readShape(raw: unknown, follow: Follow): ObjectShape | undefined {
  const properties = new Map<string, unknown>();
  const required = new Set<string>();
  const clashes = new Set<string>();
  const rest: { others?: unknown; description?: string } = {};
  const parts: RawNode[] = [];
  const add = (rawPart: unknown, depth: number, visited: ReadonlySet<string>): boolean => {
    const { node, ref } = follow(rawPart);
    if (depth > MAX_DEPTH || (ref !== undefined && visited.has(ref))) return false;
    const inner = ref === undefined ? visited : new Set([...visited, ref]);
    const schema = nodeOf(node);
    if (!isMapLike(schema)) return false;
    parts.push(schema);
    for (const part of listAt(schema, 'allOf')) if (!onlyDescribes(part) && !add(part, depth + 1, inner)) return false;
    const own = nodeOf(rawPart);
    for (const source of own === schema ? [schema] : [schema, own]) {
      for (const [name, property] of entriesOf(source['properties'])) {
        if (properties.has(name) && !shareType(properties.get(name), property, follow)) clashes.add(name);
        properties.set(name, property);
        // Draft 3 says it inside the property.
        if (memberOf(property, 'required') === true) required.add(name);
      }
      for (const name of textsAt(source, 'required')) required.add(name);
    }
    // A name that fits a pattern would be refused without it.
    if (!('patternProperties' in schema)) rest.others = schema['additionalProperties'] ?? rest.others;
    if (typeof schema['description'] === 'string') rest.description ??= schema['description'];
    return true;
  };
  return add(raw, 0, new Set()) ? { properties, required, clashes, parts, others: undefined, ...rest } : undefined;
}

function shareType(one: unknown, other: unknown, follow: Follow): boolean {
  const [types, others] = [one, other].map((raw) =>
    typesOf(nodeOf(follow(raw).node)).map((type) => (type === 'integer' ? 'number' : type)),
  );
  if (!types?.length || !others?.length) return true;
  return types.some((type) => others.includes(type));
}

/** A part of `allOf` that only describes. */
export function onlyDescribes(raw: unknown): boolean {
  return Object.keys(nodeOf(raw)).every((key) => /^(?:description|title|example|x-.*)$/.test(key));
}

function isMapLike(schema: RawNode): boolean {
  const { type } = schema;
  if (hasBranches(schema)) return false;
  if ('properties' in schema || 'allOf' in schema) return type === undefined || [type].flat().includes('object');
  return type === 'object' || 'additionalProperties' in schema || Object.keys(schema).join() === 'required';
}

/** One of several forms; alternatives that only say what is required together are none. */
export function hasBranches(schema: RawNode): boolean {
  return ['oneOf', 'anyOf'].some((key) => {
    const branches = listAt(schema, key);
    return branches.length > 0 && !('properties' in schema && branches.every(isOnlyRequired));
  });
}

function isOnlyRequired(branch: unknown): boolean {
  return Object.keys(nodeOf(branch)).every((key) => /^(?:required|not|title|description|type)$/.test(key));
}

/** Where a value may be read only, or must not be sent. */
export function isReadOnly(raw: unknown, follow: Follow): boolean {
  return memberOf(raw, 'readOnly') === true || memberOf(follow(raw).node, 'readOnly') === true;
}

/** Reports parts of one schema; schemas inside it are reported where they are read. */
export function reportSchemaLosses(raw: RawNode, lose: Lose): void {
  for (const key of Object.keys(raw)) {
    const subject = KEYWORDS.get(key);
    if (subject !== undefined) lose(subject, `The keyword \`${key}\` of a schema is left out.`);
  }
  if (Object.hasOwn(nodeOf(raw['properties']), '__proto__'))
    lose('names of properties', 'Property "__proto__" is left out: a tool cannot have one of this name.');
  const { enum: values } = raw;
  if (Array.isArray(values) && values.length > LONG_ENUM) {
    const message = `An enum has ${values.length} values, which every list of tools repeats.`;
    lose('long enums', message, 'Replace the enum by a description that names the tool that lists the values.');
  }
  for (const [low, high] of BOUNDS) {
    if (!(Number(raw[low]) > Number(raw[high]))) continue;
    const message = `\`${low}\` is greater than \`${high}\`: no value is valid; both are left out.`;
    lose('bounds', message, 'Write the bounds that the service really has.');
  }
  if (!hasBranches(raw) && ['anyOf', 'oneOf'].some((key) => listAt(raw, key).length > 0)) {
    const message = 'The alternatives of required fields are left out.';
    lose('required alternatives', message, 'Describe which fields go together.');
  }
}

/** Reports what a map loses as a whole; `told`: a part that is reported elsewhere. */
export function reportShapeLosses({ parts, clashes }: ObjectShape, lose: Lose, told?: RawNode): void {
  for (const part of parts) if (part !== told) reportSchemaLosses(part, lose);
  for (const name of clashes) {
    const message = `\`allOf\` gives property "${name}" types that no value has at once; the last one is used.`;
    lose('contradictory types', message, 'Write the type that the service really has.');
  }
}

/** Of a body whose fields are parameters: what holds for the whole of it. */
export function reportBodyLosses(raw: RawNode, lose: Lose): void {
  if (textAt(raw, 'description') !== undefined)
    lose('descriptions of bodies', 'The description of the body is left out: its fields are parameters.');
  if ('minProperties' in raw || 'maxProperties' in raw)
    lose('numbers of fields', 'How many fields the body must have is left out.', 'Write it in the description.');
  if ('default' in raw) lose('defaults of bodies', 'The default of the whole body is left out.');
}

export function reportReadOnlyFields(lose: Lose): void {
  lose('read-only fields', 'Fields that only the service sets are left out.', 'Nothing to do.');
}
