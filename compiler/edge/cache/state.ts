/** `.haft/`: the stamps of everything that the last compile read and wrote, and values that follow from a hash; safe to delete at any time (ADR 9, ADR 74). */
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRegular, isWithin } from '../project-files/read.ts';
import { stampOf } from '../project/stamp.ts';
import { readJsonMap } from '../../plan/read-json.ts';
import { type Matching, either, list, map, mapOf, none, readValue, text } from '../../spec/shape/form.ts';
import { VERSION } from '../../base/version.ts';
import { removeLink } from '../write/changes.ts';
import { sha256 } from '../write/manifest.ts';
import { writeWhole } from '../write/whole.ts';
import { attempt, unlessFailed } from '../command-line/failure.ts';
import { createHash } from 'node:crypto';

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
function build(): string | undefined {
  return stampOf(fileURLToPath(import.meta.url))?.text;
}
export function keyOf({ root, specs, out, today, types }: CacheKey): string {
  return JSON.stringify([VERSION, build(), process.version, root, specs ?? null, out ?? null, today, types ?? null]);
}

const CACHE_FOLDER = '.haft';
const NAME = 'compile.json';

/** Undefined for a missing or unreadable cache: then everything is compiled. */
function readState(root: string): BuildCache | undefined {
  const value = readValue(readJsonMap(readCache(root, NAME)), cache);
  return 'read' in value ? value.read : undefined;
}

function readCache(root: string, name: string): string {
  return readIfThere(join(root, CACHE_FOLDER, name)).toString();
}

/** Empty if the file is missing or unreadable: a cache is no reason to stop. */
export function readIfThere(path: string): Buffer {
  return attempt(() => readRegular(path)) ?? Buffer.alloc(0);
}

export function writeState(root: string, state: BuildCache): void {
  writeCache(root, NAME, JSON.stringify(state));
}

export function forgetState(root: string): void {
  // A cache that cannot be removed is one that cannot be written either.
  if (!leadsElsewhere(root)) attempt(() => rmSync(join(root, CACHE_FOLDER, NAME), { force: true }));
}

/** A link of another program must not lead out of the project. */
function leadsElsewhere(root: string): boolean {
  return lstatSync(join(root, CACHE_FOLDER), { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Whole or not at all, and where to; a folder that cannot be written only costs the next command its time. */
export function writeCache(root: string, name: string, content: string): string | undefined {
  const [ignored, path] = [join(root, CACHE_FOLDER, '.gitignore'), join(root, CACHE_FOLDER, name)];
  return unlessFailed(() => {
    if (leadsElsewhere(root)) return undefined;
    for (const one of [ignored, path]) removeLink(one);
    writeWhole([...(existsSync(ignored) ? [] : [{ path: ignored, content: '*\n' }]), { path, content }]);
    return path;
  });
}

/** The last compile, when nothing that it read or wrote has changed since. */
export function readIfUpToDate(key: CacheKey): BuildCache | undefined {
  const state = readState(key.root);
  if (state?.key !== keyOf(key)) return undefined;
  for (const [path, stamp] of Object.entries(state.stamps)) if (stampNow(path) !== stamp) return undefined;
  for (const [path, hash] of Object.entries(state.hashes)) if (hashNow(path) !== hash) return undefined;
  return state;
}

function stampNow(path: string): string | null {
  return unlessFailed(
    () => stampOf(path)?.text ?? null,
    () => 'cannot be read',
  );
}

function hashNow(path: string): string | undefined {
  return attempt(() => sha256(readRegular(path)));
}

/** The first input that changed since the last compile; undefined if none did, or if that is unknown. */
export function changedInput(root: string, out: string): string | undefined {
  const state = readState(root);
  if (state?.out !== out) return undefined;
  // The project's own folder changes with every file that is none of ours.
  const isInput = ([path]: readonly [string, unknown]): boolean => path !== root && !isWithin(out, path);
  const stamps = Object.entries(state.stamps);
  const isOther = ([path, stamp]: readonly [string, unknown]): boolean => stampNow(path) !== stamp;
  // What git has brought, or another clone's compile, is not the output of the last compile here.
  if (stamps.some((one) => isWithin(out, one[0]) && isOther(one))) return undefined;
  const stamped = stamps.filter(isInput);
  const hashed = Object.entries(state.hashes).filter(isInput);
  const [changed] = stamped.find(isOther) ?? hashed.find(([path, hash]) => hashNow(path) !== hash) ?? [];
  return changed;
}

/** One line, then the value as JSON: the key, and the sum of the second line. */
const FORM = /^([0-9a-f]{64}) ([0-9a-f]{64})\n/;

/** It includes the inode of this file of Haft, so that a cache of another machine never matches. */
export function keyOfAll(parts: Iterable<string | Uint8Array>): string {
  return sumOf([VERSION, process.version, build() ?? '', ...parts]);
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
