/** Rules of results are judged before a call: what is reported never gives a value that fits, and what is accepted can. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resultProblems } from '../compiler/check/analysis/binding/result-sources.ts';
import { unread } from '../compiler/check/analysis/binding/unread.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { NO_PARTS } from '../compiler/spec/behaviors/steps.ts';
import { programOutput } from '../compiler/spec/behaviors/output-shape.ts';
import { plainTable } from '../compiler/spec/behaviors/plain-pointers.ts';
import { readOutput } from '../runtime/behaviors/command/output.ts';
import { resultRules } from '../runtime/behaviors/shared/result-rules.ts';
import { compileResult } from '../runtime/behaviors/shared/result.ts';
import type { CommandStep, ResultRule, ResultTable } from '../runtime/descriptor/descriptor.ts';
import { type Json, type JsonObject, isObject } from '../runtime/language/json.ts';
import type { Schema } from '../runtime/language/schema.ts';
import { compileSchema } from '../runtime/language/validate.ts';
import { compileReading } from '../runtime/language/value-reading.ts';

import { runs } from './support/runs.ts';

const UNREDACTED = { active: false, text: (text: string) => text, json: (value: unknown) => JSON.stringify(value) };
const ROWS = 'stdout: csv, columns: [id, name]';
const LIST = '{ type: array, items: { type: string } }';

test.each<[output: string, rule: string, type: string, message: RegExp | undefined]>([
  [ROWS, '{ each: "", where: { /name: x }, item: /id }', LIST, undefined],
  [ROWS, '{ each: "", where: { /title: x }, item: /id }', LIST, /so "\/title" finds nothing, and no element matches/],
  [ROWS, '{ each: "", where: { /title: [x, null] }, item: /id }', LIST, undefined],
  [ROWS, '{ length: "", where: { /name: x } }', '{ type: integer }', undefined],
  [ROWS, '{ length: "", where: { /title: x } }', '{ type: integer }', /no element matches/],
  [ROWS, '{ pointer: /0, where: { /name: x } }', '{ type: object }', /`where` needs `each`, `entries` or `length`/],
  [ROWS, '{ each: "", item: /id }', '{ type: string }', /gives a list, but the property has type string/],
  [ROWS, '{ each: "", item: /id, join: ", " }', '{ type: string }', undefined],
  [ROWS, '/0', '{ type: object, properties: { id: { type: integer } } }', /members of it have other types/],
  [ROWS, '{ pointer: /0, fields: { id: /id } }', '{ type: object, properties: { id: { type: integer } } }', undefined],
  [ROWS, '""', '{ type: array, items: { type: object, properties: { id: { type: integer } } } }', /of its elements/],
  [ROWS, '""', '{ type: array, items: { type: object, properties: { id: { type: string } } } }', undefined],
  ['stdout: lines', '""', '{ type: array, items: { type: integer } }', /elements of the property have type integer/],
  ['stdout: csv', '/0', '{ type: object, properties: { id: { type: integer } } }', undefined],
  [ROWS, '{ keys: /0 }', LIST, undefined],
  [ROWS, '{ keys: "" }', LIST, /`keys` reads only a map/],
  [ROWS, '{ entries: /-1, item: /value }', LIST, undefined],
  [ROWS, '{ entries: /-1, item: /id }', LIST, /\{ key, value \}, so "\/id" finds nothing/],
  [ROWS, '{ entries: "", item: /value }', LIST, /`entries` reads only a map/],
  ['stdout: json', '{ entries: /all, fields: { a: /name } }', '{ type: array, items: { type: object } }', /key, value/],
  ['stdout: json', '{ entries: /all, item: /value/name }', LIST, undefined],
  ['stdout: json', '{ entries: /all }', LIST, /`entries` needs `fields` or `item`/],
  ['stdout: json', '{ exists: /next }', '{ type: boolean }', undefined],
  ['stdout: json', '{ exists: /next }', '{ type: integer }', /gives true or false/],
  [ROWS, '{ exists: /next }', '{ type: boolean }', /so "\/next" finds nothing/],
  [ROWS, '{ pointer: /0/id, as: number }', '{ type: number }', undefined],
  ['stdout: text', '{ pointer: "", as: { number: { unit: EUR } } }', '{ type: number }', undefined],
  ['stdout: text', '{ pointer: "", as: number }', '{ type: boolean }', /gives a number/],
  ['stdout: text', '{ pointer: "", as: { date: yyyyMMdd } }', '{ type: integer }', /gives a date/],
  ['stdout: text', '{ pointer: "", as: { date: HHmm } }', '{ type: string }', /cannot be read: it has no year/],
  ['stdout: text', '{ pointer: "", as: { date: yyyyMMdd, number: {} } }', '{ type: string }', /either/],
  [ROWS, '{ each: "", item: /id, as: number }', LIST, /`as` reads one text/],
  ['stdout: json', '{ argument: count }', '{ type: string }', undefined],
  ['stdout: json', '{ argument: count }', '{ type: boolean }', /gives the argument, but the property has type boolean/],
  ['stdout: json', '{ argument: word }', LIST, /gives the argument, but the property has type array/],
  ['stdout: json', '{ value: "12" }', '{ type: integer }', undefined],
  ['stdout: json', '{ value: true }', '{ type: [integer, "null"] }', /cannot hold this: .*integer or null, got true/],
  ['stdout: json', '{ value: [a, 1] }', LIST, /cannot hold this: .*string/],
  ['stdout: json', '{ value: null }', '{ type: string }', /cannot hold this/],
  [
    'stdout: json',
    '{ pointer: /a, default: none }',
    '{ type: integer }',
    /cannot hold this: .*integer, got the string "none"/,
  ],
  ['stdout: json', '{ pointer: /a, default: null }', '{ type: integer }', undefined],
  ['stdout: json', '{ pointer: /a, default: x, translate: { x: "1" } }', '{ type: integer }', undefined],
  ['stdout: json', '{ pointer: /a, translate: { x: many } }', '{ type: integer }', /cannot hold this/],
  ['stdout: json', '{ pointer: /a, translate: { x: many } }', LIST, undefined],
  [
    'stdout: json',
    '{ pointer: /a, translate: { x: many } }',
    '{ type: [array, "null"], items: { type: string } }',
    undefined,
  ],
  ['stdout: json', '{ pointer: /a, translate: { x: many } }', '{ type: array, items: { type: integer } }', /integer/],
  ['stdout: json', '{ pointer: /a, translate: { O: open } }', '{ type: string, enum: [closed] }', /cannot hold this/],
  [
    'stdout: json',
    '{ keys: /a }',
    '{ type: array, items: { type: integer } }',
    /Each element of this list has type string/,
  ],
  ['stdout: json', '{ keys: /a, join: ", " }', LIST, /gives a text, but the property has type array/],
  ['stdout: json', '{ pointer: /a, join: ", " }', '{ type: object }', /gives a text, but the property has type object/],
  ['stdout: json', '{ each: /a, fields: { id: /id } }', LIST, /Each element of this list has type object/],
  ['stdout: json', '{ fields: { id: /id } }', '{ type: string }', /gives a map, but the property has type string/],
  [
    'stdout: json',
    '{ pointer: /a, fields: { id: { exists: /id } } }',
    '{ type: object, properties: { id: { type: integer } } }',
    /gives true or false/,
  ],
  [
    ROWS,
    '{ pointer: /0, fields: { id: /title } }',
    '{ type: object, properties: { id: { type: string } } }',
    /"\/title" finds nothing/,
  ],
  ['stdout: lines', '{ each: "", item: "", limit: "{count}" }', LIST, undefined],
  ['stdout: lines', '{ each: "", item: "", limit: "{word}" }', LIST, /has type string, expected integer/],
  ['stdout: lines', '{ each: "", item: "", limit: "{cuont}" }', LIST, /"cuont" is not a parameter/],
  ['stdout: lines', '{ each: "", item: "", limit: "at most {count}" }', LIST, /invalid format/],
])('%s, value: %s of type %s', (output, rule, type, message) => {
  const found = findingsOf(output, `value: ${rule}, note: { note: There is more. }`, type);
  expect(found).toEqual(message === undefined ? [] : [expect.stringMatching(message)]);
});

test.each<[result: string, more: string, message: RegExp | undefined]>([
  ['value: { each: "", item: "", limit: 5 }, note: { note: "{left_out} more." }', '', undefined],
  ['value: { each: "", item: "", limit: 5 }, note: { note: "{rest} more." }', '', /only the variable \{left_out\}/],
  ['value: { each: "", item: { pointer: "", limit: 9 }, limit: 5 }, note: { note: "{left_out}." }', '', /2 properties/],
  ['value: { each: "", item: "" }, note: { note: "{left_out} more." }', ', on_more: truncate', /output is truncated/],
])('%s%s', (result, more, message) => {
  const found = findingsOf(`stdout: lines${more}`, result, LIST);
  expect(found).toEqual(message === undefined ? [] : [expect.stringMatching(message)]);
});

function findingsOf(output: string, result: string, type: string): string[] {
  const text = `kind: server
name: house
version: 1.0.0
summary: Helps with the errands of the house.
tools:
  - name: list_entries
    description: { does: Lists entries of the house., when: the user asks for them }
    effects: read
    parameters:
      count: { type: integer, minimum: 1, maximum: 9, default: 5, description: How many. }
      word: { type: string, default: all, description: A word in them. }
    returns: { type: object, properties: { value: ${type}, note: { type: string } } }
    command: { argv: [house, "--word={word}", "{count}"], ${output}, result: { ${result} } }
`;
  const { diagnostics } = planSpecs([{ path: 'a.yaml', text }]);
  return diagnostics
    .filter(({ code }) => /^tool\/output-fits$|^spec|^server\/bind/.test(code))
    .filter(({ message }) => !message.startsWith('Nothing in this result is ever cut'))
    .map(({ message }) => message);
}

const pointer = fc.constantFrom('', '/0', '/-1', '/0/id', '/id', '/name', '/key', '/value', '/title', '/0/title');
const where = fc.option(fc.dictionary(pointer, fc.constantFrom('x', '12'), { maxKeys: 1 }), { nil: undefined });
const filtered = (rule: object, conditions: object | undefined): ResultRule =>
  ({ ...rule, ...(conditions && { where: conditions }) }) as ResultRule;
const rules: fc.Arbitrary<ResultRule> = fc.oneof(
  pointer,
  fc.record({ pointer, as: fc.constantFrom('number' as const, { date: 'yyyyMMdd' }) }),
  fc.record({ exists: pointer }),
  fc.record({ keys: pointer }),
  fc.tuple(pointer, where).map(([length, conditions]) => filtered({ length }, conditions)),
  fc.tuple(pointer, pointer, where).map(([each, item, conditions]) => filtered({ each, item }, conditions)),
  fc.tuple(pointer, pointer, where).map(([entries, item, conditions]) => filtered({ entries, item }, conditions)),
  fc.record({ header: fc.constant('Total') }),
  fc.record({ argument: fc.constantFrom('word', 'count', 'flag', 'words') }),
  fc.record({ value: fc.constantFrom<Json>('x', '12', 'true', 12, 1.5, true, ['x'], [1], { id: 'x' }) }),
  fc.record({ each: pointer, item: fc.constant('/id'), join: fc.constant(', ') }),
  fc.record({ each: pointer, fields: fc.record({ id: pointer }) }),
  fc.record({ fields: fc.record({ id: fc.oneof(pointer, fc.record({ exists: pointer })) }) }),
  fc.record({ exists: pointer, translate: fc.constant({ true: 'many' }) }),
);
const TYPES: readonly Schema[] = [
  { type: 'string' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'array', items: { type: 'string' } },
  { type: 'array', items: { type: 'object' } },
  { type: 'object' },
  { type: 'object', properties: { id: { type: 'integer' } } },
];
const OUTPUTS: Readonly<Record<string, readonly string[]>> = {
  csv: ['12,12\n', 'true,true\n', '20261123,20261123\n', 'x,x\ny,y', ''],
  lines: ['12\n', '20261123\n', 'x\ny\n', ''],
  text: ['12', '20261123', 'x', ''],
};

/** A line or a text may have words around a number in the next run, so that it is not taken for one. */
const WORDS = ['12 books', 'x\ny', ''];

const PARAMETERS: Readonly<Record<string, Schema>> = {
  word: { type: 'string' },
  count: { type: 'integer' },
  flag: { type: 'boolean' },
  words: { type: 'array', items: { type: 'string' } },
};
const ARGUMENTS: readonly JsonObject[] = [
  { word: 'x', count: 12, flag: true, words: ['x'] },
  { word: '12', count: 1, flag: true, words: ['x'] },
  { word: 'true', count: 1, flag: true, words: ['x'] },
];

/** What a rule gives that has found nothing. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  [false, 'false', 0, '0', ''].includes(value as never) ||
  (Array.isArray(value) && value.every((one) => typeof one === 'object' && isNothing(one))) ||
  (isObject(value) && Object.values(value).every(isNothing));

describe('any rule over any format', () => {
  test('what is reported never gives a value that fits, and what is accepted does for some output', () => {
    const seen = { accepted: 0, reported: 0 };
    fc.assert(
      fc.property(fc.constantFrom('csv', 'lines', 'text'), rules, fc.constantFrom(...TYPES), (stdout, rule, type) => {
        const columns = stdout === 'csv' ? { columns: ['id', 'name'] } : {};
        const step: CommandStep = { argv: ['x'], stdout, max_bytes: 1000, ...columns };
        const output = programOutput(step);
        const returns: Schema = { type: 'object', properties: { value: type } };
        const table: ResultTable = { value: rule };
        const steps = [{ path: ['command'], parts: { ...NO_PARTS, output } }];
        const problems = [
          ...unread({ key: 'command', steps, result: table } as never, returns),
          ...resultProblems(table, { name: 'list_entries', parameters: PARAMETERS, returns }, [], false),
        ];
        const isReported = problems.length > 0;
        seen[isReported ? 'reported' : 'accepted'] += 1;
        const read = compileResult(plainTable(table, output), returns, { resultRules, valueReading: compileReading });
        const outputs = isReported && stdout !== 'csv' ? WORDS : (OUTPUTS[stdout] ?? []);
        const fits = outputs.some((text) => {
          const { json, text: all } = readOutput(text, step, UNREDACTED as never);
          return ARGUMENTS.some((args) => {
            const { value } = read({ json, text: all, args, header: () => String(args['word']) });
            return !isNothing(value) && !('issues' in compileSchema(type)(value));
          });
        });
        expect(fits, JSON.stringify({ stdout, rule, type })).toBe(!isReported);
      }),
      { numRuns: runs(20_000) },
    );
    expect(seen.accepted).toBeGreaterThan(runs(400));
    expect(seen.reported).toBeGreaterThan(runs(1000));
  });
});
