/** The earlier turns of an eval are a conversation that can be sent to a model. */
import { rule } from '../../rule.ts';

const KINDS = ['user', 'assistant', 'call'] as const;

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
    for (const [index, { after = [] }] of (spec.evals ?? []).entries()) {
      for (const [at, turn] of after.entries()) {
        const path = ['evals', index, 'after', at];
        const kinds = KINDS.filter((kind) => turn[kind] !== undefined);
        const isCall = turn.call !== undefined;
        if (kinds.length !== 1)
          report(
            path,
            `A turn must have one of ${KINDS.join(', ')}, but this one has ${kinds.join(' and ') || 'none'}.`,
            ONE,
          );
        else if (at === 0 && kinds[0] !== 'user')
          report(path, `The first turn must be the user's, but this one is "${kinds[0]}".`, 'Start with `user:`.');
        else if (isCall && turn.result === undefined)
          report(path, `The call of "${turn.call}" has no result.`, 'Add `result:` with what the tool returned.');
        else if (!isCall && (turn.result !== undefined || turn.arguments !== undefined))
          report(path, 'Only a call has arguments and a result.', 'Delete them, or name the tool with `call:`.');
      }
    }
  },
});

const ONE = 'Write each turn as an item of its own.';
