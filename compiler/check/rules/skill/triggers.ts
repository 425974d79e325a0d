/** Trigger phrases are short, unique and worded as users type. */
import { rule } from '../../rule.ts';
import { triggerKey } from '../../analysis/similar/trigger-key.ts';

/** Maximum number of characters. */
const MOST = 60;

export const triggers = rule({
  id: 'skill/triggers',
  subject: 'skill',
  severity: 'warning',
  says: 'A trigger phrase must be short, unique and worded as users type.',
  profiles: ['ext'],
  why: 'A host compares the phrases with what the user typed; tool names, full sentences about "the user" and duplicates never match.',
  source: 'EXT §2.1 (2-3 trigger phrases)',
  good: [
    'description: { does: Finds a book on the shelves., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: buying books }] }',
    'description: { does: Finds a book on the shelves., when: the user looks for a book, triggers: [trouve un livre, "où est le livre", quel rayon], not_for: [{ case: buying books }] }',
  ],
  bad: [
    'description: { does: Finds a book on the shelves., when: the user looks for a book, triggers: [find a book, Find the book!], not_for: [{ case: buying books }] }',
    `description:
  does: Finds a book on the shelves.
  when: the user looks for a book
  triggers:
    - The user asks for a book
    - call search_books with the words
    - please find me a good book about gardens that is not lent at the moment
  not_for: [{ case: buying books }]`,
  ],
  check(skill, report) {
    const seen = new Set<string>();
    for (const [index, text] of skill.spec.description.triggers.entries()) {
      const path = ['description', 'triggers', index];
      const key = triggerKey(text);
      const code = /[`{}<>]|\b\w+_\w+|https?:/.exec(text)?.[0];
      if (text.length > MOST)
        report(
          path,
          `This trigger phrase has ${text.length} characters.`,
          `Shorten it to the ${MOST} that all such requests share.`,
        );
      else if (code !== undefined)
        report(path, `"${code}" is not something a user would type.`, 'Use words that a user would type.', {
          word: code,
        });
      else if (/^(?:when\b|if\b|use(?:d)? (?:when|this|for)\b|(?:the |an? )?users?\b)/i.test(text))
        report(
          path,
          `"${text}" describes the user instead of quoting the user.`,
          'Write what the user types, such as "find a book".',
        );
      else if (seen.has(key)) report(path, `Duplicate trigger phrase "${text}".`, 'Replace it with different wording.');
      seen.add(key);
    }
  },
});
