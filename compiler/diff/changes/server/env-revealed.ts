/** The value of an environment variable is no longer kept secret. */
import { envBecame } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverEnvRevealed = changeKind({
  id: 'server/env-revealed',
  scope: 'server',
  axis: 'wire',
  level: 'risky',
  says: 'The value of an environment variable is no longer kept secret.',
  why: 'It can now appear in messages and log lines, where models and people read it.',
  next: 'Keep "secret: true" unless the value is harmless in every log.',
  example: {
    before: 'env: { LIBRARY_KEY: { description: Key of the reader, secret: true } }',
    after: 'env: { LIBRARY_KEY: { description: Key of the reader } }',
  },
  mirror: 'server/env-hidden',
  detect: envBecame('secret', false, ['secret', 'visible']),
});
