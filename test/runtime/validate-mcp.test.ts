/** The validator of profile `mcp`: JSON Schema 2020-12 as public tools use it: messages, defaults, limits, formats. */
import { describe, expect, test } from 'vitest';
import { formatTest } from '../../runtime/language/format.ts';
import { type Schema, hasImported } from '../../runtime/language/schema.ts';
import { compileImported } from '../../runtime/language/imported.ts';
import { compileSchema } from '../../runtime/language/validate.ts';

function messages(schema: Schema, value: unknown): readonly string[] {
  const judged = compileImported(schema)(value);
  return 'issues' in judged ? judged.issues.map(({ message }) => message) : [];
}

function filled(schema: Schema, value: unknown): unknown {
  const judged = compileImported(schema)(value);
  return 'value' in judged ? judged.value : judged;
}

describe('messages', () => {
  const $defs = { point: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] } } as const;
  test.each<[Schema, unknown, string]>([
    [{ type: ['string', 'null'] }, 5, 'The value must be a string or null, got the number 5.'],
    [
      { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
      5,
      'The value must be a string of at least 1 character or null, got the number 5.',
    ],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, 'The value must be a number above 0, got the number 0.'],
    [{ type: 'integer', multipleOf: 5 }, 7, 'The value must be an integer that is a multiple of 5, got the number 7.'],
    [{ const: 'on' }, 'off', 'The value must be "on", got the string "off".'],
    [{ const: null }, 1, 'The value must be null, got the number 1.'],
    [
      { type: 'string', format: 'date' },
      'soon',
      'The value must be a string in the format date (such as "2026-01-31"), got the string "soon".',
    ],
    [
      { type: 'array', uniqueItems: true },
      [1, 1],
      'The value must be an array with unique items, got an array of 2 items.',
    ],
    [
      { type: 'object', minProperties: 1 },
      {},
      'The value must be an object with at least 1 property, got an object without properties.',
    ],
    [
      { type: 'object', minProperties: 2, maxProperties: 2 },
      { a: 1 },
      'The value must be an object with exactly 2 properties, got an object with the property a.',
    ],
    [
      { type: 'object', maxProperties: 1 },
      { a: 1, b: 2 },
      'The value must be an object with at most 1 property, got an object with the properties a, b.',
    ],
    [
      { type: 'array', minItems: 1, maxItems: 1 },
      [],
      'The value must be an array of exactly 1 item, got an array of 0 items.',
    ],
    [{ type: 'string', maxLength: 1 }, 'ab', 'The value must be a string of at most 1 character, got the string "ab".'],
    [{ not: { type: 'null' } }, null, 'The value must not be null, got null.'],
    [
      { oneOf: [{ type: 'integer' }, { type: 'number' }] },
      5,
      'The value must match exactly one alternative, but matches 2 (an integer or a number).',
    ],
    [{ $ref: '#/$defs/point', $defs }, { x: 'a' }, '/x must be a number, got the string "a".'],
    [
      { anyOf: [{ $ref: '#/$defs/point' }, { type: 'null' }], $defs },
      5,
      'The value must be a value that matches "point" or null, got the number 5.',
    ],
    [{ anyOf: [{ $ref: '#/$defs/point' }, { type: 'null' }], $defs }, {}, '/x is required: expected a number.'],
    [
      { anyOf: [{ $ref: '#/$defs/point' }, { type: 'object', required: ['y'] }], $defs },
      {},
      'The value must match one of 2 alternatives: /x is required: expected a number. Or: /y is required.',
    ],
    [
      { type: 'object', additionalProperties: { type: 'integer' } },
      { a: 'b' },
      '/a must be an integer, got the string "b".',
    ],
    [
      { type: 'object', patternProperties: { '^x-': {} }, additionalProperties: false },
      { y: 1 },
      '/y is not a known property. Known properties: none.',
    ],
    [
      { type: 'object', propertyNames: { maxLength: 1 } },
      { ab: 1 },
      '/ab has an invalid name, which must be a string of at most 1 character, got the string "ab".',
    ],
    [
      { prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
      ['a', 'b'],
      '/1 must be an integer, got the string "b".',
    ],
  ])('%j', (schema, value, message) => {
    expect(messages(schema, value)).toEqual([message]);
  });

  test('no more than ten', () => {
    const schema: Schema = { type: 'object', additionalProperties: { anyOf: [{ type: 'string' }, { type: 'null' }] } };
    expect(messages(schema, Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`n${at}`, 1])))).toHaveLength(
      10,
    );
  });
});

describe('defaults', () => {
  const branch = (name: string): Schema => ({
    type: 'object',
    properties: { kind: { const: name }, size: { type: 'integer', default: name.length } },
    required: ['kind'],
  });

  test('of the only branch that holds', () => {
    expect(filled({ oneOf: [branch('dot'), branch('line')] }, { kind: 'line' })).toEqual({ kind: 'line', size: 4 });
    expect(filled({ anyOf: [branch('dot'), branch('line')] }, { kind: 'dot' })).toEqual({ kind: 'dot', size: 3 });
  });

  test('of none where several hold', () => {
    expect(filled({ anyOf: [branch('dot'), { type: 'object' }] }, { kind: 'dot' })).toEqual({ kind: 'dot' });
  });

  test('of every part of allOf, the first one where two disagree', () => {
    const part = (properties: NonNullable<Schema['properties']>): Schema => ({ type: 'object', properties });
    const inner = (value: number) => part({ a: { default: value }, [`n${value}`]: { default: value } });
    const schema: Schema = { allOf: [part({ deep: inner(1) }), part({ deep: inner(2) })] };
    expect(filled(schema, { deep: {} })).toEqual({ deep: { a: 1, n1: 1, n2: 2 } });
  });

  test('a branch is judged by what came, not by what a default adds', () => {
    const schema: Schema = {
      type: 'object',
      properties: { a: { default: 1 }, b: {} },
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    };
    expect(filled(schema, { b: 2 })).toEqual({ a: 1, b: 2 });
  });

  test('behind a reference, at every depth', () => {
    const tree: Schema = {
      type: 'object',
      properties: { n: { default: 0 }, next: { anyOf: [{ $ref: '#/$defs/tree' }, { type: 'null' }] } },
      additionalProperties: false,
    };
    const schema: Schema = { $ref: '#/$defs/tree', $defs: { tree } };
    expect(filled(schema, { next: { next: null } })).toEqual({ n: 0, next: { n: 0, next: null } });
    expect(messages(schema, { next: { next: { nxt: 1 } } })).toHaveLength(1);
  });
});

test('a recursive form ends with the value, and has a limit', () => {
  const schema: Schema = { $ref: '#/$defs/list', $defs: { list: { type: 'array', items: { $ref: '#/$defs/list' } } } };
  const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  expect(messages(schema, nested(150))).toEqual([]);
  expect(messages(schema, nested(100_000))[0]).toMatch(/is nested too deeply \(more than 200 levels\)\.$/);
  // The state of a refused value is not left behind.
  expect(messages(schema, nested(150))).toEqual([]);
});

test('prices have two decimals', () => {
  for (const price of [19.99, 0.07, 1.1, 4.35, 1000000.01]) {
    expect(messages({ type: 'number', multipleOf: 0.01 }, price)).toEqual([]);
  }
  expect(messages({ type: 'number', multipleOf: 0.01 }, 1.001)).toHaveLength(1);
});

test('long lists are searched for repeats in one pass', () => {
  const items = Array.from({ length: 20_000 }, (_, at) => ({ at, b: [at] }));
  const schema: Schema = { type: 'array', uniqueItems: true };
  expect(messages(schema, items)).toEqual([]);
  expect(messages(schema, [...items, { b: [7], at: 7 }])).toHaveLength(1);
});

test.each(['__proto__', 'constructor', 'toString'])('%s is a name like any other', (name) => {
  const schema: Schema = { type: 'object', patternProperties: { '^x$': {} }, additionalProperties: { type: 'string' } };
  const given = (value: unknown): unknown => JSON.parse(`{"${name}": ${JSON.stringify(value)}}`);
  expect(messages(schema, given(1))).toHaveLength(1);
  expect(messages(schema, given('a'))).toEqual([]);
  const filling: Schema = { additionalProperties: { type: 'object', properties: { n: { default: 1 } } } };
  expect(JSON.stringify(filled(filling, given({})))).toBe(`{"${name}":{"n":1}}`);
});

describe('formats', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['date', ['2024-02-29', '2026-12-31'], ['2026-02-29', '2026-13-01', '2026-1-1', '2026-04-31', '2026-01-00', '']],
    [
      'date-time',
      ['2026-11-20T10:00:00Z', '2026-11-20t10:00:00.123+02:00', '2026-11-20 10:00:00Z'],
      ['2026-11-20', '2026-11-20T10:00:00', '2026-11-20T24:00:00Z', '2026-02-30T10:00:00Z'],
    ],
    ['time', ['10:00:00Z', '23:59:60-08:00'], ['10:00', '10:00:00', '10:61:00Z']],
    ['email', ['a@b.org', 'first.last+tag@sub.example.com'], ['a', 'a@', '@b', 'a b@c.de', 'a@b@c', 'a@-b.org']],
    [
      'uri',
      ['https://example.org/a?b#c', 'urn:isbn:123', 'mailto:a@b.org'],
      ['/a', 'example.org', 'https://a b', 'x:%z'],
    ],
    ['uuid', ['123e4567-e89b-12d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000'], ['123e4567', 'x']],
    ['ipv4', ['127.0.0.1', '255.255.255.255'], ['256.0.0.1', '1.2.3', '1.2.3.4.', '01.2.3.4', '1.2.3.4.5']],
    ['ipv6', ['::1', '2001:db8::ff00:42:8329', '::ffff:1.2.3.4'], ['1.2.3.4', ':::', '2001:db8', '::1%eth0', 'g::']],
  ])('%s', (format, good, bad) => {
    const holds = formatTest(format) ?? (() => false);
    for (const text of good) expect(holds(text), text).toBe(true);
    for (const text of bad) expect(holds(text), text).toBe(false);
  });

  test('other formats are only annotations', () => {
    for (const format of ['color', 'constructor', 'int32']) {
      expect(messages({ type: 'string', format }, 'anything')).toEqual([]);
    }
  });

  test('formats apply to strings only', () => {
    expect(messages({ format: 'date' }, 5)).toEqual([]);
  });
});

describe('schemas of profile ext', () => {
  const plain: Schema = {
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'integer', minimum: 1, default: 2 } }, b: { type: 'boolean' } },
    required: ['a'],
    additionalProperties: false,
  };
  test('need no imported keywords', () => {
    expect(hasImported(plain)).toBe(false);
    expect(hasImported({ ...plain, properties: { a: { type: ['string', 'null'] } } })).toBe(true);
    expect(hasImported({ ...plain, properties: { a: { type: 'string', format: 'date' } } })).toBe(true);
    expect(hasImported({ type: 'array', items: { type: 'object', additionalProperties: { type: 'string' } } })).toBe(
      true,
    );
  });
  test.each([[{ a: [1, 'x'] }], [{}], [{ a: [0], c: 1 }], [5], [{ a: [], b: 'yes' }], [{ a: [3], b: true }]])(
    'are judged alike: %j',
    (value) => {
      expect(compileImported(plain)(value)).toEqual(compileSchema(plain)(value));
    },
  );
});
