/** Two skills of one name would be written to one folder. */
import { rule } from '../../rule.ts';

export const skillDuplicate = rule({
  id: 'skill/duplicate',
  subject: 'skill',
  severity: 'error',
  locked: true,
  why: 'A skill is its folder, and the folder has its name; hosts differ in which of two they load.',
  source: 'EXT §2.1 (folder name equals the skill name)',
  good: ['name: book-search'],
  bad: [
    `name: book-search
---
kind: skill
name: book-search
version: 1.0.0
description: { does: Searches., when: the user searches, triggers: [find a, find b], not_for: [{ case: buying books }] }
context: There is a library.
steps: [Search]
never: [Buy]`,
  ],
  check(skill, report, draft) {
    const first = draft.skills.find((other) => other.spec.name === skill.spec.name);
    if (!first || first === skill) return;
    report(['name'], `Another skill is named "${skill.spec.name}".`, 'Give one of them another name.', {
      related: [{ message: 'The first one is here.', span: first.at(['name']) }],
    });
  },
});
