/** Keywords that Haft passes on: whatever is edited around them, ajv finds no break that is called harmless, and no proof that is none. */
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoizeBy } from '../compiler/base/memo.ts';
import type { Change } from '../compiler/versions/change.ts';
import { diff } from '../compiler/versions/diff.ts';
import type { ToolPlan } from '../compiler/plan/model.ts';
import type { Json, Schema } from '../runtime/language/index.ts';
import { OBJECTS, type PassedOnEdit, passedOnEdit } from './support/passed-on-schemas.ts';
import { costlyRuns } from './support/runs.ts';
import { slices } from './support/slices.ts';
import { toolPlan } from './support/tool-plan.ts';

type Side = 'argument' | 'result';

function changesOf(before: object, after: object, side: Side): readonly Change[] {
  const [old, now] = [before, after].map((schema) =>
    side === 'argument'
      ? toolPlan({}, {}, { inputSchema: schema as ToolPlan['inputSchema'] })
      : toolPlan({}, schema as Schema),
  );
  return old && now ? diff(old, now).filter(({ axis }) => axis === 'wire') : [];
}

const AJV = new Ajv2020({ strict: false, logger: false, code: { optimize: false } });

/** Each change of an edit has a proof about the same two schemas. */
const ajvOf = memoizeBy((schema: object): ((value: unknown) => boolean) => {
  const fits = AJV.compile(schema);
  AJV.removeSchema(schema);
  return fits;
});

/** By ajv: a call that worked and is rejected, or a result that the earlier schema does not have. */
function breakIn([before, after]: PassedOnEdit, side: Side): Json | undefined {
  const [from, to] = side === 'argument' ? [before, after] : [after, before];
  const [isOld, isNow] = [ajvOf(from), ajvOf(to)];
  return OBJECTS.find((value) => isOld(value) && !isNow(value));
}

/** Undefined where it holds. */
function falseProof({ witness, kind }: Change, [before, after]: PassedOnEdit): string | undefined {
  if (!witness) return undefined;
  const [isOld, isNow] = [ajvOf(before), ajvOf(after)];
  if (!isOld(witness.before)) return `${kind}: ${JSON.stringify(witness.before)} was not accepted`;
  if (witness.of === 'call') return isNow(witness.before) ? `${kind}: still accepted` : undefined;
  const [, shown, other] = /^(\{.*\})(?:: |$)|and (\{.*\}) is a valid/.exec(witness.now) ?? [];
  const isTaken = shown !== undefined && kind === 'result/removed';
  const value: unknown = JSON.parse(shown ?? other ?? 'null');
  if (isNow(value) && (isTaken ? !isDeepStrictEqual(value, witness.before) : !isOld(value))) return undefined;
  return `${kind}: ${witness.now}`;
}

const SIDES = ['argument', 'result'] as const;
const CASES = SIDES.flatMap((side) => slices(2000, 500).map(([seed, all]) => [side, all, seed] as const));

describe.each(CASES)('an edited %s, %i from seed %i', (side, all, seed) => {
  test('has no verdict that is milder than ajv, and no proof that ajv refutes', { timeout: 240_000 }, () => {
    for (const edit of fc.sample(passedOnEdit(), { numRuns: costlyRuns(all, 2), seed })) {
      const changes = changesOf(...edit, side);
      const told = `${JSON.stringify(edit)} ${changes.map(({ kind, level }) => `${kind}:${level}`).join(' ')}`;
      const isHarmless = changes.every(({ level }) => level === 'safe');
      if (isHarmless) expect([breakIn(edit, side), told]).toEqual([undefined, told]);
      expect([changes.flatMap((change) => falseProof(change, edit) ?? []), told]).toEqual([[], told]);
    }
  });
});

const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });
const value = (schema: object, more: object = {}): object => object({ p: schema }, more);
const either = (...anyOf: readonly object[]): object => value({ anyOf });
const text = { type: 'string' };
const needsB = { type: 'object', dependentRequired: { a: ['b'] } };
const hasA = { type: 'array', contains: { const: 'a' } };
const onlyDeclared = { type: 'object', properties: { a: text }, unevaluatedProperties: false };

const levelsOf = (side: Side, before: object, after: object): string[] => [
  ...new Set(changesOf(before, after, side).map(({ level }) => level)),
];

describe('a name that the arguments demand and do not declare', () => {
  const [free, demanding] = [object({ a: text }), object({ a: text }, { required: ['token'] })];

  test('breaks calls without it where it is new', () => {
    const [change, ...others] = changesOf(free, demanding, 'argument');
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      kind: 'param/became-required',
      level: 'breaking',
      subject: 'parameter "token" of tool "search"',
      witness: { before: {}, now: '/token is required.' },
    });
  });

  test('is reported where it is no longer demanded', () => {
    expect(changesOf(demanding, free, 'argument').map(({ kind }) => kind)).toEqual(['param/became-optional']);
  });
});

describe('a definition that only a keyword leads to that Haft passes on', () => {
  const to = { $ref: '#/$defs/d' };
  test.each<[string, object]>([
    ['if in a branch', { allOf: [{ if: { required: ['p'] }, then: to }] }],
    ['if', { if: { required: ['p'] }, then: to }],
    ['dependentSchemas', { dependentSchemas: { p: to } }],
    ['contains', { properties: { p: { type: 'array', contains: to } } }],
    ['unevaluatedProperties', { unevaluatedProperties: to }],
    ['an anchor', { properties: { p: { $ref: '#named' } } }],
    ['a dynamic anchor', { properties: { p: { $dynamicRef: '#moving' } } }],
    ['another definition', { if: true, then: { $ref: '#/$defs/other' } }],
  ])('through %s', (_case, keywords) => {
    const at = (required: readonly string[]): object => {
      const names = { $anchor: 'named', $dynamicAnchor: 'moving' };
      return object({ p: {} }, { ...keywords, $defs: { d: { ...names, required }, other: { not: to } } });
    };
    for (const side of ['argument', 'result'] as const) {
      expect(levelsOf(side, at(['n']), at(['n', 'm']))).toContain('unknown');
      expect(levelsOf(side, at(['n']), at(['n']))).toEqual([]);
    }
  });

  test('in a schema with its own address', () => {
    const at = (type: string): object => value({ $id: 'https://x.example/p', $defs: { d: { type } }, ...to });
    expect(levelsOf('argument', at('string'), at('integer'))).toEqual(['unknown']);
  });

  test('and that another reference leads to now', () => {
    const $defs = { d: { if: text, then: { const: 'a' } } };
    const [before, after] = [value(text, { $defs }), value({ allOf: [text, { $ref: '#/$defs/d' }] }, { $defs })];
    expect(levelsOf('argument', before, after)).toEqual(['unknown']);
    expect(levelsOf('argument', after, before)).toEqual(['safe']);
  });

  test('and that nothing leads to makes no difference', () => {
    const at = (type: string): object => value(text, { if: true, $defs: { d: { type } } });
    expect(levelsOf('argument', at('string'), at('integer'))).toEqual([]);
  });
});

describe('a branch with a keyword that Haft passes on', () => {
  const list = { type: 'array', items: text };
  test.each<[string, object, object]>([
    ['contains', either(hasA, list), either(hasA, { ...list, maxItems: 2 })],
    [
      'dependentRequired',
      either(needsB, object({ a: text })),
      either(needsB, object({ a: { ...text, maxLength: 3 } })),
    ],
    [
      'unevaluatedProperties',
      either(onlyDeclared, object({ b: text })),
      either(onlyDeclared, object({ b: { const: 'b' } })),
    ],
    ['another branch that is gone', either(needsB, { type: 'object' }), either(needsB)],
  ])('does not make up for what another one no longer accepts: %s', (_case, before, after) => {
    expect(levelsOf('argument', before, after)).toEqual(['unknown']);
    expect(levelsOf('result', after, before)).toEqual(['unknown']);
  });

  test.each<[string, object, object]>([
    ['another branch accepts more', either(hasA, { ...list, maxItems: 2 }), either(hasA, list)],
    ['unknown to both', either(onlyDeclared, text), either(onlyDeclared, text, { type: 'null' })],
    ['beside a bound', value({ ...needsB, maxProperties: 2 }), value({ ...needsB, maxProperties: 3 })],
    [
      'of few values',
      either({ ...onlyDeclared, enum: [{ a: 'a' }] }, text),
      either({ ...onlyDeclared, enum: [{ a: 'a' }] }, text, { type: 'null' }),
    ],
  ])('is no reason for doubt where it stays as it is: %s', (_case, before, after) => {
    expect(levelsOf('argument', before, after)).toEqual(['safe']);
  });

  test('is no proof where it is excluded', () => {
    const without = (type: object): object =>
      value({ not: { type: 'array', items: { type }, contains: { type: 'boolean' } } });
    const changes = changesOf(without(['string', 'null']), without(['string', 'null', 'integer']), 'argument');
    expect(changes.filter(({ level }) => level === 'breaking')).toEqual([]);
  });
});

test('a result property that is no longer declared is reported beside branches, too', () => {
  const more = { required: ['p'], anyOf: [{ required: ['p'] }, { required: ['q'] }] };
  expect(levelsOf('result', value(text, more), object({}, more))).toEqual(['breaking']);
});

test('the proof of a result property that is no longer declared is another value', () => {
  const [before, after] = [value(text, { required: ['p'] }), object({}, { required: ['p'] })];
  const behavior = { kind: 'command', argv: ['list'] } as unknown as ToolPlan['behavior'];
  const [old, now] = [before, after].map((schema) => toolPlan({}, schema as Schema, { behavior }));
  const [change] = old && now ? diff(old, now) : [];
  expect(change).toMatchObject({ kind: 'result/undeclared', witness: {} });
  expect(change && falseProof(change, [before, after] as PassedOnEdit)).toBeUndefined();
});

test('a parameter that accepted nothing may accept anything', () => {
  for (const now of [{ const: true }, text, { type: ['string', 'null'] }, { enum: ['a', 1] }])
    expect(levelsOf('argument', object({ p: false }), value(now))).toEqual(['safe']);
});
