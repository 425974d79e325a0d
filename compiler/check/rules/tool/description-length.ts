/** The description of a tool is short enough that hosts do not truncate it. */
import { SHOWN_CHARACTERS, joinParts, toolParts } from '../../description.ts';
import { rule } from '../../rule.ts';

export const toolDescriptionLength = rule({
  id: 'tool/description-length',
  subject: 'tool',
  severity: 'error',
  imported: 'warning',
  says: 'A tool description should not be so long that hosts truncate it.',
  why: 'A host that truncates at 2 KB drops the end without notice: first the examples, then which tool to use instead.',
  source: 'EXT §8 rule 1; MCP hosts’ limit of 2 KB for a description',
  good: [
    'description: { does: Searches the shelves by words., when: the user looks for a book }',
    `description: { does: "${'Searches the shelves of the library by words in titles. '.repeat(8)}", when: the user looks for a book }`,
  ],
  bad: [
    `description: { does: "${'Searches the shelves of the library by words in titles. '.repeat(40)}", when: the user looks for a book }`,
    `description:
  does: Searches the shelves by words.
  when: the user looks for a book
  examples: [${Array.from({ length: 60 }, (_, at) => `Do we have a book about the history of ${at}?`).join(', ')}]`,
  ],
  check({ spec }, report) {
    const parts = toolParts(spec);
    const { length } = joinParts(parts);
    if (length <= SHOWN_CHARACTERS) return;
    const longest = [...parts].sort((a, b) => sizeOf(b.part) - sizeOf(a.part))[0]?.part ?? 'does';
    function sizeOf(part: string): number {
      return parts.reduce((sum, one) => sum + (one.part === part ? one.text.length : 0), 0);
    }
    report(
      ['description', longest],
      `The description of tool "${spec.name}" has ${length} characters; hosts truncate it after ${SHOWN_CHARACTERS}.`,
      `Shorten "${longest}"; move details of a parameter to its own description.`,
      { part: 'key' },
    );
  },
});
