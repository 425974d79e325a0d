/** A schema in its plainest form: another that accepts the same values, so that what is written in two ways compares as one. */
import type { AnyType, Json, Schema } from '@haft/runtime/language';
import { ownMember, sameJson } from '@haft/runtime/language';
import { withInner } from '../../language/with-inner.ts';
import { memoizeBy } from '../../memo.ts';
import { readJson } from '../../plan/read-json.ts';
import { kindOf } from '../subset/values.ts';
import { flattened } from './flatten.ts';
import { wordSet } from '../../terms.ts';

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
export const simplified = memoizeBy((root: Schema): Schema => simplify(root, root, []));

function simplify(schema: Schema, root: Schema, circle: readonly string[]): Schema {
  const { $ref } = schema;
  if ($ref !== undefined && !circle.includes($ref)) {
    const target = ownMember(root.$defs ?? {}, $ref.slice('#/$defs/'.length));
    const { $ref: _reference, ...others } = schema;
    const isAlone = Object.keys(others).every((key) => ANNOTATIONS.has(key));
    if (target && isAlone && !leadsBack(target, $ref, root)) {
      const { default: _unused, ...form } = target;
      return simplify({ ...form, ...others }, root, [...circle, $ref]);
    }
  }
  const inner = (one: Schema): Schema => simplify(one, root, circle);
  return withoutTrifles(withTypes(flattened(withValues(withInner(schema, inner)))));
}

const ANNOTATIONS = wordSet('title description default examples deprecated x-mcp-header');

/** A definition that contains itself cannot be written out. */
function leadsBack(schema: Schema, reference: string, root: Schema, seen: ReadonlySet<string> = new Set()): boolean {
  const text = JSON.stringify(schema);
  const inside = [...text.matchAll(/"\$ref":("(?:[^"\\]|\\.)*")/g)].map(([, quoted = '""']) => {
    const read = readJson(quoted);
    return 'value' in read ? String(read.value) : '';
  });
  return inside.some((other) => {
    if (other === reference || seen.has(other)) return true;
    const next = ownMember(root.$defs ?? {}, other.slice('#/$defs/'.length));
    return next !== undefined && leadsBack(next, reference, root, new Set([...seen, other]));
  });
}

/** `const` is an enum of one value, and values have their types. */
function withValues({ const: only, ...schema }: Schema): Schema {
  const given = schema.enum;
  if (only === undefined && given === undefined) return schema;
  const both = only !== undefined && given ? given.filter((value) => sameJson(value, only)) : undefined;
  const values = both ?? given ?? (only === undefined ? [] : [only]);
  const distinct = values.filter((value, at) => values.findIndex((other) => sameJson(other, value)) === at);
  const types = schema.type === undefined ? typesOfValues(distinct) : schema.type;
  return types.length === 0 ? { ...schema, enum: distinct } : { ...schema, type: types, enum: distinct };
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
function withoutTrifles(given: Schema): Schema {
  const schema: Schema = asInteger(given);
  const types: readonly string[] = schema.type === undefined ? ORDER : [schema.type].flat();
  const remaining = Object.entries(schema).filter(([key, value]) => {
    const kind = Object.entries(OF_TYPE).find(([, keys]) => keys.some((one) => one === key))?.[0];
    if (kind !== undefined && !types.includes(kind) && !(kind === 'number' && types.includes('integer'))) return false;
    return !isTrifle(key, value);
  });
  const { type } = schema;
  return { ...(type !== undefined && { type }), ...Object.fromEntries(remaining) };
}

function isTrifle(key: string, value: unknown): boolean {
  if (key === 'additionalProperties' || key === 'uniqueItems')
    return value === !NEUTRAL_FALSE.has(key) || isBare(value);
  return MAY_BE_ZERO.has(key) ? value === 0 : MAY_BE_BARE.has(key) && (isBare(value) || value === '');
}

const NEUTRAL_FALSE: ReadonlySet<string> = new Set(['uniqueItems']);
const MAY_BE_ZERO: ReadonlySet<string> = new Set(['minLength', 'minItems', 'minProperties']);
const MAY_BE_BARE = wordSet('required patternProperties propertyNames properties items pattern');

function isBare(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Bounds of integers are integers and inclusive. */
function asInteger(schema: Schema): Schema {
  const { multipleOf, ...rest } = schema;
  const type = schema.type === 'number' && multipleOf === 1 ? 'integer' : schema.type;
  if (type !== 'integer') return schema;
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, ...others } = rest;
  const min = Math.max(
    minimum === undefined ? -Infinity : Math.ceil(minimum),
    above === undefined ? -Infinity : Math.floor(above) + 1,
  );
  const max = Math.min(
    maximum === undefined ? Infinity : Math.floor(maximum),
    below === undefined ? Infinity : Math.ceil(below) - 1,
  );
  return {
    ...others,
    type,
    ...(min > -Infinity && { minimum: min }),
    ...(max < Infinity && { maximum: max }),
    ...(multipleOf !== undefined && multipleOf !== 1 && { multipleOf }),
  };
}
