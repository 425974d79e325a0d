/** Modules that import author's files → one text each, all in one call. Loaded only where a spec has handlers (esbuild). */
import { resolve } from 'node:path';
import { build } from 'esbuild';
import type { BuildFailure, BuildOptions, Message, Plugin } from 'esbuild';
import type { BundledFile } from '../emit/output-file.ts';
import { Failure } from './failure.ts';
import { leavingImports } from './inside/imports.ts';
import type { LeavingImport } from './inside/imports.ts';

/**
 * Runs before every module of the bundle. Standard output belongs to the protocol from the first line on (`@haft/runtime`
 * finds the real one under this symbol), and CommonJS packages inside an ES module need a `require`.
 */
const BANNER = `import { createRequire as haftRequire } from 'node:module';
const require = haftRequire(import.meta.url);
process.stdout[Symbol.for('haft.stdout')] = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);`;

/** What decides which modules are found and read. */
export const BUNDLING = {
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'silent',
} as const satisfies BuildOptions;

export interface Bundled {
  /** By path of the output file. */
  readonly texts: ReadonlyMap<string, string>;
  /** Absolute paths of every module that was read. */
  readonly inputs: readonly string[];
}

/** Same files, same bytes: no absolute path and no source comment stays in the text. */
export async function bundle(files: readonly BundledFile[], root: string): Promise<Bundled> {
  const result = await build({
    ...BUNDLING,
    entryPoints: files.map(({ path }) => ({ in: `haft:${path}`, out: path.replace(/\.mjs$/, '') })),
    outdir: root,
    absWorkingDir: root,
    outExtension: { '.js': '.mjs' },
    minify: true,
    // Packages keep the notices that their licences ask for.
    legalComments: 'eof',
    banner: { js: BANNER },
    metafile: true,
    plugins: [virtualEntries(files, root)],
  }).catch((error: BuildFailure) => {
    throw bundleFailure(error);
  });
  const [leaving] = leavingImports(result.metafile, root);
  if (leaving) throw leavingFailure(leaving);
  const read = Object.keys(result.metafile.inputs).filter((path) => !path.startsWith('haft:'));
  return {
    texts: new Map(files.map((file, index) => [file.path, result.outputFiles[index]?.text ?? ''])),
    inputs: read.map((path) => resolve(root, path)),
  };
}

function virtualEntries(files: readonly BundledFile[], root: string): Plugin {
  const modules = new Map(files.map((file) => [file.path, file.module]));
  return {
    name: 'haft',
    setup(build) {
      build.onResolve({ filter: /^haft:/ }, ({ path }) => ({ path: path.slice('haft:'.length), namespace: 'haft' }));
      build.onLoad({ filter: /./, namespace: 'haft' }, ({ path }) => {
        return { contents: modules.get(path) ?? '', loader: 'js', resolveDir: root };
      });
    },
  };
}

function bundleFailure(error: BuildFailure): Failure {
  const lines = (error.errors ?? []).slice(0, 5).map(describe);
  const what = lines.length > 0 ? lines.join('\n  ') : String(error);
  return new Failure(
    `The handlers cannot be bundled:\n  ${what}`,
    'Correct the file, or install the package it imports, and compile again.',
    {
      cause: error,
    },
  );
}

function leavingFailure({ importer, specifier }: LeavingImport): Failure {
  return new Failure(
    `"${importer}" imports "${specifier}", and a link on the way leads outside the project.`,
    'Copy the file into the project, or import it by its own path.',
  );
}

function describe({ text, location }: Message): string {
  return location ? `${location.file}:${location.line}:${location.column + 1} ${text}` : text;
}
