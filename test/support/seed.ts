/** What every test file begins with. One seed for all property tests, so that a run can be repeated; HAFT_SEED=<number> looks at other cases. At least 25 cases, unless a test says how many. */
import { configureGlobal } from 'fast-check';
import { afterAll, expect } from 'vitest';
import { runs } from './runs.ts';

configureGlobal({ seed: Number(process.env['HAFT_SEED'] ?? 20_261_120), numRuns: Math.max(25, runs(500)) });

/** A loop that one file leaves running takes a processor from all files after it in the same worker: a fifth of a whole run, once. */
afterAll(async () => {
  for (let turns = 0; turns < 20 && isBusy(); turns += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isBusy(), 'a loop of setImmediate still runs after the last test of this file').toBe(false);
});

const isBusy = (): boolean => process.getActiveResourcesInfo().includes('Immediate');
