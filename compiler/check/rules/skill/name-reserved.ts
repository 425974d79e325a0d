/** The name of a skill contains no reserved name. */
import { rule } from '../../rule.ts';
import { HOSTS } from '../../../spec/hosts/index.ts';

export const nameReserved = rule({
  id: 'skill/name-reserved',
  subject: 'skill',
  severity: 'warning',
  says: 'A skill name must not contain the reserved name of a vendor.',
  why: 'Vendors reject the upload of a skill whose name contains their own.',
  source: 'Agent Skills, name; the host’s upload rules',
  good: ['name: find-a-book', 'name: cloud-shelves'],
  bad: ['name: claude-book-helper', 'name: books-by-anthropic'],
  check(skill, report) {
    const { name } = skill.spec;
    const reserved = HOSTS.flatMap(({ reservedInSkills = [] }) => reservedInSkills).find((word) => name.includes(word));
    if (reserved === undefined) return;
    report(
      ['name'],
      `Skill name "${name}" contains the reserved name "${reserved}".`,
      'Name the skill after what it does.',
      { word: reserved },
    );
  },
});
