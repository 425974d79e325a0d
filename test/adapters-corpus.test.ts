/** A drawn corpus of bumps: half of them need no copy, and no adapter is wrong, neither in what is accepted nor in what is sent and returned. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callOver, descriptorsOf } from '../compiler/edge/calls/call-over.ts';
import { listedAndRest } from '../compiler/emit/server/descriptor.ts';
import { dryRun } from '../compiler/cli/call/dry-run.ts';
import { writtenAdapter } from '../compiler/plan/adapter.ts';
import type { PlannedTool } from '../compiler/plan/named-tools.ts';
import type { ToolPlan } from '../compiler/plan/model.ts';
import { doubtOf } from '../compiler/versions/adapters/prove.ts';
import { inferAdapter } from '../compiler/versions/adapters/infer.ts';
import { plainForm } from '../compiler/versions/schema/forms.ts';
import { judgeOf, samplesBetween } from '../compiler/versions/witness/witness.ts';
import type { ResultTable } from '../runtime/descriptor/descriptor.ts';
import { type Adapter, type Json, type JsonObject, type Schema, isJsonObject } from '../runtime/language/index.ts';
import { type CorpusTool, corpusTools, planned } from './support/bump-corpus.ts';
import { CORPUS_EDITS } from './support/bump-edits.ts';
import { runs } from './support/runs.ts';

const EDITS = Object.entries(CORPUS_EDITS);
const TOOLS = corpusTools();
/** Bumps of each kind; a default run draws the first of them. */
const EACH = runs(50) < 50 ? 2 : 50;

interface Drawn {
  readonly kind: string;
  readonly origin: CorpusTool['origin'];
  readonly of: CorpusTool;
  readonly after: JsonObject;
  readonly before: ToolPlan;
  readonly now: ToolPlan;
}

/** The same draws in every run. */
function draw(kind: string, count: number): Drawn[] {
  const found: Drawn[] = [];
  let state = [...kind].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 2147483647;
  const pick = (below: number): number => (state = (state * 48271) % 2147483647) % below;
  for (let tries = 0; tries < 40 * count && found.length < count; tries += 1) {
    const of = TOOLS[pick(TOOLS.length)];
    const chosen =
      kind === 'two' ? [EDITS[pick(EDITS.length)], EDITS[pick(EDITS.length)]] : [EDITS.find(([name]) => name === kind)];
    const after = chosen.reduce<JsonObject | undefined>((tool, edit) => tool && edit?.[1](tool, pick), of?.tool);
    const [before, now] =
      of && after ? [of.tool, after].map((tool) => planned(of.server, [tool])?.plan.servers[0]?.tools[0]) : [];
    if (of && after && before && now && JSON.stringify(before) !== JSON.stringify(now))
      found.push({ kind, origin: of.origin, of, after, before, now });
  }
  return found;
}

const KINDS = [...EDITS.map(([name]) => name), 'two'];
const ALL = KINDS.flatMap((kind) => draw(kind, EACH));

test('the corpus has bumps of every kind and origin', () => {
  const count = (of: (one: Drawn) => string): Record<string, number> => {
    const all = ALL.map(of);
    return Object.fromEntries(all.map((name) => [name, all.filter((other) => other === name).length]));
  };
  expect(count(({ kind }) => kind)).toEqual(Object.fromEntries(KINDS.map((kind) => [kind, EACH])));
  expect(Object.keys(count(({ origin }) => origin)).length).toBe(3);
});

test('half of them need no copy', () => {
  const made = ALL.map(({ kind, before, now }) => ({
    kind,
    adapter: inferAdapter(before, { ...now, name: `${now.name}_v2` }),
  }));
  const copies = made.filter(({ adapter }) => typeof adapter === 'string');
  expect(made.length).toBeGreaterThanOrEqual(6 * EACH);
  expect(
    copies.length,
    copies.map(({ kind, adapter }) => `${kind}: ${String(adapter)}`).join('\n'),
  ).toBeLessThanOrEqual(made.length / 2);
});

describe('an adapter', () => {
  test.each(ALL.map((one, at) => [`${at} ${one.kind} ${one.before.name}`, one] as const))(
    '%s: accepts, sends and returns what the tool did',
    async (_name, one) => {
      const adapter = inferAdapter(one.before, { ...one.now, name: `${one.now.name}_v2` });
      if (typeof adapter !== 'string') await expectSame(one, adapter);
    },
  );

  test('was compared by results that are successes', () => {
    expect(SUCCEEDED.size).toBeGreaterThanOrEqual(Math.min(EACH, 10));
  });
});

/** Tools whose results were compared, and not only their failures. */
const SUCCEEDED = new Set<string>();

async function expectSame({ of, after, before }: Drawn, adapter: Adapter): Promise<void> {
  const successor = `${before.name}_v2`;
  const written = writtenAdapter({ kind: 'via', tool: successor, ...adapter }, successor);
  const { http: _http, command: _command, mcp: _mcp, file: _file, ...rest } = of.tool;
  const old = {
    ...rest,
    deprecated: { since: '2026-11-23', use: successor, remove_after: '2027-02-21', reason: 'It changed.', ...written },
  };
  const specs = planned(of.server, [{ ...after, name: successor, replaces: before.name }, old as JsonObject]);
  const server = specs?.plan.servers[0];
  const [tool, target] = [before.name, successor].map((name) => server?.tools.find((one) => one.name === name));
  if (!server || !tool || !target) return expect.fail(JSON.stringify(written));
  expect({ ...tool, behavior: null, description: null, deprecated: null }).toEqual({
    ...before,
    behavior: null,
    description: null,
    deprecated: null,
  });
  expect({ ...listedAndRest(tool)[0], description: null }).toEqual({ ...listedAndRest(before)[0], description: null });
  expect(doubtOf(tool, target, adapter)).toBeUndefined();
  const [own, other] = [
    { server: { ...server, tools: [before] }, tool: before },
    { server, tool },
  ];
  for (const call of callsOf(before)) {
    expect(await sent(other, call), JSON.stringify([written, call])).toEqual(await sent(own, call));
    const result = await returned(own, call, before);
    expect(await returned(other, call, before), JSON.stringify([written, call])).toEqual(result);
    if (result.includes('"success":true')) SUCCEEDED.add(before.name);
  }
}

function callsOf(tool: ToolPlan): readonly JsonObject[] {
  const schema = plainForm(tool.inputSchema);
  const judge = judgeOf({ tools: [tool] }, tool);
  const all = samplesBetween(schema, schema).filter((call) => 'value' in judge(call)) as JsonObject[];
  return fc.sample(fc.shuffledSubarray(all), { numRuns: 1, seed: 3 })[0]?.slice(0, EACH === 50 ? 9 : 3) ?? [];
}

/** What a new parameter with a default adds is what its author wants to be added (EXT §9 rule 1). */
const ADDED =
  /[?&]detail=short|--detail short|, "--detail","short"|,"detail":"short"|"detail":"short",?|,"--detail","short"/g;

function variablesOf({ server }: PlannedTool): Record<string, string> {
  return Object.fromEntries(Object.keys(server.env).map((name) => [name, '8080']));
}

async function sent(of: PlannedTool, args: JsonObject): Promise<unknown> {
  const { server, tool } = descriptorsOf(of);
  const run = await dryRun(tool, { server, args, variables: variablesOf(of), write: () => {} });
  return JSON.stringify([run.sent, run.failed ?? null]).replaceAll(ADDED, '');
}

/** With the same answer of the service or program behind it; each failure has a reference of its own. */
async function returned(of: PlannedTool, args: JsonObject, before: ToolPlan): Promise<string> {
  const { server, tool } = descriptorsOf(of);
  const text = JSON.stringify(answerFor(before));
  const bytes = new TextEncoder().encode(text);
  const wire = {
    waits: false,
    fetch: () => Promise.resolve(new Response(text, { headers: { 'content-type': 'application/json' } })),
    runProgram: () => Promise.resolve({ kind: 'ended', exit: '0', stdout: bytes, stderr: new Uint8Array() } as const),
    upstreams: () => ({ open: () => Promise.reject(new Error('closed')), close: () => Promise.resolve() }) as never,
    databases: () => () => Promise.resolve({ kind: 'aborted' } as const),
  };
  const { text: result } = await callOver(wire, { server, tool, args, variables: variablesOf(of) });
  return result.replaceAll(/reference [0-9a-f]{8}/g, 'reference');
}

/** What the result of the tool can be read from. */
function answerFor({ behavior, returns }: ToolPlan): Json {
  const table = 'result' in behavior && behavior.kind !== 'via' ? behavior.result : undefined;
  return table ? filled(table, returns, {}) : (sampleOf(returns) ?? {});
}

function sampleOf(schema: Schema): Json | undefined {
  return (
    samplesBetween(plainForm({ type: 'object', properties: { one: schema }, required: ['one'] }), {})
      .map((one) => (one as JsonObject)['one'])
      .at(-1) ?? undefined
  );
}

function filled(table: ResultTable, { properties = {} }: Schema, answer: Json): Json {
  return Object.entries(table).reduce<Json>((made, [name, rule]) => {
    const schema = properties[name] ?? {};
    if (typeof rule === 'string') return placed(made, rule, sampleOf(schema) ?? null);
    if ('each' in rule && 'fields' in rule)
      return placed(made, rule.each, [filled(rule.fields, schema.items ?? {}, {})]);
    if ('fields' in rule && !('each' in rule) && !('entries' in rule)) return filled(rule.fields, schema, made);
    return 'pointer' in rule && rule.pointer !== undefined
      ? placed(made, rule.pointer, sampleOf(schema) ?? null)
      : made;
  }, answer);
}

function placed(answer: Json, pointer: string, value: Json): Json {
  const [name, ...rest] = pointer.split('/').slice(1);
  if (name === undefined) return value;
  const own = isJsonObject(answer) ? answer : {};
  return { ...own, [name]: rest.length === 0 ? value : placed(own[name] ?? {}, `/${rest.join('/')}`, value) };
}
