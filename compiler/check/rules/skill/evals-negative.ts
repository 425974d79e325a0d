/** Evals also hold requests that must not load the skill. */
import { rule } from '../../rule.ts';

const FEWEST = 3;

export const evalsNegative = rule({
  id: 'skill/evals-negative',
  subject: 'skill',
  severity: 'warning',
  says: 'A skill with evals has at least three, one of which must not trigger it.',
  profiles: ['ext'],
  why: 'A skill that loads on every request passes all positive evals; only a request that belongs elsewhere shows it.',
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
        `No eval of skill "${name}" must leave it unused.`,
        'Add a near miss with "should_trigger: false", such as a case of "not_for".',
        options,
      );
    } else if (evals.length < FEWEST) {
      report(
        ['evals'],
        `Skill "${name}" has ${evals.length === 1 ? 'one eval' : `${evals.length} evals`}, too few to show anything.`,
        `Give at least ${FEWEST}, in different words.`,
        options,
      );
    }
  },
});
