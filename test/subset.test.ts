/** Verdicts on random pairs of schemas against ajv: nothing that breaks is called compatible, and few harmless pairs anything else. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../compiler/diff/change.ts';
import { diff } from '../compiler/diff/diff.ts';
import { counterexample } from '../compiler/diff/witness/counterexample.ts';
import { simplified } from '../compiler/diff/schema/simplify.ts';
import { planDescription } from '../compiler/plan/description.ts';
import type { Plan } from '../compiler/plan/model.ts';
import type { Json, Schema } from '../runtime/language/index.ts';
import { runs } from './support/runs.ts';
import { instanceOf, schemaEdit } from './support/schema-pairs.ts';
import type { SchemaEdit } from './support/schema-pairs.ts';

const SAMPLES = 50;

type Side = 'argument' | 'result';

interface Judged {
  readonly edit: SchemaEdit;
  /** The gravest level on the wire. */
  readonly verdict: Change['level'];
  readonly changes: readonly Change[];
  /** Accepted where it came from, rejected where it goes. */
  readonly breaks: { readonly value: Json } | undefined;
}

describe.each([
  ['ext', 'argument', 600],
  ['mcp', 'argument', 1500],
  ['mcp', 'result', 900],
] as const)('%s: verdicts on an edited %s', (profile, side, all) => {
  test('are never milder than ajv, and seldom more severe', { timeout: 240_000 }, () => {
    const judged = fc.sample(schemaEdit(profile), { numRuns: runs(all), seed: 14 }).map((edit) => judge(edit, side));
    const harmless = judged.filter(({ breaks }) => breaks === undefined);
    const breaking = judged.filter(({ breaks }) => breaks !== undefined);
    const share = (list: readonly Judged[], verdict: string, of: readonly Judged[]): number =>
      (100 * list.filter((one) => one.verdict === verdict).length) / Math.max(1, of.length);
    const measured = {
      unsound: breaking
        .filter(({ verdict, changes }) => verdict === 'safe' || (verdict === 'risky' && !isByConvention(changes)))
        .map(shown),
      alarms: share(harmless, 'breaking', harmless),
      unknown: share(harmless, 'unknown', harmless),
      missed: share(breaking, 'unknown', breaking),
      unwitnessed: judged
        .flatMap(({ changes }) => changes)
        .filter(({ level, witness }) => level === 'breaking' && !witness).length,
    };
    const told = JSON.stringify(
      {
        ...measured,
        harmless: harmless.length,
        breaking: breaking.length,
        first: harmless
          .filter(({ verdict }) => verdict === 'breaking' || verdict === 'unknown')
          .slice(0, 12)
          .map(shown),
      },
      null,
      1,
    );
    expect(measured.unsound, told).toEqual([]);
    // Of few cases two alone are more than the share of many.
    const few = 250 / Math.max(1, harmless.length);
    expect(measured.alarms, told).toBeLessThan(Math.max(3, few));
    expect(measured.unknown, told).toBeLessThan(Math.max(2, few));
    // A break without an example may be none.
    expect(measured.unwitnessed, told).toBeLessThan(Math.max(4, judged.length * 0.02));
  });
});

function shown({ edit: [before, after], changes, breaks }: Judged): string {
  const kinds = changes.map(({ kind, level }) => `${kind}:${level}`).join(' ');
  return `${JSON.stringify(before)} → ${JSON.stringify(after)} | ${kinds} | ${JSON.stringify(breaks)}`;
}

/** What an open object took before, and enums and bounds of results, are possible breaks by definition. */
function isByConvention(changes: readonly Change[]): boolean {
  return changes.some(({ level }) => level === 'risky');
}

function judge(edit: SchemaEdit, side: Side): Judged {
  const [before, after] = edit;
  const changes = diff(planOf(before, side), planOf(after, side)).filter(({ axis }) => axis === 'wire');
  const [from, to] = side === 'argument' ? [before, after] : [after, before];
  const [isOld, isNow] = [ajvOf(from), ajvOf(to)];
  const values = fc.sample(fc.oneof(instanceOf(from), instanceOf(to)), { numRuns: SAMPLES, seed: 3 });
  const sampled = values.find((value) => isOld(value) && !isNow(value));
  const made = sampled === undefined ? counterexample(from, from, to, to) : undefined;
  const value = made !== undefined && isOld(made) && !isNow(made) ? made : sampled;
  const breaks = value === undefined ? undefined : { value };
  const witnesses = changes.flatMap(({ witness }) => witness ?? []);
  const example = witnesses.length > 0 && side === 'argument' ? valueIn(witnesses[0]?.before) : undefined;
  if (example !== undefined)
    expect([isOld(example), isNow(example)], shown({ edit, changes, breaks, verdict: 'breaking' })).toEqual([
      true,
      false,
    ]);
  return {
    edit,
    verdict: gravest(changes),
    changes,
    breaks: breaks ?? (example === undefined ? undefined : { value: example }),
  };
}

function valueIn(call: Json | undefined): Json | undefined {
  return typeof call === 'object' && call !== null && !Array.isArray(call)
    ? (call as Record<string, Json>)['value']
    : undefined;
}

const GRAVITY = ['breaking', 'unknown', 'risky', 'safe'] as const;

function gravest(changes: readonly Change[]): Change['level'] {
  return GRAVITY.find((level) => changes.some((change) => change.level === level)) ?? 'safe';
}

// One for all: each of them compiles the schema of schemas, which costs more than a schema of ours.
const AJV = new Ajv2020({ strict: false, logger: false, code: { optimize: false } });
addFormats.default(AJV);

function ajvOf(schema: Schema): (value: Json) => boolean {
  const fits = AJV.compile(schema);
  AJV.removeSchema(schema);
  return fits;
}

/** A server with one tool that takes or gives the value. */
function planOf(schema: Schema, side: Side): Plan {
  const description = planDescription([{ part: 'does', text: 'Looks.' }]);
  const value = { type: 'object', properties: { value: schema }, required: ['value'] } as const;
  const empty = { type: 'object', properties: {}, required: [] } as const;
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };
  const tool = {
    name: 'look',
    title: 'Look',
    description,
    authored: { does: 'Looks.', when: 'x' },
    inputSchema: { ...(side === 'argument' ? value : empty), additionalProperties: false },
    returns: side === 'result' ? value : empty,
    annotations,
    behavior: { kind: 'handler', export: 'look' },
    evals: [],
    source: 'a.yaml',
  } as const;
  const server = {
    name: 's',
    version: '1.0.0',
    title: 'S',
    summary: 'S.',
    transports: ['stdio'],
    coerce: false,
    env: {},
    connections: {},
    limits: { calls_per_minute: 60, concurrency: 4, timeout_ms: 1000 },
    tools: [tool],
    source: 'a.yaml',
  } as const;
  return { planVersion: 1, servers: [server], skills: [] };
}

test('the plain form of a schema accepts the same values', { timeout: 240_000 }, () => {
  for (const edit of fc.sample(schemaEdit('mcp'), { numRuns: runs(600), seed: 5 }))
    for (const schema of edit) {
      const [own, plain] = [ajvOf(schema), ajvOf(simplified(schema))];
      const values = fc.sample(instanceOf(schema), { numRuns: 25, seed: 1 });
      expect(
        values.filter((value) => plain(value) !== own(value)),
        `${JSON.stringify(schema)} ${JSON.stringify(simplified(schema))}`,
      ).toEqual([]);
    }
});
