/** Bundles the author's handler files into one text. Loaded only where a spec has handlers (esbuild). */
import { dirname, join, resolve } from 'node:path';
import { type BuildFailure, type Metafile, type Plugin, build } from 'esbuild';
import { invariant } from '../../base/diagnostic.ts';
import type { BundledCode, BundledFile } from '../../emit/output-file.ts';
import { Failure } from '../command-line/failure.ts';
import { leavingImports } from '../project-files/imports.ts';
import { BUNDLING } from './bundling.ts';
import { type SourceName, originsOf, sourceAt } from './origins.ts';
import { slashed } from '../project/root.ts';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { compileFunction } from 'node:vm';

/** The name of the module that imports the author's files. */
const ENTRY = 'haft-entry';

const NODE = 'haft-node';
const REQUIRED = 'haft-node-required';

/** Whether an input of a bundle is a module that no one wrote. */
function isVirtual(input: string): boolean {
  return [ENTRY, NODE, REQUIRED].includes(input.split(':', 1)[0] ?? '');
}

/**
 * The code becomes the body of a function, which cannot contain imports: modules of Node are required instead, which
 * also lets a missing one fail where it is caught.
 */
const statementsOnly: Plugin = {
  name: 'haft',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, kind, namespace }) => {
      if (kind !== 'import-statement') return undefined;
      if (/^(?:https?:)?\/\//.test(path))
        return { errors: [{ text: `"${path}" cannot be imported: it is not a file.` }] };
      if (!isBuiltin(path) && !path.startsWith('node:')) return undefined;
      return { path, namespace: namespace === NODE ? REQUIRED : NODE };
    });
    // The import of CommonJS depends on the package.json of the importer, and this module has none.
    build.onLoad({ filter: /./, namespace: NODE }, ({ path }) => {
      const name = JSON.stringify(path);
      return { contents: `export * from ${name}; export { default } from ${name};` };
    });
    build.onLoad({ filter: /./, namespace: REQUIRED }, ({ path }) => {
      return { contents: `module.exports = require(${JSON.stringify(path)});` };
    });
  },
};

/** Long lines are broken here where possible, so that errors that quote one stay short. */
const MAX_LINE_LENGTH = 160;

/** The code, and every module that was read. Same files, same bytes: no absolute path and no source comment is in the text. */
export async function bundle({ path, module }: BundledFile, root: string) {
  const { metafile, outputFiles } = await build({
    ...BUNDLING,
    stdin: { contents: module, sourcefile: ENTRY, loader: 'js', resolveDir: root },
    outfile: join(root, path),
    absWorkingDir: root,
    minify: true,
    lineLimit: MAX_LINE_LENGTH,
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
  if (leaving)
    throw new Failure(
      `"${leaving.importer}" imports "${leaving.specifier}", and a link on the way leads outside the project.`,
      'Copy the file into the project, or import it by its own path.',
    );
  const [map, code] = outputFiles;
  invariant(map && code, 'a bundle has a map and a text');
  const { text } = code;
  const placeOf = (source: string): string => slashed(root, join(root, dirname(path), source));
  const fault = syntaxFault(text);
  if (fault) fail(fault, map.text, placeOf);
  const nameOf = sourceNames(metafile, root);
  const origins = originsOf(text, map.text, (source) => nameOf(placeOf(source)));
  const inputs = Object.keys(metafile.inputs).filter((input) => !isVirtual(input));
  const bundled: BundledCode = { text, origins };
  return { code: bundled, inputs: inputs.map((input) => resolve(root, input)) };
}

function fail({ text, line, column }: SyntaxFault, map: string, placeOf: (source: string) => string): never {
  const origin = sourceAt(map, line, column);
  const place = origin ? `${placeOf(origin.source)}:${origin.line + 1} ` : '';
  throw new Failure(`The handlers cannot be loaded:\n  ${place}${text}`, 'Correct the file and compile again.');
}

function bundleFailure(error: BuildFailure): Failure {
  const lines = (error.errors ?? [])
    .slice(0, 5)
    .map(({ text, location: at }) => (at ? `${at.file}:${at.line}:${at.column + 1} ${text}` : text));
  const what = lines.length > 0 ? lines.join('\n  ') : String(error);
  return new Failure(
    `The handlers cannot be bundled:\n  ${what}`,
    'Fix the file, or install the package that it imports, and compile again.',
    { cause: error },
  );
}

/** The inputs of a bundle, by their paths relative to `root`. */
function sourceNames({ inputs }: Metafile, root: string): (path: string) => SourceName | undefined {
  const importers = new Map<string, string>();
  const paths = Object.keys(inputs);
  const isAuthors = (path: string): boolean => packageOf(path) === undefined;
  // Packages that the author's files import come first; those that only packages import have the same place as these.
  const queue = paths.filter(isAuthors);
  for (const path of queue) {
    const own = packageOf(path);
    for (const imported of inputs[path]?.imports ?? []) {
      const name = packageOf(imported.path);
      if (name === undefined || name === own || importers.has(name)) continue;
      importers.set(
        name,
        own === undefined ? placeOf(imported.original ?? name, path, root) : (importers.get(own) ?? ''),
      );
      queue.push(...paths.filter((other) => packageOf(other) === name));
    }
  }
  return (path) => {
    if (!(path in inputs) || isVirtual(path)) return undefined;
    const name = packageOf(path);
    if (name === undefined) return { path };
    return { package: `${name}, imported in ${importers.get(name)}` };
  };
}

/** The package that a file belongs to. */
function packageOf(path: string): string | undefined {
  const inside = path.split(/(?<=^|\/)node_modules\//).slice(1);
  return inside.map((rest) => /^(?:@[^/]+\/)?[^/]+(?=\/)/.exec(rest)?.[0]).findLast((name) => name !== undefined);
}

/** Where a file names a module for the first time. */
function placeOf(specifier: string, path: string, root: string): string {
  const lines = readFileSync(resolve(root, path), 'utf8').split('\n');
  const at = lines.findIndex((line) => [`'${specifier}'`, `"${specifier}"`].some((quoted) => line.includes(quoted)));
  return at < 0 ? path : `${path}:${at + 1}`;
}

/** Finds errors in bundled code that only Node reports, such as an invalid regular expression. */
interface SyntaxFault {
  readonly text: string;
  /** In the code, from 0. */
  readonly line: number;
  readonly column: number;
}

/** `code` is the body of an async function in a module. It is parsed and never run. */
function syntaxFault(code: string): SyntaxFault | undefined {
  try {
    // A script has no `import.meta`; a name of the same length keeps every column.
    compileFunction(
      `'use strict';async()=>{
${code.replaceAll('import.meta', 'import_meta')}
}`,
      [],
      { filename: 'haft' },
    );
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const [, line, column] = /^haft:(\d+)\n.*\n(\s*)\^/.exec(thrown.stack ?? '') ?? [];
    return { text: thrown.message, line: Number(line) - 2, column: column?.length ?? 0 };
  }
}
