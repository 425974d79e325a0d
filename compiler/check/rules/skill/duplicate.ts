/** Skill names are unique: two skills with one name would share a folder. */
import { oneByOne } from '../../analysis/similar/incremental-index.ts';
import type { SkillPart } from '../../model.ts';
import { crossRule } from '../../rule.ts';
import { sameNames } from '../../analysis/names/same-name.ts';

const SECOND = `kind: skill
name: book-search
version: 1.0.0
description: { does: Searches., when: the user searches, triggers: [look up a, look up b], not_for: [{ case: buying books }] }
context: There is a library.
steps: [Search]
never: [Buy]`;

export const skillDuplicate = crossRule({
  id: 'skill/duplicate',
  subject: 'skill',
  severity: 'error',
  around: ({ skills }) => duplicates(oneByOne(skills)),
  locked: true,
  says: 'Every skill must have a unique name.',
  why: 'The name of a skill is the name of its folder; hosts differ in which of two duplicates they load.',
  source: 'EXT §2.1 (folder name equals the skill name)',
  good: ['name: book-search', `name: book-search\n---\n${SECOND.replace('book-search', 'book-lending')}`],
  bad: [`name: book-search\n---\n${SECOND}`, `name: find-a-book\n---\n${SECOND}\n---\n${SECOND}`],
  check(skill, report, first) {
    report(['name'], `Duplicate skill name "${skill.spec.name}".`, 'Rename one of the skills.', {
      related: [{ message: 'First use.', span: first.at(['name']) }],
    });
  },
});

const duplicates = sameNames<SkillPart>();
