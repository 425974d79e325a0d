/** What holds for every two Plans: whatever a caller or a model can see is reported, and nothing else. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangeLevel } from '../compiler/versions/change.ts';
import { diff } from '../compiler/versions/diff.ts';
import { judge, REVIEWED } from '../compiler/versions/policy/index.ts';
import { staleChoices } from '../compiler/versions/receipts/stale.ts';
import { sharing } from '../compiler/versions/same.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { mutate, visibleMutations } from './support/plan-mutations.ts';
import { anyPlan } from './support/random-plan.ts';
import { costlyRuns, runs } from './support/runs.ts';
import { slices } from './support/slices.ts';

// The place of a mutation says more than a smaller Plan, which takes minutes to find.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });

const GRAVITY: readonly ChangeLevel[] = ['breaking', 'unknown', 'risky', 'safe'];

describe('diff', () => {
  test('of a Plan with itself, or with an equal one, is empty', () => {
    fc.assert(
      fc.property(anyPlan(), (plan) => {
        expect(diff(plan, plan)).toEqual([]);
        expect(diff(plan, structuredClone(plan))).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });

  test.each(slices(10_000, 500))(
    'reports every visible difference, in both directions, from seed %i',
    (seed, numRuns) => {
      fc.assert(
        fc.property(anyPlan(), fc.nat({ max: 999_983 }), (plan, which) => {
          const mutations = visibleMutations(plan);
          fc.pre(mutations.length > 0);
          const mutation = mutations[which % mutations.length];
          if (!mutation) return;
          const mutated = mutate(plan, mutation);
          const told = `${mutation.how} ${mutation.path.join('.')}`;
          expect(diff(plan, mutated), told).not.toEqual([]);
          expect(diff(mutated, plan), `${told}, backwards`).not.toEqual([]);
        }),
        { numRuns: costlyRuns(numRuns, 2), seed },
      );
    },
  );

  test('says the same where equal parts are the very same objects', () => {
    const [gate, records] = [
      { tool: 0.9, offline: false },
      { records: [], former: [] },
    ];
    const evals = { records, gate, choices: [] };
    const said = (before: Plan, after: Plan): unknown => {
      const dates = { today: '2026-11-20', periodDays: 90, evals };
      const changes = diff(before, after);
      return [changes, judge(before, after, changes, dates, REVIEWED), staleChoices(before, after, evals, dates.today)];
    };
    fc.assert(
      fc.property(anyPlan(), fc.nat({ max: 999_983 }), (before, which) => {
        const mutations = visibleMutations(before);
        const mutation = mutations[which % Math.max(1, mutations.length)];
        const after = structuredClone(mutation ? mutate(before, mutation) : before);
        const shared = sharing(before, after);
        expect(said(shared, after), mutation?.path.join('.')).toEqual(said(before, after));
        expect(shared.servers.length).toBe(before.servers.length);
      }),
      { numRuns: costlyRuns(10_000) },
    );
  }, 600_000);

  test('reports nothing that is not visible', () => {
    fc.assert(
      fc.property(anyPlan(), (plan) => {
        expect(diff(plan, withOtherInsides(plan))).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });

  test('of any two Plans is sorted by severity, each change with a fingerprint of its own', () => {
    fc.assert(
      fc.property(anyPlan(), anyPlan(), (before, after) => {
        const changes = diff(before, after);
        const gravities = changes.map(({ level }) => GRAVITY.indexOf(level));
        expect(gravities).toEqual([...gravities].sort((a, b) => a - b));
        const fingerprints = changes.map(({ fingerprint }) => fingerprint);
        expect(new Set(fingerprints).size).toBe(fingerprints.length);
        for (const { subject, next } of changes) expect(`${subject}. ${next}`).not.toMatch(/undefined|<tool>/);
      }),
      { numRuns: runs(500) },
    );
  });

  test('does not depend on the order of servers, tools and skills', () => {
    fc.assert(
      fc.property(anyPlan(), anyPlan(), (before, after) => {
        expect(diff(reversed(before), reversed(after))).toEqual(diff(before, after));
      }),
      { numRuns: runs(200) },
    );
  });
});

function withOtherInsides(plan: Plan): Plan {
  return {
    ...plan,
    servers: plan.servers.map((server) => ({
      ...server,
      version: '9.9.9',
      source: 'elsewhere.yaml',
      tools: server.tools.map((tool) => ({ ...tool, source: 'elsewhere.yaml', handlerFile: 'elsewhere.ts' })),
    })),
    skills: plan.skills.map((skill) => ({
      ...skill,
      // Users approve the bytes of a skill that is served, and its version is among them.
      version: plan.servers.some(({ skills }) => skills?.includes(skill.name)) ? skill.version : '9.9.9',
      source: 'elsewhere.yaml',
      files: skill.files.map((file) => ({ ...file, from: `elsewhere/${file.path}` })),
    })),
  };
}

function reversed(plan: Plan): Plan {
  const servers = plan.servers.map((server) => ({ ...server, tools: server.tools.toReversed() }));
  return { ...plan, servers: servers.toReversed(), skills: plan.skills.toReversed() };
}
