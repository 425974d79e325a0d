/** The calls on the way of an eval: whether each has an end, and the failure that it names by its code. */
import { type Sentence, say } from '../../../base/sentence.ts';
import type { ToolEvalSpec } from '../../documents/eval.ts';
import { failureWithCode } from '../prose/failure-text.ts';

type Step = NonNullable<ToolEvalSpec['via']>[number];

interface StepIssue {
  /** Below the step. */
  readonly path: readonly string[];
  readonly message: Sentence;
  readonly hint: string;
}

/** `holders`: what declares the failures of the tool; none where the tool is unknown. */
export function stepIssues(
  { call, result, fails }: Step,
  holders: readonly unknown[] | undefined,
): readonly StepIssue[] {
  const issues: StepIssue[] = [];
  if ((result === undefined) === (fails === undefined))
    issues.push({
      path: [],
      message: say`The call of "${call}" must have one of result and fails.`,
      hint: 'Write what it returns: `result: {…}`, or how it fails: `fails: <code>`.',
    });
  if (typeof fails === 'string' && holders && !failureWithCode(fails, holders))
    issues.push({
      path: ['fails'],
      message: say`Tool "${call}" has no failure with the code "${fails}".`,
      hint: 'Write the code of one of its failures, or the failure itself: `fails: { error: …, retry_hint: … }`.',
    });
  return issues;
}
