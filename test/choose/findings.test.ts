/** What is said of lost cases: at the request, with a next step that the author can take. */
import { expect, test } from 'vitest';
import { findingsOf } from '../../compiler/choose/findings.ts';
import { choiceRun } from '../../compiler/choose/suite.ts';
import { compile } from '../../compiler/compile.ts';
import { allChoices } from '../../compiler/evals/choice.ts';
import { clockSpec } from '../support/eval-project.ts';

test.each([
  ['get_weather', 'add the case to `instead` of "get_weather"'],
  ['get_the_time_now', 'No tool has this name: the model invented it.'],
])('a call of %s', (called, hint) => {
  const { value } = compile([{ path: 'specs/clock.yaml', text: clockSpec() }]);
  if (!value) return expect.unreachable();
  const [choice] = allChoices(value.plan, []);
  if (!choice) return expect.unreachable();
  const run = choiceRun(choice, () => [{ kind: 'judged', right: false, called }]);
  const [first] = findingsOf([run], value.spec, { config: undefined });
  expect(first).toMatchObject({ code: 'eval/lost', hint: expect.stringContaining(hint) });
  expect(first?.message).toContain(`leads to "${called}", but "get_time" was expected.`);
});
