/** Verdicts on random pairs of schemas against ajv: nothing that breaks is called compatible, and few harmless pairs anything else. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../compiler/versions/change.ts';
import { diff } from '../compiler/versions/diff.ts';
import { counterexample } from '../compiler/versions/witness/samples.ts';
import { simplifiedSchema } from '../compiler/versions/schema/simplify.ts';
import { isSubset } from '../compiler/versions/subset/subset.ts';
import { planDescription } from '../compiler/plan/description.ts';
import type { Plan } from '../compiler/plan/model.ts';
import type { Json, Schema } from '../runtime/language/index.ts';
import { runs } from './support/runs.ts';
import { slices } from './support/slices.ts';
import { instanceOf } from './support/schema-instances.ts';
import { schemaEdit } from './support/schema-pairs.ts';
import type { SchemaEdit } from './support/schema-pairs.ts';

const SAMPLES = 50;
/** Of what is called breaking although none of those shows it. */
const MORE_SAMPLES = 1000;

type Side = 'argument' | 'result';

interface Judged {
  readonly edit: SchemaEdit;
  /** The gravest level on the wire. */
  readonly verdict: Change['level'];
  readonly changes: readonly Change[];
  /** Accepted where it came from, rejected where it goes. */
  readonly breaks: { readonly value: Json } | undefined;
  /** Accepted before, rejected now. */
  readonly lost: Json | undefined;
}

const CASES = (['ext', 'mcp'] as const).flatMap((profile) =>
  (['argument', 'result'] as const).flatMap((side) =>
    slices(profile === 'ext' ? 2500 : 5000, 500).map(([seed, all]) => [profile, side, all, seed] as const),
  ),
);

interface Measured {
  harmless: number;
  breaking: number;
  /** Harmless, and told as breaking or as unknown. */
  readonly alarms: string[];
  readonly unknown: string[];
  /** Breaking changes without an example: they may be none. */
  readonly unwitnessed: string[];
}

const SIDES = new Map<string, Measured>();

describe.each(CASES)('%s: verdicts on an edited %s, %i from seed %i', (profile, side, all, seed) => {
  test('are never milder than ajv', { timeout: 240_000 }, () => {
    const own = SIDES.get(`${profile} ${side}`) ?? {
      harmless: 0,
      breaking: 0,
      alarms: [],
      unknown: [],
      unwitnessed: [],
    };
    SIDES.set(`${profile} ${side}`, own);
    for (const edit of fc.sample(schemaEdit(profile), { numRuns: runs(all), seed })) {
      const one = judge(edit, side);
      const { breaks, verdict, changes } = one;
      own.unwitnessed.push(
        ...changes.filter(({ level, witness }) => level === 'breaking' && !witness).map(() => shown(one)),
      );
      if (breaks === undefined) own.harmless += 1;
      else own.breaking += 1;
      if (breaks !== undefined) {
        const isTold =
          verdict === 'breaking' || verdict === 'unknown' || (verdict === 'risky' && isByConvention(edit, side));
        expect(isTold, shown(one)).toBe(true);
      } else if (verdict === 'safe') {
        // No call and no result is rejected that was not.
        expect(one.lost, shown(one)).toBeUndefined();
      } else if (verdict === 'breaking' && !isGone(changes)) own.alarms.push(shown(one));
      else if (verdict === 'unknown') own.unknown.push(shown(one));
    }
  });
});

describe.each(['ext argument', 'ext result', 'mcp argument', 'mcp result'])(
  '%s: verdicts on harmless edits',
  (name) => {
    test('are seldom more severe than ajv', () => {
      const { harmless = 0, breaking = 0, alarms = [], unknown = [], unwitnessed = [] } = SIDES.get(name) ?? {};
      // Of few cases two alone are more than the share of many.
      const share = (most: number): number => Math.max(2, (most / 100) * harmless);
      const mostAlarms = name.startsWith('ext') ? 1 : 3;
      expect(alarms.length, alarms.slice(0, 12).join('\n')).toBeLessThanOrEqual(share(mostAlarms));
      expect(unknown.length, unknown.slice(0, 12).join('\n')).toBeLessThanOrEqual(share(2));
      expect(unwitnessed.length, unwitnessed.slice(0, 12).join('\n')).toBeLessThanOrEqual(
        Math.max(4, (harmless + breaking) * 0.02),
      );
    });
  },
);

/** A property that a result no longer has breaks by definition, however rarely it was returned. */
function isGone(changes: readonly Change[]): boolean {
  return changes.some(({ kind, level }) => kind === 'result/removed' && level === 'breaking');
}

function shown({ edit: [before, after], changes, breaks }: Omit<Judged, 'lost'>): string {
  const kinds = changes.map(({ kind, level }) => `${kind}:${level}`).join(' ');
  return `${JSON.stringify(before)} → ${JSON.stringify(after)} | ${kinds} | ${JSON.stringify(breaks)}`;
}

/** What an open object took before, and enums and bounds of results, are possible breaks by definition. */
function isByConvention(edit: SchemaEdit, side: Side): boolean {
  return side === 'result' || edit.some(hasOpenObject);
}

function hasOpenObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { type, properties, additionalProperties: others = true } = value as Schema;
  const isObject = type === 'object' || properties !== undefined || (Array.isArray(type) && type.includes('object'));
  return (isObject && others === true) || Object.values(value).some(hasOpenObject);
}

function judge(edit: SchemaEdit, side: Side): Judged {
  const [before, after] = edit;
  const changes = diff(planOf(before, side), planOf(after, side)).filter(({ axis }) => axis === 'wire');
  const [from, to] = side === 'argument' ? [before, after] : [after, before];
  const [isOld, isNow] = [ajvOf(from), ajvOf(to)];
  const [wasValid, isValid] = side === 'argument' ? [isOld, isNow] : [isNow, isOld];
  const values = fc.sample(fc.oneof(instanceOf(from), instanceOf(to)), { numRuns: SAMPLES, seed: 3 });
  const isBroken = (value: Json | undefined): boolean => value !== undefined && isOld(value) && !isNow(value);
  const sampled = values.find(isBroken);
  const made = sampled === undefined ? counterexample(from, from, to, to) : undefined;
  const more = (): Json | undefined => {
    const isAlarm = gravest(changes) === 'breaking' && !isGone(changes);
    return isAlarm ? fc.sample(instanceOf(from), { numRuns: MORE_SAMPLES, seed: 4 }).find(isBroken) : undefined;
  };
  const value = isBroken(made) ? made : (sampled ?? more());
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
    lost: values.find((one) => wasValid(one) && !isValid(one)),
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
      const [own, plain] = [ajvOf(schema), ajvOf(simplifiedSchema(schema))];
      const values = fc.sample(instanceOf(schema), { numRuns: 25, seed: 1 });
      expect(
        values.filter((value) => plain(value) !== own(value)),
        `${JSON.stringify(schema)} ${JSON.stringify(simplifiedSchema(schema))}`,
      ).toEqual([]);
    }
});

test.each<[format: string, bounds: Schema, holds: boolean]>([
  ['date', { maxLength: 10 }, true],
  ['date', { minLength: 10 }, true],
  ['date', { maxLength: 9 }, false],
  ['uuid', { minLength: 36, maxLength: 36 }, true],
  ['uuid', { maxLength: 35 }, false],
  ['ipv4', { minLength: 7, maxLength: 15 }, true],
  ['ipv4', { maxLength: 14 }, false],
  ['date-time', { maxLength: 20 }, false],
  ['email', { maxLength: 254 }, false],
])('lengths that the format %s has anyway reject nothing: %j', (format, bounds, holds) => {
  const written: Schema = { type: 'string', format };
  expect(isSubset(written, written, { ...written, ...bounds }, {})).toBe(holds);
});
