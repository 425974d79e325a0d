/** `use` under `not_for` names a known skill, tool or server. */
import { crossRule } from '../../rule.ts';
import { unknownName } from '../../analysis/unknown-name.ts';

export const useResolves = crossRule({
  id: 'skill/use-resolves',
  subject: 'skill',
  severity: 'warning',
  around: (draft) => draft.skills.map((skill) => [skill, draft]),
  says: '`use` under `not_for` must name a skill, tool or server of this project.',
  resolves: true,
  why: 'The model is sent to the named target; with a typo, or a reference to the skill itself, it stops there.',
  source: 'EXT §2.1 (Do NOT use for …); EXT §8 rule 1',
  good: [
    'description: { does: Finds a book., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: a list of all books, use: search_books }] }',
    'description: { does: Finds a book., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: buying books }, { case: questions about lending, use: library }] }',
  ],
  bad: [
    'description: { does: Finds a book., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: a list of all books, use: serch_books }] }',
    `description:
  does: Finds a book on the shelves.
  when: the user looks for a book
  triggers: [find a book, is there a book about]
  not_for:
    - { case: the web, use: web-search }
    - { case: journals, use: find-a-book }`,
  ],
  check(skill, report, { names }) {
    const kinds = [names.skills, names.tools, names.servers];
    for (const [index, { use }] of skill.spec.description.not_for.entries()) {
      const path = ['description', 'not_for', index, 'use'];
      if (use === skill.spec.name)
        report(path, `Skill "${use}" refers this case to itself.`, 'Name another skill or tool, or remove `use`.');
      if (use === undefined || kinds.some((known) => known.has(use))) continue;
      const [message, hint] = unknownName(
        'skill, tool or server',
        use,
        kinds.flatMap((known) => [...known]),
      );
      report(
        path,
        message,
        hint.startsWith('Did') ? hint : 'Fix it; if the skill is from another project, suppress this with the reason.',
      );
    }
  },
});
