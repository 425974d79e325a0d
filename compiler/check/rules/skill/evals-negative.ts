/** Evals include requests that must not load the skill. */
import { rule } from '../../rule.ts';

const FEWEST = 3;

export const evalsNegative = rule({
  id: 'skill/evals-negative',
  subject: 'skill',
  severity: 'warning',
  says: 'A skill with evals should have at least three, one of which must not trigger it.',
  profiles: ['ext'],
  why: 'A skill that loads on every request passes all positive evals; only a negative eval shows the problem.',
  source: 'EXT §2.1 (Do NOT use for …); EXT §9 rule 3 (typical queries for correct choice)',
  good: [
    `evals:
  - { input: find a book about gardens, expected_behavior: [Calls search_books] }
  - { input: is there a book about bees, expected_behavior: [Calls search_books] }
  - { input: buy me a book about bees, should_trigger: false }`,
    'title: Find a book',
  ],
  bad: [
    `evals:
  - { input: find a book about gardens, expected_behavior: [Calls search_books] }
  - { input: is there a book about bees, expected_behavior: [Calls search_books] }
  - { input: where is the shelf with maps, expected_behavior: [Names the shelf] }`,
    'evals: [{ input: find a book about gardens, expected_behavior: [Calls search_books] }, { input: buy a book, should_trigger: false }]',
  ],
  check(skill, report) {
    const { evals, name } = skill.spec;
    if (!evals) return;
    const options = { part: 'key' } as const;
    if (!evals.some(({ should_trigger }) => should_trigger === false)) {
      report(
        ['evals'],
        `Skill "${name}" has no eval that must not trigger it.`,
        'Add a similar request with `should_trigger: false`, such as a case of `not_for`.',
        options,
      );
    } else if (evals.length < FEWEST) {
      report(
        ['evals'],
        `Skill "${name}" has only ${evals.length === 1 ? 'one eval' : `${evals.length} evals`}.`,
        `Add evals with different wording until there are at least ${FEWEST}.`,
        options,
      );
    }
  },
});
