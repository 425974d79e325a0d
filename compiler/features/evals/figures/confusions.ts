/** Where the requests of a run went: expected × chosen, with tools that are mistaken for one another side by side. */
import { groupBy } from '../../../base/groups.ts';
import { type JudgedCase, expectsCall, wantedNames } from '../judge/judge.ts';
import { isRight, judgedOf } from './figures.ts';
import type { CaseRun, ChoiceRun } from './suite.ts';

/** The cases of one expectation that had one answer. */
export interface Cell {
  /** Undefined where no call was expected, or none was made. */
  readonly expected: string | undefined;
  readonly chosen: string | undefined;
  /** Whether the model declined the requests. */
  readonly declined?: boolean;
  readonly fault?: JudgedCase['fault'];
  readonly right: boolean;
  readonly cases: readonly CaseRun[];
}

interface Matrix {
  /** Names of the tools and skills that have a judged case or were chosen; rivals follow one another. */
  readonly names: readonly string[];
  /** Each with at least one case. */
  readonly cells: readonly Cell[];
  /** Without an answer that could be judged. */
  readonly unjudged: readonly CaseRun[];
}

/** A trial as most trials of the case ended; undefined where none could be judged. */
export function decidingTrial(run: CaseRun): JudgedCase | undefined {
  const right = isRight(run);
  const judged = right === undefined ? [] : judgedOf(run);
  if (right !== false || !expectsCall(run.one.test.expect)) return judged.find((trial) => trial.right === right);
  // Of the wrong answers the most frequent one.
  const wrong = judged.filter((trial) => !trial.right);
  const times = (name: string | undefined): number => wrong.filter(({ called }) => called === name).length;
  return wrong.toSorted((a, b) => times(b.called) - times(a.called))[0];
}

/** The tool, `declined` or `no call`. */
export function answerName({
  called,
  declined,
}: {
  called?: string | undefined;
  declined?: boolean | undefined;
}): string {
  return called ?? (declined ? 'declined' : 'no call');
}

export function matrixOf({ cases }: Pick<ChoiceRun, 'cases'>): Matrix {
  const trials = cases.map((run) => ({ run, trial: decidingTrial(run) }));
  const judged = trials.flatMap(({ run, trial }) => {
    if (!trial) return [];
    const { called: chosen, right, declined, fault } = trial;
    const expected = right && chosen !== undefined ? chosen : wantedNames(run.one.test.expect)[0];
    return { run, cell: { expected, chosen, ...(declined && { declined }), ...(fault && { fault }), right } };
  });
  const groups = groupBy(judged, ({ cell }) => JSON.stringify(cell));
  const cells = [...groups.values()].map((all): Cell => ({ ...all[0].cell, cases: all.map(({ run }) => run) }));
  const unjudged = trials.flatMap(({ run, trial }) => (trial ? [] : [run]));
  return { names: orderedByRival(cells), cells, unjudged };
}

/** The cells whose answer was another tool or skill, the most frequent first. */
export function confusionsOf({ cells }: Pick<Matrix, 'cells'>): readonly Cell[] {
  return cells.filter(({ right }) => !right).toSorted((a, b) => b.cases.length - a.cases.length);
}

/** A chain: behind each name the one that it is most often mistaken for; names without rivals keep their order. */
function orderedByRival(cells: readonly Cell[]): readonly string[] {
  const names = [...new Set(cells.flatMap(({ expected, chosen }) => [expected, chosen]))];
  const remaining = new Set(names.filter((name) => name !== undefined));
  const links = new Map<string, number>();
  const totals = new Map<string, number>();
  const linkOf = (a: string, b: string): string => JSON.stringify([a, b].sort());
  for (const { expected, chosen, right, cases } of cells) {
    if (right || expected === undefined || chosen === undefined) continue;
    links.set(linkOf(expected, chosen), (links.get(linkOf(expected, chosen)) ?? 0) + cases.length);
    for (const name of new Set([expected, chosen])) totals.set(name, (totals.get(name) ?? 0) + cases.length);
  }
  const chain: string[] = [];
  const takeFrom = (weightOf: (name: string) => number): boolean => {
    const best = [...remaining].toSorted((a, b) => weightOf(b) - weightOf(a))[0];
    if (best === undefined || weightOf(best) === 0) return false;
    chain.push(best);
    return remaining.delete(best);
  };
  for (;;) {
    const last = chain.at(-1);
    const linked = last !== undefined && takeFrom((name) => links.get(linkOf(last, name)) ?? 0);
    if (!linked && !takeFrom((name) => totals.get(name) ?? 0)) break;
  }
  return [...chain, ...remaining];
}

/** The matrix as a table: what was expected down, what was chosen across, calls of nothing last. */
export interface MatrixTable {
  readonly columns: readonly MatrixColumn[];
  /** Without a name: no call was expected. */
  readonly rows: readonly { readonly name: string | undefined; readonly fields: readonly (readonly Cell[])[] }[];
  /** Further names: those that are confused come first. */
  readonly hidden: number;
}

interface MatrixColumn {
  readonly title: string;
  /** Of a tool or skill: otherwise none was called. */
  readonly isName: boolean;
}

/** Of a larger choice, the names that are confused come first. */
const MAX_NAMES = 40;

export function matrixTable({ names, cells }: Matrix): MatrixTable {
  const listed = names.slice(0, MAX_NAMES);
  const others = [...(cells.some(({ declined }) => declined) ? ['declined'] : []), 'no call'];
  const columns = [
    ...listed.map((title) => ({ title, isName: true })),
    ...others.map((title) => ({ title, isName: false })),
  ];
  const tested = new Set(cells.map(({ expected }) => expected));
  const rows = [...listed, undefined].filter((name) => tested.has(name));
  const cellsIn = (name: string | undefined, { title, isName }: MatrixColumn): readonly Cell[] =>
    cells.filter(
      ({ expected, chosen: called, declined }) =>
        expected === name && (called !== undefined) === isName && answerName({ called, declined }) === title,
    );
  return {
    columns,
    rows: rows.map((name) => ({ name, fields: columns.map((column) => cellsIn(name, column)) })),
    hidden: Math.max(0, names.length - MAX_NAMES),
  };
}
