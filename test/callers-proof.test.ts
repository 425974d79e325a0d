/** What a caller who changed nothing meets: another value in a call, a value that is rejected, a resource that is no longer read. */
import { expect, test } from 'vitest';
import type { ChangeLevel } from '../compiler/versions/change.ts';
import { digest } from '../compiler/report/changes/digest.ts';
import { type ChangeReport, failsGate } from '../compiler/report/changes/report.ts';
import { diff } from '../compiler/versions/diff.ts';
import { countUsage, withBrokenCalls } from '../compiler/versions/usage.ts';
import type { Schema } from '../runtime/language/index.ts';
import { bumped, compiled } from './support/bumped.ts';
import { COMMAND, serverSpec, toolItem } from './support/specs.ts';
import { toolPlan } from './support/tool-plan.ts';

const levels = (before: Schema, after: Schema): Record<string, ChangeLevel> =>
  Object.fromEntries(diff(toolPlan(before), toolPlan(after)).map(({ kind, level }) => [kind, level]));

test.each([
  ['optional', [], [], 'risky'],
  ['required before', ['limit'], [], 'safe'],
])('a default that enters is risky where a call could omit the parameter: %s', (_name, was, is, level) => {
  const before = { properties: { limit: { type: 'integer' } }, required: was } as const;
  const after = { properties: { limit: { type: 'integer', default: 5 } }, required: is } as const;
  expect(levels(before, after)['param/default-added']).toBe(level);
});

const WRAPPED: readonly (readonly [string, (author: Schema) => Schema])[] = [
  ['a parameter', (author) => author],
  ['an item', (author) => ({ type: 'array', items: author })],
  ['a property', (author) => ({ type: 'object', additionalProperties: false, properties: { inner: author } })],
];

test.each(WRAPPED)(
  'a property that rejects values is breaking where the author invited any value: in %s',
  (_name, wrap) => {
    const object = (more: Schema): Schema => ({ properties: { author: wrap({ type: 'object', ...more }) } });
    const typed = { age: { type: 'integer' } } as const;
    const added = (others: Schema, properties: Schema['properties']): string => {
      const [change, ...more] = diff(
        toolPlan(object(others)),
        toolPlan(object({ ...others, ...(properties && { properties }) })),
      );
      expect(more).toEqual([]);
      return `${change?.level}${change?.witness ? ' with a witness' : ''}`;
    };
    expect(added({ additionalProperties: true }, typed)).toBe('breaking with a witness');
    expect(added({ additionalProperties: true }, { age: { type: 'integer', default: 3 } })).toBe(
      'breaking with a witness',
    );
    expect(added({}, typed)).toBe('risky');
    expect(diff(toolPlan(object({})), toolPlan(object({ additionalProperties: true })))).toEqual([]);
    expect(added({ additionalProperties: true }, { age: {} })).toBe('risky');
  },
);

const RESOURCE = 'resources: [{ uri: "shop://order/{id}", name: order, tool: get_time }]\n';
const tool = (name: string, schema: string, more = ''): string =>
  toolItem(
    name,
    `parameters: { id: { description: "Number of the order.", ${schema} } }\n    required: [id]\n    ${COMMAND.replace('[date]', '[date, "{id}"]')}${more}`,
  );
const shop = (...tools: readonly string[]): string => `${serverSpec('shop', 'Knows orders.', tools)}${RESOURCE}`;

test.each([
  ['type: string, maxLength: 4', 'breaking', 'tool: get_time }'],
  ['type: integer', 'breaking', 'tool: get_time }'],
  ['type: string, maxLength: 40', undefined, 'tool: get_time_v2 }'],
])('a resource leads to a successor that reads all of it: %s', (schema, level, kept) => {
  const before = shop(tool('get_time', 'type: string, maxLength: 9'));
  const text = bumped(before, shop(tool('get_time', schema)), 'get_time');
  expect(text).toContain(kept);
  const moved = text.replace('tool: get_time }', 'tool: get_time_v2 }');
  const changed = diff(compiled(before).plan, compiled(moved).plan).find(
    ({ kind }) => kind === 'server/resource-changed',
  );
  expect(changed?.level).toBe(level ?? 'risky');
});

test('a change that rejects recorded calls is breaking, and the headline says so', () => {
  const object = (more: Schema): Schema => ({ properties: { author: { type: 'object', ...more } } });
  const [before, after] = [toolPlan(object({})), toolPlan(object({ properties: { age: { type: 'integer' } } }))];
  const changes = diff(before, after);
  const counted = (age: unknown) => {
    const counter = countUsage(before, after, changes);
    counter.add(JSON.stringify({ server: 'library', tool: 'search', arguments: { author: { age } } }));
    const usage = counter.result();
    const report = { ...REPORT, changes: withBrokenCalls(changes, usage), usage, gate: 'breaking' as const };
    return { fails: failsGate(report), headline: digest(report).headline };
  };
  expect(counted(7)).toEqual({ fails: false, headline: 'No breaking changes; results may differ' });
  expect(counted('old')).toEqual({ fails: true, headline: 'Breaking changes' });
});

const SIDE = { label: 'the contract', versions: [] };
const REPORT: ChangeReport = {
  project: 'library',
  day: '2026-11-20',
  before: SIDE,
  after: SIDE,
  changes: [],
  staleEvals: [],
  texts: [],
  versions: [],
  deprecated: [],
};
