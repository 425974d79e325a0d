/** An environment variable that was needed is optional. */
import { envBecame } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverEnvBecameOptional = changeKind({
  id: 'server/env-became-optional',
  scope: 'server',
  axis: 'wire',
  level: 'safe',
  says: 'An environment variable that was needed is optional.',
  why: 'Host entries that set it work as before.',
  next: 'Say in its description what is missing without it.',
  example: {
    before: 'env: { LIBRARY_KEY: { description: Key of the reader } }',
    after: 'env: { LIBRARY_KEY: { description: Key of the reader, optional: true } }',
  },
  mirror: 'server/env-became-required',
  detect: envBecame('optional', true, ['required', 'optional']),
});
