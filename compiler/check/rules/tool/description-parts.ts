/** Every part of a tool's description adds information. */
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ToolPart } from '../../model.ts';
import { rule } from '../../rule.ts';
import type { ReportFinding } from '../../rule.ts';
import {
  doubledBeginning,
  isSentence,
  isSituation,
  repeatsName,
  situationRepeatsName,
} from '../../analysis/prose/empty-parts.ts';

export const descriptionParts = rule({
  id: 'tool/description-parts',
  subject: 'tool',
  severity: 'error',
  says: 'Every part of a tool description must add information.',
  profiles: ['ext'],
  why: 'The description is all that the model knows: a repeated name or "when needed" makes it guess, and "Use when use when …" reads like an error.',
  source: 'EXT §8 rule 1 (when to call, and what the tool does)',
  good: [
    'description: { does: Lists all loans that are overdue., when: a reader asks what is late }',
    'description: { does: 蔵書を題名と著者で検索します。, when: 利用者が本を探しているとき }',
  ],
  bad: [
    'description: { does: Search books, when: the user asks about a book }',
    'description: { does: Searches the books., when: the user asks about a book }',
    'description: { does: Searches the shelves by words., when: Use this tool when the user looks for a book }',
    'description: { does: Searches the shelves by words., when: Use this tool to find books in the library }',
    'description: { does: Searches the shelves by words., when: needed }',
    'description: { does: Searches the shelves by words., when: you need to use this tool }',
    'description: { does: Looks on all shelves for words., when: the user wants to search books }',
    `description:
  does: Searches the shelves by words.
  when: the user looks for a book
  instead: [{ case: If the title is known, use: get_book }]
---
kind: tool
name: get_book
server: library
effects: read
description: { does: Gets author and year of a book., when: its title is known }
handler: handlers.ts`,
  ],
  check(tool, report) {
    const { name, title = name, description } = tool.spec;
    const { does, when, instead = [] } = description;
    if (repeatsName(does, name) || repeatsName(does, title)) {
      const hint = 'Describe what the call returns or changes, and whose data it uses.';
      report(['description', 'does'], `\`does\` of tool "${name}" only repeats the name.`, hint);
    } else if (!isSentence(does)) {
      report(
        ['description', 'does'],
        `\`does\` of tool "${name}" is not a sentence.`,
        'Describe in one sentence what it does.',
      );
    }
    const twice = doubledBeginning(when);
    if (!twice && !isSituation(when)) {
      const hint = 'Name the situation: "the user asks …", "the key is known and …".';
      report(['description', 'when'], `\`when\` of tool "${name}" does not describe a situation.`, hint);
    }
    if (!twice && isSituation(when) && situationRepeatsName(when, name)) {
      const hint = 'Name the situation: what the user asks, has or wants to know.';
      report(['description', 'when'], `\`when\` of tool "${name}" only repeats the name.`, hint);
    }
    reportTwice(tool, ['description', 'when'], when, 'Use when', report);
    for (const [at, one] of instead.entries())
      reportTwice(tool, ['description', 'instead', at, 'case'], one.case, 'If', report);
  },
});

function reportTwice(tool: ToolPart, path: NodePath, text: string, before: string, report: ReportFinding): void {
  const twice = doubledBeginning(text);
  if (!twice) return;
  const title = `Remove "${twice.text}".`;
  const hint = twice.rest === undefined ? 'Write only the situation: "the user looks for …".' : title;
  const edits = [tool.edit({ kind: 'replace', path, value: twice.rest })];
  report(path, `This text starts with "${twice.text}", and Haft adds "${before}" before it.`, hint, {
    word: twice.text,
    ...(twice.rest !== undefined && { fix: { title, edits } }),
  });
}
