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
  says: 'A tool should have five to ten evals.',
  profiles: ['ext'],
  why: 'Models react to wording, even to punctuation. Without a few test requests, a description change that breaks tool selection goes unnoticed.',
  source: 'EXT §9 rule 3 (5-10 typical queries)',
  good: [evals(FEWEST), evals(MOST)],
  bad: ['evals:', evals(3), evals(MOST + 2)],
  check({ spec }, report) {
    // A deprecated tool should not be chosen any more: its evals belong to its successor.
    if (spec.deprecated) return;
    const count = spec.evals?.length ?? 0;
    const wanted = `Add ${FEWEST} to ${MOST} requests as users would type them, one or two of them with \`expect: none\`.`;
    if (count === 0) report(['name'], `Tool "${spec.name}" has no evals.`, wanted);
    else if (count < FEWEST) {
      report(['evals'], `Tool "${spec.name}" has ${count} evals; the minimum is ${FEWEST}.`, wanted, { part: 'key' });
    } else if (count > MOST) {
      const hint = `Keep the ${MOST} that differ most; each one costs money in every run.`;
      report(['evals'], `Tool "${spec.name}" has ${count} evals; the maximum is ${MOST}.`, hint, { part: 'key' });
    }
  },
});
