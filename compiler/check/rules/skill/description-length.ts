/** A skill's description fits the limit of Agent Skills. */
import { joinParts, skillDescription } from '../../description.ts';
import { rule } from '../../rule.ts';

/** Maximum number of characters. */
const MOST = 1024;

export const descriptionLength = rule({
  id: 'skill/description-length',
  subject: 'skill',
  severity: 'error',
  imported: 'warning',
  says: 'The description of a skill must have at most 1024 characters.',
  why: 'Hosts reject a longer description, or cut it at the end, where the "Do NOT use for" clause is.',
  source: 'Agent Skills, description (1–1024 characters)',
  good: [
    'description: { does: Searches., when: the user searches, triggers: [find a, find b], not_for: [{ case: buying books }] }',
    `description: { does: "${'Searches the shelves of the library. '.repeat(20)}", when: the user searches, triggers: [find a, find b], not_for: [{ case: buying books }] }`,
  ],
  bad: [
    `description:\n  does: Finds a book.\n  when: "${'the user looks for a book, a journal or a map, or '.repeat(20)}asks"\n  triggers: [find a book, is there a book about]\n  not_for: [{ case: buying books }]`,
    `description: { does: "${'Searches the shelves of the library. '.repeat(30)}", when: the user searches, triggers: [find a, find b], not_for: [{ case: buying books }] }`,
  ],
  check(skill, report) {
    const { length } = [...joinParts(skillDescription(skill.spec.description))];
    if (length <= MOST) return;
    report(
      ['description'],
      `The description of skill "${skill.spec.name}" has ${length} characters; the maximum is ${MOST}.`,
      'Move details to `context`; keep what, when, triggers and exclusions.',
    );
  },
});
