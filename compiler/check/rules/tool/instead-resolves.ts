/** Every tool under `instead` exists. */
import { flatMapMemo } from '../../../base/memo.ts';
import { unknownName } from '../../analysis/unknown-name.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { crossRule } from '../../rule.ts';

export const insteadResolves = crossRule({
  id: 'tool/instead-resolves',
  subject: 'tool',
  severity: 'error',
  around: (draft) =>
    draft.toolLists
      .flatMap(directing)
      .filter((tool) => !isResolved(tool, draft))
      .map((tool) => [tool, draft]),
  says: 'Every tool under `instead` must exist.',
  resolves: true,
  why: 'The model is sent to the named tool; if it does not exist, the model invents one or gives up.',
  source: 'EXT §8 rule 1 (names the tool to use instead)',
  good: [
    'description: { does: Searches., when: the user searches, instead: [{ case: the title is known, use: search_books }] }',
    'description: { does: Searches., when: the user searches }',
  ],
  bad: [
    'description: { does: Searches., when: the user searches, instead: [{ case: the title is known, use: serch_books }] }',
    'description: { does: Searches., when: the user searches, instead: [{ case: the title is known, use: search_books }, { case: a map is wanted, use: find_maps }] }',
  ],
  check(tool, report, draft) {
    for (const [index, { use }] of (tool.spec.description.instead ?? []).entries()) {
      if (draft.names.tools.has(use)) continue;
      report(['description', 'instead', index, 'use'], ...unknownName('tool', use, draft.names.tools));
    }
  },
});

const directing = flatMapMemo((tool: ToolPart) => (tool.spec.description.instead ? [tool] : []));

function isResolved({ spec }: ToolPart, { names }: SpecDraft): boolean {
  return (spec.description.instead ?? []).every(({ use }) => names.tools.has(use));
}
