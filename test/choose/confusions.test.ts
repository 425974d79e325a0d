/** The matrix expected by chosen: what counts as one cell, and that rivals are side by side. */
import { describe, expect, test } from 'vitest';
import { confusionsOf, matrixOf } from '../../compiler/features/evals/figures/confusions.ts';
import type { CaseRun } from '../../compiler/features/evals/figures/suite.ts';
import type { CaseOutcome } from '../../compiler/features/evals/judge/judge.ts';
import type { Expectation } from '../../compiler/plan/model.ts';

let count = 0;

/** `calls`: one for each trial; null: no call. */
function run(expect: Expectation, ...calls: readonly (string | null)[]): CaseRun {
  count += 1;
  const id = `case-${count}`;
  const isRight = (called: string | undefined): boolean =>
    expect !== null && typeof expect === 'object' && 'any_of' in expect
      ? expect.any_of.includes(called ?? '')
      : (expect ?? undefined) === called;
  const trials = calls.map((call): CaseOutcome => {
    return { kind: 'judged', right: isRight(call ?? undefined), called: call ?? undefined };
  });
  const test = { query: id, expect };
  return {
    one: { id, mark: id, request: id, test, home: 'tool', index: 0, owner: 'a', negative: expect === null },
    trials,
  };
}

const cellsOf = (...cases: readonly CaseRun[]): readonly string[] =>
  matrixOf({ cases }).cells.map(
    ({ expected, chosen, right, cases: own }) => `${expected} → ${chosen} ${right ? 'right' : 'wrong'} ${own.length}`,
  );

describe('a cell', () => {
  test.each<[string, readonly CaseRun[], readonly string[]]>([
    ['counts equal answers', [run('a', 'a'), run('a', 'a'), run('a', 'b')], ['a → a right 2', 'a → b wrong 1']],
    ['goes by most trials', [run('a', 'b', 'b', 'a', 'c', 'b')], ['a → b wrong 1']],
    [
      'knows no call',
      [run('a', null), run(null, null), run(null, 'a')],
      ['a → undefined wrong 1', 'undefined → undefined right 1', 'undefined → a wrong 1'],
    ],
    [
      'takes either of two',
      [run({ any_of: ['a', 'b'] }, 'b'), run({ any_of: ['a', 'b'] }, 'c')],
      ['b → b right 1', 'a → c wrong 1'],
    ],
  ])('%s', (_, cases, cells) => {
    expect(cellsOf(...cases)).toEqual(cells);
  });

  test('is not made of cases without an answer', () => {
    const failed: CaseRun = { ...run('a'), trials: [{ kind: 'error', message: 'No response.' }] };
    expect(matrixOf({ cases: [failed] })).toEqual({ names: [], cells: [], unjudged: [failed] });
  });
});

test('rivals are side by side, the most confused first', () => {
  const cases = [run('a', 'a'), run('b', 'd'), run('b', 'd'), run('c', 'c'), run('d', 'd'), run('e', 'b')];
  const matrix = matrixOf({ cases });
  expect(matrix.names).toEqual(['b', 'd', 'e', 'a', 'c']);
  expect(confusionsOf(matrix).map(({ expected, chosen }) => `${expected}${chosen}`)).toEqual(['bd', 'eb']);
});
