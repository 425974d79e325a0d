/** `haft diff --usage`: which recorded calls the changes would break, by change and in total. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { plansOfLists } from '../compiler/features/import/mcp/list-plan.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { diff } from '../compiler/versions/diff.ts';
import { UNKNOWN_CLIENT, countUsage, withBrokenCalls } from '../compiler/versions/usage.ts';
import type { Usage } from '../compiler/versions/usage.ts';
import type { Plan, ToolPlan } from '../compiler/plan/model.ts';
import { TEXT, TOOL } from './support/released.ts';
import { runs } from './support/runs.ts';
import { instanceOf } from './support/schema-instances.ts';
import { schemaEdit } from './support/schema-pairs.ts';

function planOf(text: string): Plan {
  const { value, diagnostics } = planSpecs([{ path: 'specs/a.yaml', text }]);
  if (!value) throw new Error(JSON.stringify(diagnostics));
  return value.plan;
}

const RELEASED = planOf(TEXT);
const call = (args: object, tool = 'get_time'): string => JSON.stringify({ server: 'clock', tool, arguments: args });

/** The counts, and those of each change by its kind. */
function used(text: string, lines: readonly (string | undefined)[]): Omit<Usage, 'byChange'> & { by: object } {
  const after = planOf(text);
  const changes = diff(RELEASED, after);
  const counter = countUsage(RELEASED, after, changes);
  for (const line of lines) counter.add(line);
  const { byChange, ...counts } = counter.result();
  const by = changes.flatMap(({ kind, fingerprint }) => {
    const count = byChange.get(fingerprint);
    return count === undefined ? [] : [[kind, count] as const];
  });
  return { ...counts, by: Object.fromEntries(by) };
}

test('a tightened bound breaks the calls beyond it, and no others', () => {
  const lines = [call({}), call({ zone: 'UTC' }), call({ zone: 'Europe/Berlin' }), call({ zone: 'x'.repeat(41) })];
  expect(used(TEXT.replace('maxLength: 40', 'maxLength: 4'), lines)).toMatchObject({
    calls: 4,
    valid: 3,
    broken: 1,
    unknown: 0,
    bad: { count: 0, lines: [] },
    by: { 'param/bounds-tightened': 1 },
  });
  expect(used(TEXT, lines)).toMatchObject({ valid: 3, broken: 0, by: {} });
});

test('a removed tool breaks all of its calls', () => {
  const counts = used(TEXT.replace(TOOL, ''), [call({}), call({ zone: 'UTC' }), call({}, 'list_trains')]);
  expect(counts).toMatchObject({ calls: 3, valid: 3, broken: 2, by: { 'tool/removed': 2 } });
});

test('lines of the log are ignored, others are counted and named, whatever they are', () => {
  const log = '{"time":"2026-11-20T00:00:00Z","level":"info","server":"clock","message":"ready"}';
  const lines = [
    log,
    call({}),
    '{',
    '[]',
    undefined,
    '"x"',
    '{"server":"clock"}',
    '{"arguments":{}}',
    call({}, 'get_hour'),
  ];
  expect(used(TEXT, lines)).toMatchObject({
    calls: 1,
    valid: 1,
    unknown: 1,
    bad: { count: 6, lines: [3, 4, 5, 6, 7] },
  });
  expect(used(TEXT, [call({}, '__proto__'), call({}, 'constructor')])).toMatchObject({ calls: 0, unknown: 2 });
});

test('by client: whose calls would be rejected, and when; lines that name none are of an unknown client', () => {
  const line = (args: object, client?: string, time?: string): string =>
    JSON.stringify({ server: 'clock', tool: 'get_time', arguments: args, client, time });
  const { clients } = used(TEXT.replace('maxLength: 40', 'maxLength: 4'), [
    line({ zone: 'Europe/Berlin' }, 'editor 1.2', '2026-11-20T10:00:00Z'),
    line({ zone: 'Europe/Berlin' }, 'editor 1.2', '2026-11-01T10:00:00Z'),
    line({ zone: 'UTC' }, 'editor 1.2'),
    line({ zone: 'UTC' }, 'chat'),
    line({ zone: 'Asia/Tokyo' }),
  ]);
  expect(clients).toEqual([
    { client: 'editor 1.2', valid: 3, broken: 2, first: '2026-11-01T10:00:00Z', last: '2026-11-20T10:00:00Z' },
    { client: UNKNOWN_CLIENT, valid: 1, broken: 1, first: '', last: '' },
  ]);
});

test('for any log: clients share the rejected calls, and only what calls may send has a share', () => {
  const record = fc.record({
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'x'.repeat(41)),
    client: fc.constantFrom(undefined, 'editor', 'chat', ''),
    time: fc.constantFrom(undefined, '2026-11-01', '2026-11-02', '2026-11-03'),
  });
  // The results change as well, which no call can show.
  const edited = TEXT.replaceAll('{ text: { type: string } }', '{ text: { type: [string, "null"] } }');
  const after = planOf(edited.replace('maxLength: 40', 'maxLength: 4'));
  const changes = diff(RELEASED, after);
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), (records) => {
      const counter = countUsage(RELEASED, after, changes);
      for (const { zone, ...rest } of records)
        counter.add(JSON.stringify({ server: 'clock', tool: 'get_time', arguments: { zone }, ...rest }));
      const { clients, broken, valid, shares } = counter.result();
      expect(clients.reduce((sum, one) => sum + one.broken, 0)).toBe(broken);
      for (const one of clients) {
        expect(one.broken).toBeLessThanOrEqual(one.valid);
        expect(one.first <= one.last).toBe(true);
      }
      for (const { axis, target, fingerprint } of changes) {
        const isOfCalls = axis === 'wire' && target.tool === 'get_time' && target.path[0] === 'parameters';
        expect(shares.get(fingerprint)).toBe(isOfCalls && valid > 0 ? (broken / valid) * 100 : undefined);
      }
    }),
    { numRuns: runs(10_000) },
  );
});

// A server with a keyword of imported schemas judges all of its tools by them, and fills no default that does not fit.
test.each([
  ['is broken', 1, {}],
  ['is answered where another tool has branches', 0, { id: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }],
])('a call that leaves out a parameter whose default no longer fits its own schema %s', (_how, broken, properties) => {
  const listWith = (preset: string) => {
    const zone = { type: 'string', pattern: '^[A-F]$', default: preset };
    const tools = [
      { name: 'get_time', description: 'Gets.', inputSchema: { type: 'object', properties: { zone } } },
      { name: 'get_train', description: 'Gets.', inputSchema: { type: 'object', properties } },
    ];
    return { name: 'clock', version: '1.0.0', about: {}, tools };
  };
  const [before, after] = plansOfLists(listWith('A'), listWith('Z'), 'clock');
  const counter = countUsage(before.plan, after.plan, diff(before.plan, after.plan));
  for (const line of [call({}), call({ zone: 'B' })]) counter.add(line);
  expect(counter.result()).toMatchObject({ calls: 2, valid: 2, broken });
});

const withSchema = (inputSchema: ToolPlan['inputSchema']): Plan => {
  const change = (tool: ToolPlan): ToolPlan => (tool.name === 'get_time' ? { ...tool, inputSchema } : tool);
  return { ...RELEASED, servers: RELEASED.servers.map((server) => ({ ...server, tools: server.tools.map(change) })) };
};

test('a call that is rejected breaks with a change, however many changes it takes', () => {
  const wholes = fc.record(
    {
      required: fc.subarray(['one', 'two', 'three']),
      additionalProperties: fc.boolean(),
      minProperties: fc.constantFrom(1, 2),
      maxProperties: fc.constantFrom(1, 2),
      anyOf: fc.constant([{ required: ['one'] }, { required: ['two'] }]),
      allOf: fc.constantFrom([{ required: ['two'] }], [{ properties: { one: { maxLength: 1 } } }]),
    },
    { requiredKeys: [] },
  );
  const edits = fc.tuple(schemaEdit('mcp'), schemaEdit('mcp'), wholes, wholes);
  fc.assert(
    fc.property(edits, fc.nat(), ([[one, two], [other, three], whole, later], seed) => {
      const before = withSchema({ type: 'object', properties: { one, two: other }, ...whole });
      const after = withSchema({ type: 'object', properties: { one: two, three }, ...later });
      const changes = diff(before, after);
      const calls = fc.record({ one: instanceOf(one), two: instanceOf(other) }, { requiredKeys: [] });
      for (const args of fc.sample(calls, { numRuns: 8, seed })) {
        const counter = countUsage(before, after, changes);
        counter.add(call(args));
        const usage = counter.result();
        const breaking = withBrokenCalls(changes, usage).filter(({ brokenCalls }) => brokenCalls > 0);
        expect(breaking.length > 0, JSON.stringify([one, other, whole, later, args])).toBe(usage.broken > 0);
        expect(breaking.every(({ level }) => level === 'breaking')).toBe(true);
      }
    }),
    { numRuns: runs(300, 3) },
  );
});

test('calls of a server that has another name now are broken by its renaming', () => {
  const renamed = TEXT.replace('name: clock', 'name: clocks');
  expect(used(renamed, [call({})])).toMatchObject({ broken: 1, by: { 'server/renamed': 1 } });
});

test('a call that the arguments as a whole reject is broken by what changed of them', () => {
  const properties = { one: { type: 'string' as const }, two: { type: 'string' as const } };
  const before = withSchema({ type: 'object', properties });
  const after = withSchema({ type: 'object', properties, allOf: [{ required: ['one'] }, { required: ['two'] }] });
  const changes = diff(before, after);
  const counter = countUsage(before, after, changes);
  for (const args of [{}, { one: 'a' }, { one: 'a', two: 'b' }]) counter.add(call(args));
  const usage = counter.result();
  expect(usage).toMatchObject({ valid: 3, broken: 2 });
  const counts = withBrokenCalls(changes, usage).map(({ level, brokenCalls }) => ({ level, brokenCalls }));
  expect(counts).toContainEqual({ level: 'breaking', brokenCalls: 2 });
});
