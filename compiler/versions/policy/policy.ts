/** The versioning rules of EXT §9: which differences are not allowed, regardless of their effect on callers. */
import type { About, Severity } from '../../base/diagnostic.ts';
import { withoutUndefined } from '../../base/json.ts';
import { textHash } from '../../plan/hash.ts';
import type { CheckedSpec } from '../../check/model.ts';
import type { Plan } from '../../plan/model.ts';
import { commandName } from '../../plan/named-tools.ts';
import type { AllPairs, Change, ToolPair } from '../change.ts';
import type { Decision } from '../meaning/decisions.ts';
import type { EvalEvidence } from '../receipts/stale.ts';
import { subjectOf } from '../target.ts';

/** Dates as YYYY-MM-DD; `periodDays` is how long a deprecated tool stays. Without `evals` nothing is said of them. */
export interface PolicyDates {
  readonly today: string;
  readonly periodDays: number;
  /** What is compared with, if it is a commit: nothing newer than its day was known, and only its suppressions count. */
  readonly commit?: { readonly day: string; readonly spec: CheckedSpec };
  /** The last release, where an older one is compared with: callers know its deprecations. */
  readonly announced?: Plan;
  /** Tools of profile `mcp`, each as `server.tool`, where some rules only warn. */
  readonly imported?: ReadonlySet<string>;
  readonly evals?: EvalEvidence;
  /** Changed texts that keep their meaning. */
  readonly decisions?: readonly Decision[];
  /** By rule, as the project sets them; locked rules keep their own. */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>;
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
  /** The command that `next` asks for, where it is one and certain. */
  readonly command?: string;
  /** A warning, unless the project sets the severity of the rule. */
  readonly isWarning?: boolean;
  /** The fingerprint of the change that it is about; where absent, the change with the same target. */
  readonly judges?: string;
}

/** A rule of EXT §9: one file under `policy/`. */
export interface PolicyRule {
  /** `version/<file>`: also the code of the diagnostic at the author's line. */
  readonly id: string;
  readonly says: string;
  readonly why: string;
  readonly next: string;
  readonly source: string;
  /** `error` where absent. */
  readonly severity?: Severity | 'note';
  /** A promise to callers: its severity cannot be changed, and an exception has a reason at the line. */
  readonly locked?: boolean;
  /**
   * `release`: judged only when a release is to be recorded, until then there is time; `review`: in comparisons as well;
   * `check`: only of the specs at hand, in no comparison.
   */
  readonly when?: 'release' | 'review' | 'check';
  /** A suppression of it needs a date. */
  readonly dated?: boolean;
  /** An exception holds for one pair of texts and is recorded in a file: no comment suppresses it. */
  readonly isDecided?: boolean;
  /** The rule whose error about the same change says it better: this one is left out where that one is an error. */
  readonly yieldsTo?: string;
  judge(policyCase: PolicyCase): readonly Violation[];
}

/** How a command names a released tool: by the server that it was released in. */
export function releasedName({ before, owner, server }: ToolPair, released: Plan): string {
  return commandName({ server: owner.before?.name ?? server, tool: before?.name ?? '' }, released);
}

const LEVELS = { error: 'breaking', warning: 'risky', note: 'safe' } as const;

/** A violation as a change on the axis of policy; `after` is the sentence that says what is there. A warning is risky, a note safe. */
export function toChange({ id, why, next }: PolicyRule, violation: Violation, severity: Severity | 'note'): Change {
  const { target, says, judges, command } = violation;
  return {
    kind: id,
    axis: 'policy',
    level: LEVELS[severity],
    target,
    subject: subjectOf(target),
    after: says,
    why,
    next: violation.next ?? next,
    fingerprint: textHash(JSON.stringify([id, target, says])),
    ...withoutUndefined({ command, judges }),
  };
}
