import { defineConfig } from 'vitest/config';
import { ClosingLine } from './test/support/closing-line.ts';

export default defineConfig({
  resolve: { conditions: ['@haft/source'] },
  ssr: { resolve: { conditions: ['@haft/source'] } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/fixtures/**'],
    globalSetup: 'test/support/build.ts',
    setupFiles: ['test/support/seed.ts'],
    reporters: ['default', new ClosingLine()],
    // Most tests wait for processes: one worker would leave the second core idle.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What a poll waits for comes late on a busy machine; the default of a second would be a measurement.
    expect: { poll: { timeout: 55_000, interval: 20 } },
  },
});
