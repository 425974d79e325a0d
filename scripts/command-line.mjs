// The command line as few files: opening hundreds of small modules takes longer than most of what they do (ADR 9).
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Loaded only where a project has handlers: a program of its own, and a parser that is a file beside the command line. */
const LEFT_OUT = ['ts-morph', 'esbuild'];

/** CommonJS packages inside an ES module need a `require`: of modules of Node alone, because all others are inside. */
const BANNER = 'const require = process.getBuiltinModule;';

/** How code of the compiler becomes few modules of Node; names stay: a stack in a report of a bug has to be readable. */
export const BUNDLE = {
  bundle: true,
  splitting: true,
  minifyWhitespace: true,
  minifySyntax: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: ['@haft/source'],
  external: LEFT_OUT,
  // Their other forms ask for their parts when they run, or carry all of them.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js', graphql: 'graphql/index.mjs' },
  banner: { js: BANNER },
  legalComments: 'none',
  logLevel: 'warning',
};

/** As one script: V8 keeps the machine code of scripts. The packages that are left out are CommonJS, which `require` loads. */
const ONE_SCRIPT = {
  ...BUNDLE,
  splitting: false,
  format: 'cjs',
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'HAFT_URL', 'import.meta.dirname': '__dirname' },
  banner: { js: 'const HAFT_URL = require("node:url").pathToFileURL(__filename).href;' },
  external: ['esbuild', './ts-morph.cjs'],
  alias: { ...BUNDLE.alias, 'ts-morph': './ts-morph.cjs' },
};

/** Without the declarations of the standard library (2.8 MB): handlers are read as they stand, their types by the author's own compiler. */
const withoutLibraries = {
  name: 'without libraries',
  setup(build) {
    build.onLoad({ filter: /ts-morph-common\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = text.replace(/const libFiles = \[\{[^]*?\n\s*\}\];/, 'const libFiles = [];');
      if (contents === text)
        throw new Error(`${path} has its libraries elsewhere; scripts/command-line.mjs has to find them.`);
      return { contents };
    });
  },
};

/** Every package whose code is in the folder `dist/`, with its license. */
function writeLicenses(root, outdir, inputs) {
  const names = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  // The parser of TypeScript is inside a package of its own name.
  const packages = new Set([...names, 'typescript']);
  const texts = [...packages].sort().map((name) => license(root, name));
  writeFileSync(join(outdir, 'licenses.txt'), texts.join('\n\n'));
}

/**
 * One character that is not ASCII makes the whole text in memory twice as large, and reading it several times as slow. esbuild
 * escapes strings; what is left are regular expressions and tagged templates, which take the same escapes.
 */
function asAscii(text) {
  return text.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Writes `compiler/dist/command-line/`, with the licenses of the packages whose code is in it. Gives the sources, relative to `root`. */
export async function bundleCommandLine(root) {
  const outdir = join(root, 'compiler/dist/command-line');
  const shared = { absWorkingDir: root, metafile: true };
  const entry = { entryPoints: [join(root, 'compiler/cli/main.ts')], outfile: join(outdir, 'main.cjs') };
  const { metafile } = await build({ ...ONE_SCRIPT, ...entry, ...shared });
  writeFileSync(entry.outfile, asAscii(readFileSync(entry.outfile, 'utf8')));
  const parser = await build({
    ...shared,
    entryPoints: ['node_modules/ts-morph/dist/ts-morph.js'],
    outfile: join(outdir, 'ts-morph.cjs'),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [withoutLibraries],
  });
  writeLicenses(root, outdir, [...Object.keys(metafile.inputs), ...Object.keys(parser.metafile.inputs)]);
  execFileSync(process.execPath, [join(root, 'scripts/machine-code.mjs')], { stdio: ['ignore', 'ignore', 'pipe'] });
  return Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'));
}

/** Writes the published schemas, as the built command line prints them. Gives their paths. */
export function writeSchemas(root) {
  return ['spec', 'check', 'diff'].map((of) => {
    const path = `compiler/${of}.schema.json`;
    const args = [join(root, 'compiler/bin/haft.js'), 'schema', '--of', of];
    writeFileSync(join(root, path), execFileSync(process.execPath, args, { cwd: root }));
    return path;
  });
}

function license(root, name) {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = existsSync(folder) && readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}`;
}
