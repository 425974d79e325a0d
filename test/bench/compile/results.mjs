// What the runs of one size say: medians, and ratios of runs that stood in the same round.
import { median, percentile } from '../figures.mjs';

export function medianOf(result, kind, key) {
  const runs = result?.[kind] ?? [];
  return runs.length === 0 ? undefined : median(runs.map((run) => run[key]));
}

/** How many times as long the first one takes as the second: median over the rounds that both finished. */
export function ratio(results, first, second, kind) {
  const [a, b] = [results[first]?.[kind] ?? [], results[second]?.[kind] ?? []];
  const pairs = a.slice(0, b.length).map((run, round) => run.seconds / b[round].seconds);
  return pairs.length === 0 ? undefined : median(pairs);
}

/** Most files that a warm compile of ours said it wrote. */
export function filesWritten(result) {
  const counts = (result?.warm ?? []).map(({ output }) => Number(/(\d+) files? written/.exec(output)?.[1]));
  return counts.length === 0 ? undefined : Math.max(...counts);
}

/** Milliseconds from save to output, whichever way was saved. */
export function latency(watched, share) {
  const all = [...(watched?.write ?? []), ...(watched?.rename ?? [])];
  return all.length === 0 ? undefined : percentile(all, share);
}
