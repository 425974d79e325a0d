/** An environment variable that was optional is needed. */
import { envBecame } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverEnvBecameRequired = changeKind({
  id: 'server/env-became-required',
  scope: 'server',
  axis: 'wire',
  level: 'breaking',
  says: 'An environment variable that was optional is needed.',
  why: 'Hosts that start the server without it get failures where calls worked.',
  next: 'Keep it optional, or tell users to add it to their host entry before they update.',
  example: {
    before: 'env: { LIBRARY_KEY: { description: Key of the reader, optional: true } }',
    after: 'env: { LIBRARY_KEY: { description: Key of the reader } }',
  },
  mirror: 'server/env-became-optional',
  detect: envBecame('optional', false, ['optional', 'required']),
});
