/** The tool that was called without need says what the model must ask for first. */
import { isSkill, requiredOf } from '../parts.ts';
import type { SuggestionKind } from '../suggestion.ts';

export const limits: SuggestionKind = {
  id: 'limits',
  says: 'The tool that was called in place of a question says in `limits` which parameters the model must ask for.',
  about: 'choice',
  propose({ run, expected, chosen, cases }) {
    if (expected !== undefined || chosen === undefined || isSkill(run.choice, chosen)) return [];
    const asked = cases.filter(({ one }) => one.test.expect !== null);
    const names = requiredOf(run.choice, chosen);
    if (names.length === 0) return [];
    const limit = `cannot guess ${names.join(' and ')}, which the user has to give`;
    return asked.map(({ one }) => ({
      name: chosen,
      path: ['description', 'limits'],
      how: 'append',
      value: limit,
      words: limit,
      title: `State in "${chosen}": ${limit}.`,
      from: [one.id],
    }));
  },
};
