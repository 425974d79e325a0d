/** No two skills have the same trigger phrase. */
import { crossRule } from '../../rule.ts';
import { triggersOf } from '../../analysis/similar/trigger-key.ts';

export const triggerOverlap = crossRule({
  id: 'skill/trigger-overlap',
  subject: 'skill',
  severity: 'warning',
  around: (draft) => draft.skills.map((skill) => [skill, draft]),
  says: 'Two skills must not share a trigger phrase.',
  why: 'When a request matches two skills, a host loads either, both or neither.',
  source: 'EXT §2.1 (loading is decided by how well the description matches)',
  good: [
    'description: { does: Finds a book., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: buying books }] }',
    other('lend me the book, take home'),
  ],
  bad: [other('find a book, lend me'), other('take home, Is there any BOOK about')],
  check(skill, report, draft) {
    const all = triggersOf(draft);
    for (const [index, text] of skill.spec.description.triggers.entries()) {
      const first = all.firstOther(text, skill);
      if (!first) continue;
      const path = ['description', 'triggers', index];
      report(
        path,
        `Skill "${first.skill.spec.name}" has the same trigger phrase "${first.text}".`,
        'Keep it in the skill it fits best, and give the other skill a different phrase.',
        {
          related: [{ message: 'First use.', span: first.skill.at(['description', 'triggers', first.index]) }],
        },
      );
    }
  },
});

function other(triggers: string): string {
  return `name: find-a-book
---
kind: skill
name: lend-a-book
version: 1.0.0
description: { does: Lends a book., when: the user wants to take a book home, triggers: [${triggers}], not_for: [{ case: buying books }] }
context: The library lends books for a month.
steps: [Ask for the card.]
never: [Lend a book twice]`;
}
