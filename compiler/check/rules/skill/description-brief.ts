/** The description of a skill is shorter than hosts allow. */
import { joinParts, skillDescription } from '../../description.ts';
import { rule } from '../../rule.ts';

/** Maximum number of characters. */
const ADVISED = 600;
const MOST = 1024;

export const descriptionBrief = rule({
  id: 'skill/description-brief',
  subject: 'skill',
  severity: 'warning',
  says: 'The description of a skill should have at most 600 characters.',
  why: 'A host lists all skill descriptions in a small space and cuts long ones at the end, where the exclusions are.',
  source: 'Agent Skills, description; hosts give the whole list about one percent of the context',
  good: [
    'description: { does: Searches., when: the user searches, triggers: [find a, find b], not_for: [{ case: buying books }] }',
    `description: { does: "${'Searches the shelves of the library. '.repeat(10)}", when: the user searches, triggers: [find a, find b], not_for: [{ case: buying books }] }`,
  ],
  bad: [
    `description: { does: "${'Searches the shelves of the library. '.repeat(20)}", when: the user searches, triggers: [find a, find b], not_for: [{ case: buying books }] }`,
    `description:
  does: Finds a book.
  when: "${'the user looks for a book, a journal or a map, or '.repeat(11)}asks where one stands"
  triggers: [find a book, is there a book about]
  not_for: [{ case: buying books }]`,
  ],
  check(skill, report) {
    const { description, name } = skill.spec;
    const parts = skillDescription(description);
    const { length } = joinParts(parts);
    if (length <= ADVISED || length > MOST) return;
    const longest = parts.toSorted((a, b) => b.text.length - a.text.length)[0]?.part ?? 'does';
    report(
      ['description', longest],
      `The description of skill "${name}" has ${length} characters; "${longest}" is the longest part.`,
      `Shorten it to ${ADVISED}: move details to \`context\`.`,
      { part: 'key' },
    );
  },
});
