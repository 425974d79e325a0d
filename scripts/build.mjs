// Builds both packages: runtime first, because the compiler reads its types; the library and the command line as one text each; the published schemas.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleCommandLine, writeSchemas } from './command-line.mjs';
import { bundleLibrary } from './library.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));

for (const room of ['runtime', 'compiler']) {
  // A test run keeps what is there: another run may be using it.
  if (!process.argv.includes('--keep')) rmSync(`${root}/${room}/dist`, { recursive: true, force: true });
  // The types are checked by `npm run typecheck`, over all files at once.
  const declarations = room === 'compiler' ? ['--emitDeclarationOnly'] : [];
  execFileSync(process.execPath, [tsc, '-p', room, '--noCheck', ...declarations], { cwd: root, stdio: 'inherit' });
}
await bundleLibrary(root);
await bundleCommandLine(root);
writeSchemas(root);
