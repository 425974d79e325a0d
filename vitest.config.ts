import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@haft/source'] },
  ssr: { resolve: { conditions: ['@haft/source'] } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/fixtures/**'],
    globalSetup: 'test/support/build.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
