/** A request that went wrong becomes an example of the tool that was meant. */
import { isSkill } from '../parts.ts';
import type { SuggestionKind } from '../suggestion.ts';

export const examples: SuggestionKind = {
  id: 'examples',
  says: 'The request becomes an example of the tool (a trigger of the skill), and its case is no longer judged offline.',
  about: 'choice',
  propose({ run, expected, cases }) {
    if (expected === undefined) return [];
    return cases
      .filter(({ one }) => one.test.after === undefined)
      .map(({ one }) => ({
        name: expected,
        path: ['description', isSkill(run.choice, expected) ? 'triggers' : 'examples'],
        how: 'append',
        value: one.request,
        words: one.request,
        title: `Add the request ${JSON.stringify(one.request)} to the examples of "${expected}".`,
        from: [one.id],
        leavesScore: true,
      }));
  },
};
