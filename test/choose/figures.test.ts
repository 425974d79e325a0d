/** Judging answers, figures of a run, and comparisons that noise does not decide. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '@haft/runtime';
import { compareRuns } from '../../compiler/features/evals/figures/compare.ts';
import type { EngineAnswer } from '../../compiler/features/evals/online/engine.ts';
import { figuresOf } from '../../compiler/features/evals/figures/figures.ts';
import type { CaseOutcomes } from '../../compiler/features/evals/figures/figures.ts';
import { judge } from '../../compiler/features/evals/judge/judge.ts';
import type { CaseOutcome } from '../../compiler/features/evals/judge/judge.ts';
import type { ToolEval } from '../../compiler/plan/model.ts';
import { runs } from '../support/runs.ts';

const TOKENS = { input: 0, output: 0, cached: 0 };
const call = (name: string, args: JsonObject = {}): EngineAnswer => ({
  kind: 'call',
  name,
  arguments: args,
  later: [],
  tokens: TOKENS,
});
const OFFERED = ['search', 'read', 'drop', 'load_skill'].map((name) => ({
  name,
  description: '',
  inputSchema: { type: 'object' } as const,
  ...(name === 'load_skill' && { skills: ['find-a-book'] }),
}));
const text = (said: string): EngineAnswer => ({ kind: 'text', text: said, tokens: TOKENS });

describe('judge', () => {
  test.each<[Omit<ToolEval, 'query'>, EngineAnswer, boolean]>([
    [{ expect: 'search' }, call('search'), true],
    [{ expect: 'search' }, call('read'), false],
    [{ expect: 'search' }, text('Here is what I know.'), false],
    [{ expect: null }, text('Paris.'), true],
    [{ expect: null }, call('search'), false],
    [{ expect: { any_of: ['search', 'read'] } }, call('read'), true],
    [{ expect: { any_of: ['search', 'read'] } }, call('drop'), false],
    [{ expect: { ask: true } }, text('Which shelf?'), true],
    [{ expect: { ask: true } }, text('Done.'), false],
    [{ expect: { ask: true } }, text('Booked. See https://x.example/?id=1'), false],
    [{ expect: { ask: true } }, text('It is a?.b, or ?id.'), false],
    [{ expect: { ask: true } }, text('**Which shelf?** I see two.'), true],
    [{ expect: { ask: true } }, text('Do you mean https://x.example/?id=1?'), true],
    [{ expect: { ask: true } }, text('(You mean "ants"?)\nAnts.'), true],
    [{ expect: { ask: true } }, text('哪个书架？我看到两个。'), true],
    [{ expect: { ask: true } }, text('哪个书架?我看到两个。'), true],
    [{ expect: { ask: true } }, text('أي رف؟'), true],
    [{ expect: { ask: true } }, call('search'), false],
    [{ expect: { any_of: ['search', 'drop'] }, never: ['drop'] }, call('drop'), false],
    [{ expect: 'find-a-book' }, call('load_skill', { name: 'find-a-book' }), true],
  ])('%j with %j', (expected, answer, right) => {
    expect(judge({ query: 'x', ...expected }, answer, OFFERED)).toMatchObject({ kind: 'judged', right });
  });

  test('compares arguments only of the right tool', () => {
    const one: ToolEval = { query: 'x', expect: 'search', arguments: { query: 'bees' } };
    expect(judge(one, call('search', { query: 'ants' }), OFFERED)).toMatchObject({
      right: true,
      arguments: { wrong: ['query'] },
    });
    expect(judge(one, call('read', { query: 'bees' }), OFFERED)).not.toHaveProperty('arguments');
  });

  test('never counts an error as wrong', () => {
    const error: EngineAnswer = { kind: 'error', message: 'Cut off.', tokens: TOKENS };
    expect(judge({ query: 'x', expect: 'search' }, error, [])).toEqual({ kind: 'error', message: 'Cut off.' });
  });
});

const right: CaseOutcome = { kind: 'judged', right: true, called: 'search' };
const wrong: CaseOutcome = { kind: 'judged', right: false, called: 'read' };
const silent: CaseOutcome = { kind: 'judged', right: false, called: undefined };
const failed: CaseOutcome = { kind: 'error', message: 'x' };
const ofCase = (id: string, ...trials: CaseOutcome[]): CaseOutcomes => ({ id, expect: 'search', trials });

describe('figures', () => {
  test('count cases by the majority of their judged trials, of which a case without an answer to most has none', () => {
    const figures = figuresOf([
      ofCase('a', right, right, wrong),
      ofCase('b', wrong, wrong, right),
      ofCase('c', silent),
      ofCase('d', right, right, failed),
      ofCase('e', failed),
      ofCase('g', right, failed),
      { id: 'f', expect: null, trials: [wrong] },
    ]);
    expect(figures).toMatchObject({
      rightTool: { passed: 2, total: 4 },
      wrongTool: { passed: 1, total: 4 },
      noCall: { passed: 1, total: 4 },
      needlessCall: { passed: 1, total: 1 },
      flaky: ['a', 'b'],
      failed: ['e', 'g'],
      notJudged: [],
      anyCall: true,
    });
  });

  test('detect a run in which nothing was ever called', () => {
    expect(figuresOf([ofCase('a', silent), { id: 'n', expect: null, trials: [silent] }]).anyCall).toBe(false);
  });
});

const outcomes = fc.constantFrom<CaseOutcome>(
  right,
  wrong,
  silent,
  failed,
  { kind: 'judged', right: false, called: undefined, declined: true },
  { ...right, arguments: { wrong: [], extra: [] } },
  { ...right, arguments: { wrong: ['query'], extra: [] } },
  { ...right, arguments: { wrong: [], extra: [], unreadable: true } },
);
const manyCases = fc.array(fc.array(outcomes, { maxLength: 5 }), { maxLength: 6 });

test('each case that expects a call is in exactly one column', () => {
  fc.assert(
    fc.property(manyCases, (cases) => {
      const {
        rightTool,
        wrongTool,
        noCall,
        declined,
        failed: unjudged,
        rightArguments,
      } = figuresOf(cases.map((trials, index) => ofCase(`${index}`, ...trials)));
      expect(rightTool.passed + wrongTool.passed + noCall.passed + declined.passed).toBe(rightTool.total);
      expect(rightArguments.total).toBeLessThanOrEqual(rightTool.passed);
      expect(unjudged.length + rightTool.total).toBe(cases.filter((trials) => trials.length > 0).length);
    }),
    { numRuns: runs(10_000) },
  );
});

test('one call of three that cannot be read is no wrong case', () => {
  const unreadable: CaseOutcome = { ...right, arguments: { wrong: [], extra: [], unreadable: true } };
  expect(figuresOf([ofCase('a', right, right, unreadable)]).rightArguments).toMatchObject({ passed: 1, total: 1 });
  expect(figuresOf([ofCase('a', right, unreadable)]).rightArguments).toMatchObject({ passed: 0, total: 1 });
});

describe('comparing two runs', () => {
  const cases = (rightOnes: number, total: number): CaseOutcomes[] =>
    Array.from({ length: total }, (_, index) => ofCase(`${index}`, index < rightOnes ? right : wrong));

  test.each([
    [200, 200, 'no-difference-seen'],
    [200, 199, 'no-difference-seen'],
    [200, 195, 'no-difference-seen'],
    [200, 190, 'worse'],
    [180, 200, 'better'],
  ] as const)('%i right before, %i after of 200: %s', (before, after, verdict) => {
    expect(compareRuns({ before: cases(before, 200), after: cases(after, 200) }).verdict).toBe(verdict);
  });

  test('leaves out what only one side could judge', () => {
    const compared = compareRuns({
      before: [ofCase('a', right), ofCase('b', failed)],
      after: [ofCase('b', right), ofCase('c', wrong)],
    });
    expect(compared).toMatchObject({ cases: 0, unanswered: ['b'], verdict: 'void', detectable: undefined });
    // What only one side has is no case without an answer.
    const other = compareRuns({ before: [ofCase('a', right)], after: [ofCase('c', wrong)] });
    expect(other).toMatchObject({ cases: 0, unanswered: [], verdict: 'no-difference-seen' });
  });
});
