/** A host asks again before it runs a tool for a skill. */
import { entryRemoved } from '../../parts/sequence.ts';
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
  detect: entryRemoved('allowed_tools', ({ allowed_tools }) => allowed_tools),
});
