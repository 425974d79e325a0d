/** Rules of versions (EXT §9): differences that are not allowed, whether or not they break callers. */
import type { About } from '../../diagnostic.ts';
import type { Plan } from '../../plan/model.ts';
import { textHash } from '../../plan/hash.ts';
import type { AllPairs, Change } from '../change.ts';
import { subjectOf } from '../target.ts';

/** Dates as YYYY-MM-DD; `periodDays` are the days from a deprecation to the removal. */
export interface PolicyDates {
  readonly today: string;
  readonly periodDays: number;
}

/** Everything that a rule of policy may look at. */
export interface PolicyCase {
  readonly before: Plan;
  readonly after: Plan;
  readonly pairs: AllPairs;
  /** The changes on the other two axes. */
  readonly changes: readonly Change[];
  readonly dates: PolicyDates;
}

export interface Violation {
  readonly target: About;
  /** The violation, in one sentence. */
  readonly says: string;
  readonly next?: string;
}

/** A rule of EXT §9: one file under `policy/`. */
export interface PolicyRule {
  /** `version/<file>`: also the code of the diagnostic at the author's line. */
  readonly id: string;
  readonly says: string;
  readonly why: string;
  readonly next: string;
  readonly source: string;
  /** Judged only when a release is to be recorded: until then there is time. */
  readonly onRelease?: boolean;
  judge(policyCase: PolicyCase): readonly Violation[];
}

/** A violation as a change on the axis of policy; `after` is its sentence. */
export function toChange({ id, why, next }: PolicyRule, violation: Violation): Change {
  const { target, says } = violation;
  return {
    kind: id,
    axis: 'policy',
    level: 'breaking',
    target,
    subject: subjectOf(target),
    after: says,
    why,
    next: violation.next ?? next,
    fingerprint: textHash(JSON.stringify([id, target, says])),
  };
}
