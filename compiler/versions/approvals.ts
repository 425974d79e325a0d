/** `haft.approvals.json`: who accepts which change, until when and why. A gate reads it from the branch that it protects. */
import { compareText } from '../base/diagnostic.ts';
import { isEqual } from '../base/json.ts';
import { FILE_FORMATS, type FormatProblem } from '../base/file-formats.ts';
import { type Matching, date, entriesText, list, map, readForm, text, textLike } from '../spec/shape/form.ts';
import type { Change } from './change.ts';

const filledText = textLike('a text', (value) => value.trim() !== '');
const approval = map({
  fingerprint: textLike('a fingerprint of 16 hex digits', (value) => /^[0-9a-f]{16}$/.test(value)),
  /** What was approved, for people who read the file. */
  change: text,
  by: filledText,
  /** The last day. */
  until: date,
  reason: filledText,
});
const file = map({ approvals: list(approval) });

/** Holds for one change with these values, and for no later one. */
export type Approval = Matching<typeof approval>;

/** An approval that does not count. */
export interface IgnoredApproval {
  readonly approval: Approval;
  readonly because: string;
}

/** The approvals of a parsed file, or the sentence that says why it has none. */
export function readApprovals(value: unknown): { readonly approvals: readonly Approval[] } | FormatProblem {
  const read = readForm(value, FILE_FORMATS.approvals, file);
  return 'problem' in read ? read : { approvals: read.approvals };
}

/** A later approval of a change replaces the earlier one. */
export function approvalsText(approvals: readonly Approval[]): string {
  const byChange = new Map(approvals.map((one) => [one.fingerprint, one]));
  const sorted = [...byChange.values()].sort((a, b) => compareText(a.fingerprint, b.fingerprint));
  return entriesText(FILE_FORMATS.approvals, 'approvals', sorted.map(entryText));
}

/**
 * The approvals of two branches. What one of both removed or shortened does not come back: where both changed an
 * approval, it ends on the earlier day, and is gone where one removed it.
 */
export function mergeApprovals(
  base: readonly Approval[],
  ours: readonly Approval[],
  theirs: readonly Approval[],
): readonly Approval[] {
  const sides = [base, ours, theirs].map((side) => new Map(side.map((one) => [one.fingerprint, one])));
  const all = new Set(sides.flatMap((side) => [...side.keys()]));
  return [...all].flatMap((fingerprint) => {
    const [old, our, their] = sides.map((side) => side.get(fingerprint));
    if (isEqual(our, old)) return their ?? [];
    if (isEqual(their, old)) return our ?? [];
    return our && their ? [our.until <= their.until ? our : their] : [];
  });
}

function entryText({ fingerprint, change, by, until, reason }: Approval): string {
  return JSON.stringify({ fingerprint, change, by, until, reason });
}

/** Approvals of the target branch, and those of the compared one, which approves nothing for itself. */
interface ApprovalSides {
  readonly target: readonly Approval[];
  readonly compared: readonly Approval[];
}

/** Each change with the approval that counts for it, and every approval that counts for none. */
export function withApprovals<C extends Change>(changes: readonly C[], sides: ApprovalSides, today: string) {
  const fingerprints = new Set(changes.map(({ fingerprint }) => fingerprint));
  const onTarget = new Set(sides.target.map(entryText));
  const ignored: IgnoredApproval[] = [
    ...sides.compared
      .filter((one) => !onTarget.has(entryText(one)))
      .map((approval) => ({ approval, because: 'no branch named by --against has it' })),
    ...sides.target
      .filter(({ until }) => until < today)
      .map((approval) => ({ approval, because: `it expired on ${approval.until}` })),
    ...sides.target
      .filter(({ fingerprint, until }) => until >= today && !fingerprints.has(fingerprint))
      .map((approval) => ({ approval, because: 'there is no such change' })),
  ];
  const valid = new Map(sides.target.filter(({ until }) => until >= today).map((one) => [one.fingerprint, one]));
  const approved = changes.map((change): C & { readonly approval?: Approval } => {
    const approval = valid.get(change.fingerprint);
    return approval ? { ...change, approval } : change;
  });
  return { changes: approved, ignored };
}
