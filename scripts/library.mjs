// The library as one text with the packages that it uses, and the declarations that its types reach: who installs it installs nothing else.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLE } from './command-line.mjs';

/** Completes `compiler/dist/`, where the declarations of all modules are. */
export async function bundleLibrary(root) {
  const dist = join(root, 'compiler/dist');
  await build({
    ...BUNDLE,
    splitting: false,
    external: ['esbuild', '@haft/runtime', '@haft/runtime/*'],
    entryPoints: [join(root, 'compiler/index.ts')],
    outfile: join(dist, 'index.js'),
    absWorkingDir: root,
  });
  const reached = reach(join(dist, 'index.d.ts'));
  for (const name of namesBelow(dist)) {
    const path = join(dist, name);
    // Another run may have removed it.
    if (path.endsWith('.d.ts') && !reached.has(path)) rmSync(path, { force: true });
  }
  removeEmpty(dist);
}

function reach(path, reached = new Set()) {
  if (reached.has(path)) return reached;
  reached.add(path);
  for (const [, from] of readFileSync(path, 'utf8').matchAll(/(?:from|import\() ?['"](\.[^'"]+)['"]/g)) {
    reach(join(dirname(path), from.replace(/\.[jt]s$/, '.d.ts')), reached);
  }
  return reached;
}

function namesBelow(folder, prefix = '') {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const name = join(prefix, entry.name);
    return entry.isDirectory() ? namesBelow(folder, name) : [name];
  });
}

function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true, force: true });
}
