/** Hosts can reach the server in another way. */
import { entryAdded } from '../../parts/sequence.ts';
import { changeKind } from '../../kind.ts';

export const serverTransportAdded = changeKind({
  id: 'server/transport-added',
  scope: 'server',
  axis: 'wire',
  level: 'safe',
  says: 'Hosts can reach the server in another way.',
  why: 'The ways that were there stay.',
  next: 'Tell users of hosts that need the new transport.',
  example: {
    before: 'transports: [stdio]',
    after: 'transports: [stdio, http]',
  },
  mirror: 'server/transport-removed',
  detect: entryAdded('transports', ({ transports }) => transports),
});
