/** Every part of a skill's description is specific, and completes the prefix that Haft adds. */
import { rule } from '../../rule.ts';
import { isUnspecific, startsOver } from '../../analysis/prose/description-parts.ts';

export const skillDescriptionParts = rule({
  id: 'skill/description-parts',
  subject: 'skill',
  severity: 'warning',
  says: 'Every part of a skill description must be specific and must not repeat the prefix that Haft adds.',
  profiles: ['ext'],
  why: 'A host decides by the description alone whether to load the skill: "Use when needed" matches every request, and "Use when use when …" wastes the first words.',
  source: 'EXT §2.1 (when to use it, what it does, a Do NOT use for clause)',
  good: [
    'description: { does: Finds a book on the shelves., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: buying books }] }',
    'description: { does: Lends books to readers., when: a reader wants to take a book home, triggers: [lend me, borrow a book], not_for: [{ case: reserving rooms, use: find-a-book }] }',
  ],
  bad: [
    `description:
  does: Helps with books.
  when: Use when the user looks for a book. # not before
  triggers: [find a book, is there a book about]
  not_for: [{ case: Do NOT use for buying books }]`,
    'description: { does: "TODO", when: needed, triggers: [find a book, is there a book about], not_for: [{ case: anything else }] }',
  ],
  check(skill, report) {
    const { does, when, not_for } = skill.spec.description;
    const parts = [
      { path: ['description', 'does'], text: does, before: undefined },
      { path: ['description', 'when'], text: when, before: 'Use when' as const },
      ...not_for.map((one, index) => ({
        path: ['description', 'not_for', index, 'case'],
        text: one.case,
        before: 'Do NOT use for' as const,
      })),
    ];
    for (const { path, text, before } of parts) {
      const rest = before && startsOver(text, before);
      if (rest !== undefined) {
        report(path, `Haft adds "${before}" before this text, which already starts with it.`, `Write "${rest}".`, {
          fix: {
            title: `Remove the duplicate "${before}".`,
            edits: [skill.edit({ kind: 'replace', path, value: rest })],
          },
        });
      } else if (isUnspecific(text, before)) {
        report(
          path,
          `"${path.at(-1)}: ${text.trim()}" is not specific to this skill.`,
          'Name the objects it works on and the situation, as a user would.',
        );
      }
    }
  },
});
