/** Runs once before all tests: end-to-end tests run what users run, the built packages. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

export function setup(): void {
  if (process.env['HAFT_TEST_DEPTH'] !== '1')
    process.stdout.write('tests in depth: skipped; HAFT_TEST_DEPTH=1 runs them (test/support/lanes.ts).\n');
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/build.mjs'), '--keep'], {
    stdio: 'inherit',
  });
  bundleDoubles();
}

/** Each double as one file that Node starts at once. */
function bundleDoubles(): void {
  const doubles = join(import.meta.dirname, '../doubles');
  const names = readdirSync(doubles).filter((name) => existsSync(join(doubles, name, 'main.ts')));
  for (const name of names) {
    const [entry, outfile] = [join(doubles, name, 'main.ts'), join(doubles, name, 'dist/main.mjs')];
    buildSync({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20' });
  }
}
