/** How many cases a property test tries: `npm test` a hundredth. HAFT_RUNS=1 tries all. */

const SHARE = Number(process.env['HAFT_RUNS'] ?? 1);

/**
 * @param all The number of cases in a full run; `runs(all)` for cases that cost much: a share of the share.
 * @param min Of a default run, where fewer show nothing.
 */
export function runs(all: number, min = 1): number {
  return Math.max(min, Math.ceil(all * SHARE));
}

/** For a property of which each case is a check or a compile of its own: a default run tries a fifth (`part`) of the share of others. HAFT_RUNS=1 tries all. */
export function costlyRuns(all: number, part = 5): number {
  return SHARE < 1 ? runs(all / part) : all;
}

/** The rows of a table, or of its parts, that a default run tries where each costs a second: every `nth`, from the first on. HAFT_RUNS=1 tries all. */
export function everyNth<T>(nth: number, rows: readonly T[]): readonly T[] {
  return SHARE < 1 ? rows.filter((_row, at) => at % nth === 0) : rows;
}

/** Characters of a text that shows that reading takes no square of its length: a default run has an eighth of them. */
export function lengthOf(all: number): number {
  return SHARE < 1 ? all / 8 : all;
}

/** Whether tests of the largest sizes run, each of which takes many seconds; their names say `HAFT_RUNS=1`. */
export const IS_WHOLE: boolean = SHARE >= 1;

/** Milliseconds for a property whose cases are whole imports, on a machine that does other work as well: not a measurement. */
export const WHOLE_RUN = 1_800_000;
