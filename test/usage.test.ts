/** `haft diff --usage`: which recorded calls the changes would break, by change and in total. */
import { expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { diff } from '../compiler/versions/diff.ts';
import { countUsage } from '../compiler/versions/usage.ts';
import type { Usage } from '../compiler/versions/usage.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { TEXT, TOOL } from './support/released.ts';

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
  expect(used(TEXT.replace('maxLength: 40', 'maxLength: 4'), lines)).toEqual({
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
