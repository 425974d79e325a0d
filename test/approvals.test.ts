/** Approvals: only lines of the branch that is compared with count, while their day is not over, for a change with the very same values. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Approval,
  approvalsText,
  mergeApprovals,
  readApprovals,
  withApprovals,
} from '../compiler/versions/approvals.ts';
import { CHANGES } from './support/report-changes.ts';
import { runs } from './support/runs.ts';

const TODAY = '2026-11-20';
const KNOWN = CHANGES.slice(0, 4);

const approval = fc.record({
  fingerprint: fc.constantFrom(...KNOWN.map(({ fingerprint }) => fingerprint), '0123456789abcdef'),
  change: fc.constantFrom('find · limit', 'a"b\n'),
  by: fc.constantFrom('Ada', 'Grace'),
  until: fc.constantFrom('2026-11-19', '2026-11-20', '2027-01-31'),
  reason: fc.constantFrom('Agreed.', 'Nobody calls it.'),
});
const list = fc.uniqueArray(approval, { selector: ({ fingerprint }) => fingerprint, maxLength: 5 });

test('a change is approved exactly where the target branch has a line for it that is not over', () => {
  fc.assert(
    fc.property(list, list, (target, compared) => {
      const { changes, ignored } = withApprovals(KNOWN, { target, compared }, TODAY);
      for (const change of changes) {
        const line = target.find(({ fingerprint, until }) => fingerprint === change.fingerprint && until >= TODAY);
        expect(change.approval).toEqual(line);
      }
      // Whatever the compared branch writes: it approves nothing more.
      expect(changes).toEqual(withApprovals(KNOWN, { target, compared: [] }, TODAY).changes);
      const counted = new Set(changes.flatMap((one) => one.approval ?? []));
      const told = new Set(ignored.map((one) => one.approval));
      for (const one of target) expect([counted.has(one), told.has(one)].filter(Boolean)).toHaveLength(1);
      for (const one of compared)
        expect(told.has(one)).toBe(!target.some((other) => JSON.stringify(other) === JSON.stringify(one)));
    }),
    { numRuns: runs(10_000) },
  );
});

test('the file is read as it was written, and a later approval replaces the earlier one', () => {
  fc.assert(
    fc.property(list, (approvals) => {
      const twice: Approval[] = [...approvals.map((one) => ({ ...one, by: 'Earlier' })), ...approvals];
      const read = readApprovals(JSON.parse(approvalsText(twice)));
      const sorted = approvals.toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
      expect(read).toEqual({ approvals: sorted });
    }),
    { numRuns: runs(10_000) },
  );
});

test('of two branches, what one of them removed or shortened stays so, and nothing is approved that neither approves', () => {
  fc.assert(
    fc.property(list, list, list, (base, ours, theirs) => {
      const merged = mergeApprovals(base, ours, theirs);
      const days = (all: readonly Approval[]): readonly string[] =>
        all.map(({ fingerprint, until }) => `${fingerprint} ${until}`).sort();
      expect(days(merged)).toEqual(days(mergeApprovals(base, theirs, ours)));
      expect(new Set(mergeApprovals(base, base, theirs))).toEqual(new Set(theirs));
      const find = (side: readonly Approval[], { fingerprint }: Approval): Approval | undefined =>
        side.find((one) => one.fingerprint === fingerprint);
      for (const one of merged) {
        expect([...ours, ...theirs]).toContainEqual(one);
        const changed = [ours, theirs].map((side) => find(side, one)).filter((own) => !isSame(own, find(base, one)));
        for (const own of changed) expect(own && own.until >= one.until, 'removed or shortened').toBe(true);
      }
    }),
    { numRuns: runs(10_000) },
  );
});

function isSame(a: Approval | undefined, b: Approval | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

test.each([
  [[], 'it is not a map'],
  [{ approvals: [] }, 'it has no "approvalsVersion"'],
  [{ approvalsVersion: 1, approvals: [{ fingerprint: 'x' }] }, 'approvals'],
  [{ approvalsVersion: 9, approvals: [] }, 'newer Haft'],
])('%j has no approvals', (value, problem) => {
  expect(readApprovals(value)).toEqual(expect.objectContaining({ problem: expect.stringContaining(problem) }));
});
