/** A tool runs another command. */
import { behaviours, callMembers } from '../../parts/behaviours.ts';
import { membersChanged } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const toolCommand = changeKind({
  id: 'tool/command',
  scope: 'tool',
  axis: 'wire',
  level: 'risky',
  says: 'A tool runs another command.',
  why: 'The program may do or print something else for the same arguments.',
  next: 'Call the tool with real arguments before and after, and compare the results.',
  example: {
    before: 'command: { argv: [books, search] }',
    after: 'command: { argv: [books, search, --all] }',
  },
  mirror: 'tool/command',
  detect(pair, found) {
    membersChanged(behaviours(pair, 'command'), found, ['command'], callMembers);
  },
});
