/** A skill needs the tools of another server. */
import { entryAdded } from '../../parts/sequence.ts';
import { changeKind } from '../../kind.ts';

export const skillServerAdded = changeKind({
  id: 'skill/server-added',
  scope: 'skill',
  axis: 'wire',
  level: 'risky',
  says: 'A skill needs the tools of another server.',
  why: 'Where that server is not installed, the steps that name its tools cannot be taken.',
  next: 'Tell users to install the server, and say under "compatibility:" what happens without it.',
  example: {
    before: 'context: The library has one floor.',
    after: `context: The library has one floor.
servers: [library]`,
  },
  mirror: 'skill/server-removed',
  detect: entryAdded('servers', ({ servers }) => servers),
});
