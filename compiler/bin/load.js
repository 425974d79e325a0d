// Loads the command line with the machine code that a build has left next to it: reading the text takes longer than most commands.
import { readFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

// Rules have large patterns. V8 first prepares a pattern for its interpreter, which takes it many times as long as machine code.
// It comes first: V8 takes no machine code that was made under other flags.
setFlagsFromString('--no-regexp-tier-up');
// Most commands end before optimized code has earned what making it costs: V8 waits four times as long. Later versions, which have a
// cheaper compiler in between, do not know the flag.
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=500000');

const FILE = fileURLToPath(new URL('../dist/command-line/main.cjs', import.meta.url));
const require = createRequire(FILE);

/** What V8 made of the text, behind the sums of both; only the same version of Node takes it. */
export const CODE = `${FILE}.code`;

const SUMS = 8;

export const { main } = loaded();

function loaded() {
  const text = readFileSync(FILE);
  const code = readIfThere(CODE);
  // V8 looks at the length of the text alone, and trusts the rest.
  if (code?.subarray(0, SUMS).equals(sumsOf(text, code.subarray(SUMS)))) {
    const script = scriptOf(text, code.subarray(SUMS));
    if (!script.cachedDataRejected) return exportsOf(script);
  }
  // From 22.1 on, Node keeps what it made of modules in a folder of its own.
  module.enableCompileCache?.();
  return require(FILE);
}

/** The command line, and a function that gives what V8 has made of it so far. */
export function recorded() {
  const text = readFileSync(FILE);
  const script = scriptOf(text, undefined);
  return {
    ...exportsOf(script),
    code() {
      const code = script.createCachedData();
      return Buffer.concat([sumsOf(text, code), code]);
    },
  };
}

function scriptOf(text, cachedData) {
  // The build has left ASCII alone in it.
  return new Script(module.wrap(text.latin1Slice()), { filename: FILE, cachedData });
}

function exportsOf(script) {
  const made = { exports: {} };
  script.runInThisContext()(made.exports, require, made, FILE, dirname(FILE));
  return made.exports;
}

function sumsOf(text, code) {
  const sums = Buffer.alloc(SUMS);
  sums.writeUInt32LE(crc32(text), 0);
  sums.writeUInt32LE(crc32(code), 4);
  return sums;
}

function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
