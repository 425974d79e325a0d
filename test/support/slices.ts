/** A property in many short tests: together as strong as one that lasts. */
import * as fc from 'fast-check';

/** A seed and a number of runs for each of them. */
export function slices(all: number, each: number): [seed: number, numRuns: number][] {
  const { seed = 0 } = fc.readConfigureGlobal();
  return Array.from({ length: all / each }, (_, index) => [seed + index, each]);
}
