/** Tool names are unique. */
import { memoizeBy } from '../../../base/memo.ts';
import type { ToolPart } from '../../model.ts';
import { LIST_SHELVES } from '../../example-documents.ts';
import { crossRule } from '../../rule.ts';
import { sameNames } from '../../analysis/names/same-name.ts';

const laterTool = (name: string): string => `name: search_books
---
kind: tool
name: ${name}
server: library
effects: read
description: { does: Searches the shelves by words., when: the user looks for a book }
handler: handlers.ts`;

export const toolDuplicate = crossRule({
  id: 'tool/duplicate',
  subject: 'tool',
  severity: 'error',
  around: ({ toolLists }) => duplicates(toolLists),
  says: 'Every tool must have a unique name.',
  locked: true,
  why: 'Calls, skills and evals refer to a tool by name, without its server, so the name must be unique in the project.',
  source: 'EXT §4.1 (Call tool takes a name)',
  good: ['name: search_books', `name: search_books\n---\n${LIST_SHELVES}`],
  bad: [laterTool('search_books'), laterTool('search_book_s')],
  check(tool, report, first) {
    const { name } = tool.spec;
    const message =
      first.spec.name === name
        ? `Duplicate tool name "${name}".`
        : `Tool names "${first.spec.name}" and "${name}" differ only in separators, so their generated types would collide.`;
    report(['name'], message, 'Rename or delete one of the tools.', {
      related: [{ message: 'First use.', span: first.at(['name']) }],
    });
  },
});

const joinedName = memoizeBy(({ spec }: ToolPart): string => spec.name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));

const duplicates = sameNames(joinedName);
