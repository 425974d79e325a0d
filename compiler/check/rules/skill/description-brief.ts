/** A skill's description is brief. */
import { joinParts, skillDescription } from '../../description.ts';
import { rule } from '../../rule.ts';

/** Characters. */
const ADVISED = 600;
const MOST = 1024;

export const descriptionBrief = rule({
  id: 'skill/description-brief',
  subject: 'skill',
  severity: 'warning',
  says: 'A skill’s description stays within 600 characters.',
  why: 'A host shows the descriptions of all skills at once in a small space and shortens the long ones from the end, where the exclusions stand.',
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
      `The description of skill "${name}" has ${length} characters, and "${longest}" most of them.`,
      `Bring it below ${ADVISED}: move detail into "context".`,
      { part: 'key' },
    );
  },
});
