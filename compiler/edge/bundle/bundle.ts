/** Bundles the author's handler files into one text. Loaded only where a spec has handlers (esbuild). */
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { BuildFailure, BuildOptions, Message } from 'esbuild';
import { invariant } from '../../base/diagnostic.ts';
import type { BundledCode, BundledFile } from '../../emit/output-file.ts';
import { ENTRY, isVirtual, statementsOnly } from './node-modules.ts';
import { Failure } from '../command-line/failure.ts';
import { leavingImports } from '../project-files/imports.ts';
import type { LeavingImport } from '../project-files/imports.ts';
import { originsOf, sourceAt } from './origins.ts';
import { slashed } from '../project/root.ts';
import { sourceNames } from './source-names.ts';
import type { SyntaxFault } from './syntax-fault.ts';
import { syntaxFault } from './syntax-fault.ts';

/** What decides which modules are found and read. */
export const BUNDLING = {
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** Long lines are broken here where possible, so that errors that quote one stay short. */
const LONGEST_LINE = 160;

interface Bundled {
  readonly code: BundledCode;
  /** Absolute paths of every module that was read. */
  readonly inputs: readonly string[];
}

/** Same files, same bytes: no absolute path and no source comment is in the text. */
export async function bundle({ path, module }: BundledFile, root: string): Promise<Bundled> {
  const { metafile, outputFiles } = await build({
    ...BUNDLING,
    stdin: { contents: module, sourcefile: ENTRY, loader: 'js', resolveDir: root },
    outfile: join(root, path),
    absWorkingDir: root,
    minify: true,
    lineLimit: LONGEST_LINE,
    // Packages keep the notices that their licenses ask for.
    legalComments: 'eof',
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
    plugins: [statementsOnly],
  }).catch((error: BuildFailure) => {
    throw bundleFailure(error);
  });
  const [leaving] = leavingImports(metafile, root);
  if (leaving) throw leavingFailure(leaving);
  const [map, code] = outputFiles;
  invariant(map && code, 'a bundle has a map and a text');
  const { text } = code;
  const placeOf = (source: string): string => slashed(root, join(root, dirname(path), source));
  const fault = syntaxFault(text);
  if (fault) fail(fault, map.text, placeOf);
  const nameOf = sourceNames(metafile, root);
  const origins = originsOf(text, map.text, (source) => nameOf(placeOf(source)));
  const inputs = Object.keys(metafile.inputs).filter((input) => !isVirtual(input));
  return { code: { text, origins }, inputs: inputs.map((input) => resolve(root, input)) };
}

function fail({ text, line, column }: SyntaxFault, map: string, placeOf: (source: string) => string): never {
  const found = sourceAt(map, line, column);
  const place = found ? `${placeOf(found.source)}:${found.line + 1} ` : '';
  throw new Failure(`The handlers cannot be loaded:\n  ${place}${text}`, 'Correct the file and compile again.');
}

function bundleFailure(error: BuildFailure): Failure {
  const lines = (error.errors ?? []).slice(0, 5).map(describe);
  const what = lines.length > 0 ? lines.join('\n  ') : String(error);
  return new Failure(
    `The handlers cannot be bundled:\n  ${what}`,
    'Fix the file, or install the package that it imports, and compile again.',
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
