/** A schema in its plainest form: another that accepts the same values, so that what is written in two ways compares as one. */
import { type AnyType, type Json, sameJson, type Schema } from '@haft/runtime/language';
import { withInner } from '../../spec/shape/with-inner.ts';
import { memoizeBy } from '../../base/memo.ts';
import { definitionOf, referencesIn } from '../subset/leading-to.ts';
import { PASSED_ON, mergePassedOn, passedOnBy } from '../subset/passed-on.ts';
import { kindOf } from '../subset/values.ts';
import { wordSet } from '../../base/word-lists.ts';

const ORDER: readonly AnyType[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];

/** Keywords that mean something for one type only. */
export const OF_TYPE = {
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
  ],
} as const;

/** A tool's schema with references into its own `$defs`, which stay. */
export const simplifiedSchema = memoizeBy((root: Schema): Schema => simplify(root, root));

/** A schema inside `simplified`, with what its references lead to: those that were too large to write out everywhere. */
export function openSchema(schema: Schema, root: Schema): Schema {
  const whole = followReference(schema, root, MAX_IN_ALL);
  const branches = BRANCHES.flatMap((key) => {
    const own = whole[key];
    return own ? [[key, own.map((one) => followReference(one, root, MAX_IN_ALL))] as const] : [];
  });
  const isSame = whole === schema && branches.every(([key, own]) => own.every((one, at) => one === whole[key]?.[at]));
  return isSame ? schema : simplify({ ...whole, ...Object.fromEntries(branches) }, root);
}

const BRANCHES = ['allOf', 'anyOf', 'oneOf'] as const;
/** References behind a reference that is written out; definitions that contain others twice double them at each level. */
const MAX_BEHIND = 16;
/** Of a definition that contains itself there is no end. */
const MAX_IN_ALL = Number.MAX_VALUE;

function simplify(original: Schema, root: Schema): Schema {
  const schema = followReference(original, root, MAX_BEHIND);
  const inner = (one: Schema): Schema => simplify(one, root);
  return withoutTrifles(withTypes(flattenSchema(withValues(withInner(schema, inner)))));
}

/** What a reference leads to, with the texts next to it, if no more than `most` references are followed for it. */
function followReference(schema: Schema, root: Schema, most: number): Schema {
  const { $ref, ...others } = schema;
  if ($ref === undefined || !Object.keys(others).every((key) => ANNOTATIONS.has(key) || key === PASSED_ON))
    return schema;
  const target = definitionOf($ref, root);
  if (!target || !(referencesBehind(root)($ref) <= most)) return schema;
  const { default: _unused, ...form } = target;
  return followReference(mergePassedOn({ ...form, ...others }, form, others), root, most);
}

const ANNOTATIONS = wordSet('title description default examples deprecated x-mcp-header');

/** How many references are followed to write one out. */
const referencesBehind = memoizeBy((root: Schema) => {
  const counts = new Map<string, number>();
  const count = (reference: string): number => {
    const entry = counts.get(reference);
    if (entry !== undefined) return entry;
    counts.set(reference, Infinity);
    const inside = referencesIn(definitionOf(reference, root) ?? {});
    const total = inside.reduce((sum, one) => sum + count(one), 1);
    counts.set(reference, total);
    return total;
  };
  return count;
});

/** `const` is an enum of one value, and values have their types. */
function withValues({ const: only, ...schema }: Schema): Schema {
  const choices = schema.enum;
  if (only === undefined && choices === undefined) return schema;
  const both = only !== undefined && choices ? choices.filter((value) => sameJson(value, only)) : undefined;
  const values = both ?? choices ?? (only === undefined ? [] : [only]);
  const listed = distinct(values);
  const types = schema.type ?? typesOfValues(listed);
  return types.length === 0 ? { ...schema, enum: listed } : { ...schema, type: types, enum: listed };
}

function typesOfValues(values: readonly Json[]): readonly AnyType[] {
  const kinds = new Set(values.map((value) => (Number.isInteger(value) ? 'integer' : kindOf(value))));
  return ORDER.filter((type) => kinds.has(type));
}

/** Types in a fixed order, one that includes another for both; where all are listed, none. */
function withTypes(schema: Schema): Schema {
  const { type, ...rest } = schema;
  if (type === undefined) return schema;
  const listed = new Set(typeof type === 'string' ? [type] : type);
  if (listed.has('number')) listed.delete('integer');
  const types = ORDER.filter((one) => listed.has(one));
  const [only] = types;
  if (types.length === ORDER.length - 1) return rest;
  return types.length === 1 && only !== undefined ? { ...rest, type: only } : { ...rest, type: types };
}

/** Without what has no effect: bounds that always hold, keywords of other types. */
function withoutTrifles(original: Schema): Schema {
  const schema: Schema = asInteger(original);
  const types: readonly string[] = schema.type === undefined ? ORDER : [schema.type].flat();
  const remaining = Object.entries(schema).filter(([key, value]) => {
    const kind = Object.entries(OF_TYPE).find(([, keys]) => keys.some((one) => one === key))?.[0];
    if (kind !== undefined && !types.includes(kind) && !(kind === 'number' && types.includes('integer'))) return false;
    return NEUTRAL.get(key) !== value && !(MAY_BE_BARE.has(key) && isBare(value));
  });
  const { type } = schema;
  return { ...(type !== undefined && { type }), ...Object.fromEntries(remaining) };
}

/** Values that say nothing. */
const NEUTRAL: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['uniqueItems', false],
  ['minLength', 0],
  ['minItems', 0],
  ['minProperties', 0],
  ['pattern', ''],
]);
const MAY_BE_BARE = wordSet('required patternProperties propertyNames properties items additionalProperties');

function isBare(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Bounds of integers are integers and inclusive. */
function asInteger(schema: Schema): Schema {
  const { multipleOf, ...rest } = schema;
  const type = schema.type === 'number' && multipleOf === 1 ? 'integer' : schema.type;
  if (type !== 'integer') return schema;
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, ...others } = rest;
  const min = Math.max(Math.ceil(minimum ?? -Infinity), Math.floor(above ?? -Infinity) + 1);
  const max = Math.min(Math.floor(maximum ?? Infinity), Math.ceil(below ?? Infinity) - 1);
  return {
    ...others,
    type,
    ...(min > -Infinity && { minimum: min }),
    ...(max < Infinity && { maximum: max }),
    ...(multipleOf !== undefined && multipleOf !== 1 && { multipleOf }),
  };
}

/** Composition that is not needed: one branch, branches of different types, conditions that fit into one schema. */
const COMPOSED = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'const'] as const;

/** Texts of the branches are lost, and defaults, which nothing fills: they are compared where they were written. */
function flattenSchema(schema: Schema): Schema {
  return union('oneOf', union('anyOf', intersection(schema)));
}

function union(key: 'anyOf' | 'oneOf', schema: Schema): Schema {
  const { [key]: branches, ...rest } = schema;
  if (!branches) return schema;
  const bare = key === 'anyOf' ? distinct(branches.map(bareOf)) : branches.map(bareOf);
  const listed = listedBy(key, bare, rest);
  if (listed) return listed;
  const [only] = bare;
  const isAlone = Object.keys(rest).every((name) => ANNOTATIONS.has(name));
  if (!isAlone) return bare.length === 1 && only ? { ...rest, allOf: [...(rest.allOf ?? []), only] } : schema;
  if (bare.length === 1 && only) return { ...only, ...rest };
  const merged = mergedByType(bare);
  return merged ? { ...merged, ...rest } : schema;
}

/** `{ const: a }` or `{ const: b }` → `{ enum: [a, b] }`; undefined where a branch does not list its values. */
function listedBy(key: 'anyOf' | 'oneOf', branches: readonly Schema[], rest: Schema): Schema | undefined {
  const lists = branches.map(valuesOf);
  const all = lists.flatMap((values) => values ?? []);
  const isIn = (value: Json, values: readonly Json[] | undefined): boolean =>
    values?.some((one) => sameJson(one, value)) === true;
  const values = all.filter(
    (value, at) =>
      !isIn(value, all.slice(0, at)) &&
      (key === 'anyOf' || lists.filter((list) => isIn(value, list)).length === 1) &&
      (rest.enum === undefined || isIn(value, rest.enum)),
  );
  if (lists.length < 2 || lists.includes(undefined) || values.length === 0) return undefined;
  return { type: typesOfValues(values), ...rest, enum: values };
}

/** Of a schema that says nothing else: its types hold for each value. */
function valuesOf({ type, enum: values, ...others }: Schema): readonly Json[] | undefined {
  if (Object.keys(others).length > 0) return undefined;
  if (values === undefined) return type === 'null' ? [null] : undefined;
  const types: readonly string[] = type === undefined ? ORDER : [type].flat();
  return values.filter(
    (value) => types.includes(kindOf(value)) || (Number.isInteger(value) && types.includes('integer')),
  );
}

/** `{ type: string, minLength: 1 }` or `{ type: integer }` → `{ type: [string, integer], minLength: 1 }` */
function mergedByType(branches: readonly Schema[]): Schema | undefined {
  const types = branches.flatMap(({ type }) => (type === undefined ? [] : [type].flat()));
  const isTyped = branches.every(({ type }) => type !== undefined);
  const isPlain = branches.every(
    (branch) => COMPOSED.every((key) => branch[key] === undefined) && passedOnBy(branch).length === 0,
  );
  const closed = branches.filter(({ enum: values }) => values !== undefined);
  if (
    !isTyped ||
    !isPlain ||
    new Set(types.map((type) => (type === 'integer' ? 'number' : type))).size !== types.length
  )
    return undefined;
  if (closed.length === 0) return { ...Object.assign({}, ...branches), type: types };
  // A value has to be listed, so every branch has to list its own.
  const isListed = branches.every(({ enum: values, type }) => values !== undefined || type === 'null');
  const listed = branches.flatMap(({ enum: values, type }) => values ?? (type === 'null' ? [null] : []));
  return isListed ? { ...Object.assign({}, ...branches), type: types, enum: listed } : undefined;
}

function distinct<T>(all: readonly T[]): T[] {
  return all.filter((one, at) => all.findIndex((other) => sameJson(other, one)) === at);
}

/** Conditions that say nothing of the same keywords are one schema. */
function intersection(schema: Schema): Schema {
  const { allOf, ...rest } = schema;
  if (!allOf) return schema;
  let merged: Schema = rest;
  const remaining: Schema[] = [];
  for (const branch of allOf.map(bareOf)) {
    const one = mergedBoth(merged, branch);
    if (one) merged = one;
    else remaining.push(branch);
  }
  return remaining.length === 0 ? merged : { ...merged, allOf: remaining };
}

/** Keywords that look at each other. */
const BOUND: readonly ReadonlySet<string>[] = [
  new Set(['additionalProperties', 'patternProperties', 'properties']),
  new Set(['items', 'prefixItems']),
];

function mergedBoth(a: Schema, b: Schema): Schema | undefined {
  const [own, others] = [Object.keys(a), Object.keys(b)];
  const shared = others.filter((key) => own.includes(key));
  const isFree = shared.every((key) => (key === 'type' && String(a.type) === String(b.type)) || isJoined(key, a, b));
  const isApart = BOUND.every((group) => {
    const [here, there] = [own, others].map((keys) => keys.filter((key) => group.has(key)));
    return (
      here?.length === 0 ||
      there?.length === 0 ||
      [...(here ?? []), ...(there ?? [])].every((key) => key === 'properties')
    );
  });
  if (!isFree || !isApart) return undefined;
  const properties = a.properties && b.properties ? { properties: { ...a.properties, ...b.properties } } : {};
  const required = a.required && b.required ? { required: [...new Set([...a.required, ...b.required])] } : {};
  return mergePassedOn({ ...a, ...b, ...properties, ...required }, a, b);
}

function isJoined(key: string, a: Schema, b: Schema): boolean {
  if (key === 'required' || key === PASSED_ON) return true;
  return (
    key === 'properties' && Object.keys(b.properties ?? {}).every((name) => !Object.hasOwn(a.properties ?? {}, name))
  );
}

function bareOf(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !ANNOTATIONS.has(key)));
}
