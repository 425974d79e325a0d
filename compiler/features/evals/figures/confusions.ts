/** Where the requests of a run went: expected × chosen, with tools that are mistaken for one another side by side; and how often a search of tools brings the right one. */
import { type JudgedCase, expectsCall, wantedNames } from '../judge/judge.ts';
import { isRight } from './figures.ts';
import { type CaseRun, type ChoiceRun, outcomesOf } from './suite.ts';
import { indexTools } from '@haft/runtime/language';
import { shownTools } from '../../../plan/named-tools.ts';

/** The cases of one expectation that had one answer. */
export interface Cell {
  /** Undefined where no call was expected, or none was made. */
  readonly expected: string | undefined;
  readonly chosen: string | undefined;
  /** Whether the model declined the requests. */
  readonly declined?: boolean;
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
  const right = isRight(outcomesOf(run));
  const judged = run.trials.filter((trial): trial is JudgedCase => trial.kind === 'judged');
  if (right !== false || !expectsCall(run.one.test.expect)) return judged.find((trial) => trial.right === right);
  // Of the wrong answers the most frequent one.
  const wrong = judged.filter((trial) => !trial.right);
  const times = (name: string | undefined): number => wrong.filter(({ called }) => called === name).length;
  return wrong.toSorted((a, b) => times(b.called) - times(a.called))[0];
}

interface Answered {
  readonly called?: string | undefined;
  readonly declined?: boolean | undefined;
}

/** The tool, `declined` or `no call`. */
export function answerName({ called, declined }: Answered): string {
  return called ?? (declined ? 'declined' : 'no call');
}

export function matrixOf({ cases }: Pick<ChoiceRun, 'cases'>): Matrix {
  const cells = new Map<string, { -readonly [K in keyof Cell]: Cell[K] } & { cases: CaseRun[] }>();
  const unjudged: CaseRun[] = [];
  for (const run of cases) {
    const trial = decidingTrial(run);
    if (!trial) {
      unjudged.push(run);
      continue;
    }
    const wanted = wantedNames(run.one.test.expect);
    const { called: chosen, right, declined } = trial;
    const expected = right && chosen !== undefined ? chosen : wanted[0];
    const key = JSON.stringify([expected, chosen, right, declined]);
    const cell = cells.get(key) ?? { expected, chosen, ...(declined && { declined }), right, cases: [] };
    cell.cases.push(run);
    cells.set(key, cell);
  }
  const all = [...cells.values()];
  return { names: orderedByRival(all), cells: all, unjudged };
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

export interface MatrixTable {
  readonly columns: readonly MatrixColumn[];
  /** Without a name: no call was expected. */
  readonly rows: readonly { readonly name: string | undefined; readonly fields: readonly (readonly Cell[])[] }[];
  /** Names without a confusion that are left out. */
  readonly hidden: number;
}

interface MatrixColumn {
  readonly title: string;
  /** Of a tool or skill: otherwise none was called. */
  readonly isName: boolean;
}

/** Of a larger choice, the names that are confused come first. */
const MAX_NAMES = 40;

export function matrixTable(matrix: Matrix): MatrixTable {
  const columns = columnsOf(matrix);
  const rows = rowsOf(matrix).map((name) => ({ name, fields: columns.map((column) => cellsIn(matrix, name, column)) }));
  return { columns, rows, hidden: Math.max(0, matrix.names.length - MAX_NAMES) };
}

function rowsOf({ names, cells }: Matrix): readonly (string | undefined)[] {
  const tested = new Set(cells.map(({ expected }) => expected));
  const rows = names.slice(0, MAX_NAMES).filter((name) => tested.has(name));
  return tested.has(undefined) ? [...rows, undefined] : rows;
}

function columnsOf({ names, cells }: Matrix): readonly MatrixColumn[] {
  const inCells = new Set(cells.flatMap(({ expected, chosen }) => [expected, chosen]));
  const named = names.slice(0, MAX_NAMES).filter((name) => inCells.has(name));
  const others = [...(cells.some(({ declined }) => declined) ? ['declined'] : []), 'no call'];
  return [...named.map((title) => ({ title, isName: true })), ...others.map((title) => ({ title, isName: false }))];
}

function cellsIn({ cells }: Matrix, name: string | undefined, { title, isName }: MatrixColumn): readonly Cell[] {
  return cells.filter(
    ({ expected, chosen: called, declined }) =>
      expected === name && (called !== undefined) === isName && answerName({ called, declined }) === title,
  );
}

/** Tools that a search returns; the last is the most that those of hosts return. */
const MAX_RANK = 10;
const RANKS: readonly number[] = [1, 3, 5, MAX_RANK];

interface FindRecall {
  readonly tools: number;
  readonly requests: number;
  /** Of the requests: those whose expected tool is among the first `rank`. */
  readonly found: readonly { readonly rank: number; readonly count: number }[];
}

/** Of the cases that words are read of; undefined where all tools fit into one answer, or there is no such case. */
export function findRecall({
  choice: { servers },
  cases,
}: Pick<ChoiceRun, 'choice' | 'cases'>): FindRecall | undefined {
  const tools = [...shownTools(servers)].map(([name, { tool }]) => ({
    name,
    title: tool.title,
    description: tool.description.text,
    inputSchema: tool.inputSchema,
  }));
  const names = new Set(tools.map(({ name }) => name));
  const read = cases.flatMap(({ one: { request, test }, trials: [trial] }) => {
    const wanted = wantedNames(test.expect).filter((name) => names.has(name));
    return trial?.kind === 'judged' && trial.reading && wanted.length > 0 ? [{ request, wanted }] : [];
  });
  if (tools.length <= MAX_RANK || read.length === 0) return undefined;
  const search = indexTools(tools);
  const places = read.map(({ request, wanted }) => search(request).findIndex((name) => wanted.includes(name)));
  return {
    tools: tools.length,
    requests: read.length,
    found: RANKS.map((rank) => ({ rank, count: places.filter((place) => place >= 0 && place < rank).length })),
  };
}
