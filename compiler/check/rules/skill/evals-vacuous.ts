/** Expected behaviour can be seen to happen or not. */
import { rule } from '../../rule.ts';
import { isVacuous } from '../../text/vacuous.ts';

export const evalsVacuous = rule({
  id: 'skill/evals-vacuous',
  subject: 'skill',
  severity: 'warning',
  says: 'Expected behaviour names something that can be observed.',
  profiles: ['ext'],
  why: 'Words such as "works" or "is correct" fit whatever the model did, so the eval guards nothing when the wording changes.',
  source: 'EXT §2.1 (behaviours that should be observed); EXT §9 rule 3',
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
            `"${text}" can be said of any answer.`,
            'Say what is seen: which tool is called, what the answer names, what it leaves out.',
          );
      }
    }
  },
});
