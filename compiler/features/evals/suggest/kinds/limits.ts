/** The tool that was called without need says what it is not for. */
import type { CaseRun } from '../../figures/suite.ts';
import { distinctiveWords, either, isSkill, requiredOf, wordLists } from '../parts.ts';
import type { Confusion, SuggestionKind } from '../suggestion.ts';

export const limits: SuggestionKind = {
  id: 'limits',
  says: 'The tool that was called without need says in `limits` (a skill in `not_for`) what it is not for, or which parameters the model must ask for.',
  about: 'choice',
  propose(confusion) {
    const { run, expected, chosen, cases } = confusion;
    if (expected !== undefined || chosen === undefined) return [];
    const path = ['description', isSkill(run.choice, chosen) ? 'not_for' : 'limits'];
    return [...notFor(confusion, chosen), ...toAskFor(confusion, chosen)].map(({ limit, from }) => ({
      name: chosen,
      path,
      how: 'append',
      value: isSkill(run.choice, chosen) ? { case: limit } : limit,
      title: `State in "${chosen}": ${limit}.`,
      from: from.length > 0 ? from : cases.map(({ one }) => one.id),
    }));
  },
};

interface Limit {
  readonly limit: string;
  readonly from: readonly string[];
}

/** Words of requests that need no call. */
function notFor({ run, cases, candidates }: Confusion, chosen: string): readonly Limit[] {
  const lists = cases
    .filter(({ one }) => one.test.expect === null)
    .map(({ one }) => ({ id: one.id, words: distinctiveWords(one.request, candidates.get(chosen), undefined) }));
  const start = isSkill(run.choice, chosen) ? 'the request mentions' : 'not for requests that mention';
  return wordLists(lists).map(({ from, words }) => ({ limit: `${start} ${either(words)}`, from }));
}

/** A model that should have asked back guessed what the tool requires. */
function toAskFor({ run, cases }: Confusion, chosen: string): readonly Limit[] {
  const asked: readonly CaseRun[] = cases.filter(({ one }) => one.test.expect !== null);
  const names = requiredOf(run.choice, chosen);
  if (names.length === 0) return [];
  const limit = `cannot guess ${names.join(' and ')}, which the user has to give`;
  return asked.map(({ one }) => ({ limit, from: [one.id] }));
}
