/** Patterns of schemas: however many there are, one validation takes a bounded time (ADR 10). */
import { clip } from './describe.ts';
import type { Check, PatternMatching, PendingIssue } from './issue.ts';
import { MAX_STEPS } from './pattern/steps.ts';
import { compilePattern } from './pattern/compile.ts';

/** `matchPatterns`, for servers that carry it. */
export type MatchPatterns = () => PatternMatching;

/** The patterns of one schema share what one validation may cost. */
export const matchPatterns: MatchPatterns = () => {
  const budget = { left: MAX_STEPS };
  return {
    compile: (pattern) => {
      const match = compilePattern(pattern, budget);
      return (text, issues) => {
        const fits = match(text);
        if (fits !== 'undecided') return fits;
        const length = text.length === 1 ? '1 character' : `${text.length} characters`;
        issues.push(tooComplex(`the pattern /${clip(pattern)}/`, length));
        return true;
      };
    },
    within: (check): Check => {
      return (value, issues) => {
        budget.left = MAX_STEPS;
        const filled = check(value, issues);
        // Also where a branch such as "not" has dropped the issue: an undecided value is never accepted.
        if (budget.left < 0) {
          const undecided = issues.find(({ isUndecided }) => isUndecided) ?? tooComplex('a pattern', 'its texts');
          issues.splice(0, issues.length, undecided, ...issues.filter(({ isUndecided }) => !isUndecided));
        }
        return filled;
      };
    },
  };
};

function tooComplex(pattern: string, text: string): PendingIssue {
  const message = `could not be checked against ${pattern}, because matching ${text} takes too many steps. Use a shorter value.`;
  return { path: '', message, isUndecided: true };
}
