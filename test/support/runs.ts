/** How many cases a property test tries: `npm test` a fifth, the unit lane a twentieth. HAFT_RUNS=1 tries all. */

const SHARE = Number(process.env['HAFT_RUNS'] ?? 1);

/** @param all The number of cases in a full run. */
export function runs(all: number): number {
  return Math.max(1, Math.ceil(all * SHARE));
}
