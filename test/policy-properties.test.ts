/** What holds for every two Plans: a change that breaks callers, or may, cannot be released by switching rules off. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../compiler/versions/change.ts';
import { diff } from '../compiler/versions/diff.ts';
import { pairUp } from '../compiler/versions/pair.ts';
import { POLICY, judge } from '../compiler/versions/policy/index.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { mutate, visibleMutations } from './support/plan-mutations.ts';
import { anyPlan } from './support/random-plan.ts';
import { costlyRuns } from './support/runs.ts';
import { slices } from './support/slices.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });

/** Before the removal date of every random tool. */
const DATES = { today: '2026-11-22', periodDays: 90 };
const OFF = Object.fromEntries(POLICY.map(({ id }) => [id, 'off' as const]));
const WARNED = Object.fromEntries(POLICY.map(({ id }) => [id, 'warning' as const]));

/** Two Plans that have nothing to do with each other, or one before and after a few edits. */
function anyPair(): fc.Arbitrary<readonly [Plan, Plan]> {
  const edits = fc.array(fc.nat({ max: 999_983 }), { minLength: 1, maxLength: 4 });
  const edited = fc.tuple(anyPlan(), edits).map(([plan, which]) => {
    return [plan, which.reduce(oneEdit, plan)] as const;
  });
  return fc.oneof(fc.tuple(anyPlan(), anyPlan()), edited);
}

function oneEdit(plan: Plan, which: number): Plan {
  const mutations = visibleMutations(plan);
  const mutation = mutations[which % Math.max(1, mutations.length)];
  return mutation ? mutate(plan, mutation) : plan;
}

function placeOf({ target }: Change): string {
  return JSON.stringify([target.server, target.tool]);
}

describe.each(slices(12_000, 600))('of any two Plans, from seed %i', (seed, numRuns) => {
  test('every change on the wire that breaks a tool, or may, has an error that no setting turns off', () => {
    fc.assert(
      fc.property(
        anyPair(),
        fc.constantFrom(undefined, OFF, WARNED),
        fc.boolean(),
        ([before, after], severities, isImported) => {
          const changes = diff(before, after);
          const imported = new Set(
            isImported ? after.servers.flatMap(({ tools }) => tools.map(({ name }) => name)) : [],
          );
          const dates = { ...DATES, imported, ...(severities && { severities }) };
          const errors = judge(before, after, changes, dates, POLICY).filter(({ level }) => level === 'breaking');
          const judged = new Set(errors.map(({ judges }) => judges));
          const gone = new Set(
            pairUp(before, after).tool.flatMap((pair) =>
              pair.before && (!pair.after || pair.renamed !== false)
                ? [JSON.stringify([pair.server, (pair.after ?? pair.before).name])]
                : [],
            ),
          );
          const places = new Set(errors.map(placeOf));
          for (const change of changes) {
            const { axis, level, target, fingerprint, kind } = change;
            if (axis !== 'wire' || target.tool === undefined || (level !== 'breaking' && level !== 'unknown')) continue;
            // Of a tool that is gone, one error says so for all that changed in it.
            const isHeld = gone.has(placeOf(change)) ? places.has(placeOf(change)) : judged.has(fingerprint);
            expect(isHeld, `${level} ${kind} at ${JSON.stringify(target)}`).toBe(true);
          }
        },
      ),
      { numRuns: costlyRuns(numRuns, 3), seed },
    );
  });
});
