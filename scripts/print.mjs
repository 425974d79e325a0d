// Runs a printer of documents: what it gives is written where it differs, and what it read is recorded (scripts/stale.mjs).
import fs, { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE } from './command-line.mjs';

const BUILT = 'node_modules/.cache/haft/printers';
const READERS = ['existsSync', 'lstatSync', 'openSync', 'readFileSync', 'readdirSync', 'statSync'];

/** In the order of a run: examples of the language are taken from what the others have printed. */
export const PRINTERS = [
  'host-page',
  'output-page',
  'doctor-page',
  'rule-pages',
  'guide',
  'shipped-figures',
  'spec-language',
];

/** Bundles all printers, once for a run. Gives the sources of each. */
export async function bundlePrinters(root) {
  rmSync(join(root, BUILT), { recursive: true, force: true });
  const { metafile } = await build({
    ...BUNDLE,
    entryPoints: PRINTERS.map((id) => join(root, `scripts/${id}.ts`)),
    outdir: join(root, BUILT),
    absWorkingDir: root,
    metafile: true,
  });
  return (id) => reach(`scripts/${id}.ts`, metafile.inputs);
}

function reach(path, inputs, reached = new Set()) {
  if (reached.has(path) || path.startsWith('node_modules/') || !inputs[path]) return reached;
  reached.add(path);
  for (const { path: imported } of inputs[path].imports) reach(imported, inputs, reached);
  return reached;
}

/** Paths relative to the root: what was read, and what was printed. */
export async function print(root, id) {
  const { print: printer } = await import(pathToFileURL(join(root, BUILT, `${id}.js`)).href);
  const { value, paths } = await recorded(root, () => printer(root));
  for (const [path, text] of Object.entries(value)) writeText(join(root, path), text);
  return { reads: paths, outputs: Object.keys(value) };
}

export function writeText(path, text) {
  if (fs.existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** What runs, and which paths below the root it reads meanwhile: files, folders, and places where nothing is. */
export async function recorded(root, run) {
  const paths = new Set();
  const originals = READERS.map((name) => [name, fs[name]]);
  for (const [name, original] of originals)
    fs[name] = Object.assign((path, ...rest) => {
      const below = typeof path === 'string' || path instanceof URL ? pathBelow(root, path) : undefined;
      if (below !== undefined) paths.add(below);
      return original(path, ...rest);
    }, original);
  syncBuiltinESMExports();
  try {
    return { value: await run(), paths: [...paths] };
  } finally {
    Object.assign(fs, Object.fromEntries(originals));
    syncBuiltinESMExports();
  }
}

/** Packages are those of the lock file; what git and Haft keep beside the sources decides nothing that is printed. */
function pathBelow(root, path) {
  const below = relative(root, resolve(path instanceof URL ? fileURLToPath(path) : path)).replaceAll(sep, '/');
  return below.startsWith('..') || /^(?:node_modules|\.git|\.haft)(?:\/|$)/.test(below) ? undefined : below;
}

/** Pages of rules that are gone. */
export function removeOthers(root, folder, outputs) {
  for (const name of readdirSync(join(root, folder), { recursive: true })) {
    const path = `${folder}/${name.replaceAll(sep, '/')}`;
    if (path.endsWith('.md') && !outputs.includes(path)) rmSync(join(root, path));
  }
}
