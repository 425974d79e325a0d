/** A gate of evals passes only runs with enough evidence. */
import { describe, expect, test } from 'vitest';
import { gateOf } from '../../compiler/features/evals/judge/gate.ts';
import type { Gate } from '../../compiler/features/evals/judge/gate.ts';
import { choiceRun } from '../../compiler/features/evals/figures/suite.ts';
import type { ChoiceRun } from '../../compiler/features/evals/figures/suite.ts';
import { compareRuns } from '../../compiler/features/evals/figures/compare.ts';
import type { CaseOutcome } from '../../compiler/features/evals/judge/judge.ts';
import type { Choice, ChoiceCase } from '../../compiler/versions/receipts/choice.ts';

/** R: right; W: another tool; S: no call; E: no answer; O: not judged; n: rightly no call; N: a needless call. */
const OUTCOMES: Readonly<Record<string, CaseOutcome>> = {
  R: { kind: 'judged', right: true, called: 'get_time' },
  W: { kind: 'judged', right: false, called: 'get_tide' },
  S: { kind: 'judged', right: false, called: undefined },
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
    ['W W W W W', 'failed', 'server clock: 0 of 5 right, and the pass mark is 90 %.'],
    ['R R R E', 'failed', 'server clock: 1 of 4 cases had no answer.'],
    ['n E O', 'failed', 'server clock: 1 of 3 cases had no answer.'],
    ['n n', 'void', 'No case expects a call: a model that never calls anything would pass.'],
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
