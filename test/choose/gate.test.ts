/** A gate of evals passes only runs with enough evidence. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toolPlan } from '../support/tool-plan.ts';
import { runs } from '../support/runs.ts';
import { judge } from '../../compiler/features/evals/judge/judge.ts';
import { offeredTools } from '../../compiler/features/evals/online/conversation.ts';
import type { EngineAnswer } from '../../compiler/features/evals/online/engine.ts';
import type { Expectation } from '../../compiler/plan/model.ts';
import { gateOf } from '../../compiler/features/evals/judge/gate.ts';
import type { Gate } from '../../compiler/features/evals/judge/gate.ts';
import { choiceRun } from '../../compiler/features/evals/figures/suite.ts';
import type { ChoiceRun } from '../../compiler/features/evals/figures/suite.ts';
import { compareRuns } from '../../compiler/features/evals/figures/compare.ts';
import type { CaseOutcome } from '../../compiler/features/evals/judge/judge.ts';
import type { Choice, ChoiceCase } from '../../compiler/versions/receipts/choice.ts';

/** R: right; W: another tool; S: no call; D: declined; E: no answer; O: not judged; n: rightly no call; N: a needless call. */
const OUTCOMES: Readonly<Record<string, CaseOutcome>> = {
  R: { kind: 'judged', right: true, called: 'get_time' },
  W: { kind: 'judged', right: false, called: 'get_tide' },
  S: { kind: 'judged', right: false, called: undefined },
  D: { kind: 'judged', right: false, called: undefined, declined: true },
  E: { kind: 'error', message: 'cut off' },
  O: { kind: 'not-judged', why: 'offline' },
  n: { kind: 'judged', right: true, called: undefined },
  N: { kind: 'judged', right: false, called: 'get_time' },
};

/** A case for each word, with a trial for each letter; `b:RR` is a case of the tool "b". */
function runOf(written: string): ChoiceRun {
  const words = written.split(' ').filter((word) => word !== '');
  const cases = words.map((word, index): ChoiceCase => {
    const [letters = '', owner = 'get_time'] = word.split(':').toReversed();
    const expected = /[nN]/.test(letters) ? null : owner;
    const test = { query: `${index}`, expect: expected };
    return { id: `${index}`, mark: '', request: '', test, home: 'tool', index, owner, negative: expected === null };
  });
  const choice: Choice = {
    kind: 'server',
    name: 'clock',
    hash: '',
    casesHash: '',
    cases,
    servers: [],
    skills: [],
    visible: new Map(),
  };
  const trials = words.map((word) => [...(word.split(':').at(-1) ?? '')].flatMap((letter) => OUTCOMES[letter] ?? []));
  return choiceRun(choice, ({ index }) => trials[index] ?? []);
}

const gate = (...runs: readonly string[]): Gate => gateOf(runs.map(runOf), 0.9, undefined);

test.each([
  ['R R R R R R R R R W', []],
  ['R R R O O', []],
  ['RRW RRR n', ['clock: of all trials, 6 of 7 passed']],
  ['R R R R R', []],
])('%s', (written, problems) => {
  expect(gate(written)).toEqual(
    problems.length === 0
      ? { verdict: 'passed', problems: [] }
      : { verdict: 'failed', problems: problems.map((one) => expect.stringContaining(one)) },
  );
});

describe('does not pass', () => {
  test.each<[written: string, Gate['verdict'], string]>([
    ['', 'void', 'No case was run.'],
    ['E E E E E', 'void', 'No case was judged: 5 of 5 had no answer.'],
    ['E E O', 'void', 'No case was judged: 2 of 3 had no answer.'],
    ['O O', 'void', 'No case was judged: this tier can judge none of the 2.'],
    ['S S S n', 'void', 'Nothing was ever called, although calls were expected.'],
    ['S E', 'void', 'Nothing was ever called, although calls were expected, and 1 case had no answer.'],
    ['D D n', 'void', 'Nothing was ever called: each judged case that expects a call was declined.'],
    ['D S', 'void', 'Nothing was ever called, although calls were expected.'],
    ['W W W W W', 'failed', 'server clock: 0 of 5 right, and the pass mark is 90 %.'],
    ['R R REE', 'failed', 'server clock: 1 of 3 cases had no answer to most of their trials (2 of 5 trials had none).'],
    ['REE', 'void', 'No case was judged: 1 of 1 had no answer to most of their trials (2 of 3 trials had none).'],
    ['R R R E', 'failed', 'server clock: 1 of 4 cases had no answer.'],
    ['n E O', 'failed', 'server clock: 1 of 3 cases had no answer.'],
    ['n n', 'void', 'server clock: no case expects a certain call, so a model that calls nothing or anything passes.'],
    ['N N N', 'failed', 'server clock: of all trials, 0 of 3 passed, and the pass mark is 90 %.'],
    ['R R N N N', 'failed', 'server clock: of all trials, 2 of 5 passed, and the pass mark is 90 %.'],
    ['R R R R R R R R R R R R R R R R R R R b:W', 'failed', 'server clock: of all trials, only 0 of 1 passed for "b".'],
  ])('%s', (written, verdict, problem) => {
    expect(gate(written)).toEqual({ verdict, problems: [problem] });
  });

  test('where one of two choices shows nothing', () => {
    expect(gate('R R', 'S S').problems).toEqual(['server clock: nothing was ever called.']);
    expect(gate('R R', 'E').problems).toEqual(['server clock: 1 of 1 cases had no answer.']);
    expect(gate('R R', 'O')).toEqual({ verdict: 'passed', problems: [] });
  });

  test('where a comparison is worse or void', () => {
    const run = runOf('R R');
    const comparison = compareRuns({ before: [], after: [] });
    const verdictOf = (verdict: 'worse' | 'void' | 'better'): string =>
      gateOf([run], 0.9, { label: 'main', before: [], comparison: { ...comparison, verdict } }).verdict;
    expect([verdictOf('better'), verdictOf('worse'), verdictOf('void')]).toEqual(['passed', 'failed', 'void']);
  });
});

describe('of any suite', () => {
  const [server] = toolPlan({ type: 'object' }).servers;
  if (!server) throw new Error('The Plan has no server.');
  const [tool] = server.tools;
  if (!tool) throw new Error('The server has no tool.');
  const NAMES = ['get_time', 'get_tide', 'get_tale'];
  const servers = [{ ...server, tools: NAMES.map((name) => ({ ...tool, name })) }];
  const EXPECTED = fc.oneof(
    fc.constant<Expectation>(null),
    fc.constant<Expectation>({ any_of: NAMES }),
    fc.constant<Expectation>({ any_of: NAMES.slice(1) }),
    fc.constantFrom<Expectation>(...NAMES),
  );
  const SUITES = fc.array(fc.tuple(fc.constantFrom('clock', 'sea', 'library'), fc.array(EXPECTED, { maxLength: 4 })), {
    maxLength: 3,
  });
  const isAnyCall = (one: Expectation): boolean =>
    typeof one === 'object' && one !== null && 'any_of' in one && one.any_of.length === NAMES.length;
  const NO_TOKENS = { input: 0, output: 0, cached: 0 };
  const text: EngineAnswer = { kind: 'text', text: 'Hello.', tokens: NO_TOKENS };
  const declined: EngineAnswer = { kind: 'declined', tokens: NO_TOKENS };
  const call = (name: string): EngineAnswer => ({ kind: 'call', name, arguments: {}, later: [], tokens: NO_TOKENS });

  function suiteRun([name, expected]: readonly [string, readonly Expectation[]], answer: EngineAnswer): ChoiceRun {
    const cases = expected.map((expect, index): ChoiceCase => {
      const test = { query: `${index}`, expect };
      return { id: `${index}`, mark: '', request: '', test, home: 'choice', index, owner: name, negative: false };
    });
    const choice: Choice = {
      kind: 'choice',
      name,
      hash: '',
      casesHash: '',
      cases,
      servers,
      skills: [],
      visible: new Map(),
    };
    return choiceRun(choice, ({ test }) => [judge(test, answer, offeredTools(choice))]);
  }

  test.each<[string, EngineAnswer]>([
    ['never calls', text],
    ['declines everything', declined],
  ])('a model that %s does not pass', (_what, answer) => {
    fc.assert(
      fc.property(SUITES, (suite) => {
        expect(
          gateOf(
            suite.map((one) => suiteRun(one, answer)),
            0.9,
            undefined,
          ).verdict,
        ).not.toBe('passed');
      }),
      { numRuns: runs(10_000) },
    );
  });

  test('a choice that any call passes makes the run void', () => {
    fc.assert(
      fc.property(SUITES, fc.constantFrom(...NAMES), (suite, name) => {
        const { verdict } = gateOf(
          suite.map((one) => suiteRun(one, call(name))),
          0.9,
          undefined,
        );
        const isEmpty = suite.some(([, expected]) => expected.every((one) => isAnyCall(one)));
        if (isEmpty) expect(verdict).not.toBe('passed');
      }),
      { numRuns: runs(10_000) },
    );
  });

  test('a run of some cases is measured by all cases of its choice', () => {
    const whole = suiteRun(['clock', ['get_time', null]], text);
    const negative = { ...suiteRun(['clock', [null]], text) };
    expect(gateOf([negative], 0.9, undefined).verdict).toBe('void');
    expect(gateOf([negative], 0.9, undefined, [whole.choice]).verdict).toBe('passed');
  });
});
