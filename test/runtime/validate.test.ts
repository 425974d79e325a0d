/** The validator of profile `ext`: messages, defaults, and agreement with ajv. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Schema } from '../../runtime/language/schema.ts';
import { compileSchema } from '../../runtime/language/validate.ts';
import { runs } from '../support/runs.ts';
import { anyUnicode } from '../support/random-text.ts';

const object = (properties: Record<string, Schema>, more: Partial<Schema> = {}): Schema => ({
  type: 'object',
  properties,
  required: [],
  additionalProperties: false,
  ...more,
});

function messages(schema: Schema, value: unknown): readonly string[] {
  const judged = compileSchema(schema)(value);
  return 'issues' in judged ? judged.issues.map(({ message }) => message) : [];
}

describe('messages name the path, what is allowed, what was given', () => {
  const schema = object(
    {
      query: { type: 'string', minLength: 1, maxLength: 5 },
      scope: { type: 'string', enum: ['titles', 'everything'] },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      least: { type: 'number', minimum: 0 },
      code: { type: 'string', pattern: '^[a-z]+$' },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
      deep: object({ 'a/b': { type: 'boolean' } }),
    },
    { required: ['query'] },
  );
  test.each<[unknown, string]>([
    [{}, '/query is required: expected a string of 1 to 5 characters.'],
    [{ query: '' }, '/query must be a string of 1 to 5 characters, got the string "".'],
    [{ query: 'a', scope: 'all' }, '/scope must be one of "titles", "everything", got the string "all".'],
    [{ query: 'a', limit: '5' }, '/limit must be an integer from 1 to 100, got the string "5".'],
    [{ query: 'a', limit: 101 }, '/limit must be an integer from 1 to 100, got the number 101.'],
    [{ query: 'a', limit: 1.5 }, '/limit must be an integer from 1 to 100, got the number 1.5.'],
    [{ query: 'a', least: -1 }, '/least must be a number of at least 0, got the number -1.'],
    [{ query: 'a', code: 'A' }, '/code must be a string matching /^[a-z]+$/, got the string "A".'],
    [{ query: 'a', tags: 'x' }, '/tags must be an array of at most 2 items, got the string "x".'],
    [{ query: 'a', tags: ['x', null] }, '/tags/1 must be a string, got null.'],
    [{ query: 'a', deep: { 'a/b': 'yes' } }, '/deep/a~1b must be true or false, got the string "yes".'],
    [{ query: 'a', limt: 5 }, '/limt is not a known property. Did you mean "limit"?'],
    [
      { query: 'a', zzz: 5 },
      '/zzz is not a known property. Known properties: query, scope, limit, least, code, tags, deep.',
    ],
    [[], 'The value must be an object, got an array of 0 items.'],
    [null, 'The value must be an object, got null.'],
    [undefined, 'The value must be an object, got null.'],
  ])('%j', (value, message) => {
    expect(messages(schema, value)).toEqual([message]);
  });

  test('values and names are clipped', () => {
    const [long] = messages(schema, { query: 'x'.repeat(1_000_000) });
    const [named] = messages(schema, { query: 'a', ['y'.repeat(1_000_000)]: 1 });
    expect(long?.length).toBeLessThan(160);
    expect(named?.length).toBeLessThan(220);
  });

  test('no more than ten issues', () => {
    const list: Schema = { type: 'array', items: { type: 'string' } };
    expect(
      messages(
        list,
        Array.from({ length: 100_000 }, () => 1),
      ),
    ).toHaveLength(10);
    const names = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`name${at}`, 1]));
    expect(messages(object({}), names)).toHaveLength(10);
  });
});

describe('defaults', () => {
  const schema = object({
    limit: { type: 'integer', default: 25 },
    filter: object({ kinds: { type: 'array', items: { type: 'string' }, default: ['book'] } }, { default: {} }),
    list: { type: 'array', items: object({ n: { type: 'integer', default: 1 } }) },
  });

  test('are filled, also deep inside', () => {
    expect(compileSchema(schema)({ list: [{}, { n: 2 }] })).toEqual({
      value: { limit: 25, filter: { kinds: ['book'] }, list: [{ n: 1 }, { n: 2 }] },
    });
  });

  test('are copies, and the input is left alone', () => {
    const given = Object.freeze({ list: Object.freeze([Object.freeze({})]) });
    const validate = compileSchema(schema);
    const first = validate(given);
    const second = validate(given);
    expect(first).toEqual(second);
    expect(first).not.toBe(second);
    const kinds = (made: unknown): unknown => Reflect.get(Object(Reflect.get(Object(made), 'filter')), 'kinds');
    expect(kinds(Reflect.get(first, 'value'))).not.toBe(kinds(Reflect.get(second, 'value')));
    expect(given).toEqual({ list: [{}] });
  });
});

describe('names of prototypes are names like any other', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  test.each(names)('%s as an undeclared argument is rejected', (name) => {
    const given = JSON.parse(`{"${name}": 1}`);
    expect(messages(object({ query: { type: 'string' } }), given)[0]).toMatch('is not a known property');
  });
  test.each(names)('%s as a required property must be there', (name) => {
    expect(messages(object({}, { required: [name], additionalProperties: true }), {})[0]).toMatch('is required');
  });
  test.each(names)('%s as a declared property gets its default', (name) => {
    const schema = object(JSON.parse(`{"${name}": {"type": "integer", "default": 7}}`));
    const judged = compileSchema(schema)({});
    expect(JSON.stringify(judged)).toBe(`{"value":{"${name}":7}}`);
  });
});

describe('ajv agrees', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'x/y', 'ä', 'z~');
  const text = fc.oneof(fc.string({ maxLength: 6 }), anyUnicode({ maxLength: 6 }), fc.constant('abc'));
  const number = fc.oneof(fc.integer({ min: -5, max: 12 }), fc.constantFrom(0.5, 5, -0, 1e300, 2 ** 53));
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      text,
      number,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(name, tie('any'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).any;
  const option = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
  const least = option(fc.integer({ min: 0, max: 2 }));
  const most = option(fc.integer({ min: 1, max: 5 }));
  const scalarValue = fc.oneof(text, number, fc.boolean());
  const shared = {
    default: option(scalarValue),
    enum: option(fc.oneof(fc.constant([0, 1, 'abc', true, {}, []]), fc.array(value, { minLength: 1, maxLength: 3 }))),
  };
  const schema = fc.letrec<{ any: Schema }>((tie) => {
    const scalar = fc.oneof(
      fc.record({
        type: fc.constantFrom('integer', 'number'),
        minimum: option(fc.integer({ min: -5, max: 2 })),
        maximum: option(number),
        ...shared,
      }),
      fc.record({
        type: fc.constant('string'),
        minLength: least,
        maxLength: most,
        pattern: option(fc.constantFrom('^a', 'b', '^.{2}$', '\\p{L}')),
        ...shared,
      }),
      fc.record({ type: fc.constant('boolean'), ...shared }),
    );
    const list = fc.record({
      type: fc.constant('array'),
      items: option(tie('any')),
      minItems: least,
      maxItems: most,
      ...shared,
    });
    const members = fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(name, tie('any'), { maxKeys: 4, noNullPrototype: true }),
      required: fc.uniqueArray(name, { maxLength: 1 }),
      additionalProperties: option(fc.boolean()),
      ...shared,
    });
    const any = fc.oneof({ maxDepth: 3 }, scalar, list, members).map((made) => JSON.parse(JSON.stringify(made)));
    return { any };
  }).any;

  /** Values near the schema, so that acceptance is common: half of all members and types are right. */
  const near = (shape: Schema): fc.Arbitrary<unknown> => {
    const right: fc.Arbitrary<unknown> =
      shape.type === 'object'
        ? fc.record(
            Object.fromEntries(Object.entries(shape.properties ?? {}).map(([key, inner]) => [key, near(inner)])),
            { requiredKeys: [] },
          )
        : shape.type === 'array'
          ? fc.array(shape.items === undefined ? value : near(shape.items), { maxLength: 4 })
          : shape.type === 'string'
            ? text
            : shape.type === 'boolean'
              ? fc.boolean()
              : number;
    return fc.oneof({ weight: 20, arbitrary: right }, { weight: 1, arbitrary: value });
  };

  test('on accepting, refusing and filling', () => {
    let accepted = 0;
    const ajv = new Ajv2020({ useDefaults: true, strict: false, validateSchema: false, unicodeRegExp: true });
    fc.assert(
      fc.property(
        schema.chain((made) => fc.tuple(fc.constant(made), near(made))),
        ([made, given]) => {
          // ajv changes what it is given, and takes undefined members for absent ones.
          const filled = JSON.parse(JSON.stringify(given));
          const before = JSON.stringify(given);
          const ours = compileSchema(made)(given);
          const theirs = ajv.compile(made)(filled);
          ajv.removeSchema();
          expect('value' in ours).toBe(theirs);
          if ('value' in ours) {
            accepted += 1;
            expect(JSON.parse(JSON.stringify(ours.value))).toEqual(filled);
          } else {
            expect(ours.issues.length).toBeGreaterThan(0);
            expect(ours.issues.length).toBeLessThanOrEqual(10);
          }
          expect(JSON.stringify(given)).toBe(before);
        },
      ),
      { numRuns: runs(2000) },
    );
    expect(accepted).toBeGreaterThan(runs(200));
  });
});
