/** `.haft/compile.json`: the stamps of everything that the last compile read and wrote; safe to delete at any time (ADR 9). */
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../command-line/failure.ts';
import { readRegular } from '../project-files/read.ts';
import { stampOf } from '../project/stamp.ts';
import { readJsonMap } from '../../plan/read-json.ts';
import { type Matching, either, list, map, mapOf, none, readValue, text } from '../../spec/shape/form.ts';
import { VERSION } from '../../base/version.ts';
import { removeLink } from '../write/changes.ts';
import { writeWhole } from '../write/whole.ts';

const cache = map({
  key: text,
  /** By absolute path; null where nothing was. */
  stamps: mapOf(either(none, text)),
  /** Files that changed just before they were read, by the hash of what was read. */
  hashes: mapOf(text),
  /** "2 servers with 7 tools, 1 skill" */
  there: text,
  /** Absolute. */
  out: text,
  /** Paths below `out`. */
  files: list(text),
});
/** A compile without findings, as it can be reported again. */
export type BuildCache = Matching<typeof cache>;

/** The inputs of a compile other than files. */
export interface CacheKey {
  readonly root: string;
  readonly specs: string | undefined;
  readonly out: string | undefined;
  readonly today: string;
  /** Which TypeScript checks the handlers; absent where none does. */
  readonly types?: string | undefined;
}

/** Another build of Haft does not use the cache of this one. */
export function keyOf({ root, specs, out, today, types }: CacheKey): string {
  const build = stampOf(fileURLToPath(import.meta.url))?.text;
  return JSON.stringify([VERSION, build, process.version, root, specs ?? null, out ?? null, today, types ?? null]);
}

const CACHE_FOLDER = '.haft';
const NAME = 'compile.json';

/** Undefined for a missing or unreadable cache: then everything is compiled. */
export function readState(root: string): BuildCache | undefined {
  const value = readValue(readJsonMap(readCache(root, NAME)), cache);
  return 'read' in value ? value.read : undefined;
}

export function readCache(root: string, name: string): string {
  return readIfThere(join(root, CACHE_FOLDER, name)).toString();
}

/** Empty if the file is missing or unreadable: a cache is no reason to stop. */
export function readIfThere(path: string): Buffer {
  try {
    return readRegular(path);
  } catch {
    return Buffer.alloc(0);
  }
}

export function writeState(root: string, state: BuildCache): void {
  writeCache(root, NAME, JSON.stringify(state));
}

export function forgetState(root: string): void {
  // A link of another program must not lead out of the project.
  if (lstatSync(join(root, CACHE_FOLDER), { throwIfNoEntry: false })?.isSymbolicLink()) return;
  try {
    rmSync(join(root, CACHE_FOLDER, NAME), { force: true });
  } catch {
    // A cache that cannot be removed is one that cannot be written either.
  }
}

/** Whole or not at all, and where to; a folder that cannot be written only costs the next command its time. */
export function writeCache(root: string, name: string, content: string): string | undefined {
  const ignored = join(root, CACHE_FOLDER, '.gitignore');
  try {
    // A link of another program must not lead out of the project.
    if (lstatSync(join(root, CACHE_FOLDER), { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
    for (const path of [ignored, join(root, CACHE_FOLDER, name)]) removeLink(path);
    if (!existsSync(ignored)) writeWhole([{ path: ignored, content: '*\n' }]);
    writeWhole([{ path: join(root, CACHE_FOLDER, name), content }]);
    return join(root, CACHE_FOLDER, name);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}
