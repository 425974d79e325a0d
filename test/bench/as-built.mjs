// Runs a benchmark as a build makes the command line: bundled, and with the flag of V8 that `bin/load.js` sets. `tsx` gives each function its name when it is made, which costs a third.
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { build } from 'esbuild';
import { BUNDLE } from '../../scripts/command-line.mjs';

setFlagsFromString('--no-regexp-tier-up');
const [path, ...rest] = process.argv.slice(2);
const source = resolve(path);
// Inside of the repository, so that packages are found.
const outfile = join(import.meta.dirname, '../../node_modules/.cache/haft/bench.mjs');
mkdirSync(dirname(outfile), { recursive: true });
const define = { 'import.meta.dirname': JSON.stringify(dirname(source)) };
await build({ ...BUNDLE, entryPoints: [source], outfile, splitting: false, define });
process.argv = [process.execPath, source, ...rest];
await import(pathToFileURL(outfile).href);
