/** A tool has five to ten evals. */
import { rule } from '../../rule.ts';

const FEWEST = 5;
const MOST = 10;

const evals = (count: number): string => {
  return `evals:\n${Array.from({ length: count }, (_, at) => `  - { query: Do we have volume ${at + 1} of the atlas? }\n`).join('')}`;
};

export const evalsCount = rule({
  id: 'tool/evals-count',
  subject: 'tool',
  severity: 'warning',
  says: 'A tool has five to ten evals.',
  profiles: ['ext'],
  why: 'Models react to wording, even to punctuation: without a handful of requests to test it nobody notices when a changed description stops working.',
  source: 'EXT §9 rule 3 (5-10 typical queries)',
  good: [evals(FEWEST), evals(MOST)],
  bad: ['evals:', evals(3), evals(MOST + 2)],
  check({ spec }, report) {
    // A deprecated tool is no longer to be chosen: its cases went to its successor.
    if (spec.deprecated) return;
    const count = spec.evals?.length ?? 0;
    const wanted = `Write ${FEWEST} to ${MOST} requests as users make them, one or two of them with "expect: none".`;
    if (count === 0) report(['name'], `Tool "${spec.name}" has no evals.`, wanted);
    else if (count < FEWEST) {
      report(['evals'], `Tool "${spec.name}" has ${count} of at least ${FEWEST} evals.`, wanted, { part: 'key' });
    } else if (count > MOST) {
      const hint = `Keep the ${MOST} that differ most; every one is paid for at each test.`;
      report(['evals'], `Tool "${spec.name}" has ${count} evals; ${MOST} are enough.`, hint, { part: 'key' });
    }
  },
});
