/** Value types of profile ext: every bad spelling has its finding at its place, every change its level and witness, every breaking one its successor. */
import { describe, expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import type { Change } from '../compiler/versions/change.ts';
import { diff } from '../compiler/versions/diff.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { contractText, readContract } from '../compiler/plan/contract.ts';
import { bumped, compiled, toolOf } from './support/bumped.ts';
import { layOver } from './support/example.ts';
import { serverSpec, toolItem } from './support/specs.ts';
import { SPELLINGS } from './value-types/spellings.ts';
import { CHANGES, GROUPS } from './value-types/changes.ts';
import { everyNth } from './support/runs.ts';

test.each(SPELLINGS)('$keys', ({ keys, code, at, hint }) => {
  const { source } = layOver('tool', keys);
  const found = planSpecs([source]).diagnostics.filter((one) => one.code === code);
  expect(found.map(({ span }) => source.text.slice(span.start, span.end))).toContain(at);
  expect(found.map((one) => one.hint).join(' ')).toContain(hint);
});

const parameter = (schema: string): string =>
  `parameters: { due: { ${schema}, description: Day of return; null removes it. } }`;
const result = (schema: string): string => `returns: { type: object, properties: { due: { ${schema} } } }`;

/** As it is after a release: written into a contract and read again. */
function released(keys: string): Plan {
  const { source } = layOver('tool', `${keys}\n`);
  const plan = planSpecs([source], { onlyNew: () => [] }).value?.plan;
  const read = readContract(contractText(plan ?? expect.fail(keys)));
  return 'plan' in read ? read.plan : expect.fail(read.problem);
}

const GRAVITY = ['safe', 'risky', 'unknown', 'breaking'] as const;

function worst(changes: readonly Change[]): Change['level'] {
  const levels = changes.filter(({ axis }) => axis === 'wire').map(({ level }) => level);
  return levels.sort((a, b) => GRAVITY.indexOf(b) - GRAVITY.indexOf(a))[0] ?? 'safe';
}

/** Each breaking change says who breaks: a call that is rejected now, or a result that was never possible. */
function expectWitness(changes: readonly Change[], of: 'call' | 'result'): void {
  for (const { axis, level, witness } of changes)
    if (axis === 'wire' && level === 'breaking') expect(witness).toMatchObject({ of });
}

describe.each(everyNth(2, CHANGES))('$name: $from → $to', ({ from, to, argument, result: results }) => {
  test.each([
    ['argument', 'call', parameter, argument],
    ['result', 'result', result, results],
  ] as const)('%s', (_side, of, write, [there, back]) => {
    const [before, after] = [released(write(from)), released(write(to))];
    const [forth, again] = [diff(before, after), diff(after, before)];
    expect([worst(forth), worst(again)]).toEqual([there, back]);
    expectWitness(forth, of);
    expectWitness(again, of);
  });
});

const PAIR =
  'parameters: { id: { type: string, format: uuid, description: Number on the card. }, mail: { type: string, description: Address of the reader. }, name: { type: string, description: Name of the reader. }, day: { type: [string, "null"], format: date, description: Day of birth; null removes it. } }\n';

test.each(GROUPS)('at_least_one: $from → $to', ({ from, to, levels: [there, back] }) => {
  const [before, after] = [released(PAIR + from), released(PAIR + to)];
  expect([worst(diff(before, after)), worst(diff(after, before))]).toEqual([there, back]);
  expectWitness(diff(before, after), 'call');
});

const command = (schema: string): string => {
  const none = schema.includes('"null"') ? ', translate: { due: { "null": none } }' : '';
  return `command: { argv: [due, ["--due={due}"]]${none} }`;
};

/** A released tool with both sides, whose edit is published as a successor, twice. */
const spec = (schema: string): string => {
  const tool = toolItem(
    'get_time',
    `parameters: { due: { ${schema}, description: Day; unchanged when left out; null removes it. } }\n    ${command(schema)}`,
  );
  return serverSpec('clock', 'Tells the time.', [
    tool.replace(/returns: .*/, `returns: { type: object, properties: { due: { ${schema} } } }`),
  ]);
};

test.each(
  everyNth(
    3,
    CHANGES.filter(({ argument }) => argument.includes('breaking')),
  ),
)('bump: $from ↔ $to', ({ from, to, argument: [there] }) => {
  const [first, second] = there === 'breaking' ? [from, to] : [to, from];
  const once = bumped(spec(first), spec(second), 'get_time');
  const { plan } = compiled(once);
  const own = (name: string) => toolOf(plan, name).inputSchema.properties?.['due'];
  expect(own('get_time')).toEqual(toolOf(compiled(spec(first)).plan, 'get_time').inputSchema.properties?.['due']);
  expect(own('get_time_v2')).toEqual(toolOf(compiled(spec(second)).plan, 'get_time').inputSchema.properties?.['due']);
  const edited = once.replace('name: get_time_v2', 'name: get_time_v2\n    timeout_ms: 900');
  const twice = compiled(bumped(once, edited, 'get_time_v2')).plan;
  expect(toolOf(twice, 'get_time_v2')).toMatchObject({ inputSchema: toolOf(plan, 'get_time_v2').inputSchema });
  expect(toolOf(twice, 'get_time_v3').replaces).toEqual(['get_time_v2']);
});

const shared = (schema: string): string => {
  const using = (name: string): string =>
    toolItem(
      name,
      `parameters: { due: { use: day, description: Day of ${name}; null removes it. } }\n    ${command(schema)}`,
    );
  return serverSpec('clock', 'Tells the time.', ['get_time', 'list_trains'].map(using)).replace(
    'tools:',
    `definitions: { day: { ${schema} } }\ntools:`,
  );
};

test('a definition that two tools use changes both, at their parameters', () => {
  const [before, after] = ['type: [string, "null"]', 'type: string, format: date'].map(
    (schema) => compiled(shared(schema)).plan,
  );
  if (!before || !after) return expect.fail('both compile');
  const breaking = diff(before, after).filter(({ level }) => level === 'breaking');
  expect(breaking.map(({ subject, kind }) => `${subject}: ${kind}`)).toEqual([
    'parameter "due" of tool "get_time": param/form-narrowed',
    'parameter "due" of tool "get_time": param/type-narrowed',
    'parameter "due" of tool "list_trains": param/form-narrowed',
    'parameter "due" of tool "list_trains": param/type-narrowed',
  ]);
  expectWitness(breaking, 'call');
});
