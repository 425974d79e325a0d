/** The transports on which a server listens. */
import { changeKinds } from '../../kind.ts';
import { entryAdded, entryRemoved } from '../../compare/sequence.ts';

export const SERVER_TRANSPORT = changeKinds('server', [
  {
    id: 'server/transport-added',
    axis: 'wire',
    level: 'safe',
    says: 'A transport was added.',
    why: 'The existing transports are not affected.',
    next: 'Tell users whose hosts need the new transport.',
    example: {
      before: 'transports: [stdio]',
      after: 'transports: [stdio, http]',
    },
    mirror: 'server/transport-removed',
    detect: entryAdded('transports', ({ transports }) => transports),
  },
  {
    id: 'server/transport-removed',
    axis: 'wire',
    level: 'breaking',
    says: 'A transport was removed.',
    why: 'Hosts whose entry uses it cannot connect.',
    next: 'Keep the transport until no host entry uses it.',
    mirror: 'server/transport-added',
    detect: entryRemoved('transports', ({ transports }) => transports),
  },
  {
    id: 'server/transport-default',
    axis: 'wire',
    level: 'breaking',
    says: 'The default transport of the server changed.',
    why: 'A host entry that does not select a transport gets one that the host may not support.',
    next: 'Put the previous transport first again.',
    example: {
      before: 'transports: [stdio, http]',
      after: 'transports: [http, stdio]',
    },
    detect(pair, found) {
      const [old, now] = [pair.before?.transports[0], pair.after?.transports[0]];
      // Kind server/transport-removed reports a removed default.
      const isLeft = old !== undefined && pair.after?.transports.includes(old);
      if (isLeft && now !== undefined && old !== now) found({ path: ['transports'], before: old, after: now });
    },
  },
]);
