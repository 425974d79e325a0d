/** A tool sends another request. */
import { behaviours, callMembers } from '../../parts/behaviours.ts';
import { membersChanged } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const toolRequest = changeKind({
  id: 'tool/request',
  scope: 'tool',
  axis: 'wire',
  level: 'risky',
  says: 'A tool sends another request.',
  why: 'The other side may answer with something else for the same arguments.',
  next: 'Call the tool with real arguments before and after, and compare the results.',
  example: {
    before: 'http: { connection: catalogue, request: GET /books }',
    after: 'http: { connection: catalogue, request: GET /volumes }',
  },
  mirror: 'tool/request',
  detect(pair, found) {
    membersChanged(behaviours(pair, 'http'), found, ['http'], callMembers);
  },
});
