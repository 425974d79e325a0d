/** What a proposal did to the cases that it was not made from. */
import { type ChoiceRun, allOutcomes, caseKey } from '../figures/suite.ts';
import { type CaseOutcomes, isRight } from '../figures/figures.ts';
import { type Gain, type SuggestedEdit, type Suggestion, isProven } from './suggestion.ts';

/** Compares the runs of the same choices before and after an edit. */
export function gainOf(
  { from }: Pick<SuggestedEdit, 'from'>,
  before: readonly ChoiceRun[],
  after: readonly ChoiceRun[],
): Gain {
  const all = before.flatMap(({ cases }) => cases);
  const requests = new Set(all.filter(({ one }) => from.includes(one.id)).map(({ one }) => one.request));
  // Another choice may hold the very same request: it gave the suggestion as well.
  const sources = new Set(
    before.flatMap(({ choice, cases }) =>
      cases.filter(({ one }) => requests.has(one.request)).map(({ one }) => caseKey(choice, one)),
    ),
  );
  const was = new Map(allOutcomes(before).map((one) => [one.id, one]));
  const pairs = allOutcomes(after).flatMap((one) => {
    const [earlier, later] = [was.get(one.id), passes(one)];
    const old = earlier && passes(earlier);
    return old === undefined || later === undefined ? [] : [{ id: one.id, old, now: later }];
  });
  const others = pairs.filter(({ id }) => !sources.has(id));
  const own = pairs.filter(({ id }) => sources.has(id));
  return {
    won: others.filter(({ old, now }) => !old && now).map(({ id }) => id),
    lost: others.filter(({ old, now }) => old && !now).map(({ id }) => id),
    cases: others.length,
    own: own.length === 0 ? undefined : own.every(({ now }) => now),
  };
}

/** The right tool with the right arguments; undefined where it could not be judged. */
function passes(one: CaseOutcomes): boolean | undefined {
  const right = isRight(one);
  if (right !== true) return right;
  const compared = one.trials.flatMap((trial) => (trial.kind === 'judged' ? (trial.arguments ?? []) : []));
  return compared.length === 0 || compared.filter(({ wrong }) => wrong.length === 0).length * 2 > compared.length;
}

/**
 * The larger gain, then those that keep all cases in the score, then the smaller edit. Those that only their own case shows
 * stay in the order in which they were tried.
 */
export function byWorth(a: Suggestion, b: Suggestion): number {
  const gain = b.gain.won.length - a.gain.won.length;
  if (gain !== 0 || !isProven(a)) return gain;
  return Number(a.leavesScore ?? false) - Number(b.leavesScore ?? false) || sizeOf(a) - sizeOf(b);
}

function sizeOf({ fix }: Suggestion): number {
  return fix.edits.reduce((sum, { text, start, end }) => sum + text.length - (end - start), 0);
}
