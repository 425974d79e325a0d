/** The lost cases of a run → the edits that are worth a try. */
import { textHash } from '../../../plan/hash.ts';
import type { SkillPlan } from '../../../plan/model.ts';
import { candidatesOf } from '../offline/candidate.ts';
import { confusionsOf, decidingTrial, matrixOf } from '../figures/confusions.ts';
import { type ChoiceRun, shownWith } from '../figures/suite.ts';
import { SUGGESTION_KINDS } from './kinds/index.ts';
import type { Confusion, SuggestedEdit } from './suggestion.ts';

/** Maximum number of confusions of one choice, the most frequent first. */
const MOST_CONFUSIONS = 40;
/** Cases of one confusion that proposals are made from; the others measure them. */
const MOST_SOURCES = 5;

/** `skills`: all of the project, which are shown beside each other. */
export function confusionsIn(run: ChoiceRun, skills: readonly SkillPlan[]): readonly Confusion[] {
  const candidates = new Map(candidatesOf(shownWith(run.choice, skills)).map((one) => [one.name, one]));
  const matrix = matrixOf(run);
  const choice = shownWith(run.choice, skills);
  const shown = { ...run, choice: { ...run.choice, ...choice } };
  const lost = confusionsOf(matrix).flatMap(({ expected, chosen, cases }): Confusion[] => {
    // A forbidden tool is no rival of itself.
    if (expected === chosen) return [];
    return [{ run: shown, expected, chosen, cases, candidates }];
  });
  const wrong = matrix.cells.flatMap(({ right, expected, cases }): Confusion[] => {
    const bad = cases.filter((one) => (decidingTrial(one)?.arguments?.wrong.length ?? 0) > 0);
    return right && expected !== undefined && bad.length > 0
      ? [{ run: shown, expected, chosen: undefined, cases: bad, candidates }]
      : [];
  });
  return [...lost, ...wrong].slice(0, MOST_CONFUSIONS);
}

/** Each edit once, with the fewest cases that lead to it. */
export function proposalsFor(confusion: Confusion): readonly SuggestedEdit[] {
  const { cases } = confusion;
  const wrong = cases.some((one) => decidingTrial(one)?.right === true) ? 'arguments' : 'choice';
  const kinds = SUGGESTION_KINDS.filter(({ about }) => about === wrong);
  const sources = { ...confusion, cases: cases.slice(0, MOST_SOURCES) };
  const proposals = kinds.flatMap(({ id, propose }) => propose(sources).map((edit) => ({ kind: id, ...edit })));
  const byId = new Map<string, SuggestedEdit>();
  // What one case leads to alone may be measured on another one that would have led to it as well.
  for (const one of proposals) {
    const other = byId.get(proposalId(one));
    if (!other || one.from.length < other.from.length) byId.set(proposalId(one), one);
  }
  return [...byId.values()];
}

/** `instead-3f2a91`. */
export function proposalId({ kind, name, path, value }: SuggestedEdit): string {
  return `${kind}-${textHash(JSON.stringify([name, path, value])).slice(0, 6)}`;
}
