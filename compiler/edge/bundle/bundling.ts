/** What decides which modules a bundler finds and reads: one answer for all that bundle. */
import type { BuildOptions } from 'esbuild';

export const BUNDLING = {
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'silent',
} as const satisfies BuildOptions;
