/** Lists of tools as two versions of a server: no call that the earlier one takes and the later one rejects is missed, and every proof is true. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ServerList, planOfList } from '../compiler/features/import/mcp/list-plan.ts';
import type { Change } from '../compiler/versions/change.ts';
import { diff } from '../compiler/versions/diff.ts';
import type { JsonObject, Schema } from '../runtime/language/index.ts';
import { runs } from './support/runs.ts';
import { instanceOf } from './support/schema-instances.ts';
import { schemaEdit } from './support/schema-pairs.ts';

const SAMPLES = 20;

function listWith(tools: readonly JsonObject[]): ServerList {
  return { name: 'harbor', version: '1.0.0', about: {}, tools };
}

// One for all: each of them compiles the schema of schemas, which costs more than a schema of ours.
const AJV = new Ajv2020({ strict: false, logger: false, code: { optimize: false } });
addFormats.default(AJV);

function judge(schema: object): (value: unknown) => boolean {
  const fits = AJV.compile(schema);
  AJV.removeSchema(schema);
  return fits;
}

interface Compared {
  readonly changes: readonly Change[];
  readonly left: readonly string[];
}

function compared(before: ServerList, after: ServerList): Compared {
  const [old, now] = [planOfList(before, 'harbor'), planOfList(after, 'harbor')];
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

/** Edits of one parameter, each the tool of a list, since a list costs more than a tool. */
const EDITS = 20;
const edits = fc.array(fc.tuple(schemaEdit('mcp'), fc.boolean()), { minLength: EDITS, maxLength: EDITS });

const toolOf = (value: Schema, isRequired: boolean, at: number): JsonObject =>
  ({
    name: `search_${at}`,
    description: 'Searches.',
    inputSchema: { type: 'object', properties: { value }, required: isRequired ? ['value'] : [] },
  }) as unknown as JsonObject;

test('what ajv finds is told, and each witness is a call that worked and is rejected now', { timeout: 900_000 }, () => {
  const count = { breaks: 0, witnesses: 0 };
  fc.assert(
    fc.property(edits, fc.nat(), (pairs, seed) => {
      const [before, after] = [0, 1].map((side) =>
        pairs.map(([schemas, isRequired], at) => toolOf(schemas[side] ?? {}, isRequired, at)),
      );
      if (!before || !after) return;
      const { changes, left } = compared(listWith(before), listWith(after));
      for (const [at, tool] of before.entries()) {
        if (left.some((text) => text.includes(`search_${at}"`))) continue;
        const own = changes.filter(({ target, axis }) => axis === 'wire' && target.tool === tool['name']);
        const [input, output] = [tool, after[at]].map((one) => one?.['inputSchema'] as JsonObject);
        if (!input || !output) continue;
        const schema = pairs[at]?.[0][0] ?? {};
        const calls = fc.sample(instanceOf(schema, 4), { numRuns: SAMPLES, seed }).map((value) => ({ value }));
        const [call] = breaksOf(input, output, calls);
        if (call !== undefined) {
          count.breaks += 1;
          // What an open object took before is risky by convention.
          const isTold = own.some(({ level }) => GRAVE.has(level) || level === 'risky');
          expect(isTold, JSON.stringify([pairs[at]?.[0], call])).toBe(true);
        }
        for (const { level, witness } of own) {
          if (level !== 'breaking' || witness?.of !== 'call') continue;
          count.witnesses += 1;
          expect(breaksOf(input, output, [witness.before]), JSON.stringify(pairs[at]?.[0])).toHaveLength(1);
        }
      }
    }),
    { numRuns: runs(150) },
  );
  expect(Math.min(count.breaks, count.witnesses)).toBeGreaterThan(0);
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
      const own = changes.filter(({ target }) => target.tool === tool['name'] && target.path[0] !== 'output_schema');
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
      for (const { witness } of now ? own.filter(({ level }) => level === 'breaking') : []) {
        if (witness?.of !== 'call') continue;
        expect([judge(input)(witness.before), judge(now?.['inputSchema'] as object)(witness.before)]).toEqual([
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
