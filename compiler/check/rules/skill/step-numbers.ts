/** Steps are numbered by Haft. */
import { rule } from '../../rule.ts';

const NUMBER = /^\s*(?:step\s+)?(?:\d{1,2}|[a-z])\s*[.):]\s+(?=\S)/i;

export const stepNumbers = rule({
  id: 'skill/step-numbers',
  subject: 'skill',
  severity: 'error',
  imported: 'warning',
  says: 'A step must not start with its own number.',
  why: 'Haft numbers the steps: "1. 1. Search" reads like an error, and the numbers are wrong as soon as a step is added.',
  source: 'EXT §2.1 (body: numbered steps)',
  good: ['steps: [Search with `search_books`., 3 books at most are named.]', 'steps: ["Note: the shelf comes first."]'],
  bad: [
    'steps: ["1. Search with `search_books`."]',
    'steps: ["Step 1: Search with `search_books`.", "2) Name the shelf."]',
  ],
  check(skill, report) {
    for (const [at, step] of skill.spec.steps.entries()) {
      const [number] = NUMBER.exec(step) ?? [];
      if (number === undefined) continue;
      const value = step.replace(NUMBER, '');
      report(
        ['steps', at],
        `This step starts with "${number.trim()}", but Haft numbers the steps.`,
        'Remove the number.',
        {
          word: number.trim(),
          fix: { title: 'Remove the number.', edits: [skill.edit({ kind: 'replace', path: ['steps', at], value })] },
        },
      );
    }
  },
});
