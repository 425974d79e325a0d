/** Which fields of a large response a model needs; the others are named in a comment. */
import { escapeToken, type JsonObject } from '@haft/runtime/language';
import { plainName } from '../literal.ts';
import { type ObjectShape, objectShape } from './objects.ts';
import type { Follow } from './pointers.ts';
import { typesOf } from './scalars.ts';
import { type RawNode, nodeOf } from './values.ts';

export interface ImportedResult {
  readonly result: JsonObject;
  /** Path below `http` to the fields that were chosen, and the names of the others, for a comment. */
  readonly at: readonly string[];
  readonly more: readonly string[];
  readonly chosen: number;
  readonly left: number;
}

/** A list whose items have more fields, nested ones counted, is cut; one object only where it is far larger. */
const LARGE_ITEM = 30;
const LARGE_OBJECT = 100;
const MAX_FIELDS = 12;
const MAX_SIBLINGS = 6;
/** Names in a comment. */
const MAX_NAMED = 40;

export function tableFor(raw: unknown, follow: Follow): ImportedResult | undefined {
  const schema = nodeOf(follow(raw).node);
  if (isList(schema)) return listTable('items', '', schema['items'], [], follow);
  const shape = objectShape(raw, follow);
  if (!shape || shape.properties.size === 0) return undefined;
  const list = envelopeList(shape, follow);
  if (list === undefined) return objectTable(raw, shape, follow);
  const { name, items } = list;
  const siblings = [...shape.properties].filter(([other, one]) => other !== name && isSmall(one, follow));
  const names = siblings.slice(0, MAX_SIBLINGS).map(([other]) => other);
  return listTable(name, `/${escapeToken(name)}`, items, names, follow);
}

/** Pointer to the list of a response: its root, or the list that an envelope is around. */
export function pageList(raw: unknown, follow: Follow): string | undefined {
  if (isList(nodeOf(follow(raw).node))) return '';
  const shape = objectShape(raw, follow);
  const list = shape && envelopeList(shape, follow);
  return list && `/${escapeToken(list.name)}`;
}

const LIST_NAMES: ReadonlySet<string> = new Set(['data', 'items', 'results', 'value', 'values', 'entries', 'records']);

/** The list that an envelope is around: by its name, or the only one. */
function envelopeList({ properties }: ObjectShape, follow: Follow): { name: string; items: unknown } | undefined {
  const lists = [...properties].flatMap(([name, raw]) => {
    const schema = nodeOf(follow(raw).node);
    return isList(schema) ? [{ name, items: schema['items'] }] : [];
  });
  const named = lists.find(({ name }) => LIST_NAMES.has(name.toLowerCase()));
  // A list among many facts is one of them.
  return named ?? (lists.length === 1 && properties.size <= 8 ? lists[0] : undefined);
}

/** Scalars, objects as small as a link to the next page, and lists of either. */
function isSmall(raw: unknown, follow: Follow): boolean {
  const schema = nodeOf(follow(raw).node);
  const part = isList(schema) ? schema['items'] : raw;
  const own = nodeOf(follow(part).node);
  if (isList(own)) return false;
  const shape = objectShape(part, follow);
  if (!shape) return !('oneOf' in own || 'anyOf' in own);
  const inner = [...shape.properties.values()];
  return inner.length > 0 && inner.length <= MAX_SIBLINGS && inner.every((one) => isScalar(one, follow));
}

function isList(schema: RawNode): boolean {
  return typesOf(schema).includes('array');
}

function isScalar(raw: unknown, follow: Follow): boolean {
  const schema = nodeOf(follow(raw).node);
  if ('oneOf' in schema || 'anyOf' in schema || 'allOf' in schema) return false;
  return typesOf(schema).every((type) => type !== 'array' && type !== 'object') && !('properties' in schema);
}

function listTable(name: string, each: string, items: unknown, siblings: readonly string[], follow: Follow) {
  const count = countFields(items, follow, LARGE_ITEM + 1);
  const shape = count > LARGE_ITEM ? objectShape(items, follow) : undefined;
  const fields = shape && bestFields(shape, follow, MAX_FIELDS);
  if (!shape || !fields || fields.length < 2) return undefined;
  const key = plainName(name);
  const rest = siblings.map((one) => [plainName(one), `/${escapeToken(one)}`] as const);
  return {
    result: { [key]: { each, fields: pointersTo(fields) }, ...Object.fromEntries(rest) },
    at: ['result', key, 'fields'],
    ...others(shape, fields),
  };
}

function objectTable(raw: unknown, shape: ObjectShape, follow: Follow): ImportedResult | undefined {
  if (countFields(raw, follow, LARGE_OBJECT + 1) <= LARGE_OBJECT) return undefined;
  const fields = bestFields(shape, follow, 2 * MAX_FIELDS);
  if (fields.length < 4) return undefined;
  return { result: pointersTo(fields), at: ['result'], ...others(shape, fields) };
}

function others({ properties }: ObjectShape, fields: readonly string[]) {
  const remaining = [...properties.keys()].filter((name) => !fields.includes(name));
  return { more: remaining.slice(0, MAX_NAMED), chosen: fields.length, left: remaining.length };
}

function pointersTo(fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.map((name) => [plainName(name), `/${escapeToken(name)}`]));
}

/** Required ones first, then those by which people tell things apart. */
function bestFields({ properties, required }: ObjectShape, follow: Follow, most: number): string[] {
  const readable = [...properties].filter(([, raw]) => nodeOf(follow(raw).node)['writeOnly'] !== true);
  const named = readable.filter(([name]) => !/^_?(?:links|meta)$|^\$|^@/.test(name));
  const ranked = named.flatMap(([name, raw], at) => {
    const isOne = isScalar(raw, follow);
    const isShort = isOne || (isList(nodeOf(follow(raw).node)) && isSmall(raw, follow));
    return isShort ? [{ name, rank: rankOf(name, required, isOne), at }] : [];
  });
  const best = ranked.sort((a, b) => a.rank - b.rank || a.at - b.at).slice(0, most);
  return best.map(({ name }) => name);
}

/** Address of a machine, not of a page. */
const FOR_MACHINES = /(?:_url|Url|URL|_id_str|node_id|gravatar|etag|_links?)$/;
const DESCRIPTIVE = [
  /^(?:id|key|gid|number|uid|uuid|slug|code)$/i,
  /^(?:name|title|full_?name|display_?name|subject|label|summary)$/i,
  /^(?:status|state|type|kind|resource_type|enabled|active|closed)$/i,
  /(?:^|_)(?:names|tags|labels|aliases)$|(?:Names|Tags|Labels|Aliases)$/,
  /^(?:html_url|url|permalink(?:_url)?|link|href|short_?url|web_url)$/i,
  /(?:^|_)(?:date|at|on|time|created|updated|modified|due)$|(?:At|On|Date|Time)$/,
];

/** Of what says nothing by its name, lists are the last. */
function rankOf(name: string, required: ReadonlySet<string>, isOne: boolean): number {
  const descriptive = DESCRIPTIVE.findIndex((pattern) => pattern.test(name));
  if (FOR_MACHINES.test(name) && descriptive === -1) return 9;
  return (required.has(name) ? 0 : 2) + (descriptive === -1 ? (isOne ? 1 : 1.5) : descriptive / 10);
}

/** Fields down to the third level; no more than `most` are counted. */
function countFields(raw: unknown, follow: Follow, most: number): number {
  let count = 0;
  const visit = (rawPart: unknown, depth: number): void => {
    const { properties } = objectShape(rawPart, follow) ?? {};
    if (depth > 3 || properties === undefined) return;
    for (const inner of properties.values()) {
      count += 1;
      if (count >= most) return;
      const schema = nodeOf(follow(inner).node);
      visit(isList(schema) ? schema['items'] : inner, depth + 1);
    }
  };
  visit(raw, 1);
  return count;
}
