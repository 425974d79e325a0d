/** The data of a report on changes, independent of its format. */
import type { JsonObject } from '@haft/runtime/language';
import type { ValueDifference } from '../../base/json-differences.ts';
import type { Change } from '../../versions/change.ts';
import type { RecordedScore } from '../../versions/receipts/latest.ts';
import type { StaleChoice } from '../../versions/receipts/stale.ts';
import type { JudgedText } from '../../versions/meaning/changed-texts.ts';
import type { Approval, IgnoredApproval } from '../../versions/approvals.ts';
import type { Usage } from '../../versions/usage.ts';
import type { VersionAdvice } from '../../versions/semver.ts';

/** A change with its place in the current specs. */
export interface PlacedChange extends Change {
  /** Relative to the project; absent where the file was deleted. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** Recorded calls that this change would break; absent where none were given. */
  readonly brokenCalls?: number;
  /** Recorded results of evals of a tool or skill whose text changed; absent where there are none. */
  readonly evals?: readonly RecordedScore[];
  /** A request that leads elsewhere since the change; absent where none is known. */
  readonly flip?: RequestFlip;
  /** What recorded calls of the tool give with both versions of it; absent where none were recorded. */
  readonly recorded?: readonly RecordedEffect[];
  /** The approval of the target branch; absent where none counts. */
  readonly approval?: Approval;
}

/** One recorded call, answered by the earlier and by the later version of a tool. */
export interface RecordedEffect {
  readonly arguments: JsonObject;
  /** `unrecorded`: the later version sends something else, so that the recorded answer says nothing about it. */
  readonly outcome: 'same' | 'differs' | 'unrecorded';
  readonly differences: readonly ValueDifference[];
}

/** A request of a case, and the tool or skill that it led to and leads to now; undefined: none. */
export interface RequestFlip {
  readonly request: string;
  readonly before?: string;
  readonly now?: string;
  /** The model that was asked with both texts, and the later day (YYYY-MM-DD); absent where only words were compared. */
  readonly model?: string;
  readonly date?: string;
}

export interface ChangeReport {
  /** The folder of the project. */
  readonly project: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly before: ComparedSide;
  readonly after: ComparedSide;
  /** All changes: verdict, headline, steps and exit code depend on these. */
  readonly changes: readonly PlacedChange[];
  /** The part that the reader chose to see; absent where it is all. */
  readonly chosen?: Chosen;
  readonly staleEvals: readonly StaleChoice[];
  /** Changed texts of released tools, with what was decided about their meaning. */
  readonly texts: readonly JudgedText[];
  readonly versions: readonly VersionAdvice[];
  readonly deprecated: readonly DeprecatedTool[];
  /** Only where recorded calls were given. */
  readonly usage?: Usage;
  /** Approvals that do not count, with the reason. */
  readonly ignored?: readonly IgnoredApproval[];
  /** What else a reader has to know about the comparison. */
  readonly notes?: readonly string[];
  /** What the run fails on; absent where it fails on nothing. */
  readonly gate?: (typeof GATES)[number];
  /** Percent of the recorded calls of a tool below which a break of its calls passes `--fail-on breaking`. */
  readonly threshold?: number;
}

export const GATES = ['breaking', 'risky', 'policy', 'stale', 'undecided'] as const;

/** A break that few recorded calls of its tool meet; without such calls, nothing is known. */
function isRare({ fingerprint }: PlacedChange, { usage, threshold = 0 }: ChangeReport): boolean {
  const share = usage?.shares.get(fingerprint);
  return share !== undefined && share < threshold;
}

/** The changes that the gate fails; approved ones pass. Empty without a gate, and for one that is about evals or texts. */
export function failingChanges(report: ChangeReport): readonly PlacedChange[] {
  const { changes, gate } = report;
  const levels: readonly Change['level'][] =
    gate === 'breaking' ? ['breaking'] : gate === 'risky' ? ['breaking', 'unknown', 'risky'] : [];
  return changes.filter((change) => {
    if (change.approval || (gate === 'breaking' && isRare(change, report))) return false;
    if (gate === 'policy') return judgmentsOf([change]).some(({ level }) => level === 'breaking');
    return change.axis !== 'policy' && levels.includes(change.level);
  });
}

/** Whether the run fails. */
export function failsGate(report: ChangeReport): boolean {
  const { staleEvals, undecidedTexts } = summarize(report);
  if (report.gate === 'stale') return staleEvals > 0;
  if (report.gate === 'undecided') return undecidedTexts > 0;
  return failingChanges(report).length > 0;
}

interface Chosen {
  /** `model axis`, `breaking changes`. */
  readonly what: string;
  readonly changes: readonly PlacedChange[];
}

/** One side of the comparison. */
export interface ComparedSide {
  /** "the contract", "git main", "old.contract.json". */
  readonly label: string;
  /** The first 12 digits, where it is a commit or the work tree of one. */
  readonly commit?: string;
  /** Whether tracked files differ from that commit. */
  readonly dirty?: boolean;
  readonly versions: readonly { readonly kind: 'server' | 'skill'; readonly name: string; readonly version: string }[];
}

/** A tool on its way out, with the days that it has left. */
export interface DeprecatedTool {
  readonly server: string;
  readonly tool: string;
  readonly use: string;
  /** YYYY-MM-DD */
  readonly removeAfter: string;
  /** Negative when it may be removed. */
  readonly daysLeft: number;
  readonly reason: string;
}

/** Counts of what a reader decides by. */
export interface Summary {
  readonly breaking: number;
  readonly unknown: number;
  readonly risky: number;
  readonly safe: number;
  /** Not allowed by EXT §9. */
  readonly policy: number;
  /** Judged by EXT §9 as a warning. */
  readonly warnings: number;
  readonly staleEvals: number;
  /** Changed texts whose meaning is not decided. */
  readonly undecidedTexts: number;
}

export function summarize({ changes, staleEvals, texts }: ChangeReport): Summary {
  const count = (level: Change['level']): number =>
    changes.filter((change) => change.axis !== 'policy' && change.level === level).length;
  return {
    breaking: count('breaking'),
    unknown: count('unknown'),
    risky: count('risky'),
    safe: count('safe'),
    policy: judgmentsOf(changes).filter(({ level }) => level === 'breaking').length,
    warnings: judgmentsOf(changes).filter(({ level }) => level === 'risky').length,
    staleEvals: staleEvals.length,
    undecidedTexts: texts.filter(({ decision }) => !decision).length,
  };
}

/** What the report lists. */
export function listedChanges({ changes, chosen }: ChangeReport): readonly PlacedChange[] {
  return chosen?.changes ?? changes;
}

/** All judgments of policy: those about a change, and those about none. */
export function judgmentsOf(changes: readonly Change[]): Change[] {
  return changes.flatMap((change) => (change.axis === 'policy' ? [change] : (change.violations ?? [])));
}

/** "the contract (1a2b3c4d5e6f, with uncommitted changes)". */
export function comparedText({ label, commit, dirty = false }: ComparedSide): string {
  if (commit === undefined) return label;
  return `${label} (${commit}${dirty ? ', with uncommitted changes' : ''})`;
}
