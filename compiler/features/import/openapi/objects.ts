/** The maps of a document: properties of a schema, of its references and of `allOf`, as one list. */
import { isObject } from '@haft/runtime/language';
import { memoizeBy } from '../../../base/memo.ts';
import type { Follow } from './pointers.ts';
import { entriesOf, listAt, memberOf, nodeOf, textsAt } from './values.ts';
import type { RawNode } from './values.ts';

export interface ObjectShape {
  /** By name, in the order of the document; later ones of `allOf` replace earlier ones. */
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** `additionalProperties` as it is given. */
  readonly others: unknown;
  readonly description?: string;
  /** The schemas that it is made of. */
  readonly parts: readonly RawNode[];
}

/** `allOf` inside `allOf`; what is deeper is no description of anything. */
const DEEPEST = 12;

/** The map that a schema describes; nothing where it may be something else, or is one of several. */
export function objectShape(raw: unknown, follow: Follow): ObjectShape | undefined {
  const { node } = follow(raw);
  if (!isObject(node)) return undefined;
  const known = shapesOf(follow);
  // Some writers put further requirements beside a reference.
  const key = isObject(raw) && ('required' in raw || 'properties' in raw) ? raw : node;
  const made = known.has(key) ? known.get(key) : readShape(raw, follow);
  known.set(key, made);
  return made;
}

/** Large documents refer to the same types from thousands of operations. */
const shapesOf = memoizeBy((_follow: Follow) => new WeakMap<object, ObjectShape | undefined>());

function readShape(raw: unknown, follow: Follow): ObjectShape | undefined {
  const properties = new Map<string, unknown>();
  const required = new Set<string>();
  const made: { others?: unknown; description?: string } = {};
  const parts: RawNode[] = [];
  const add = (given: unknown, depth: number, seen: ReadonlySet<string>): boolean => {
    const { node, ref } = follow(given);
    if (depth > DEEPEST || (ref !== undefined && seen.has(ref))) return false;
    const inner = ref === undefined ? seen : new Set([...seen, ref]);
    const schema = nodeOf(node);
    if (!isMapLike(schema)) return false;
    parts.push(schema);
    for (const part of listAt(schema, 'allOf')) if (!onlyDescribes(part) && !add(part, depth + 1, inner)) return false;
    const own = nodeOf(given);
    for (const source of own === schema ? [schema] : [schema, own]) {
      for (const [name, property] of entriesOf(source['properties'])) {
        properties.set(name, property);
        // Draft 3 says it inside the property.
        if (memberOf(property, 'required') === true) required.add(name);
      }
      for (const name of textsAt(source, 'required')) required.add(name);
    }
    // A name that fits a pattern would be refused without it.
    if (!('patternProperties' in schema)) made.others = schema['additionalProperties'] ?? made.others;
    if (typeof schema['description'] === 'string') made.description ??= schema['description'];
    return true;
  };
  return add(raw, 0, new Set())
    ? { properties, required, others: made.others, parts, ...descriptionOf(made) }
    : undefined;
}

function descriptionOf({ description }: { description?: string }): { description?: string } {
  return description === undefined ? {} : { description };
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
