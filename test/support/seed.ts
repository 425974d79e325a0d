/** One seed for all property tests, so that a run can be repeated; HAFT_SEED=<number> looks at other cases. At least 50 cases, unless a test says how many. */
import { configureGlobal } from 'fast-check';
import { runs } from './runs.ts';

configureGlobal({ seed: Number(process.env['HAFT_SEED'] ?? 20_261_120), numRuns: Math.max(50, runs(500)) });
