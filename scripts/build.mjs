// Builds both packages: runtime first, because the compiler reads its types; the command line as one text; the published schemas.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleCommandLine } from './command-line.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
const run = (...args) =>
  execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

for (const room of ['runtime', 'compiler']) {
  // A test run keeps what is there: another run may be using it.
  if (!process.argv.includes('--keep')) rmSync(`${root}/${room}/dist`, { recursive: true, force: true });
  run(tsc, '-p', room);
}
await bundleCommandLine(root);
for (const of of ['spec', 'check', 'diff'])
  writeFileSync(`${root}/compiler/${of}.schema.json`, run('compiler/bin/haft.js', 'schema', '--of', of));
