/** Changes of schemas are judged by the values that they accept, and of results by what is still returned, not by keywords. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../compiler/versions/change.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { diff } from '../compiler/versions/diff.ts';
import { isSubset } from '../compiler/versions/subset/subset.ts';
import { counterexample } from '../compiler/versions/witness/samples.ts';
import { simplifiedSchema } from '../compiler/versions/schema/simplify.ts';
import { type Json, type Schema, compileImported } from '../runtime/language/index.ts';
import { runs } from './support/runs.ts';

const KIND = (schema: object): object => ({ kind: { ...schema, description: 'Kind of animal, such as bird.' } });

function changes(side: 'argument' | 'result', ...schemas: readonly [object, object]): readonly Change[] {
  const [before, after] = schemas.map((schema) => {
    const keys =
      side === 'argument'
        ? { parameters: KIND(schema), required: ['kind'], command: { argv: ['zoo', '{kind}'] } }
        : {
            returns: { type: 'object', properties: KIND(schema) },
            command: { argv: ['zoo'], result: { kind: '/kind' } },
          };
    return planOf(keys);
  });
  return before && after ? diff(before, after) : [];
}

const SETTINGS = settingsOf({ profiles: { specs: 'mcp' } });

function planOf(keys: object): Plan {
  const tool = {
    name: 'list_animals',
    description: { does: 'Lists the animals of the zoo.', when: 'the user asks for animals', examples: ['Any birds?'] },
    effects: 'read',
    ...keys,
  };
  const server = { kind: 'server', name: 'zoo', version: '1.0.0', summary: 'Answers questions about the zoo.' };
  const text = JSON.stringify({ ...server, tools: [tool] });
  const { value, diagnostics } = planSpecs([{ path: 'specs/zoo.yaml', text }], { settings: SETTINGS });
  return value?.plan ?? expect.fail(JSON.stringify(diagnostics));
}

const listed = (...values: readonly Json[]): object => ({ type: 'string', enum: values });
const branches = (...values: readonly Json[]): object => ({ anyOf: values.map((value) => ({ const: value })) });

describe('an enum that is written in another way', () => {
  test.each<[string, object, string[]]>([
    ['branches', branches('bird', 'fish'), []],
    ['exclusive branches', { oneOf: [{ const: 'bird' }, { const: 'fish' }] }, []],
    ['lists in branches', { anyOf: [{ enum: ['bird'] }, listed('fish')] }, []],
    ['branches beside a type', { type: 'string', ...branches('bird', 'fish') }, []],
    ['branches with another value', branches('bird', 'fish', 'cat'), ['enum-value-added']],
    ['branches with fewer values', branches('bird'), ['enum-value-removed']],
    ['no enum', { type: 'string', maxLength: 80 }, ['enum-dropped']],
  ])('as %s', (_case, now, kinds) => {
    for (const [side, subject] of [
      ['argument', 'param'],
      ['result', 'result'],
    ] as const) {
      const found = changes(side, listed('bird', 'fish'), now).map(({ kind }) => kind);
      const own = found.filter((kind) => kind.includes('/enum') && kind !== 'param/enum-choices');
      expect(own).toEqual(kinds.map((kind) => `${subject}/${kind}`));
    }
  });

  test('as bounds: consumers get nothing else', () => {
    const found = changes('result', { type: 'integer', enum: [1, 2, 3] }, { type: 'integer', minimum: 1, maximum: 3 });
    expect(found).toContainEqual(
      expect.objectContaining({
        kind: 'result/enum-dropped',
        level: 'safe',
        why: expect.stringContaining('no other'),
      }),
    );
  });

  test('accepts the same values in its plainest form', () => {
    const value = fc.constantFrom<Json>('a', 'b', 1, 1.5, true, null);
    const list = fc.uniqueArray(value, { minLength: 1, maxLength: 3 });
    const branch = fc.oneof<fc.Arbitrary<Schema>[]>(
      list.map((values) => ({ enum: values })),
      value.map((only) => ({ const: only })),
      list.map((values) => ({ type: ['string', 'integer'], enum: values })),
      fc.constant<Schema>({ type: 'null' }),
    );
    const schema = fc.record(
      {
        anyOf: fc.array(branch, { minLength: 1, maxLength: 3 }),
        oneOf: fc.array(branch, { minLength: 1, maxLength: 3 }),
        enum: list,
        type: fc.constantFrom<Schema['type']>('string', 'number'),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Schema>;
    fc.assert(
      fc.property(schema, value, (written, one) => {
        const [own, plain] = [written, simplifiedSchema(written)].map((each) => 'value' in compileImported(each)(one));
        expect(plain).toBe(own);
        expect(isSubset(simplifiedSchema(written), {}, written, {})).toBe(true);
      }),
      { numRuns: runs(5_000) },
    );
  });
});

/** Schemas of few values, with all of them as the engine of the language finds them. */
const finite: fc.Arbitrary<readonly [Schema, readonly Json[]]> = fc.oneof(
  fc
    .record({
      parts: fc.array(fc.constantFrom('a', 'b?', '[ab]', '(?:ab|ba)', 'a{1,2}', '(?:a|b)?', '(?!b)', '.', 'a*'), {
        maxLength: 4,
      }),
      most: fc.nat({ max: 3 }),
    })
    .map(({ parts, most }) => {
      const pattern = `^${parts.join('')}$`;
      const texts = textsOver('ab.', most).filter((text) => new RegExp(pattern, 'u').test(text));
      const open = pattern.includes('.') ? { allOf: [{ pattern: '^[ab.]*$' }] } : {};
      return [{ type: 'string', pattern, maxLength: most, ...open }, texts] as const;
    }),
  fc.tuple(fc.integer({ min: -3, max: 3 }), fc.nat({ max: 150 })).map(([least, more]) => {
    const values = Array.from({ length: more + 1 }, (_, at) => least + at);
    return [{ type: 'integer', minimum: least, maximum: least + more }, values] as const;
  }),
  fc.constantFrom(1, 0.5, -2).map((one) => [{ type: 'number', minimum: one, maximum: one }, [one]] as const),
  fc.constantFrom<readonly [Schema, readonly Json[]]>(
    [{ type: 'string', maxLength: 0 }, ['']],
    [{ type: 'array', maxItems: 0 }, [[]]],
    [{ type: 'object', additionalProperties: false }, [{}]],
  ),
);

function textsOver(letters: string, most: number): string[] {
  if (most === 0) return [''];
  const shorter = textsOver(letters, most - 1);
  return [...new Set(['', ...shorter.flatMap((text) => [...letters].map((letter) => letter + text))])];
}

describe('a schema of few values beside an enum', () => {
  test('fits one of exactly these and of more, and not one that lacks a value, which is shown', () => {
    fc.assert(
      fc.property(finite, fc.nat(), ([schema, values], which) => {
        const enumOf = (all: readonly Json[]): Schema => ({ enum: all });
        expect(isSubset(schema, {}, enumOf(values), {})).toBe(true);
        expect(isSubset(schema, {}, enumOf(['more', 7.5, ...values]), {})).toBe(true);
        const fewer = values.filter((_, at) => at !== which % values.length);
        const isSame = fewer.length === values.length;
        expect(isSubset(schema, {}, enumOf(fewer), {})).toBe(isSame);
        for (const own of isSame ? [] : [schema, enumOf(values)])
          expect(values).toContainEqual(counterexample(own, {}, enumOf(fewer), {}));
      }),
      { numRuns: runs(400) },
    );
  });

  test.each<[object, object, string[]]>([
    [{ type: 'string', pattern: '^(asc|desc)$' }, listed('asc', 'desc'), ['param/enum-introduced:safe']],
    [{ type: 'string', pattern: '^(asc|desc)$' }, listed('asc', 'desc', 'none'), ['param/enum-introduced:safe']],
    [{ type: 'string', pattern: '^(asc|desc)$' }, listed('asc'), ['param/enum-introduced:breaking']],
    [{ type: 'string' }, listed(...textsOver('ab', 6)), ['param/enum-introduced:breaking']],
    [{ type: 'string', pattern: '^(a)\\1$' }, listed('aa'), ['param/enum-introduced:unknown']],
  ])('%j as %j', (before, after, expected) => {
    const all = changes('argument', before, after).filter(({ kind }) => kind === 'param/enum-introduced');
    expect(all.map(({ kind, level }) => `${kind}:${level}`)).toEqual(expected);
  });
});

describe('a result that the schema of before allowed', () => {
  test.each<[object, object, string]>([
    [{ type: 'string' }, { type: 'string', pattern: '^[a-z]+$' }, 'pattern-introduced:risky'],
    [{ type: 'string', pattern: '^[a-z]+$' }, { type: 'string', pattern: '^[a-f]+$' }, 'pattern-changed:risky'],
    [{ type: 'string', pattern: '^[ab]+$' }, { type: 'string', pattern: '^(a|b)+$' }, 'pattern-changed:safe'],
    [{ type: 'string', pattern: '^(a|b)$' }, listed('a', 'b'), 'enum-introduced:safe'],
    [{ type: 'string' }, listed('a', 'b'), 'enum-introduced:risky'],
    [listed('a', 'b'), listed('a'), 'enum-value-removed:risky'],
    [{ ...listed('a', 'b'), maxLength: 9 }, { ...listed('a', 'b'), maxLength: 3 }, 'bounds-tightened:safe'],
    [{ type: 'integer' }, { type: 'integer', maximum: 3 }, 'bounds-tightened:risky'],
    [{ type: 'integer', multipleOf: 2 }, { type: 'integer', multipleOf: 4 }, 'form-narrowed:risky'],
    [{ type: ['string', 'integer'] }, { type: 'string' }, 'type-narrowed:risky'],
    [{ type: 'array' }, { type: 'array', items: { type: 'string' } }, 'items-introduced:risky'],
    [
      { type: 'array', maxItems: 0 },
      { type: 'array', maxItems: 0, items: { type: 'string' } },
      'items-introduced:safe',
    ],
    [member({}), member({}, { additionalProperties: false }), 'object-closed:risky'],
    [member({}), member({}, { required: ['a'] }), 'became-required:risky'],
    [member({ default: 'x' }), member({ default: 'x' }, { required: ['a'] }), 'became-required:safe'],
  ])('%j: whether %j rejects it', (before, after, expected) => {
    const [kind, level] = expected.split(':');
    const all = changes('result', before, after).filter((one) => one.kind === `result/${kind}`);
    expect(all.map((one) => one.level)).toEqual([level]);
  });
});

function member(own: object, others: object = {}): object {
  return { type: 'object', properties: { a: { type: 'string', ...own } }, ...others };
}

describe('a property that is no longer declared', () => {
  const kept = { argv: ['zoo'], result: { animals: { each: '/a', fields: { name: '/n' } }, total: '/t' } };
  const returns = {
    type: 'object',
    properties: {
      animals: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
      total: { type: 'integer' },
    },
  };
  const of = (after: object): [string, unknown][] =>
    diff(planOf({ returns, command: kept }), planOf(after)).map(({ kind, witness }) => [kind, witness?.now]);

  test('is still returned where the same rule reads it', () => {
    const now = (other: string): string => `the same can be returned, and ${other} is a valid result, too`;
    expect(of({ command: kept })).toEqual([
      ['result/undeclared', now('{"animals":null}')],
      ['result/undeclared', now('{"total":null}')],
    ]);
  });

  test('is gone where nothing reads it', () => {
    const { animals: _gone, ...result } = kept.result;
    const { animals: _also, ...properties } = returns.properties;
    const found = of({ command: { ...kept, result }, returns: { ...returns, properties } });
    expect(found).toContainEqual(['result/removed', '{}']);
    expect(found.map(([kind]) => kind)).not.toContain('result/undeclared');
  });
});
