/** The words of a failure that holds for the whole server changed. */
import { wordsChanged } from '../../parts/failures.ts';
import { connectionPairs, envPairs } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverFailureWords = changeKind({
  id: 'server/failure-words',
  scope: 'server',
  axis: 'model',
  level: 'risky',
  says: 'The words of a failure that holds for the whole server changed.',
  why: 'A model reads them when a call fails, and does next what the hint says.',
  next: 'Read the new words as the model will, and check that they say what to do next.',
  example: {
    before:
      'connections: { catalogue: { base_url: "https://books.example.org", errors: { 429: { error: Too many searches., retry_hint: Wait a minute. } } } }',
    after:
      'connections: { catalogue: { base_url: "https://books.example.org", errors: { 429: { error: Too many searches., retry_hint: Wait a minute and search again. } } } }',
  },
  mirror: 'server/failure-words',
  detect(pair, found) {
    for (const [name, variable] of envPairs(pair)) wordsChanged(variable, found, ['env', name]);
    for (const [name, connection] of connectionPairs(pair)) wordsChanged(connection, found, ['connections', name]);
  },
});
