/** A tool may do more to the world than it said. */
import { alarms } from '../../parts/annotations.ts';
import { changeKind } from '../../kind.ts';

export const toolEffectsWidened = changeKind({
  id: 'tool/effects-widened',
  scope: 'tool',
  axis: 'wire',
  level: 'risky',
  says: 'A tool may do more to the world than it said.',
  why: 'Hosts that let it run without asking now ask, or go on letting it run although it changes things.',
  next: 'Check that the user is asked where a call changes something, and consider a tool of its own for the change.',
  example: {
    before: 'effects: read',
    after: 'effects: write',
  },
  mirror: 'tool/effects-narrowed',
  detect(pair, found) {
    const { widened } = alarms(pair);
    if (widened) found(widened);
  },
});
