/** Results of evals as a runner writes them: every case of every choice of some specs. */
import { compile } from '../../compiler/compile.ts';
import { choicesOf } from '../../compiler/evals/choice.ts';
import type { ChoiceCase } from '../../compiler/evals/choice.ts';

export const RUN = { model: 'any', date: '2026-11-20' };

/** `passes` decides which cases passed; all where absent. `more`: further members of each result. */
export function evalResults(
  text: string,
  passes: (one: ChoiceCase) => boolean = () => true,
  more: object = {},
): { results: object[] } {
  const { value } = compile([{ path: 'specs/a.yaml', text }]);
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
