/** A way to reach the server is gone. */
import { entryRemoved } from '../../parts/sequence.ts';
import { changeKind } from '../../kind.ts';

export const serverTransportRemoved = changeKind({
  id: 'server/transport-removed',
  scope: 'server',
  axis: 'wire',
  level: 'breaking',
  says: 'A way to reach the server is gone.',
  why: 'Hosts whose entry uses this transport cannot connect.',
  next: 'Keep the transport until no host entry uses it.',
  example: {
    before: 'transports: [stdio, http]',
    after: 'transports: [stdio]',
  },
  mirror: 'server/transport-added',
  detect: entryRemoved('transports', ({ transports }) => transports),
});
