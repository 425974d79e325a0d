/** A skill's description has no angle brackets. */
import { rule } from '../../rule.ts';

export const descriptionCharacters = rule({
  id: 'skill/description-characters',
  subject: 'skill',
  severity: 'error',
  imported: 'warning',
  says: 'The description of a skill must not contain "<" or ">".',
  why: 'Hosts put the description inside tags of their prompt and reject a skill whose text could close one.',
  source: 'Agent Skills, description; the validator of the format’s authors rejects < and >',
  good: [
    'description: { does: Finds a book., when: the user names a title, triggers: [find a book, is there a book about], not_for: [{ case: buying books }] }',
    'description: { does: Finds books of more than 500 pages -- or less., when: the user asks for a long book, triggers: [find a book, a long book], not_for: [{ case: buying books }] }',
  ],
  bad: [
    'description: { does: Finds a book., when: the user types "find <title>", triggers: [find a book, is there a book about], not_for: [{ case: buying books }] }',
    `description:
  does: Finds a book on the shelves.
  when: the user looks for a book
  triggers: [find a book, books > 500 pages]
  not_for: [{ case: "<i>buying books</i>" }]`,
  ],
  check(skill, report) {
    const { does, when, triggers, not_for } = skill.spec.description;
    const texts = [
      { path: ['does'], text: does },
      { path: ['when'], text: when },
      ...triggers.map((text, index) => ({ path: ['triggers', index], text })),
      ...not_for.flatMap((one, index) => [
        { path: ['not_for', index, 'case'], text: one.case },
        { path: ['not_for', index, 'use'], text: one.use ?? '' },
      ]),
    ];
    for (const { path, text } of texts) {
      const found = /<[^<>]{0,30}>?|>/.exec(text)?.[0];
      if (found)
        report(
          ['description', ...path],
          `The description of skill "${skill.spec.name}" contains "${found}".`,
          'Use words instead; hosts reject "<" and ">" in descriptions.',
          { word: found },
        );
    }
  },
});
