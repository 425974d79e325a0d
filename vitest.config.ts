import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import type { ViteUserConfig } from 'vitest/config';
import { ClosingLine } from './test/support/closing-line.ts';
import { lanesOf } from './test/support/lanes.ts';

// Tests make much that is needed no longer: with room for it, a tenth less time goes into collecting it.
setFlagsFromString('--min-semi-space-size=32');
setFlagsFromString('--max-semi-space-size=64');

// Node 20 reads these certificates at each start, which doubles the time of 2,500 short processes; tests speak with this machine only.
delete process.env['NODE_EXTRA_CA_CERTS'];

const { unit, full: usual, depth } = lanesOf(import.meta.dirname);
/** A file in depth that a command line names runs without the variable. */
const isAsked = (path: string): boolean =>
  process.env['HAFT_TEST_DEPTH'] === '1' || process.argv.some((arg) => arg.startsWith('test/') && path.startsWith(arg));
const full = [...usual, ...depth.filter(isAsked)];
const SEED = 'test/support/seed.ts';

const CONFIG: ViteUserConfig = {
  resolve: { conditions: ['@haft/source'] },
  ssr: { resolve: { conditions: ['@haft/source'] } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [...unit],
          setupFiles: [SEED, 'test/support/no-process.ts'],
          pool: 'threads',
        },
      },
      {
        extends: true,
        test: { name: 'full', include: [...full], setupFiles: [SEED], globalSetup: 'test/support/build.ts' },
      },
    ],
    reporters: ['default', new ClosingLine()],
    // Each worker loads every module again, which costs more than what more workers than processors win while tests wait for processes.
    maxWorkers: Number(process.env['HAFT_WORKERS'] ?? Math.min(4, availableParallelism())),
    // A worker of its own for each of 160 files costs more than most of them. What they import is loaded once for all:
    // a module that is no test must not register a hook while it is loaded (test/lanes.test.ts).
    isolate: false,
    // Transformed files are stored below node_modules/: a second run starts seconds earlier.
    experimental: { fsModuleCache: true },
    // A test that computes for six seconds takes two minutes beside ten others: a limit is there for what never ends.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // What a poll waits for comes late on a busy machine; the default of a second would be a measurement.
    expect: { poll: { timeout: 55_000, interval: 20 } },
  },
};

/** A hundredth of the cases of every property; HAFT_RUNS=1 tries all. */
export default defineConfig(() => {
  // Projects are read with a mode of their own; what is in the environment reaches them and the workers.
  process.env['HAFT_RUNS'] ??= '0.01';
  return CONFIG;
});
