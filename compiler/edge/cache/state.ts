/** What commands keep in `.haft/`, safe to delete at any time: the stamps of the last compile (ADR 9), and values under the hash of everything that they follow from (ADR 74). */
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../command-line/failure.ts';
import { readRegular } from '../project-files/read.ts';
import { stampOf } from '../project/stamp.ts';
import { readJsonMap } from '../../plan/read-json.ts';
import { VERSION } from '../../base/version.ts';
import { removeLink } from '../write/changes.ts';
import { writeWhole } from '../write/whole.ts';
import { createHash } from 'node:crypto';
import { sha256 } from '../write/manifest.ts';
import { isWithin } from '../project-files/place.ts';

/** A compile without findings, as it can be reported again. */
export interface BuildCache {
  readonly key: string;
  /** By absolute path; null where nothing was. */
  readonly stamps: Readonly<Record<string, string | null>>;
  /** Files that changed just before they were read, by the hash of what was read. */
  readonly hashes: Readonly<Record<string, string>>;
  /** "2 servers with 7 tools, 1 skill" */
  readonly there: string;
  /** Absolute. */
  readonly out: string;
  /** Paths below `out`. */
  readonly files: readonly string[];
}

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
function readState(root: string): BuildCache | undefined {
  const value = readJsonMap(readCache(root, NAME));
  return isState(value) ? value : undefined;
}

function readCache(root: string, name: string): string {
  return readIfThere(join(root, CACHE_FOLDER, name)).toString();
}

/** Nothing where there is no file: one that cannot be read is no reason to stop. */
export function readIfThere(path: string): Buffer {
  try {
    return readRegular(path);
  } catch {
    return Buffer.alloc(0);
  }
}

function isState(value: unknown): value is BuildCache {
  if (typeof value !== 'object' || value === null) return false;
  const { key, stamps, hashes, there, out, files }: Record<string, unknown> = { ...value };
  const isMap = (map: unknown): map is object => typeof map === 'object' && map !== null && !Array.isArray(map);
  const maps = isMap(stamps) && isMap(hashes) && Object.values(hashes).every(isText);
  return maps && [key, there, out].every(isText) && Array.isArray(files) && files.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
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

/** One line, then the value as JSON: the key, and the sum of the second line. */
const FORM = /^([0-9a-f]{64}) ([0-9a-f]{64})\n/;

/** It includes the inode of this file of Haft, so that a cache of another machine never matches. */
export function keyOfAll(parts: Iterable<string | Uint8Array>): string {
  const build = stampOf(fileURLToPath(import.meta.url))?.text ?? '';
  return sumOf([VERSION, process.version, build, ...parts]);
}

/** Of texts one after the other: where one ends and the next begins counts as well. */
export function sumOf(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('hex');
}

/** @returns undefined where nothing is remembered under this key */
export function recall(root: string, name: string, key: string): unknown {
  const text = readCache(root, name);
  const [head = '', savedKey, sum] = FORM.exec(text) ?? [];
  if (savedKey !== key) return undefined;
  const value = text.slice(head.length);
  return sumOf([value]) === sum ? JSON.parse(value) : undefined;
}

/** Instead of what was remembered under this name before. */
export function remember(root: string, name: string, key: string, value: unknown): void {
  const text = JSON.stringify(value);
  writeCache(root, name, `${key} ${sumOf([text])}\n${text}`);
}

/** The last compile, when nothing that it read or wrote has changed since. */
export function readIfUpToDate(key: CacheKey): BuildCache | undefined {
  const state = readState(key.root);
  if (state?.key !== keyOf(key)) return undefined;
  for (const [path, stamp] of Object.entries(state.stamps)) if ((stampNow(path) ?? null) !== stamp) return undefined;
  for (const [path, hash] of Object.entries(state.hashes)) if (hashNow(path) !== hash) return undefined;
  return state;
}

function stampNow(path: string): string | undefined {
  try {
    return stampOf(path)?.text;
  } catch {
    return 'cannot be read';
  }
}

function hashNow(path: string): string | undefined {
  try {
    return sha256(readRegular(path));
  } catch {
    return undefined;
  }
}

/** The first input that is not the one that was compiled; nothing where all are, or where that is not known. */
export function changedInput(root: string, out: string): string | undefined {
  const state = readState(root);
  if (state?.out !== out) return undefined;
  // The project's own folder changes with every file that is none of ours.
  const isInput = ([path]: readonly [string, unknown]): boolean => path !== root && !isWithin(out, path);
  const stamps = Object.entries(state.stamps);
  const isOther = ([path, stamp]: readonly [string, unknown]): boolean => (stampNow(path) ?? null) !== stamp;
  // What git has brought, or another clone's compile, is not the output of the last compile here.
  if (stamps.some((one) => isWithin(out, one[0]) && isOther(one))) return undefined;
  const stamped = stamps.filter(isInput);
  const hashed = Object.entries(state.hashes).filter(isInput);
  const [changed] = stamped.find(isOther) ?? hashed.find(([path, hash]) => hashNow(path) !== hash) ?? [];
  return changed;
}
