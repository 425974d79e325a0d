/** A host may run another tool for a skill without asking. */
import { entryAdded } from '../../parts/sequence.ts';
import { changeKind } from '../../kind.ts';

export const skillAllowedToolAdded = changeKind({
  id: 'skill/allowed-tool-added',
  scope: 'skill',
  axis: 'wire',
  level: 'risky',
  says: 'A host may run another tool for a skill without asking.',
  why: 'The user is no longer asked before calls of it.',
  next: 'Check that the tool does nothing that a user would want to be asked about.',
  example: {
    before: 'context: The library has one floor.',
    after: `context: The library has one floor.
allowed_tools: [search_books]`,
  },
  mirror: 'skill/allowed-tool-removed',
  detect: entryAdded('allowed_tools', ({ allowed_tools }) => allowed_tools),
});
