/** What is said of lost cases: at the request, with a next step that the author can take. */
import { expect, test } from 'vitest';
import { evalFindings } from '../../compiler/features/evals/judge/findings.ts';
import type { JudgedCase } from '../../compiler/features/evals/judge/judge.ts';
import { choiceRun } from '../../compiler/features/evals/figures/suite.ts';
import { readingsOf } from '../../compiler/features/evals/figures/readings.ts';
import { rivalText } from '../../compiler/features/evals/report/figures-text.ts';
import { evalSteps } from '../../compiler/features/evals/report/suggestions.ts';
import { confusionsIn } from '../../compiler/features/evals/run/suggest.ts';
import { separationsOf } from '../../compiler/features/evals/suggest/separation.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { allChoices, withCases } from '../../compiler/versions/receipts/choice.ts';
import { clockSpec } from '../support/eval-project.ts';

test.each<[string, JudgedCase['fault'], string, string]>([
  ['get_weather', undefined, 'leads to "get_weather", but "get_time" was expected.', 'add the case to `instead`'],
  ['get_the_time_now', 'outside', 'reaches no tool or skill of this choice, but "get_time"', 'or ask another model'],
  ['get_time', 'outside', 'but the skill "get_time" was expected', 'or ask another model'],
  ['get_time', 'ruled-out', 'leads to "get_time", which the case rules out', 'State in the description of "get_time"'],
  ['get_weather', 'ruled-out', 'leads to "get_weather", which the case rules out', 'of "get_weather" when not'],
])('a call of %s (%s)', (called, fault, message, hint) => {
  const { value } = planSpecs([{ path: 'specs/clock.yaml', text: clockSpec() }]);
  if (!value) return expect.unreachable();
  const [choice] = allChoices(value.plan, []);
  if (!choice) return expect.unreachable();
  const run = choiceRun(choice, () => [{ kind: 'judged', right: false, called, ...(fault && { fault }) }]);
  const [first] = evalFindings([run], value.spec, { config: undefined });
  expect(first).toMatchObject({ code: 'eval/lost', hint: expect.stringContaining(hint) });
  expect(first?.message).toContain(message);
  if (fault !== 'outside') return;
  // Nothing means a request that no call is expected for.
  const needless = { kind: 'judged', right: false, called, fault } as const;
  const none = choice.cases.filter(({ test: { expect: wanted } }) => wanted === null);
  const [other] = evalFindings([choiceRun(withCases(choice, none), () => [needless])], value.spec, {
    config: undefined,
  });
  expect(other).toMatchObject({
    message: expect.stringContaining('but no call was expected'),
    hint: 'Ask another model.',
  });
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

test('next steps and sentences to write name only tools and skills of the choice', () => {
  const { value } = planSpecs([{ path: 'specs/clock.yaml', text: clockSpec() }]);
  const [choice = expect.fail()] = allChoices(value?.plan ?? expect.fail(), []);
  const invented = choiceRun(choice, () => [{ kind: 'judged', right: false, called: 'get_ghost', fault: 'outside' }]);
  const report = {
    of: { model: 'm', tier: 'model' } as const,
    runs: [invented],
    compared: undefined,
    suggestions: undefined,
    commands: { suggest: 'haft eval --suggest', fix: '', model: '', page: '' },
  };
  const steps = evalSteps(report).map(({ says }) => says);
  // One step for all of them, whatever they expect.
  expect(steps).toEqual([
    'Ask another model too: 5 requests lead to calls that reach no tool or skill that was offered.',
  ]);
  expect(steps.join('\n')).not.toMatch(/ghost|--suggest/);
  expect(separationsOf([invented])).toEqual([]);
  expect(confusionsIn(invented, []).map(({ chosen }) => chosen)).not.toContain('get_ghost');
});

test('a pair of rivals is printed with all its margins, and a case that rules out its first tool is no pair', () => {
  const { value } = planSpecs([{ path: 'specs/clock.yaml', text: clockSpec() }]);
  const [choice = expect.fail()] = allChoices(value?.plan ?? expect.fail(), []);
  const readings = new Map<string, readonly [margin: number, fault?: 'ruled-out']>([
    ['what time is it in Oslo', [-0.5]],
    ['what time do they have in Lima', [0.04]],
    ['will it rain in Oslo', [0.66, 'ruled-out']],
  ]);
  const run = choiceRun(choice, ({ request }) => {
    const [margin, fault] = readings.get(request) ?? [1];
    const reading = { rank: 1, margin, rival: 'get_tide' };
    return [{ kind: 'judged', right: margin > 0 && !fault, called: 'get_time', reading, ...(fault && { fault }) }];
  });
  const { pairs } = readingsOf(run);
  expect(pairs.map((pair) => rivalText(run, pair))).toEqual([
    '"get_time" is between 50 % behind and 4 % ahead of "get_tide" for "what time is it in Oslo", "what time do they have in Lima"',
  ]);
});
