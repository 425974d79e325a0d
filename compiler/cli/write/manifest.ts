/** `haft.manifest.json`: which files of the output folder are ours, by content; the only licence to change or delete one. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../../diagnostic.ts';
import { oncePer } from '../../once.ts';
import { errorCode } from '../failure.ts';

export const MANIFEST = 'haft.manifest.json';

export interface ManifestEntry {
  readonly sha256: string;
  /** The spec file, relative to the project. */
  readonly source: string;
  /** While a write is under way, and after one was cut off: contents that are ours as well. */
  readonly was?: readonly string[];
}

export type Manifest = ReadonlyMap<string, ManifestEntry>;

/** Remembered with the bytes, which nobody changes. */
export const sha256 = oncePer((bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex'));

/** Without a readable manifest nothing is ours: files that differ are reported, never overwritten. */
export function readManifest(out: string): Manifest {
  const value = readJson(join(out, MANIFEST));
  const files = member(value, 'files');
  const entries = Object.entries(typeof files === 'object' && files !== null ? files : {});
  return new Map(entries.flatMap(([path, entry]) => readEntry(path, entry)));
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** A manifest is a file that anybody can edit: an entry that leads out of the folder is not believed. */
function readEntry(path: string, entry: unknown): [string, ManifestEntry][] {
  const [hash, source, was] = [member(entry, 'sha256'), member(entry, 'source'), member(entry, 'was')];
  if (!isInside(path) || typeof hash !== 'string' || typeof source !== 'string') return [];
  const earlier = Array.isArray(was) ? was.filter((item) => typeof item === 'string') : [];
  return [[path, { sha256: hash, source, ...(earlier.length > 0 && { was: earlier }) }]];
}

/** Plain relative path with forward slashes: no `..`, no root, no drive. */
export function isInside(path: string): boolean {
  return (
    path !== MANIFEST &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part))
  );
}

export function manifestText(manifest: Manifest): string {
  const files = Object.fromEntries([...manifest].sort(([a], [b]) => compareText(a, b)));
  return `${JSON.stringify({ manifestVersion: 1, files }, null, 2)}\n`;
}

/** Every content of the file that we know to be our own. */
export function ownContents(entry: ManifestEntry | undefined): readonly string[] {
  return entry ? [entry.sha256, ...(entry.was ?? [])] : [];
}
