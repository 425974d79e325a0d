/** Runs once before all tests: end-to-end tests run what users run, the built packages. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/build.mjs'), '--keep'], {
    stdio: 'inherit',
  });
}
