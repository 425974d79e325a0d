/** The data of a report on a run of evals, independent of its format. */
import type { Gate } from '../judge/gate.ts';
import type { Suggestions } from '../suggest/suggestion.ts';
import type { ChoiceRun, ComparedRun } from '../figures/suite.ts';
import { choiceKey } from '../../../versions/receipts/choice.ts';
import type { RunFacts } from '../records/make-record.ts';
import type { Findings } from '../../../report/format.ts';

export interface EvalReport {
  /** The folder of the project. */
  readonly project: string;
  /** YYYY-MM-DD */
  readonly day: string;
  /** The tier and the model. */
  readonly heading: string;
  /** Who gave the results. */
  readonly of: Omit<RunFacts, 'date'>;
  /** Where it is one part of a whole, for `haft eval merge`: its number, from 1, and all choices of the whole. */
  readonly part?:
    | { readonly number: number; readonly of: number; readonly choices: readonly ChoiceRun['choice'][] }
    | undefined;
  readonly runs: readonly ChoiceRun[];
  /** With `--against`. */
  readonly compared: ComparedRun | undefined;
  /** Undefined for one part of a whole. */
  readonly gate: Gate | undefined;
  /** A finding for each lost case. */
  readonly findings: Findings;
  /** With `--suggest`. */
  readonly suggestions: Suggestions | undefined;
}

/** `server clock`. */
export function choiceTitle({ choice: { kind, name } }: ChoiceRun): string {
  return `${kind} ${name}`;
}

/** Right and judged cases of all choices that expect a call. */
export function totalOf(runs: readonly ChoiceRun[]): { readonly right: number; readonly judged: number } {
  return runs.reduce(
    (sum, { figures: { rightTool } }) => ({
      right: sum.right + rightTool.passed,
      judged: sum.judged + rightTool.total,
    }),
    { right: 0, judged: 0 },
  );
}

/** The run of the same choice before the change. */
export function runBefore({ choice }: ChoiceRun, compared: ComparedRun | undefined): ChoiceRun | undefined {
  return compared?.before.find((one) => choiceKey(one.choice) === choiceKey(choice));
}

/** `Failed: server clock: 6 of 9 right, and the pass mark is 90 %.` A line for each reason; none where the run passed. */
export function gateLines({ gate }: Pick<EvalReport, 'gate'>): readonly string[] {
  return gate?.problems.map((says) => `${gate.verdict === 'void' ? 'Void' : 'Failed'}: ${says}`) ?? [];
}
