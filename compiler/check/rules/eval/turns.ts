/** The earlier turns of an eval are a conversation that can be sent to a model. */
import { turnIssues } from '../../analysis/evals/turns.ts';
import { rule } from '../../rule.ts';

export const evalTurns = rule({
  id: 'eval/turns',
  subject: 'tool',
  severity: 'error',
  says: 'Each earlier turn of an eval must be one of user, assistant and call; the first is the user’s.',
  why: 'Model interfaces accept a conversation only in this form; they reject any other, and the case is never judged.',
  source: 'EXT §9 rule 3 (queries that test the choice)',
  good: [
    'evals: [{ query: and the next one, after: [{ user: what is on the north shelf }, { call: search_books, arguments: { query: north }, result: { books: [] } }] }]',
    'evals: [{ query: the second, after: [{ user: open an atlas }, { assistant: "There are two, which one?" }] }]',
  ],
  bad: [
    'evals: [{ query: and the next one, after: [{ user: open the atlas, assistant: Which one? }] }]',
    'evals: [{ query: and the next one, after: [{ assistant: Which one? }] }]',
    'evals: [{ query: and the next one, after: [{ user: open the atlas }, { call: search_books }] }]',
    'evals: [{ query: and the next one, after: [{ user: open the atlas, result: { books: [] } }] }]',
  ],
  check({ spec }, report) {
    for (const [index, { after = [] }] of (spec.evals ?? []).entries())
      for (const { at, message, hint } of turnIssues(after)) report(['evals', index, 'after', at], message, hint);
  },
});
