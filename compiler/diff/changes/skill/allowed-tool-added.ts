/** A host may run another tool for a skill without asking. */
import { listsIn } from '../../parts/sequence.ts';
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
  detect(pair, found) {
    for (const { entry } of listsIn(pair, ({ allowed_tools }) => [...new Set(allowed_tools)]).added)
      found({ path: ['allowed_tools'], after: entry });
  },
});
