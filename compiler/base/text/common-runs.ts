/** The common runs of two lists of words or lines: the greedy algorithm of Myers (1986), with a bound on its cost. */

/** The start of the run in the old list, its start in the new one, and its length. */
type Run = readonly [number, number, number];

/** More differences than this are a new text and not a changed one. */
const MAX_EDITS = 400;
const MAX_WORDS = 20_000;

/** The fewest words removed and added between the runs. Nothing when that takes too many. */
export function commonRuns(old: readonly string[], now: readonly string[]): Run[] | undefined {
  if (old.length + now.length > MAX_WORDS) return undefined;
  const most = Math.min(old.length + now.length, MAX_EDITS);
  const reach = new Int32Array(2 * most + 3);
  const zero = most + 1;
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(reach.slice(zero - edits - 1, zero + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      let x = start(reach, zero + k, k === -edits, k === edits);
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x += 1;
      reach[zero + k] = x;
      if (x >= old.length && x - k >= now.length) return walkBack(trace, old.length, now.length);
    }
  }
  return undefined;
}

/** The further of the two ways to a diagonal: one word more of the new text, or one of the old. */
function start(reach: Int32Array, at: number, first: boolean, last: boolean): number {
  const left = reach[at - 1] ?? 0;
  const right = reach[at + 1] ?? 0;
  return first || (!last && left < right) ? right : left + 1;
}

function walkBack(trace: readonly Int32Array[], oldLength: number, nowLength: number): Run[] {
  const runs: Run[] = [];
  let [x, y] = [oldLength, nowLength];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reach = trace[edits] ?? new Int32Array();
    const k = x - y;
    const at = k + edits + 1;
    const begun = edits === 0 ? 0 : start(reach, at, k === -edits, k === edits);
    if (x > begun) runs.push([begun, begun - k, x - begun]);
    const down = k === -edits || (k !== edits && (reach[at - 1] ?? 0) < (reach[at + 1] ?? 0));
    [x, y] = down ? [begun, begun - k - 1] : [begun - 1, begun - k];
  }
  return runs.toReversed();
}
