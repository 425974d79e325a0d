/** Schemas in the strict mode of OpenAI, with ajv as oracle, and the arguments that they lead to. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonSchema } from '../../runtime/in-process/shapes.ts';
import { strictSchema, withoutNulls } from '../../runtime/in-process/strict.ts';
import type { Json, JsonObject, Schema } from '../../runtime/language/index.ts';
import { anyParams } from '../support/random-params.ts';
import { anyImportedInput } from '../support/random-schema.ts';
import { instanceOf } from '../support/schema-instances.ts';
import { runs } from '../support/runs.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false, unicodeRegExp: false, ownProperties: true });

/** What strict mode cannot express of a schema is left to the call: bounds of texts, and that there are no two alike. */
const LEFT = new Set([
  '$schema',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'uniqueItems',
  'default',
  'propertyNames',
  'contains',
]);

/** The schema as far as strict mode expresses it; of objects, what is declared. */
function expressed(schema: JsonObject): JsonObject {
  const { properties, items, ...rest } = schema;
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => !LEFT.has(key)));
  const named = Object.entries((properties ?? {}) as Record<string, JsonObject>);
  return {
    ...kept,
    ...(properties !== undefined && {
      properties: Object.fromEntries(named.map(([name, one]) => [name, expressed(one)])),
    }),
    ...(items !== undefined && { items: expressed(items as JsonObject) }),
    ...(schema['type'] === 'object' && { additionalProperties: false }),
  };
}

/** The arguments as a model has to send them: what is left out is null. */
function withNulls(value: Json, schema: JsonObject): Json {
  const { properties, items } = schema as { properties?: Record<string, JsonObject>; items?: JsonObject };
  if (Array.isArray(value)) return value.map((one: Json) => withNulls(one, items ?? {}));
  if (typeof value !== 'object' || value === null || !properties) return value;
  const all = Object.entries(properties).map(([name, one]): [string, Json] => {
    const member = Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
    return [name, member === undefined ? null : withNulls(member, one)];
  });
  return { ...(value as JsonObject), ...Object.fromEntries(all) };
}

const anyStrict = fc
  .oneof(
    anyParams().map(({ parameters, required }): unknown => {
      return { type: 'object', properties: parameters, required, additionalProperties: false };
    }),
    anyImportedInput(),
  )
  .map((schema) => ({ schema: schema as JsonSchema & JsonObject, strict: strictSchema(schema as JsonSchema) }));

test('strict mode accepts exactly the arguments that the tool accepts without the nulls, and can leave out what is optional', () => {
  let converted = 0;
  let accepted = 0;
  const cases = anyStrict.chain(({ schema, strict }) =>
    fc.record({
      schema: fc.constant(schema),
      strict: fc.constant(strict),
      sent: instanceOf((strict ?? schema) as Schema),
      given: instanceOf(schema as Schema),
    }),
  );
  fc.assert(
    fc.property(cases, ({ schema, strict, sent, given }) => {
      // ajv does not check a member of this name.
      if (!strict || JSON.stringify(schema).includes('__proto__')) return;
      converted += 1;
      const takes = ajv.compile(expressed(schema));
      const takesStrict = ajv.compile(strict);
      if (takesStrict(sent)) expect([sent, takes(withoutNulls(sent, schema))]).toEqual([sent, true]);
      if (!takes(given)) return;
      accepted += 1;
      const full = withNulls(given, schema);
      expect([full, takesStrict(full)]).toEqual([full, true]);
      expect(withoutNulls(full, schema)).toEqual(given);
    }),
    { numRuns: runs(6000, 200) },
  );
  expect(converted).toBeGreaterThan(20);
  expect(accepted).toBeGreaterThan(5);
});

test('members may have the names of those of every object', () => {
  const names = ['__proto__', ...Object.getOwnPropertyNames(Object.prototype)];
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const strict = strictSchema({ type: 'object', properties }) ?? {};
  const orNull = Object.fromEntries(names.map((name) => [name, { type: ['string', 'null'] }]));
  expect(Object.entries(strict['properties'] ?? {})).toEqual(Object.entries(orNull));
  expect(strict['required']).toEqual(Object.keys(orNull));
});

test.each<[string, JsonObject]>([
  ['an open object', { type: 'object', additionalProperties: true, properties: { a: { type: 'string' } } }],
  ['an object of which nothing is said', { type: 'object' }],
  ['a map', { type: 'object', additionalProperties: { type: 'string' } }],
  ['a value without type', { type: 'object', properties: { a: {} } }],
  ['alternatives', { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }],
  ['an optional member that may be null', { type: 'object', properties: { a: { type: ['string', 'null'] } } }],
  [
    'the same with a default, in a list',
    {
      type: 'array',
      items: {
        type: 'object',
        properties: { a: { enum: ['b', null], default: null }, c: { type: 'string' } },
        required: ['c'],
      },
    },
  ],
  ['a number of members', { type: 'object', properties: { a: { type: 'string' } }, minProperties: 1 }],
  [
    'eleven levels',
    Array.from({ length: 11 }).reduce<JsonObject>((inner) => ({ type: 'object', properties: { a: inner } }), {
      type: 'string',
    }),
  ],
])('%s is more than strict mode can express', (_name, schema) => {
  expect(strictSchema(schema as JsonSchema)).toBeUndefined();
});
