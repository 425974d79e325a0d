/** The server starts with another transport when it is not told which. */
import { changeKind } from '../../kind.ts';

export const serverTransportDefault = changeKind({
  id: 'server/transport-default',
  scope: 'server',
  axis: 'wire',
  level: 'breaking',
  says: 'The server starts with another transport when it is not told which.',
  why: 'A host entry that names no transport gets one that it does not speak.',
  next: 'Put the transport that was first back into first place.',
  example: {
    before: 'transports: [stdio, http]',
    after: 'transports: [http, stdio]',
  },
  mirror: 'server/transport-default',
  detect(pair, found) {
    const [old, now] = [pair.before?.transports[0], pair.after?.transports[0]];
    // Where the old default is gone, kind server/transport-removed tells of it.
    const isLeft = old !== undefined && pair.after?.transports.includes(old);
    if (isLeft && now !== undefined && old !== now) found({ path: ['transports'], before: old, after: now });
  },
});
