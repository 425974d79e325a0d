/** Definitions that contain others: compared like the schemas that they stand for, and each pair of them once. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../compiler/versions/change.ts';
import { diff } from '../compiler/versions/diff.ts';
import { pairUp } from '../compiler/versions/pair.ts';
import type { Plan } from '../compiler/plan/model.ts';
import type { Schema } from '../runtime/language/index.ts';
import { runs, WHOLE_RUN } from './support/runs.ts';
import { slices } from './support/slices.ts';
import { toolPlan } from './support/tool-plan.ts';

/** A property of each definition leads to a lower one, in some of these ways. */
const WAYS = ['plain', 'described', 'list', 'nullable'] as const;
type Way = (typeof WAYS)[number];
type Definitions = Readonly<Record<string, Schema>>;

/** One list of ways for each level, the lowest first. */
function definitionsOf(levels: readonly (readonly Way[])[], leaf: Schema): Definitions {
  const made: [string, Schema][] = [['d0', leaf]];
  for (const [index, ways] of levels.entries()) {
    const members = ways.map((way, at) => [`p${at}`, leadingTo(`#/$defs/d${index}`, way)] as const);
    const own = { note: { type: 'string' } } as const;
    made.push([`d${index + 1}`, { type: 'object', properties: { ...own, ...Object.fromEntries(members) } }]);
  }
  return Object.fromEntries(made);
}

function leadingTo($ref: string, way: Way): Schema {
  const ways: Readonly<Record<Way, Schema>> = {
    plain: { $ref },
    described: { $ref, description: 'Where it is.' },
    list: { type: 'array', items: { $ref } },
    nullable: { anyOf: [{ $ref }, { type: 'null' }] },
  };
  return ways[way];
}

/** Each case writes out what references stand for, which takes long. */
const share = (all: number): number => runs(runs(runs(all)));

const rootOf = (definitions: Definitions): Schema => ({
  type: 'object',
  properties: { x: { $ref: `#/$defs/d${Object.keys(definitions).length - 1}` } },
  $defs: definitions,
});

/** The same schema without references. */
function written(schema: unknown, definitions: Definitions): unknown {
  if (Array.isArray(schema)) return schema.map((one: unknown) => written(one, definitions));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, $defs: _definitions, ...rest } = schema as Schema;
  const target = $ref === undefined ? {} : definitions[$ref.slice('#/$defs/'.length)];
  return Object.fromEntries(
    Object.entries({ ...target, ...rest }).map(([key, value]) => [key, written(value, definitions)]),
  );
}

/** Places below the definition that they are in: which of several ways led there makes no difference. */
function judgments(changes: readonly Change[], levels: number): string[] {
  const all = changes.map(({ kind, level, target: { path } }) => {
    const steps = path.filter((step) => /^p\d$/.test(String(step))).length;
    const last = path.findLastIndex((step) => /^(?:p\d|x)$/.test(String(step)));
    return `${kind} ${level} ${String(path[0])} ${levels - steps} ${String(path[last])} ${path.slice(last + 1).join('.')}`;
  });
  return [...new Set(all)].sort();
}

const LEAVES: readonly Schema[] = [
  { type: 'string', maxLength: 5 },
  { type: 'string', maxLength: 4 },
  { type: 'string' },
  { type: 'integer' },
  { type: 'string', enum: ['a', 'b'] },
  { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, additionalProperties: false },
];

/** What the later version of a definition is like. */
const EDITS: Readonly<Record<string, (schema: Schema) => Schema>> = {
  none: (schema) => schema,
  demanded: (schema) => ({ ...schema, required: ['note'] }),
  gone: ({ properties = {}, ...schema }) => ({
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => name !== 'note')),
  }),
  closed: (schema) => ({ ...schema, additionalProperties: false }),
  other: ({ properties, ...schema }) => ({ ...schema, properties: { ...properties, note: { type: 'integer' } } }),
  branched: (schema) => ({ ...schema, not: { required: ['p0', 'p1'] } }),
};

function levelsOf(count: number, ways: number): fc.Arbitrary<Way[][]> {
  const level = fc.array(fc.constantFrom(...WAYS), { minLength: ways - 1, maxLength: ways });
  return fc.array(level, { minLength: count, maxLength: count });
}

const CASES = fc.record({
  levels: fc.oneof(levelsOf(2, 3), levelsOf(3, 2)),
  leaves: fc.tuple(fc.constantFrom(...LEAVES), fc.constantFrom(...LEAVES)),
  edits: fc.array(fc.constantFrom(...Object.keys(EDITS)), { minLength: 3, maxLength: 3 }),
});

test.each(slices(10_000, 5_000))(
  'are judged like what they stand for, from seed %i',
  (seed, numRuns) => {
    fc.assert(
      fc.property(CASES, fc.boolean(), ({ levels, leaves: [left, right], edits }, isResult) => {
        const plan = (one: Schema): Plan => (isResult ? toolPlan({}, one) : toolPlan(one));
        const before = definitionsOf(levels, left);
        const after = Object.fromEntries(
          Object.entries(definitionsOf(levels, right)).map(([name, one], at) => {
            const edit = EDITS[at === 0 ? 'none' : (edits[at - 1] ?? 'none')];
            return [name, edit ? edit(one) : one];
          }),
        );
        const [old, now] = [rootOf(before), rootOf(after)];
        const compared = diff(plan(old), plan(now));
        const [oldTree, nowTree] = [written(old, before), written(now, after)] as [Schema, Schema];
        const expected = diff(plan(oldTree), plan(nowTree));
        expect(judgments(compared, levels.length)).toEqual(judgments(expected, levels.length));
      }),
      { numRuns: share(numRuns), seed, endOnFailure: true },
    );
  },
  WHOLE_RUN,
);

test('a parameter behind references is one of the parameters that a model fills', () => {
  const node = (own: object): Schema => ({ type: 'object', properties: { next: { $ref: '#/$defs/d1' }, ...own } });
  const tool = (own: object, ...ways: readonly Schema[]): Plan => {
    const properties = Object.fromEntries(ways.map((way, at) => [`x${at}`, way]));
    return toolPlan({ type: 'object', properties, $defs: { d0: { $ref: '#/$defs/d1' }, d1: node(own) } });
  };
  const added = { added: { type: 'string' } };
  const addedIn = (before: Plan, after: Plan): unknown[] =>
    diff(before, after).flatMap(({ kind, after: now }) => (kind === 'tool/parameter-set' ? now : []));
  const [plain, list] = [leadingTo('#/$defs/d0', 'plain'), leadingTo('#/$defs/d0', 'list')];
  expect(addedIn(tool({}, plain), tool(added, plain))).toContain('x0.added');
  expect(addedIn(tool({}, list), tool(added, list))).toContain('x0[].added');
  expect(addedIn(tool({}, node(added), node({})), tool(added, plain, plain))).toContain('x1.added');
  expect(addedIn(tool({}, plain), tool({}, node({})))).toEqual([]);
});

test('the number of comparisons grows with the definitions, and not with the ways through them', () => {
  const comparisons = (levels: number): number => {
    const ways = Array.from({ length: levels }, (): Way[] => ['plain', 'nullable', 'list']);
    const [before, after] = [{ maxLength: 5 }, { maxLength: 4 }].map((bound) => {
      const root = rootOf(definitionsOf(ways, { type: 'string', ...bound }));
      return toolPlan(root);
    });
    if (!before || !after) return 0;
    expect(diff(before, after).some(({ level }) => level === 'breaking')).toBe(true);
    return pairUp(before, after).schema.length;
  };
  const [few, more, most] = [comparisons(8), comparisons(16), comparisons(32)];
  expect(most - more).toBe(2 * (more - few));
  expect(most).toBeLessThan(1000);
});
