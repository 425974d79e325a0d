/** The keywords of one schema; the schemas inside it are read one level deeper. */
import { withoutUndefined } from '../../../base/json.ts';
import { type AnyType, isObject, type Json, sameJson, type Schema } from '@haft/runtime/language';
import { hasBranches, isReadOnly, reportReadOnlyFields, reportSchemaLosses } from './objects.ts';
import type { Follow } from './pointers.ts';
import { isNullable, lengths, type Lose, scalarKeywords, typesOf } from './scalars.ts';
import { entriesOf, listAt, memberOf, type RawNode } from './values.ts';

export interface SchemaLevel {
  readonly follow: Follow;
  readonly lose: Lose;
  readonly inner: (raw: unknown) => Schema;
}

export function ownSchema(raw: RawNode, level: SchemaLevel): Schema {
  reportSchemaLosses(raw, level.lose);
  const types = typesOf(raw);
  const scalar = scalarKeywords(raw, types, level.lose);
  const schema: Schema = {
    ...typeOf(types, scalar),
    ...scalar,
    ...branchesOf(raw, level),
    ...notOf(raw, level),
    ...(types.includes('array') && arrayKeywords(raw, level)),
    ...(types.includes('object') && objectOf(raw, types, level)),
  };
  return raw['deprecated'] === true ? { ...schema, deprecated: true } : schema;
}

/** What is excluded must be carried whole: with a keyword less, it would exclude more. */
function notOf({ not: raw }: RawNode, level: SchemaLevel): Schema {
  if (!isObject(raw)) return {};
  const not = level.inner(raw);
  if (isCarried(raw, not)) return { not };
  level.lose('schema keywords', 'The keyword `not` of a schema is left out.');
  return {};
}

/** Whether a schema says all that the document says: apart from texts, the same keywords with the same values. */
function isCarried(raw: RawNode, schema: Schema): boolean {
  const constraints = (node: object): Json =>
    Object.fromEntries(Object.entries(node).filter(([key]) => !ANNOTATIONS.test(key)));
  return sameJson(constraints(raw), constraints(schema));
}

const ANNOTATIONS = /^(?:description|title|examples?|default|deprecated|externalDocs|x-.*)$/;

function typeOf(types: readonly AnyType[], { const: value, enum: values }: Schema): Schema {
  const [only] = types;
  if (only === undefined || value !== undefined) return {};
  // Null must be in the enum as well to be allowed.
  const used = values === undefined || values.includes(null) ? types : types.filter((type) => type !== 'null');
  const [first = only] = used;
  return { type: used.length > 1 ? used : first };
}

function branchesOf(raw: RawNode, level: SchemaLevel): Schema {
  if (!hasBranches(raw)) return {};
  for (const key of ['oneOf', 'anyOf'] as const) {
    const rawBranches = listAt(raw, key);
    const branches = rawBranches.map((branch) => level.inner(branch));
    const [only] = branches;
    // Beside further keywords, it would replace them or be replaced.
    if (branches.length === 1 && only && isAlone(raw, key)) return only;
    if (branches.length === 0) continue;
    const all = isNullable(raw) && !branches.some(({ type }) => type === 'null') ? [...branches, NULL] : branches;
    // Branches that overlap are common where documents say oneOf.
    if (key === 'anyOf' || areDistinct(branches)) return { [key]: all };
    const message = '`oneOf` is imported as `anyOf`: a value may match several of its alternatives.';
    level.lose('alternatives', message, 'Describe which alternative is for what.');
    return { anyOf: all };
  }
  return {};
}

/** Whether the other keywords of a schema say nothing about its values. */
function isAlone(raw: RawNode, key: string): boolean {
  return Object.keys(raw).every((one) => one === key || ANNOTATIONS.test(one) || /^(?:x-)?nullable$/.test(one));
}

const NULL: Schema = { type: 'null' };

/** Told apart by a constant or by their types. */
function areDistinct(branches: readonly Schema[]): boolean {
  const types = branches.map(({ type }) => (typeof type === 'string' && type !== 'object' ? type : undefined));
  return types.every((type) => type !== undefined) && new Set(types).size === types.length && !types.includes('number');
}

export function orNull(schema: Schema): Schema {
  const { type, enum: values } = schema;
  if (type === undefined) return { anyOf: [schema, NULL] };
  const types = [type].flat();
  return {
    ...schema,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(values && !values.includes(null) && { enum: [...values, null] }),
  };
}

function arrayKeywords(raw: RawNode, level: SchemaLevel): Schema {
  const { items, prefixItems } = raw;
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : undefined;
  const inner = isObject(items) ? level.inner(items) : undefined;
  return withoutUndefined({
    items: inner && withEnumOf(inner, raw, level),
    prefixItems: first && first.length > 0 ? first.map((one) => level.inner(one)) : undefined,
    uniqueItems: raw['uniqueItems'] === true ? true : undefined,
    ...lengths(raw, 'minItems', 'maxItems'),
  });
}

/** An enum of a list is that of its items. */
function withEnumOf(items: Schema, raw: RawNode, { lose }: SchemaLevel): Schema {
  const { enum: values } = raw;
  if (!Array.isArray(values) || items.enum !== undefined || values.some((value) => Array.isArray(value))) return items;
  const types = [items.type ?? []].flat();
  return { ...items, ...scalarKeywords({ enum: values }, types, lose) };
}

export function objectOf(raw: RawNode, types: readonly AnyType[], level: SchemaLevel): Schema {
  const all = entriesOf(raw['properties']);
  const writable = all.filter(([, property]) => !isReadOnly(property, level.follow));
  if (writable.length < all.length) reportReadOnlyFields(level.lose);
  const named = writable.map(([name, property]) => [name, level.inner(property)] as const);
  const properties = Object.fromEntries(named);
  const inside = writable.filter(([, property]) => memberOf(property, 'required') === true);
  const needed = [...listAt(raw, 'required'), ...inside.map(([name]) => name)].map(String);
  const required = [...new Set(needed)].filter((name) => Object.hasOwn(properties, name));
  for (const name of needed)
    if (memberOf(raw['properties'], name) === undefined && isObject(raw['properties']))
      level.lose('undescribed fields', `An object requires field "${name}", which the document does not describe.`);
  // A name that fits a pattern would be refused without it.
  const others = 'patternProperties' in raw ? undefined : raw['additionalProperties'];
  return withoutUndefined({
    type: types.length > 1 ? types : 'object',
    properties: named.length > 0 ? properties : undefined,
    required: required.length > 0 ? required : undefined,
    additionalProperties: isObject(others) ? othersOf(others, level) : typeof others === 'boolean' ? others : undefined,
    ...lengths(raw, 'minProperties', 'maxProperties'),
  });
}

function othersOf(raw: RawNode, level: SchemaLevel): Schema | true {
  const schema = level.inner(raw);
  return Object.keys(schema).length === 0 ? true : schema;
}
