/** Random names, words and schemas, few enough of each that two of them have some in common. */
import * as fc from 'fast-check';
import type { ObjectSchema } from '../../runtime/descriptor/descriptor.ts';
import type { Json, JsonObject } from '../../runtime/language/json.ts';
import type { Schema } from '../../runtime/language/schema.ts';

/** Names are few, so that two Plans have some in common. */
export function anyName(): fc.Arbitrary<string> {
  return fc.constantFrom(
    'get_book',
    'find_book',
    'list_shelves',
    'lend',
    'constructor',
    'items',
    'properties',
    '__proto__',
  );
}

/** Groups of `at_least_one`: no two of the same names. */
export function anyGroups(): fc.Arbitrary<string[][]> {
  const selector = (group: readonly string[]): string => group.toSorted().join();
  const group = fc.uniqueArray(anyName(), { minLength: 2, maxLength: 3 });
  return fc.uniqueArray(group, { minLength: 1, maxLength: 2, selector });
}

/** Words are few too: likeness has to be met. */
export function anyWords(): fc.Arbitrary<string> {
  const word = fc.constantFrom('the', 'user', 'shelf', 'book', 'not', '5', 'ms', '<tool>', '', 'é');
  return fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
}

export function record<T>(value: fc.Arbitrary<T>, maxKeys = 2): fc.Arbitrary<Record<string, T>> {
  return fc
    .uniqueArray(fc.tuple(anyName(), value), { selector: ([name]) => name, maxLength: maxKeys })
    .map((entries) => Object.fromEntries(entries));
}

function anySchema(depth: number): fc.Arbitrary<Schema> {
  const texts = { title: anyWords(), description: anyWords() };
  const bounds = fc.integer({ min: 1, max: 5 });
  const values = fc.uniqueArray(anyWords(), { minLength: 1, maxLength: 3 });
  const text = fc.record(
    {
      type: fc.constant('string' as const),
      ...texts,
      enum: values,
      default: anyWords(),
      minLength: bounds,
      // An empty pattern is none.
      pattern: anyWords().map((words) => `${words}x`),
      'x-mcp-header': fc.constantFrom('Shelf', 'Floor'),
    },
    { requiredKeys: ['type'] },
  );
  const number = fc.record(
    {
      type: fc.constantFrom('integer' as const, 'number' as const),
      ...texts,
      minimum: bounds,
      maximum: bounds,
      default: bounds,
    },
    { requiredKeys: ['type'] },
  );
  const flag = fc.record({ type: fc.constant('boolean' as const), ...texts }, { requiredKeys: ['type'] });
  if (depth === 0) return fc.oneof(text, number, flag);
  const list = fc.record(
    { type: fc.constant('array' as const), ...texts, items: anySchema(depth - 1), maxItems: bounds },
    { requiredKeys: ['type'] },
  );
  return fc.oneof(text, number, flag, list, anyObject(depth));
}

/** The input schema of a tool of profile `mcp`: an open root, further keywords, schemas that are booleans. */
export function anyImportedInput(): fc.Arbitrary<ObjectSchema> {
  const passedOn = fc.record(
    {
      $schema: fc.constantFrom('http://json-schema.org/draft-07/schema#', 'urn:other'),
      $comment: anyWords(),
      title: anyWords(),
      description: anyWords(),
      'x-vendor': fc.constantFrom<Json[]>(null, { a: [1] }, 'b'),
      additionalProperties: fc.oneof(fc.boolean(), anySchema(0)),
      dependentRequired: fc.constant<Json>({ a: ['b'] }),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  const odd = fc.constantFrom<Schema[]>(
    { type: 'string', contentEncoding: 'base64', description: 'x' } as Schema,
    { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
    { type: 'integer', default: null },
    { const: 'fixed' },
  );
  const branches = anyWords().chain((description) =>
    fc.constantFrom<Schema[]>(
      { allOf: [{ type: 'string' }, { description }] },
      { anyOf: [{ type: 'string', description }, { type: 'integer' }] },
    ),
  );
  return fc
    .tuple(anyObject(2), record(fc.oneof(odd, branches), 2), passedOn)
    .map(([{ properties = {}, required }, more, root]) => {
      const all = { ...properties, ...more };
      return { type: 'object' as const, properties: all, ...(required && { required }), ...root } as ObjectSchema;
    });
}

export function anyObject(depth: number): fc.Arbitrary<Schema> {
  return fc
    .record(
      {
        type: fc.constant('object' as const),
        title: anyWords(),
        description: anyWords(),
        default: fc.constantFrom<JsonObject[]>({}, { a: 1 }),
        properties: record(anySchema(depth - 1), 3),
        additionalProperties: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    )
    .chain((schema) =>
      fc
        .subarray(Object.keys(schema.properties ?? {}))
        .map((required) => (required.length > 0 ? { ...schema, required } : schema)),
    );
}
