/** Results of evals as a runner writes them: every case of every choice of some specs. */
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { choicesOf } from '../../compiler/versions/receipts/choice.ts';
import type { ChoiceCase } from '../../compiler/versions/receipts/choice.ts';

export const RUN = { model: 'any', date: '2026-11-20' };

/** `passes` decides which cases passed; all where absent. `more`: further members of each result. */
export function evalResults(
  text: string,
  passes: (one: ChoiceCase) => boolean = () => true,
  more: object = {},
): { results: object[] } {
  const { value } = planSpecs([{ path: 'specs/a.yaml', text }]);
  const choices = value ? choicesOf(value.plan) : [];
  const tested = choices.filter(({ cases }) => cases.length > 0);
  const results = tested.map(({ kind, name, cases }) => ({
    [kind]: name,
    ...RUN,
    cases: cases.map((one) => ({ query: one.request, tool: one.owner, passed: passes(one) })),
    ...more,
  }));
  return { results };
}
