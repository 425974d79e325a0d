/** The value of an environment variable is kept secret. */
import { envBecame } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverEnvHidden = changeKind({
  id: 'server/env-hidden',
  scope: 'server',
  axis: 'wire',
  level: 'safe',
  says: 'The value of an environment variable is kept secret.',
  why: 'It is cut out of messages and log lines; calls work as before.',
  next: 'Check that no tool has to return the value.',
  example: {
    before: 'env: { LIBRARY_KEY: { description: Key of the reader } }',
    after: 'env: { LIBRARY_KEY: { description: Key of the reader, secret: true } }',
  },
  mirror: 'server/env-revealed',
  detect: envBecame('secret', true, ['visible', 'secret']),
});
