/** The matrix of a run as a table: what was expected down, what was chosen across, calls of nothing last. */
import { type Cell, type Matrix, answerName } from './confusions.ts';

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
