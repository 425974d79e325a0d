/** A skill no longer needs the tools of a server. */
import { entryRemoved } from '../../parts/sequence.ts';
import { changeKind } from '../../kind.ts';

export const skillServerRemoved = changeKind({
  id: 'skill/server-removed',
  scope: 'skill',
  axis: 'wire',
  level: 'safe',
  says: 'A skill no longer needs the tools of a server.',
  why: 'Where the server is installed, it does no harm.',
  next: 'Check that no step names a tool of it.',
  example: {
    before: `context: The library has one floor.
servers: [library]`,
    after: 'context: The library has one floor.',
  },
  mirror: 'skill/server-added',
  detect: entryRemoved('servers', ({ servers }) => servers),
});
