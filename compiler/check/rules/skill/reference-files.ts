/** Every file that a skill refers to exists. */
import { crossRule } from '../../rule.ts';
import { unknownName } from '../../analysis/unknown-name.ts';

export const referenceFiles = crossRule({
  id: 'skill/reference-files',
  subject: 'skill',
  severity: 'error',
  around: (draft) => draft.skills.map((skill) => [skill, draft]),
  locked: true,
  says: 'Every file that a skill refers to must exist.',
  why: 'The skill instructs the model to read the file; if it is missing, the step fails in front of the user.',
  source: 'EXT §2.1 (optional reference list); Agent Skills, references/',
  good: ['references: []', 'title: Find a book'],
  bad: [
    'references: [{ file: references/nowhere.md, when: the user asks }]',
    'references:\n  - file: scripts/count shelves.py\n    when: shelves are to be counted',
  ],
  check(skill, report, draft) {
    const below = draft.files.filter((file) => file.path.startsWith(skill.folder));
    const known = below.map((file) => file.path.slice(skill.folder.length));
    const { text_file: body } = skill.spec;
    if (body !== undefined && !known.includes(body)) report(['text_file'], ...unknownName('file', body, known));
    for (const [index, { file }] of (skill.spec.references ?? []).entries()) {
      if (!known.includes(file)) report(['references', index, 'file'], ...unknownName('file', file, known));
    }
  },
});
