/** The words of a failure of a tool changed. */
import { behaviours } from '../../parts/behaviours.ts';
import { wordsChanged } from '../../parts/failures.ts';
import { changeKind } from '../../kind.ts';

export const toolFailureWords = changeKind({
  id: 'tool/failure-words',
  scope: 'tool',
  axis: 'model',
  level: 'risky',
  says: 'The words of a failure of a tool changed.',
  why: 'A model reads them when a call fails, and does next what the hint says.',
  next: 'Read the new words as the model will, and check that they say what to do next.',
  example: {
    before:
      'command: { argv: [books, search], exit_codes: { 3: { error: The index is locked., retry_hint: Try again in a minute. } } }',
    after:
      'command: { argv: [books, search], exit_codes: { 3: { error: The index is locked., retry_hint: Ask the user to close the index. } } }',
  },
  mirror: 'tool/failure-words',
  detect(pair, found) {
    wordsChanged(pair, found, []);
    for (const kind of ['http', 'command'] as const) wordsChanged(behaviours(pair, kind), found, [kind]);
  },
});
