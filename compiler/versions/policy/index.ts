/** Every rule of versions; add a new one here. */
import { compareText } from '../../base/diagnostic.ts';
import type { Plan } from '../../plan/model.ts';
import type { Change } from '../change.ts';
import { pairUp } from '../pair.ts';
import { adapterProved, breakingInPlace, meaningUndecided, notRaised, parameterDefault, undecided } from './callers.ts';
import { deprecationComplete, deprecationDue, removedTooEarly, removedWithoutDeprecation } from './deprecation.ts';
import { deprecationPeriod } from './deprecation-period.ts';
import { evalsFewer, evalsMissing, evalsStale } from './evals.ts';
import { type PolicyDates, type PolicyRule, toChange } from './policy.ts';
import { releasedTwice } from './released-twice.ts';
import { successor } from './successor.ts';

export const POLICY: readonly PolicyRule[] = [
  parameterDefault,
  breakingInPlace,
  meaningUndecided,
  successor,
  deprecationComplete,
  deprecationPeriod,
  deprecationDue,
  adapterProved,
  removedWithoutDeprecation,
  removedTooEarly,
  releasedTwice,
  undecided,
  notRaised,
  evalsStale,
  evalsFewer,
  evalsMissing,
];

/** What holds at every moment, with a release in sight or without. */
export const STANDING: readonly PolicyRule[] = POLICY.filter(({ when }) => when === undefined || when === 'check');

/** What a comparison says as well, before there is a release. */
export const REVIEWED: readonly PolicyRule[] = POLICY.filter(({ when }) => when !== 'release' && when !== 'check');

/** What a release must keep. */
export const ON_RELEASE: readonly PolicyRule[] = POLICY.filter(({ when }) => when !== 'check');

/** What can be said also while other parts of the specs still name the tools that are gone. */
export const REMOVALS: readonly PolicyRule[] = [removedWithoutDeprecation, removedTooEarly];

const THERE = 'Commit it on the branch that is compared with: here it does not count.';

/** What EXT §9 does not allow between the released Plan and the current one. */
export function judge(
  before: Plan,
  after: Plan,
  changes: readonly Change[],
  dates: PolicyDates,
  rules: readonly PolicyRule[],
): Change[] {
  const policyCase = { before, after, pairs: pairUp(before, after), changes, dates };
  const violations = rules.flatMap((rule) => {
    const { id, locked, severity: usual = 'error' } = rule;
    const set = locked ? undefined : dates.severities?.[id];
    if (set === 'off') return [];
    return rule.judge(policyCase).map((one) => {
      const change = toChange(rule, one, set ?? (one.isWarning ? 'warning' : usual));
      return dates.commit && change.next.includes('# haft-ignore')
        ? { ...change, next: `${change.next} ${THERE}` }
        : change;
    });
  });
  return withoutEarlyAdvice(withoutTwins(violations, rules), rules).sort(
    (a, b) =>
      compareText(a.subject, b.subject) || compareText(a.kind, b.kind) || compareText(a.fingerprint, b.fingerprint),
  );
}

/** Which version is needed is known when no change of its owner needs a successor any more: under none of them it can be released. */
function withoutEarlyAdvice(violations: readonly Change[], rules: readonly PolicyRule[]): Change[] {
  const locked = new Set(rules.flatMap(({ id, locked: isLocked }) => (isLocked ? id : [])));
  const stopped = new Set(
    violations.flatMap((one) => (one.level === 'breaking' && locked.has(one.kind) ? ownerKey(one) : [])),
  );
  return violations.filter((one) => one.kind !== notRaised.id || !stopped.has(ownerKey(one)));
}

function ownerKey({ target: { server, skill } }: Change): string {
  return JSON.stringify([server, skill]);
}

/** An error of a rule that yields to another is left out where that other one really reports an error about the same change. */
function withoutTwins(violations: readonly Change[], rules: readonly PolicyRule[]): Change[] {
  const errors = new Set(
    violations.flatMap(({ kind, level, judges }) => (level === 'breaking' ? `${kind} ${judges}` : [])),
  );
  const better = new Map(rules.map(({ id, yieldsTo }) => [id, yieldsTo]));
  return violations.filter(({ kind, judges }) => !errors.has(`${better.get(kind)} ${judges}`));
}
