/** An eval has expected behavior exactly when it should trigger the skill. */
import { rule } from '../../rule.ts';

export const evalsShape = rule({
  id: 'skill/evals-shape',
  subject: 'skill',
  severity: 'error',
  says: 'An eval must have expected behavior exactly when it should trigger the skill.',
  profiles: ['ext'],
  why: 'Without expected behavior an eval always passes; with it on a request that must not trigger the skill, the expectation is unclear.',
  source: 'EXT §2.1 (evals[].input and evals[].expected_behavior)',
  good: [
    'evals: [{ input: find a book about gardens, expected_behavior: [Calls search_books] }, { input: buy a book, should_trigger: false }]',
    'evals: [{ input: what is the weather, should_trigger: false }]',
  ],
  bad: [
    'evals: [{ input: find a book about gardens }, { input: buy a book, should_trigger: false }]',
    `evals:
  - input: find a book about gardens
    expected_behavior: [Calls search_books]
  - input: buy a book
    should_trigger: false
    expected_behavior: [Says that books are not sold here]`,
  ],
  check(skill, report) {
    for (const [index, { input, expected_behavior, should_trigger = true }] of (skill.spec.evals ?? []).entries()) {
      if (should_trigger && !expected_behavior) {
        report(
          ['evals', index, 'input'],
          `The eval "${input}" has no expected behavior.`,
          'Add `expected_behavior:` with at least one observation, or `should_trigger: false`.',
        );
      }
      if (!should_trigger && expected_behavior) {
        report(
          ['evals', index, 'expected_behavior'],
          `The eval "${input}" must not trigger the skill, but expects behavior of it.`,
          'Remove `expected_behavior:` or `should_trigger: false`.',
          { part: 'key' },
        );
      }
    }
  },
});
