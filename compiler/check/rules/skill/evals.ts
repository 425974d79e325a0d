/** Evals of a skill. */
import { say } from '../../../base/sentence.ts';
import { isUninformative } from '../../analysis/prose/information.ts';
import { asksQuestion } from '../../analysis/prose/description-parts.ts';
import { rule } from '../../rule.ts';

const MIN_CASES = 3;

export const evalsNegative = rule({
  id: 'skill/evals-negative',
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
        say`Skill "${name}" has no eval that must not trigger it.`,
        'Add a similar request with `should_trigger: false`, such as a case of `not_for`.',
        options,
      );
    } else if (evals.length < MIN_CASES) {
      report(
        ['evals'],
        say`Skill "${name}" has only ${evals.length === 1 ? 'one eval' : `${evals.length} evals`}.`,
        `Add evals with different wording until there are at least ${MIN_CASES}.`,
        options,
      );
    }
  },
});

export const evalsShape = rule({
  id: 'skill/evals-shape',
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

export const evalsVacuous = rule({
  id: 'skill/evals-vacuous',
  severity: 'warning',
  evidence: 'prose',
  says: 'Expected behavior must be something that can be observed.',
  profiles: ['ext'],
  why: 'Phrases such as "works" or "is correct" match any behavior, so the eval cannot detect a regression.',
  hint: 'Describe what can be observed: which tool is called, what the answer contains or omits.',
  source: 'EXT §2.1 (behaviors that should be observed); EXT §9 rule 3',
  good: [
    'evals: [{ input: find a book about gardens, expected_behavior: [Calls search_books before it answers, Names the shelf] }]',
    'evals: [{ input: find a book about gardens, expected_behavior: [Answers in German] }]',
    'evals: [{ input: what can I cook today, expected_behavior: [Asks what has to be used up] }]',
  ],
  bad: [
    'evals: [{ input: find a book about gardens, expected_behavior: [Works correctly] }]',
    'evals: [{ input: find a book about gardens, expected_behavior: [Does what the user asks] }]',
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
        // What is counted, quoted or asked can be observed.
        const isObserved = /["'`“\d]/.test(text) || (/^asks?\b/i.test(text) && asksQuestion(text));
        if (!isObserved && isUninformative(text, 'behavior'))
          report(['evals', index, 'expected_behavior', at], `"${text}" is true of any answer.`);
      }
    }
  },
});
