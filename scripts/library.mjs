// The library as one text with the packages that it uses, and the declarations that its types reach: who installs it installs nothing else.
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
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
  for (const name of readdirSync(dist, { recursive: true })) {
    const path = join(dist, name);
    if (path.endsWith('.d.ts') && !reached.has(path)) rmSync(path);
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

function removeEmpty(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) removeEmpty(path);
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
