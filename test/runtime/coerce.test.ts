/** Coercion of arguments: which values are converted, and that no meaning changes. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coerce } from '../../runtime/server/coerce.ts';
import type { Schema } from '../../runtime/language/schema.ts';
import { compileSchema } from '../../runtime/language/validate.ts';
import { callTool } from './support/call-tool.ts';
import { runs } from '../support/runs.ts';

const item: Schema = {
  type: 'object',
  properties: { n: { type: 'integer' } },
  required: [],
  additionalProperties: false,
};
const schema: Schema = {
  type: 'object',
  properties: {
    n: { type: 'integer', minimum: 1 },
    x: { type: 'number' },
    on: { type: 'boolean' },
    text: { type: 'string' },
    size: { type: 'string', enum: ['1', '2'] },
    list: { type: 'array', items: { type: 'integer' } },
    items: { type: 'array', items: item },
    any: { type: 'object' },
    count: { type: ['integer', 'null'] },
    note: { type: ['string', 'null'] },
    tags: { type: ['array', 'null'], items: { type: 'integer' } },
    hours: { type: 'object', additionalProperties: { type: ['number', 'null'] } },
  },
  required: ['text'],
  additionalProperties: false,
};

describe('coercion', () => {
  test.each<[string, unknown, unknown]>([
    ['n', '5', 5],
    ['n', ' 5 ', 5],
    ['n', '5.0', 5],
    ['n', '-3', -3],
    ['n', '5.5', '5.5'],
    ['n', '5e3', '5e3'],
    ['n', '0x10', '0x10'],
    ['n', '', ''],
    ['n', 'five', 'five'],
    ['n', '9007199254740993', '9007199254740993'],
    ['n', true, true],
    ['n', null, undefined],
    ['x', '0.25', 0.25],
    ['x', 'NaN', 'NaN'],
    ['x', 'Infinity', 'Infinity'],
    ['x', '0.12345678901234567', '0.12345678901234567'],
    ['on', 'true', true],
    ['on', 'false', false],
    ['on', 'True', 'True'],
    ['on', 1, 1],
    ['text', 5, '5'],
    ['text', true, 'true'],
    ['text', null, null],
    ['text', '5', '5'],
    ['size', 1, '1'],
    ['list', '[1,2]', [1, 2]],
    ['list', '["1","2"]', [1, 2]],
    ['list', ['1', 2], [1, 2]],
    ['list', '1,2', '1,2'],
    ['list', '{}', '{}'],
    ['list', '[9007199254740993]', '[9007199254740993]'],
    ['items', '[{"n":"1"}]', [{ n: 1 }]],
    ['items', ['{"n":"1"}'], [{ n: 1 }]],
    ['any', '{"a":"1"}', { a: '1' }],
    ['any', '[1]', '[1]'],
    ['count', '5', 5],
    ['count', null, null],
    ['count', 'null', null],
    ['note', null, null],
    ['note', 'null', 'null'],
    ['note', 5, '5'],
    ['tags', '["1"]', [1]],
    ['tags', null, null],
    ['hours', { a: '1.5', b: null, c: 'null' }, { a: 1.5, b: null, c: null }],
    ['other', '5', '5'],
  ])('%s: %j becomes %j', (name, given, expected) => {
    expect(coerce({ [name]: given }, schema)).toEqual(expected === undefined ? {} : { [name]: expected });
  });

  test('a member named __proto__ stays a member', () => {
    const given = JSON.parse('{"__proto__":{"x":1},"n":"1"}');
    const coerced = coerce(given, schema) as object;
    expect(Object.keys(coerced)).toEqual(['__proto__', 'n']);
    expect(Object.getPrototypeOf(coerced)).toBe(Object.prototype);
  });

  const valid = fc.record(
    {
      n: fc.integer({ min: 1 }),
      x: fc.double({ noNaN: true, noDefaultInfinity: true }),
      on: fc.boolean(),
      text: fc.string(),
      size: fc.constantFrom('1', '2'),
      list: fc.array(fc.integer({ min: -1e9, max: 1e9 })),
      items: fc.array(fc.record({ n: fc.integer() }, { requiredKeys: [] })),
    },
    { requiredKeys: ['text'] },
  );

  test('what is valid stays as it is, and its text becomes it again', () => {
    const check = compileSchema(schema);
    fc.assert(
      fc.property(valid, (value) => {
        expect(check(value)).not.toHaveProperty('issues');
        expect(coerce(value, schema)).toEqual(value);
        const spelled = Object.fromEntries(
          Object.entries(value).map(([name, member]) => {
            const isPlain = typeof member === 'object' || typeof member === 'boolean' || Number.isInteger(member);
            return [name, name === 'n' || isPlain ? JSON.stringify(member) : member];
          }),
        );
        expect(coerce({ ...spelled, x: value.x ?? null }, schema)).toEqual(value);
      }),
      { numRuns: runs(500) },
    );
  });

  test('whatever comes, it never throws, and never makes a valid value of one that has another meaning', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = coerce(value, schema);
        expect(coerce(once, schema)).toEqual(once);
      }),
      { numRuns: runs(500) },
    );
  });

  test('only where the server wants it', async () => {
    const setting = {
      behavior: { kind: 'handler', export: 'run' } as const,
      handlers: { run: (args: object) => args },
      parameters: { n: { type: 'integer', maximum: 9, default: 1 } as const },
    };
    expect(await callTool(setting, { n: '5' })).toMatchObject({ code: 'invalid_arguments' });
    expect(await callTool({ ...setting, coerce: true }, { n: '5' })).toMatchObject({ data: { n: 5 } });
    expect(await callTool({ ...setting, coerce: true }, { n: null })).toMatchObject({ data: { n: 1 } });
    expect(await callTool({ ...setting, coerce: true }, { n: '50' })).toMatchObject({
      error: expect.stringContaining('/n must be an integer of at most 9, got the number 50'),
    });
  });
});
