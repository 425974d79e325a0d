/** Random schemas with keywords that the runtime passes on and ajv judges, with edits of any place, and values for them. */
import * as fc from 'fast-check';
import type { Json, JsonObject } from '../../runtime/language/index.ts';

const NAMES = ['a', 'b', 'c'] as const;
const name = fc.constantFrom(...NAMES);

function leaf(): fc.Arbitrary<Json> {
  return fc.oneof(
    fc.constantFrom<Json>(
      true,
      false,
      {},
      { type: 'null' },
      { type: 'boolean' },
      { type: ['string', 'null'] },
      { const: 'a' },
      { const: 1 },
      { enum: ['a', 'b', 1, null] },
      { type: 'string' },
      { type: 'string', maxLength: 1 },
      { type: 'string', minLength: 2 },
      { type: 'integer' },
      { type: 'number', minimum: 2 },
      { type: 'array' },
      { type: 'object' },
    ),
    fc.constantFrom<Json>({ $ref: '#/$defs/d' }, { $ref: '#/$defs/e' }, { $ref: '#anchored' }),
  );
}

/** Each keyword is there once in a while. */
function some(keywords: Readonly<Record<string, fc.Arbitrary<Json>>>): fc.Arbitrary<JsonObject> {
  const each = Object.entries(keywords).map(([key, value]) =>
    fc
      .tuple(fc.integer({ min: 0, max: 4 }), value)
      .map(([dice, one]): JsonObject => (dice === 0 ? { [key]: one } : {})),
  );
  return fc.tuple(...each).map((all) => Object.assign({}, ...all) as JsonObject);
}

const names = fc.uniqueArray(name, { minLength: 1, maxLength: 2 });

function objectKeywords(inner: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  return some({
    required: names,
    additionalProperties: inner,
    patternProperties: inner.map((one) => ({ '^[bc]$': one })),
    propertyNames: fc.constantFrom<Json>({ maxLength: 1 }, { enum: ['a', 'b'] }),
    dependentRequired: fc.tuple(name, names).map(([one, others]) => ({ [one]: others })),
    dependentSchemas: fc.tuple(name, inner).map(([one, other]) => ({ [one]: other })),
    unevaluatedProperties: fc.oneof(fc.constant(false), inner),
    maxProperties: fc.constantFrom(1, 2),
  });
}

function listKeywords(inner: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  return some({
    items: inner,
    prefixItems: inner.map((one) => [one]),
    contains: inner,
    unevaluatedItems: fc.oneof(fc.constant(false), inner),
    maxItems: fc.constantFrom(1, 2),
  });
}

function branchKeywords(inner: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  const two = fc.tuple(inner, inner).map((all): Json => all);
  const conditional = fc
    .tuple(inner, inner, inner)
    .map(([one, yes, no]): JsonObject => ({ if: one, then: yes, else: no }));
  return fc.oneof(
    two.map((anyOf) => ({ anyOf })),
    two.map((oneOf) => ({ oneOf })),
    two.map((allOf) => ({ allOf })),
    inner.map((not) => ({ not })),
    conditional,
    conditional.map((one) => ({ allOf: [one] })),
  );
}

const properties = (inner: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> =>
  fc.dictionary(name, inner, { minKeys: 1, maxKeys: 2, noNullPrototype: true });

function anySchema(depth: number): fc.Arbitrary<Json> {
  if (depth === 0) return leaf();
  const inner = anySchema(depth - 1);
  const object = fc
    .tuple(properties(inner), objectKeywords(inner))
    .map(([own, more]): Json => ({ type: 'object', properties: own, ...more }));
  const list = listKeywords(inner).map((own): Json => ({ type: 'array', ...own }));
  const both = fc.tuple(object, branchKeywords(inner)).map(([own, more]): Json => Object.assign({}, own, more));
  return fc.oneof(leaf(), object, list, branchKeywords(inner), both);
}

/** The schema of all arguments, or of a result, with definitions that only some of it may lead to. */
function rootSchema(): fc.Arbitrary<JsonObject> {
  const definition = anySchema(1).map((one): JsonObject => Object.assign({}, one) as JsonObject);
  const definitions = fc.record({
    d: definition,
    e: definition,
    f: definition.map((one) => ({ $anchor: 'anchored', ...one })),
  });
  const whole = fc.oneof({ weight: 2, arbitrary: fc.constant<JsonObject>({}) }, branchKeywords(anySchema(1)));
  return fc
    .tuple(properties(anySchema(2)), objectKeywords(anySchema(1)), whole, definitions)
    .map(([own, more, rest, $defs]) => ({ type: 'object', properties: own, ...more, ...rest, $defs }))
    .filter(isSound);
}

/** Definitions lead nowhere, so that none leads to itself, and the name in references is there. */
function isSound({ $defs }: JsonObject): boolean {
  const text = JSON.stringify($defs);
  return !text.includes('"$ref"') && text.includes('"$anchor"');
}

export type PassedOnEdit = readonly [before: JsonObject, after: JsonObject];

/** A schema before and after one or two keywords in it, or schemas, were replaced, removed or added. */
export function passedOnEdit(): fc.Arbitrary<PassedOnEdit> {
  const step = fc.record({ at: fc.nat(), how: fc.nat(), other: anySchema(1), more: objectKeywords(leaf()) });
  return fc
    .tuple(rootSchema(), fc.array(step, { minLength: 1, maxLength: 2 }))
    .map(([before, steps]): PassedOnEdit => [
      before,
      steps.reduce((schema, { at, how, other, more }) => edited(schema, at, how, other, more), before),
    ])
    .filter(([, after]) => isSound(after));
}

type Path = readonly (string | number)[];

function edited(schema: JsonObject, at: number, how: number, other: Json, more: JsonObject): JsonObject {
  const places = placesIn(schema, []);
  const path = places[at % places.length] ?? [];
  const changed = replacedAt(schema, path, (one) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return other;
    const own: JsonObject = { ...(one as JsonObject) };
    const keys = Object.keys(own).filter((key) => path.length > 0 || !['type', 'properties', '$defs'].includes(key));
    if (how % 4 === 0 && path.length > 0) return other;
    if (how % 4 === 1) return { ...own, ...more };
    if (how % 4 === 2 && path.length > 0) return { anyOf: [own, other] };
    const gone = keys[how % Math.max(1, keys.length)];
    return Object.fromEntries(Object.entries(own).filter(([key]) => key !== gone));
  });
  return changed as JsonObject;
}

const SINGLE = new Set(
  'not if then else items contains additionalProperties unevaluatedProperties unevaluatedItems'.split(' '),
);
const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
const LISTED = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);

/** Where schemas are. */
function placesIn(schema: Json, path: Path): Path[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [path];
  const inside = Object.entries(schema as JsonObject).flatMap(([key, value]): Path[] => {
    if (SINGLE.has(key)) return placesIn(value, [...path, key]);
    const isMany = (NAMED.has(key) && !Array.isArray(value)) || (LISTED.has(key) && Array.isArray(value));
    if (!isMany || typeof value !== 'object' || value === null) return [];
    return Object.entries<Json>(value).flatMap(([name, one]) =>
      placesIn(one, [...path, key, Array.isArray(value) ? Number(name) : name]),
    );
  });
  return [path, ...inside];
}

function replacedAt(value: Json, [step, ...rest]: Path, change: (one: Json) => Json): Json {
  if (step === undefined) return change(value);
  if (Array.isArray(value)) return value.map((one: Json, at) => (at === step ? replacedAt(one, rest, change) : one));
  const members = value as JsonObject;
  return { ...members, [step]: replacedAt(members[step] ?? null, rest, change) };
}

const scalar = fc.constantFrom<Json>(null, true, false, 0, 1, 2, 3, 1.5, '', 'a', 'b', 'ab', 'abc');

function value(depth: number): fc.Arbitrary<Json> {
  if (depth === 0) return scalar;
  const inner = value(depth - 1);
  return fc.oneof(scalar, fc.array(inner, { maxLength: 3 }), members(inner));
}

function members(inner: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  return fc.dictionary(fc.constantFrom(...NAMES, 'other'), inner, { maxKeys: 3, noNullPrototype: true });
}

/** Arguments or results to try. */
export const OBJECTS: readonly JsonObject[] = fc.sample(members(value(2)), { numRuns: 1500, seed: 7 });
