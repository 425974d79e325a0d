/** Whatever dates an author writes: callers have had a deprecation for half of its period, or for all but 30 days of it, before the tool may go. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '../compiler/base/calendar.ts';
import { referenceOf } from '../compiler/check/tool-names.ts';
import type { Deprecation, Plan } from '../compiler/plan/model.ts';
import { diff } from '../compiler/versions/diff.ts';
import { POLICY, judge } from '../compiler/versions/policy/index.ts';
import { writeFiles } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { SPEC, TEXT, TOOL, edited } from './support/released.ts';
import { runs } from './support/runs.ts';
import { toolPlan } from './support/tool-plan.ts';

const START = '2026-11-20';
const BASE = toolPlan({ properties: {} });
const RULES = POLICY.filter(({ id }) => /deprecat|removed/.test(id));

function withTerms(terms: Pick<Deprecation, 'since' | 'remove_after'> | undefined): Plan {
  const deprecated = terms && { ...terms, use: referenceOf('other'), reason: 'It is old.' };
  return {
    ...BASE,
    servers: BASE.servers.map((server) => ({
      ...server,
      tools: server.tools.flatMap((tool) => [
        { ...tool, ...(deprecated && { deprecated }) },
        { ...tool, name: 'other' },
      ]),
    })),
  };
}

const GONE: Plan = {
  ...BASE,
  servers: BASE.servers.map((server) => ({
    ...server,
    tools: server.tools.map((tool) => ({ ...tool, name: 'other' })),
  })),
};

const passes = (before: Plan, after: Plan, today: string, periodDays: number): boolean =>
  judge(before, after, diff(before, after), { today, periodDays }, RULES).every(({ level }) => level !== 'breaking');

const day = fc.integer({ min: -200, max: 200 }).map((days) => addDays(START, days));
const terms = fc.option(fc.record({ since: day, remove_after: day }), { nil: undefined });

test('a tool goes only after callers have had its deprecation for the period, but for the days of a review', () => {
  const steps = fc.array(fc.tuple(terms, fc.nat(40)), { minLength: 1, maxLength: 6 });
  let gone = 0;
  fc.assert(
    fc.property(steps, fc.nat(200), fc.constantFrom(0, 14, 90), (edits, wait, periodDays) => {
      let [released, today, known] = [withTerms(undefined), START, undefined as string | undefined];
      for (const [next, days] of edits) {
        const plan = withTerms(next);
        today = addDays(today, days);
        if (!passes(released, plan, today, periodDays)) continue;
        released = plan;
        known = next ? (known ?? today) : undefined;
      }
      today = addDays(today, wait);
      if (!passes(released, GONE, today, periodDays)) return;
      gone += 1;
      const least = periodDays - Math.min(30, Math.floor(periodDays / 2));
      expect(known === undefined ? -1 : daysBetween(known, today)).toBeGreaterThanOrEqual(least);
    }),
    { numRuns: runs(3_000) },
  );
  expect(gone).toBeGreaterThan(0);
});

const dated = (since: string, end: string): string =>
  TEXT.replace(
    TOOL,
    `${TOOL.trimEnd()}\n    deprecated: { since: ${since}, use: list_trains, remove_after: ${end}, reason: Old. }\n`,
  ).replace('version: 1.0.0', 'version: 1.1.0');

test('against an older contract, a deprecation that was released since counts from its release', () => {
  const folder = edited(() => dated('2026-11-25', '2027-02-23'));
  writeFiles(folder, { 'old.contract.json': readFileSync(join(folder, 'haft.contract.json'), 'utf8') });
  const gate = () =>
    haft(
      folder,
      'diff',
      '--fail-on',
      'policy',
      '--format',
      'lines',
      '--today',
      '2027-02-01',
      '--against',
      'old.contract.json',
    );
  expect(gate(), 'not released yet').toMatchObject({ code: 1, stdout: expect.stringContaining('deprecation-period') });
  expect(haft(folder, 'release', '--today', '2026-11-25')).toMatchObject({ code: 0 });
  expect(gate()).toMatchObject({ code: 0 });
  writeFiles(folder, { [SPEC]: dated('2026-11-25', '2027-02-02') });
  expect(gate(), 'earlier than released').toMatchObject({ code: 1 });
});

test('a release and a branch need a date that leaves the period, and a later one passes', () => {
  const folder = edited(() => dated('2026-01-01', '2026-04-01'));
  const date = '2026-11-20T12:00:00Z';
  const git = (...args: readonly string[]): unknown =>
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', ...args],
      {
        cwd: folder,
        stdio: 'ignore',
        env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
      },
    );
  writeFiles(folder, { [SPEC]: TEXT });
  git('init', '-b', 'main');
  git('add', '-A');
  git('commit', '-m', 'released');
  const gate = (...against: readonly string[]) =>
    haft(folder, 'diff', '--fail-on', 'policy', '--format', 'lines', '--today', '2027-04-20', ...against);
  for (const [since, end, byContract, byCommit] of [
    ['2026-01-01', '2026-04-01', 1, 1],
    ['2026-11-25', '2027-02-23', 1, 0],
    ['2027-04-19', '2027-07-18', 0, 0],
  ] as const) {
    writeFiles(folder, { [SPEC]: dated(since, end) });
    expect([end, gate().code, gate('--against', 'main').code]).toEqual([end, byContract, byCommit]);
  }
  writeFiles(folder, { [SPEC]: dated('2026-01-01', '2026-04-01') });
  const refused = haft(folder, 'release', '--today', '2027-04-20');
  expect(refused.code).toBe(1);
  expect(refused.stdout + refused.stderr).toContain('Set `remove_after` to 2027-07-19 or later.');
});
