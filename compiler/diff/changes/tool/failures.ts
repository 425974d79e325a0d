/** Failures of a tool came, went, or are told apart differently. */
import { behaviours } from '../../parts/behaviours.ts';
import { failuresChanged } from '../../parts/failures.ts';
import { changeKind } from '../../kind.ts';

export const toolFailures = changeKind({
  id: 'tool/failures',
  scope: 'tool',
  axis: 'wire',
  level: 'risky',
  says: 'Failures of a tool came, went, or are told apart differently.',
  why: 'Callers that look at the code of a failure see another one, or a success where there was a failure.',
  next: 'Keep the codes that callers know; add new ones beside them.',
  example: {
    before: 'command: { argv: [books, search] }',
    after:
      'command: { argv: [books, search], exit_codes: { 3: { error: The index is locked., retry_hint: Try again in a minute., code: locked } } }',
  },
  mirror: 'tool/failures',
  detect(pair, found) {
    failuresChanged(pair, found, []);
    for (const kind of ['http', 'command'] as const) failuresChanged(behaviours(pair, kind), found, [kind]);
  },
});
