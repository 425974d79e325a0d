/** What is said of lost cases: at the request, with a next step that the author can take. */
import { expect, test } from 'vitest';
import { evalFindings } from '../../compiler/features/evals/judge/findings.ts';
import { choiceRun } from '../../compiler/features/evals/figures/suite.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { allChoices, withCases } from '../../compiler/versions/receipts/choice.ts';
import { clockSpec } from '../support/eval-project.ts';

test.each([
  ['get_weather', 'add the case to `instead` of "get_weather"'],
  ['get_the_time_now', 'No tool has this name: the model invented it.'],
])('a call of %s', (called, hint) => {
  const { value } = planSpecs([{ path: 'specs/clock.yaml', text: clockSpec() }]);
  if (!value) return expect.unreachable();
  const [choice] = allChoices(value.plan, []);
  if (!choice) return expect.unreachable();
  const run = choiceRun(choice, () => [{ kind: 'judged', right: false, called }]);
  const [first] = evalFindings([run], value.spec, { config: undefined });
  expect(first).toMatchObject({ code: 'eval/lost', hint: expect.stringContaining(hint) });
  expect(first?.message).toContain(`leads to "${called}", but "get_time" was expected.`);
});

test.each([
  ['eval/lost', 'on purpose.', []],
  ['eval/arguments', 'on purpose.', ['eval/lost']],
  ['eval/lost', '', ['eval/lost', 'suppression/reason']],
  ['eval/lost until 2026-11-20', 'on purpose.', ['eval/lost', 'suppression/expired']],
])('a suppression of %s with the reason "%s"', (rule, reason, expected) => {
  const text = clockSpec().replace('    evals:\n', `    # haft-ignore ${rule}: ${reason}\n    evals:\n`);
  const { value } = planSpecs([{ path: 'specs/clock.yaml', text }]);
  if (!value) return expect.unreachable();
  const [choice] = allChoices(value.plan, []);
  const own = choice?.cases.filter(({ owner }) => owner === 'get_time').slice(0, 1);
  if (!choice || !own) return expect.unreachable();
  const run = choiceRun(withCases(choice, own), () => [{ kind: 'judged', right: false, called: 'none_such' }]);
  const found = evalFindings([run], value.spec, { config: undefined, today: '2026-11-21' });
  expect(found.map(({ code }) => code)).toEqual(expected);
});
