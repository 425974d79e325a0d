/** EXT §9 as a judge: which differences are not allowed as they are, whatever they do to callers. */
import type { About } from '../../diagnostic.ts';
import type { Plan } from '../../plan/model.ts';
import { textHash } from '../../plan/hash.ts';
import type { AllPairs, Change } from '../change.ts';
import { subjectOf } from '../target.ts';

/** Dates as YYYY-MM-DD; `periodDays` is how long a deprecated tool stays. */
export interface PolicyDates {
  readonly today: string;
  readonly periodDays: number;
  /** Names of tools of profile `mcp`, where some rules only warn. */
  readonly imported?: ReadonlySet<string>;
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
  /** What is there, in one sentence. */
  readonly says: string;
  readonly next?: string;
  /** Where it may be right as it is; else an error. */
  readonly isWarning?: boolean;
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

/** A violation as a change on the axis of policy; `after` is the sentence that says what is there. */
export function toChange({ id, why, next }: PolicyRule, violation: Violation): Change {
  const { target, says } = violation;
  return {
    kind: id,
    axis: 'policy',
    level: violation.isWarning ? 'risky' : 'breaking',
    target,
    subject: subjectOf(target),
    after: says,
    why,
    next: violation.next ?? next,
    fingerprint: textHash(JSON.stringify([id, target, says])),
  };
}
