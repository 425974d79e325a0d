/** How many cases a property test tries: all in `npm test`, a share of them in the unit lane. HAFT_RUNS=<share> sets another. */

const SHARE = Number(process.env['HAFT_RUNS'] ?? 1);

/** @param all The number of cases in a full run. */
export function runs(all: number): number {
  return Math.max(1, Math.ceil(all * SHARE));
}
