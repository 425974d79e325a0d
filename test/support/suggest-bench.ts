/** A bench that measures edits with a function in the place of a model. */
import type { EvalBench, MeasuredSpecs } from '../../compiler/features/evals/run/suggest.ts';
import { choiceRun } from '../../compiler/features/evals/figures/suite.ts';
import type { ChoiceRun } from '../../compiler/features/evals/figures/suite.ts';
import { judge } from '../../compiler/features/evals/judge/judge.ts';
import { offeredTools } from '../../compiler/features/evals/online/conversation.ts';
import type { Plan } from '../../compiler/plan/model.ts';
import { type Choice, allChoices } from '../../compiler/versions/receipts/choice.ts';

/** The tool that the model calls for a request; undefined for none. */
export type Model = (request: string, choice: Choice) => string | undefined;

function modelRuns(plan: Plan, model: Model): readonly ChoiceRun[] {
  return allChoices(plan, []).map((choice) =>
    choiceRun(choice, ({ test }) => {
      const name = model(test.query, choice);
      const tokens = { input: 0, output: 0, cached: 0 };
      const answer =
        name === undefined
          ? ({ kind: 'text', text: 'Which?' } as const)
          : ({ kind: 'call', name, arguments: {}, later: [] } as const);
      return [judge(test, { ...answer, tokens }, offeredTools(choice))];
    }),
  );
}

/** `clause`: what the model writes to separate two tools. */
export function modelBench(model: Model, clause?: string): EvalBench {
  return {
    surroundings: {},
    choicesOf: ({ plan }) => allChoices(plan, []),
    measure: (choices, { plan }) => {
      const names = new Set(choices.map(({ name }) => name));
      return Promise.resolve(modelRuns(plan, model).filter(({ choice }) => names.has(choice.name)));
    },
    ...(clause !== undefined && { write: () => Promise.resolve(clause) }),
  };
}

export function modelMeasured(measured: Omit<MeasuredSpecs, 'runs'>, model: Model): MeasuredSpecs {
  return { ...measured, runs: modelRuns(measured.compiled.plan, model) };
}
