/** A contract is a file that anybody can edit: whatever is in it, it is named as wrong or all later steps can work with it. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bump } from '../compiler/versions/bump/bump.ts';
import { allTools } from '../compiler/plan/named-tools.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { judgedTexts } from '../compiler/versions/meaning/changed-texts.ts';
import { POLICY } from '../compiler/versions/policy/index.ts';
import { diff } from '../compiler/versions/diff.ts';
import { NO_RECORDS } from '../compiler/versions/receipts/record.ts';
import { staleChoices } from '../compiler/versions/receipts/stale.ts';
import { versionAdvice } from '../compiler/versions/semver.ts';
import { contractText, readContract } from '../compiler/plan/contract.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { FORMAT_NAMES } from '../compiler/report/format-names.ts';
import { compareVersions } from '../compiler/versions/against-release.ts';
import { changesAs } from './support/print-context.ts';
import { mutatedJson } from './support/json-mutations.ts';
import { anyPlan } from './support/random-plan.ts';
import { TEXT } from './support/released.ts';
import { SKILL } from './support/linked.ts';
import { runs } from './support/runs.ts';

function reports(before: Plan, after: Plan): void {
  const changes = diff(before, after);
  const versions = versionAdvice(before, after, changes);
  const report = {
    project: 'p',
    day: '2026-11-20',
    before: { label: 'a', versions: [] },
    after: { label: 'b', versions: [] },
    changes,
    staleEvals: staleChoices(
      before,
      after,
      { records: NO_RECORDS, gate: { tool: 0.9, offline: false }, choices: [] },
      '2026-11-20',
    ),
    versions,
    texts: judgedTexts(before, after, []),
    deprecated: [],
  };
  for (const format of FORMAT_NAMES) expect(changesAs(format)(report)).toBeTypeOf('string');
}

/** The Plan where it was taken for one; otherwise there is one sentence without a stack or a value of ours. */
function read(value: unknown): Plan | undefined {
  const result = readContract(JSON.stringify(value) ?? 'undefined');
  if ('plan' in result) return result.plan;
  expect(result.problem).toMatch(/^(?:"|its? |Unexpected|Expected)[^\n]*[^.\n]$/);
  expect(result.problem).not.toMatch(/undefined|\[object|NaN/);
  return undefined;
}

const asJson = (plan: Plan): unknown => JSON.parse(contractText(plan));

describe('a contract', () => {
  test('is read again, whichever keys of the shape it has', () => {
    const text = `kind: server
name: shop
version: 1.0.0
summary: Sells books.
tools:
  - name: list_books
    description: { does: Lists the books of a shelf., when: the user asks which books there are }
    effects: read
    parameters: { label: { type: string, description: Label of a shelf. } }
    returns: { type: object, properties: { message: { type: string } } }
    command: { argv: [books, ["--label={label}"]], omit: { label: "" }, result: { message: { value: Done. } } }`;
    const { value } = planSpecs([{ path: 'specs/a.yaml', text }]);
    expect(readContract(contractText(value?.plan ?? { planVersion: 1, servers: [], skills: [] }))).toMatchObject({
      plan: { servers: [{ tools: [{ behavior: { omit: { label: '' } } }] }] },
    });
  });

  test('of any Plan is one', () => {
    fc.assert(
      fc.property(anyPlan(), (plan) => {
        expect(readContract(contractText(plan))).not.toHaveProperty('problem');
      }),
      {
        numRuns: runs(300),
      },
    );
  });

  test('that was changed by hand can be compared and reported, or is none', () => {
    const both = anyPlan().chain((plan) => fc.tuple(fc.constant(plan), mutatedJson(asJson(plan))));
    const taken = { count: 0 };
    fc.assert(
      fc.property(both, ([plan, value]) => {
        const changed = read(value);
        if (!changed) return;
        taken.count += 1;
        reports(changed, plan);
        reports(plan, changed);
      }),
      { numRuns: runs(1500, 30), endOnFailure: true },
    );
    expect(taken.count).toBeGreaterThan(runs(50));
  });

  test('of a project that was changed by hand is judged by the policy and can be bumped from, or is none', () => {
    const specs = [
      { path: 'specs/clock.yaml', text: TEXT },
      { path: 'specs/trip/skill.yaml', text: SKILL.replace(/^references.*\n/m, '') },
    ];
    const { value: compiled, diagnostics } = planSpecs(specs);
    if (!compiled) return expect.fail(JSON.stringify(diagnostics));
    const dates = { today: '2026-11-20', periodDays: 90 };
    fc.assert(
      fc.property(mutatedJson(asJson(compiled.plan)), (value) => {
        const released = read(value);
        if (!released) return;
        compareVersions(released, compiled, dates, POLICY);
        reports(released, compiled.plan);
        for (const tool of allTools(released)) bump(tool, compiled.spec, dates, 'It changed.');
      }),
      { numRuns: runs(1500), endOnFailure: true },
    );
  });

  test('of 900,000 lists inside each other is none', () => {
    const text = `{"contractVersion":1,"servers":${'['.repeat(9e5)}${']'.repeat(9e5)}}`;
    expect(readContract(text)).toEqual({ problem: 'it nests deeper than 100 levels' });
  });

  test.each([
    ['[]', 'it is not a map'],
    ['null', 'it is not a map'],
    ['{}', 'it has no "contractVersion"'],
    ['{"contractVersion":0}', '"contractVersion" must be 5, got the number 0'],
    [`{"contractVersion":"${'3'.repeat(1000)}"}`, `"contractVersion" must be 5, got the string "${'3'.repeat(58)}…`],
    ['{"contractVersion":1,"servers":{},"skills":[]}', '"servers" is not a list'],
    ['{"contractVersion":1,"servers":[],"skills":[null]}', '"skills"[0] is not a map'],
  ])('%.60s: %s', (text, problem) => {
    expect(readContract(text)).toEqual({ problem });
  });
});

test('a contract of format 1 is read: two keys of a tool had other names', () => {
  const former: Record<string, string> = { authored: 'words', behavior: 'behaviour' };
  const { value } = planSpecs([{ path: 'specs/server.yaml', text: TEXT }]);
  if (!value) throw new Error('the example compiles');
  const { contractVersion: _version, ...now } = JSON.parse(contractText(value.plan));
  const servers = now.servers.map((server: { tools: Record<string, unknown>[] }) => ({
    ...server,
    tools: server.tools.map((tool) => {
      return Object.fromEntries(Object.entries(tool).map(([key, part]) => [former[key] ?? key, part]));
    }),
  }));
  const old = readContract(JSON.stringify({ contractVersion: 1, ...now, servers }));
  expect('plan' in old && JSON.parse(contractText(old.plan))).toEqual({ contractVersion: 5, ...now });
});
