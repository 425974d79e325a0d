/** A host asks again before it runs a tool for a skill. */
import { listsIn } from '../../parts/sequence.ts';
import { changeKind } from '../../kind.ts';

export const skillAllowedToolRemoved = changeKind({
  id: 'skill/allowed-tool-removed',
  scope: 'skill',
  axis: 'wire',
  level: 'safe',
  says: 'A host asks again before it runs a tool for a skill.',
  why: 'Calls pass once the user agrees; where nobody can be asked, they do not.',
  next: 'Check that the skill is not used where nobody can be asked.',
  example: {
    before: `context: The library has one floor.
allowed_tools: [search_books]`,
    after: 'context: The library has one floor.',
  },
  mirror: 'skill/allowed-tool-added',
  detect(pair, found) {
    for (const { entry } of listsIn(pair, ({ allowed_tools }) => [...new Set(allowed_tools)]).removed)
      found({ path: ['allowed_tools'], before: entry });
  },
});
