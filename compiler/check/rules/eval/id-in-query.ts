/** The request of an eval is one that a user would type: without keys, hashes and names of tools. */
import { rule } from '../../rule.ts';
import { identifierIn } from '../../analysis/request-identifiers.ts';

export const idInQuery = rule({
  id: 'eval/id-in-query',
  subject: 'tool',
  severity: 'warning',
  says: 'The request of an eval should not contain a key, hash, UUID or tool name.',
  why: 'Users do not type keys. A request with a key leads to the tool by the key alone, so the case passes whatever the description says.',
  source: 'EXT §9 rule 3 (5-10 typical queries)',
  good: [
    'evals: [{ query: is the one we just opened on loan, after: [{ user: open the atlas }, { call: search_books, result: { key: QX7K2M4P } }] }]',
    'evals: [{ query: do we have 978-0-13-468599-1, arguments: {} }, { query: find order 20240117, arguments: {} }]',
    'evals: [{ query: "what is https://example.org/watch?v=dQw4w9WgXcQ about" }]',
  ],
  bad: [
    'evals: [{ query: is QX7K2M4P on loan }]',
    'evals: [{ query: call search_books for an atlas }]',
    'evals: [{ query: is it on loan, after: [{ user: open 5d1b7c2e-0a94-4f3e-8c6d-2b7a90e1f354 }, { assistant: "It is an atlas." }] }]',
  ],
  check({ spec }, report) {
    for (const [index, { query, after = [] }] of (spec.evals ?? []).entries()) {
      const texts = [
        { path: ['evals', index, 'query'], text: query },
        ...after.map(({ user = '' }, at) => ({ path: ['evals', index, 'after', at, 'user'], text: user })),
      ];
      for (const { path, text } of texts) {
        const found = identifierIn(text, spec.name);
        if (found)
          report(path, `No user would type "${found.word}": it is ${WHAT[found.kind]}.`, HINT[found.kind], {
            word: found.word,
          });
      }
    }
  },
});

const SAY =
  'Write it as a user would, such as "the book we just opened", and give the turns that it refers to in `after`.';
const WHAT = { uuid: 'a UUID', hash: 'a hash', key: 'a key', tool: 'the name of the tool' } as const;
const HINT = {
  uuid: SAY,
  hash: SAY,
  key: SAY,
  tool: 'Say what the user wants, and leave the tool to the model.',
} as const;
