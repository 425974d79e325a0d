/** Groups of which a call gives one: what a model reads, what the server says, and which versions take fewer calls. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { stricterGroups } from '../compiler/versions/compare/call-needs.ts';
import type { ToolPlan } from '../compiler/plan/model.ts';
import { compileSchema, requiringOne } from '../runtime/language/index.ts';
import { callTool } from './runtime/support/call-tool.ts';
import { runs } from './support/runs.ts';
import { serverSpec, toolItem } from './support/specs.ts';

const NAMES = ['a', 'b', 'c', 'd'] as const;

test('a model reads the groups before the cases of other tools', () => {
  const item = toolItem(
    'get_time',
    `parameters: { city: { type: string, description: A city. }, zone: { type: string, description: A zone. } }
    at_least_one: [[city, zone]]
    command: { argv: [date, "{city}", "{zone}"], stdout: text, result: { text: "" } }`,
  );
  const { value } = planSpecs([{ path: 'a.yaml', text: serverSpec('clock', 'Tells the time.', [item]) }]);
  const tool = value?.plan.servers[0]?.tools[0];
  expect(tool?.description.parts.map(({ part }) => part)).toEqual(['does', 'when', 'at_least_one', 'examples']);
  expect(tool?.description.text).toContain('. At least one of city, zone is required. Examples:');
  expect(tool?.inputSchema).not.toHaveProperty('anyOf');
});

test('a call without any of them gets a message that names them; a default does not count', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string', default: 'x' } },
  } as const;
  const check = requiringOne(compileSchema(schema), [
    ['a', 'b'],
    ['c', 'a'],
  ]);
  expect(check({ b: 'x' })).toEqual({ issues: [{ path: '', message: 'At least one of "c" and "a" is required.' }] });
  expect(check({})).toMatchObject({ issues: [{ message: 'At least one of "a" and "b" is required.' }, {}] });
  expect(check({ a: '' })).toEqual({ value: { a: '', c: 'x' } });
});

test('a server judges calls by them, after coercion too', async () => {
  const behavior = { kind: 'handler', export: 'getThing' } as const;
  const parameters = { id: { type: 'integer' }, name: { type: 'string' } } as const;
  const setting = {
    behavior,
    parameters,
    at_least_one: [['id', 'name']],
    coerce: true,
    handlers: { getThing: () => ({}) },
  };
  expect(await callTool(setting, { name: null })).toMatchObject({
    code: 'invalid_arguments',
    error: 'At least one of "id" and "name" is required.',
  });
  expect(await callTool(setting, { id: '5' })).toMatchObject({ success: true });
});

/** A version takes a call when it gives what is required and one of each group. */
interface Version {
  readonly required: readonly string[];
  readonly groups: readonly (readonly string[])[];
}

const subset = fc.subarray([...NAMES]);
const version: fc.Arbitrary<Version> = fc.record({
  required: subset,
  groups: fc.array(fc.subarray([...NAMES], { minLength: 2 }), { maxLength: 3 }),
});

function takes({ required, groups }: Version, given: readonly string[]): boolean {
  return (
    required.every((name) => given.includes(name)) &&
    groups.every((group) => group.some((name) => given.includes(name)))
  );
}

function planOf({ required, groups }: Version): ToolPlan {
  return { inputSchema: { required }, at_least_one: groups } as unknown as ToolPlan;
}

test('a group is stricter exactly when it rejects a call that the other version takes', () => {
  fc.assert(
    fc.property(version, version, (from, to) => {
      const calls = Array.from({ length: 16 }, (_, bits) => NAMES.filter((_name, at) => (bits & (1 << at)) !== 0));
      const stricter = to.groups.filter((group) => {
        return calls.some((given) => takes(from, given) && !takes({ required: [], groups: [group] }, given));
      });
      expect(stricterGroups(planOf(from), planOf(to))).toEqual(stricter);
    }),
    { numRuns: runs(300) },
  );
});
