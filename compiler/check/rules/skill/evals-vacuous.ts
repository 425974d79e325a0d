/** Expected behavior can be observed. */
import { rule } from '../../rule.ts';
import { isVacuous } from '../../analysis/prose/vacuous.ts';

export const evalsVacuous = rule({
  id: 'skill/evals-vacuous',
  subject: 'skill',
  severity: 'warning',
  says: 'Expected behavior must be something that can be observed.',
  profiles: ['ext'],
  why: 'Phrases such as "works" or "is correct" match any behavior, so the eval cannot detect a regression.',
  source: 'EXT §2.1 (behaviors that should be observed); EXT §9 rule 3',
  good: [
    'evals: [{ input: find a book about gardens, expected_behavior: [Calls search_books before it answers, Names the shelf] }]',
    'evals: [{ input: find a book about gardens, expected_behavior: [Answers in German] }]',
  ],
  bad: [
    'evals: [{ input: find a book about gardens, expected_behavior: [Works correctly] }]',
    `evals:
  - input: find a book about gardens
    expected_behavior:
      - The response is helpful and accurate
      - Uses the skill
      - Names the shelf of every book`,
  ],
  check(skill, report) {
    for (const [index, { expected_behavior = [] }] of (skill.spec.evals ?? []).entries()) {
      for (const [at, text] of expected_behavior.entries()) {
        if (isVacuous(text))
          report(
            ['evals', index, 'expected_behavior', at],
            `"${text}" is true of any answer.`,
            'Describe what can be observed: which tool is called, what the answer contains or omits.',
          );
      }
    }
  },
});
