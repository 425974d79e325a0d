/** Changes of schemas told as sets of values, and the proof of each break: what worked and no longer does. */
import { array, assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../compiler/versions/change.ts';
import { diff } from '../compiler/versions/diff.ts';
import { changeText } from '../compiler/report/changes/text-change.ts';
import { type Json, type Schema, compileSchema } from '../runtime/language/index.ts';
import { costlyRuns } from './support/runs.ts';
import { toolPlan } from './support/tool-plan.ts';

const query: Schema = { type: 'string', description: 'Words.', examples: ['dune'] };

function changesOf(before: Schema, after: Schema, required: readonly string[] = ['query']): Change[] {
  const plan = (x: Schema) => toolPlan({ properties: { query, x }, required });
  return diff(plan(before), plan(after));
}

describe('the same values in another form', () => {
  test.each<[Schema, Schema]>([
    [{ type: ['string', 'number'] }, { type: ['number', 'string'] }],
    [{ type: 'string' }, { type: ['string'] }],
    [
      { type: 'string', const: 'a' },
      { type: 'string', enum: ['a'] },
    ],
    [{ const: 'a' }, { enum: ['a'] }],
    [
      { type: 'integer', minimum: 1 },
      { type: 'integer', exclusiveMinimum: 0 },
    ],
    [{ type: 'string' }, { type: 'string', minLength: 0 }],
    [
      { type: 'array', items: query },
      { type: 'array', items: query, minItems: 0 },
    ],
    [
      { type: 'object', properties: { a: query } },
      { type: 'object', properties: { a: query }, required: [] },
    ],
    [{ type: ['string', 'null'], minLength: 1 }, { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] }],
  ])('%j → %j is no change', (before, after) => {
    expect(changesOf(before, after)).toEqual([]);
    expect(changesOf(after, before)).toEqual([]);
  });

  test.each<[Schema, Schema, string]>([
    [{ type: 'string' }, { type: ['string', 'null'] }, 'param/type-widened'],
    [{ type: 'integer' }, { type: ['integer', 'array'] }, 'param/type-widened'],
    [{ type: 'string' }, { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'param/type-widened'],
    [{ anyOf: [query, { const: 3 }] }, { anyOf: [{ const: 3 }, query] }, ''],
    [{ anyOf: [query, { const: 3 }] }, { anyOf: [{ const: 4 }, { const: 3 }, query] }, 'param/form-widened'],
  ])('%j → %j is safe', (before, after, kind) => {
    const changes = changesOf(before, after).filter(({ axis }) => axis === 'wire');
    expect(changes.filter(({ level }) => level !== 'safe')).toEqual([]);
    if (kind !== '') expect(changes.map((change) => change.kind)).toContain(kind);
  });

  test('a description inside a branch is a change that models see', () => {
    const branch = (description: string): Schema => ({ anyOf: [{ type: 'string', description }, { type: 'integer' }] });
    expect(changesOf(branch('A title.'), branch('A shelf.'))).toMatchObject([
      { kind: 'param/description', axis: 'model', before: 'A title.', after: 'A shelf.' },
    ]);
  });
});

describe('a breaking change shows a call that worked', () => {
  test.each<[Schema, Schema, unknown, RegExp]>([
    [
      { type: 'integer', maximum: 100 },
      { type: 'integer', maximum: 50 },
      { query: 'dune', x: 100 },
      /^\/x must be .*50/,
    ],
    [{ enum: ['low', 'high'] }, { enum: ['high'] }, { query: 'dune', x: 'low' }, /^\/x must be one of "high"/],
    [{ type: 'string' }, { type: 'integer' }, { query: 'dune', x: 'text' }, /^\/x must be an integer/],
    [{ type: ['string', 'null'] }, { type: 'string' }, { query: 'dune', x: null }, /^\/x must be a string/],
    [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
      { query: 'dune', x: '2026-01-31' },
      /date-time/,
    ],
    [{ anyOf: [{ const: 'a' }, { const: 3 }] }, { const: 3 }, { query: 'dune', x: 'a' }, /^\/x must be/],
  ])('%j → %j', (before, after, call, message) => {
    const breaking = changesOf(before, after).filter(({ level }) => level === 'breaking');
    expect(breaking).not.toEqual([]);
    for (const { witness } of breaking) {
      expect(witness).toMatchObject({ of: 'call', tool: 'search', before: call });
      expect(witness?.now).toMatch(message);
    }
    expect(changesOf(before, after)).toEqual(changesOf(before, after));
  });

  const PAIRS: readonly (readonly [type: Schema, low: string, high: string])[] = [
    [{ type: 'array', items: { type: 'integer' } }, 'minItems', 'maxItems'],
    [{ type: 'string' }, 'minLength', 'maxLength'],
    [{ type: 'integer' }, 'minimum', 'maximum'],
    [{ type: 'number' }, 'minimum', 'maximum'],
  ];

  test('of two bounds that change at once, each proof is about its own', () => {
    const numbers = array(integer({ min: 0, max: 40 }), { minLength: 4, maxLength: 4 });
    assert(
      property(constantFrom(...PAIRS), numbers, ([type, low, high], drawn) => {
        const [a = 0, b = 0, c = 0, d = 0] = drawn.toSorted((one, other) => one - other);
        const before: Schema = { ...type, [low]: a, [high]: d };
        for (const change of changesOf(before, { ...type, [low]: b, [high]: c })) {
          if (change.level !== 'breaking') continue;
          const keyword = String(change.target.path.at(-1));
          const alone = compileSchema({ ...before, [keyword]: keyword === low ? b : c });
          const x = (change.witness?.before as { x: Json } | undefined)?.x;
          expect([compileSchema(before)(x), alone(x)]).toEqual([{ value: x }, { issues: [expect.anything()] }]);
        }
      }),
      { numRuns: costlyRuns(10_000) },
    );
  });

  test('a parameter that is required, removed or renamed', () => {
    const x: Schema = { type: 'string', description: 'Where to look.', examples: ['A'] };
    const plan = (properties: Record<string, Schema>, required: string[]) => toolPlan({ properties, required });
    const both = plan({ query, x }, ['query']);
    const witness = (before: typeof both, after: typeof both) =>
      diff(before, after).find(({ level }) => level === 'breaking')?.witness;
    expect(witness(both, plan({ query, x }, ['query', 'x']))).toMatchObject({
      before: { query: 'dune' },
      now: '/x is required: expected a string.',
    });
    expect(witness(both, plan({ query }, ['query']))).toMatchObject({ before: { query: 'dune', x: 'A' } });
    expect(witness(both, plan({ query, place: x }, ['query']))).toMatchObject({ before: { query: 'dune', x: 'A' } });
    expect(witness(plan({ query }, ['query']), plan({ query, x }, ['query', 'x']))).toMatchObject({
      before: { query: 'dune' },
    });
  });

  test('a tool that is removed, and a result that lacks what was read', () => {
    const old = toolPlan(
      { properties: { query }, required: ['query'] },
      { type: 'object', properties: { year: { type: 'integer' } } },
    );
    const other = toolPlan({}, { type: 'object' }, { name: 'lend' });
    expect(diff(old, other).find(({ kind }) => kind === 'tool/removed')?.witness).toMatchObject({
      before: { query: 'dune' },
      now: 'Unknown tool: search.',
    });
    const without = toolPlan({ properties: { query }, required: ['query'] });
    expect(diff(old, without)).toMatchObject([
      { kind: 'result/removed', witness: { of: 'result', before: { year: 1 }, now: '{}' } },
    ]);
  });

  test('never with what is secret', () => {
    const secret = (maxLength: number): Schema => ({
      type: 'string',
      format: 'password',
      maxLength,
      examples: ['hunter2'],
      default: 'hunter2',
    });
    const told = JSON.stringify(changesOf(secret(20), secret(3)).map(({ witness }) => witness));
    expect(told).not.toContain('hunter2');
  });

  test('in the text of a report', () => {
    const [change] = changesOf({ type: 'integer', maximum: 100 }, { type: 'integer', maximum: 50 });
    const paint = (_style: unknown, text: string): string => text;
    const text = change && changeText(change, { paint, width: 400, show: (file) => file });
    expect(text).toContain('proof: search {"query":"dune","x":100} worked; now: /x must be');
  });
});

describe('side effects', () => {
  test('of a tool that only reads: hints that hosts ignore are no change', () => {
    const read = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };
    const plan = (annotations: typeof read) => toolPlan({}, { type: 'object' }, { annotations });
    expect(diff(plan(read), plan({ ...read, idempotentHint: false, destructiveHint: true }))).toEqual([]);
    expect(diff(plan(read), plan({ ...read, readOnlyHint: false }))).toMatchObject([{ kind: 'tool/effects-widened' }]);
  });
});

describe('two patterns', () => {
  const pattern = (text: string): Schema => ({ type: 'string', pattern: text });

  test.each([
    ['^[a-z]{1,20}$', '^[a-z]{1,10}$', '"aaaaaaaaaaa"'],
    ['^[A-Z]$', '^[A-F]$', '"Z"'],
    ['^[a-z]*$', '^[a-z]+$', '""'],
    ['^\\w+$', '^(?!admin)\\w+$', '"admin"'],
  ])('%s → %s breaks calls with a string that only the old one matches', (old, now, text) => {
    const [change, ...others] = changesOf(pattern(old), pattern(now)).filter(({ axis }) => axis === 'wire');
    expect(others).toEqual([]);
    expect(change).toMatchObject({ kind: 'param/pattern-changed', level: 'breaking' });
    expect(change?.why).toContain(`The string ${text} matches the old pattern and not the new one`);
  });

  test.each([
    ['^(a|b)$', '^[ab]$', 'Both patterns match the same strings.'],
    ['^[ab]$', '^[a-c]$', 'Every string that matched the old pattern matches the new one.'],
  ])('%s → %s is safe', (old, now, why) => {
    expect(changesOf(pattern(old), pattern(now))).toMatchObject([{ level: 'safe', why }]);
    expect(changesOf({ ...pattern(old), maxLength: 1 }, { ...pattern(now), maxLength: 1 })).toMatchObject([
      { level: 'safe', why },
    ]);
  });

  test('are compared with the lengths and formats that stand with them', () => {
    const short = (text: string): Schema => ({ ...pattern(text), maxLength: 2 });
    expect(changesOf(short('^a+$'), short('^a{1,2}$'))).toMatchObject([{ level: 'safe' }]);
    const date = (text: string): Schema => ({ ...pattern(text), format: 'date' });
    expect(changesOf(date('^20'), date('^20\\d\\d-'))).toMatchObject([{ level: 'safe' }]);
  });

  test('are not decided where a pattern refers to its own groups', () => {
    expect(changesOf(pattern('^(a|b)$'), pattern('^(a|b)\\1?$'))).toMatchObject([
      { level: 'unknown', why: expect.stringMatching(/It is not decided/) },
    ]);
  });

  test('of what is secret are compared without a string', () => {
    const secret = (text: string): Schema => ({ ...pattern(text), format: 'password' });
    const [change] = changesOf(secret('^[A-Z]$'), secret('^[A-F]$'));
    expect(change).toMatchObject({ level: 'breaking', why: expect.stringMatching(/^A string matches/) });
  });
});

describe('a default', () => {
  const limit: Schema = { type: 'integer', default: 5, description: 'How many.' };

  test('that goes from a required parameter breaks calls that omit it, and says so', () => {
    const { default: _default, ...bare } = limit;
    const change = changesOf(limit, bare, ['query', 'x']).find(({ axis }) => axis === 'wire');
    expect(change).toMatchObject({ level: 'breaking', why: expect.stringMatching(/are now rejected/) });
  });
});

test('a result whose properties move into branches is compared as a whole', () => {
  const at = (x1: Schema): Schema => ({ type: 'object', properties: { x1 }, required: ['x1'] });
  const [date, number]: Schema[] = [{ type: 'string', format: 'date' }, { type: 'number' }];
  const plan = (x: Schema) => toolPlan({}, { type: 'object', properties: { x } });
  const levels = (before: Schema, after: Schema): string[] =>
    diff(plan(before), plan(after)).flatMap(({ axis, level }) => (axis === 'wire' ? [level] : []));
  const both: Schema = { anyOf: [at(number ?? {}), at(date ?? {})] };
  expect(levels(at(date ?? {}), both)).toContain('breaking');
  expect(levels(both, at(date ?? {}))).toEqual(['risky']);
});

test('a property of a typed map is compared with the type of the map', () => {
  const map = (properties: Record<string, Schema>): Schema => ({
    type: 'object',
    properties,
    additionalProperties: { type: 'string' },
  });
  const year: Schema = { type: 'integer', default: 1 };
  expect(changesOf(map({}), map({ year }))).toMatchObject([
    { kind: 'param/added-with-default', level: 'breaking', why: expect.not.stringContaining('use the default') },
    { kind: 'tool/parameter-set' },
  ]);
  expect(changesOf(map({}), map({ year: { type: 'string', default: 'a' } }))).toMatchObject([
    { axis: 'model' },
    { level: 'safe' },
  ]);
  const plan = (x: Schema) => toolPlan({}, { type: 'object', properties: { x } });
  expect(diff(plan(map({})), plan(map({ note: { type: 'integer' } })))).toMatchObject([
    { kind: 'result/added', level: 'breaking' },
  ]);
});
