/** Failures that hold for the whole server came, went, or are told apart differently. */
import { failuresChanged } from '../../parts/failures.ts';
import { connectionPairs, envPairs } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverFailures = changeKind({
  id: 'server/failures',
  scope: 'server',
  axis: 'wire',
  level: 'risky',
  says: 'Failures that hold for the whole server came, went, or are told apart differently.',
  why: 'Callers that look at the code of a failure see another one, or none.',
  next: 'Keep the codes that callers know; add new ones beside them.',
  example: {
    before: 'connections: { catalogue: { base_url: "https://books.example.org" } }',
    after:
      'connections: { catalogue: { base_url: "https://books.example.org", errors: { 429: { error: Too many searches., retry_hint: Wait a minute., code: too_many } } } }',
  },
  mirror: 'server/failures',
  detect(pair, found) {
    for (const [name, variable] of envPairs(pair)) failuresChanged(variable, found, ['env', name]);
    for (const [name, connection] of connectionPairs(pair)) failuresChanged(connection, found, ['connections', name]);
  },
});
