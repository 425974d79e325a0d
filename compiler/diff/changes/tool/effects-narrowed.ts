/** A tool does less to the world than it said. */
import { alarms } from '../../parts/annotations.ts';
import { changeKind } from '../../kind.ts';

export const toolEffectsNarrowed = changeKind({
  id: 'tool/effects-narrowed',
  scope: 'tool',
  axis: 'wire',
  level: 'safe',
  says: 'A tool does less to the world than it said.',
  why: 'Hosts may stop asking before a call; nothing that worked stops working.',
  next: 'Check that the tool really changes nothing that it no longer admits to.',
  example: {
    before: 'effects: write',
    after: 'effects: read',
  },
  mirror: 'tool/effects-widened',
  detect(pair, found) {
    const { narrowed } = alarms(pair);
    if (narrowed) found(narrowed);
  },
});
