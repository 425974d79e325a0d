/** What a tool may change when it is called. */
import { changeKinds } from '../../kind.ts';
import { alarms } from '../../compare/annotations.ts';

export const TOOL_EFFECTS = changeKinds('tool', [
  {
    id: 'tool/effects-widened',
    axis: 'wire',
    level: 'risky',
    says: 'A tool declares more side effects.',
    why: 'Hosts that ran it without approval now ask, or keep running it although it changes data.',
    next: 'Check that the user is asked before changes, and consider a separate tool for them.',
    example: {
      before: 'effects: read',
      after: 'effects: write',
    },
    mirror: 'tool/effects-narrowed',
    detect(pair, found) {
      const { widened } = alarms(pair);
      if (widened) found(widened);
    },
  },
  {
    id: 'tool/effects-narrowed',
    axis: 'wire',
    level: 'safe',
    says: 'A tool declares fewer side effects.',
    why: 'Hosts may stop asking for approval; existing calls still work.',
    next: 'Check that the tool really has no undeclared side effects.',
    mirror: 'tool/effects-widened',
    detect(pair, found) {
      const { narrowed } = alarms(pair);
      if (narrowed) found(narrowed);
    },
  },
]);
