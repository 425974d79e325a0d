/** Lists of tools as two versions of a server: no call that the earlier one takes and the later one rejects is missed, and every proof is true. */
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ServerList, plansOfLists } from '../compiler/features/import/mcp/list-plan.ts';
import type { Change } from '../compiler/versions/change.ts';
import { diff } from '../compiler/versions/diff.ts';
import type { JsonObject, Schema } from '../runtime/language/index.ts';
import { runs } from './support/runs.ts';
import { instanceOf } from './support/schema-instances.ts';
import { schemaEdit } from './support/schema-pairs.ts';

const SAMPLES = 10;

function listWith(tools: readonly JsonObject[]): ServerList {
  return { name: 'harbor', version: '1.0.0', about: {}, tools };
}

// One for each dialect: each of them compiles the schema of schemas, which costs more than a schema of ours.
const OPTIONS = { strict: false, logger: false, code: { optimize: false } } as const;
const [draft7, latest] = [new Ajv(OPTIONS), new Ajv2020(OPTIONS)];
for (const ajv of [draft7, latest]) addFormats.default(ajv);

function judge(schema: JsonObject): (value: unknown) => boolean {
  const ajv = String(schema['$schema']).includes('draft-07') ? draft7 : latest;
  const fits = ajv.compile(schema);
  ajv.removeSchema(schema);
  return fits;
}

interface Compared {
  readonly changes: readonly Change[];
  readonly left: readonly string[];
}

function compared(before: ServerList, after: ServerList): Compared {
  const [old, now] = plansOfLists(before, after, 'harbor');
  return { changes: diff(old.plan, now.plan), left: [...old.left, ...now.left] };
}

/** Calls that one tool takes and the other rejects; none where ajv cannot read a schema. */
function breaksOf(before: JsonObject, after: JsonObject, calls: readonly unknown[]): readonly unknown[] {
  try {
    const [took, takes] = [judge(before), judge(after)];
    return calls.filter((call) => typeof call === 'object' && took(call) && !takes(call));
  } catch {
    return [];
  }
}

const GRAVE = new Set<Change['level']>(['breaking', 'unknown']);

/** Edits of one parameter and result, each the tool of a list, since a list costs more than a tool. */
const EDITS = 20;
const DIALECTS = [undefined, 'http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema'];
const root = fc.record({ isRequired: fc.boolean(), isClosed: fc.boolean(), dialect: fc.constantFrom(...DIALECTS) });
const edit = fc.tuple(schemaEdit('mcp'), fc.tuple(root, root));
const edits = fc.array(edit, { minLength: EDITS, maxLength: EDITS });
type Side = 0 | 1;

function toolOf([schemas, roots]: EditOf<typeof edit>, side: Side, at: number): JsonObject {
  const { isRequired, isClosed, dialect } = roots[side];
  const closed = isClosed ? { additionalProperties: false } : {};
  const schema = { type: 'object', properties: { value: schemas[side] }, ...closed };
  return {
    name: `search_${at}`,
    description: 'Searches.',
    // Haft reads all lists of schemas as 2020-12 has them.
    inputSchema: {
      ...(dialect !== undefined && !JSON.stringify(schemas).includes('prefixItems') && { $schema: dialect }),
      ...schema,
      ...(isRequired && { required: ['value'] }),
    },
    outputSchema: schema,
  } as unknown as JsonObject;
}

type EditOf<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

/** Calls or results with the parameter, also with one more, and without. */
function samplesOf(schema: Schema, seed: number): readonly JsonObject[] {
  const values = fc.sample(instanceOf(schema, 4), { numRuns: SAMPLES, seed });
  return [{}, ...values.flatMap((value) => [{ value }, { value, other: 1 }])];
}

const schemaIn = (tool: JsonObject, key: 'inputSchema' | 'outputSchema'): JsonObject => tool[key] as JsonObject;

test('what ajv finds is told, and each witness is a call that worked and is rejected now', { timeout: 900_000 }, () => {
  const count = { told: 0, results: 0, witnesses: 0 };
  fc.assert(
    fc.property(edits, fc.nat(), (pairs, seed) => {
      const [before, after] = ([0, 1] as const).map((side) => pairs.map((one, at) => toolOf(one, side, at)));
      if (!before || !after) return;
      const { changes, left } = compared(listWith(before), listWith(after));
      for (const [at, tool] of before.entries()) {
        const now = after[at];
        const [schemas] = pairs[at] ?? [];
        if (!now || !schemas || left.some((text) => text.includes(`search_${at}"`))) continue;
        const own = changes.filter(({ target, axis }) => axis === 'wire' && target.tool === tool['name']);
        const [input, output] = [schemaIn(tool, 'inputSchema'), schemaIn(now, 'inputSchema')];
        // What an open object took before is risky by convention.
        const isTold = own.some(
          ({ level, target: { path } }) => path[0] !== 'returns' && (GRAVE.has(level) || level === 'risky'),
        );
        if (!isTold)
          expect(breaksOf(input, output, samplesOf(schemas[0], seed)), JSON.stringify(pairs[at])).toEqual([]);
        const results = own.filter(({ target }) => target.path[0] === 'returns');
        if (results.length === 0) {
          const [old, later] = [schemaIn(tool, 'outputSchema'), schemaIn(now, 'outputSchema')];
          expect(breaksOf(later, old, samplesOf(schemas[1], seed)), JSON.stringify(pairs[at])).toEqual([]);
        }
        count.told += Number(isTold);
        count.results += results.length;
        for (const { level, witness } of own) {
          if (level !== 'breaking' || witness?.of !== 'call') continue;
          count.witnesses += 1;
          expect(breaksOf(input, output, [witness.before]), JSON.stringify([pairs[at], witness])).toHaveLength(1);
        }
      }
    }),
    { numRuns: runs(runs(500)), endOnFailure: true },
  );
  expect(Math.min(count.told, count.results, count.witnesses)).toBeGreaterThan(0);
});

test('a schema that names its dialect is no change where all dialects read it alike, and one that is closed has its proof', () => {
  const base = { type: 'object', properties: { limit: { type: 'integer' } } };
  const changesTo = (more: JsonObject, first: JsonObject = {}): readonly Change[] => {
    const [old, now] = [
      { ...base, ...first },
      { ...base, ...more },
    ].map((inputSchema) => listWith([{ name: 'search', description: 'Searches.', inputSchema }]));
    return old && now ? compared(old, now).changes : [];
  };
  for (const dialect of DIALECTS.slice(1)) expect(changesTo({ $schema: dialect ?? '' })).toEqual([]);
  expect(changesTo({ $schema: 'https://example.org/own' })).toHaveLength(1);
  const draft = { $schema: DIALECTS[1] ?? '' };
  const places = { properties: { place: { type: 'array', items: [{ type: 'integer' }] } } };
  expect(changesTo({ ...places, ...draft }, places)).not.toEqual([]);
  expect(changesTo({ additionalProperties: false })).toMatchObject([
    { kind: 'param/object-closed', witness: { before: { other: null } } },
  ]);
});

/** Lists that \`haft diff --live <server> --record\` wrote, by package and version: \`tracker@1.0.0.json\`. */
const RECORDED = process.env['HAFT_TEST_SERVERS'];
const FILES = RECORDED === undefined ? [] : readdirSync(RECORDED).filter((name) => name.endsWith('.json'));
const newer = new Intl.Collator('en', { numeric: true });
const PAIRS = [...new Set(FILES.map((name) => name.replace(/@[^@]*$/, '')))].flatMap((name) => {
  const own = FILES.filter((file) => file.replace(/@[^@]*$/, '') === name).sort(newer.compare);
  return own.slice(1).map((after, at) => [own[at] ?? '', after] as const);
});

describe.skipIf(RECORDED === undefined)('published servers', () => {
  test.each(PAIRS)('%s → %s', (first, second) => {
    const [before, after] = [first, second].map(
      (file) => JSON.parse(readFileSync(join(RECORDED ?? '', file), 'utf8')) as ServerList,
    );
    if (!before || !after) return;
    const { changes, left } = compared(before, after);
    expect(left).toEqual([]);
    for (const tool of before.tools) {
      const now = after.tools.find(({ name }) => name === tool['name']);
      const of = changes.filter(({ target }) => target.tool === tool['name']);
      const own = of.filter(({ target }) => target.path[0] !== 'output_schema' && target.path[0] !== 'returns');
      const levels = new Set(own.map(({ level }) => level));
      const input = tool['inputSchema'] as JsonObject;
      if (!now)
        expect(changes.some(({ kind, before: name }) => /removed|renamed/.test(kind) && name === tool['name'])).toBe(
          true,
        );
      const calls = fc.sample(instanceOf(input as Schema, 4), { numRuns: 1000, seed: 7 });
      const breaks = now ? breaksOf(input, now['inputSchema'] as JsonObject, calls) : [];
      if (breaks.length > 0)
        expect(
          [...levels].some((level) => GRAVE.has(level)),
          JSON.stringify(breaks[0]),
        ).toBe(true);
      const [old, later] = [tool, now].map((one) => one?.['outputSchema'] as JsonObject | undefined);
      if (old && later && of.length === own.length)
        expect(breaksOf(later, old, fc.sample(instanceOf(later as Schema, 4), { numRuns: 1000, seed: 7 }))).toEqual([]);
      for (const { witness } of now ? own.filter(({ level }) => level === 'breaking') : []) {
        if (witness?.of !== 'call') continue;
        expect([judge(input)(witness.before), judge(now?.['inputSchema'] as JsonObject)(witness.before)]).toEqual([
          true,
          false,
        ]);
      }
    }
  });
});

test.skipIf(RECORDED !== undefined)(
  'published servers: skipped; HAFT_TEST_SERVERS=<folder> has lists that haft diff --live recorded',
  () => {
    expect(PAIRS).toEqual([]);
  },
);
