/** `haft.manifest.json`: the hashes of the files that Haft wrote; only these may be changed or deleted. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { compareText } from '../../base/diagnostic.ts';
import { FILE_FORMATS, formatProblem, numberOf } from '../../base/file-formats.ts';
import { conflictsIn, sidesOf } from '../../spec/yaml/merge-conflict.ts';
import { memoizeBy } from '../../base/memo.ts';
import { membersOf, readJsonMap } from '../../plan/read-json.ts';
import { Failure } from '../command-line/failure.ts';
import { readRegular, statsOf } from '../project-files/read.ts';

export const MANIFEST = 'haft.manifest.json';

export interface ManifestEntry {
  readonly sha256: string;
  /** The spec file, relative to the project. */
  readonly source: string;
  /** During a write, and after an interrupted one: further hashes of files that Haft wrote. */
  readonly was?: readonly string[];
}

export type Manifest = ReadonlyMap<string, ManifestEntry>;

/** Remembered with the bytes, which no one changes. */
export const sha256 = memoizeBy((bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex'));

/**
 * Without a readable manifest Haft owns no file: files that differ are reported, never overwritten. Of a manifest in which
 * git left a merge conflict, both sides count.
 *
 * @throws Failure where a newer Haft wrote it.
 */
export function readManifest(out: string): Manifest {
  const path = join(out, MANIFEST);
  const text = statsOf(path) ? readRegular(path).toString() : '';
  if (latest?.text !== text) latest = { text, manifest: parseManifest(text, path) };
  return latest.manifest;
}

/** Who builds again and again finds what was written last. */
let latest: { readonly text: string; readonly manifest: Manifest } | undefined;

export function parseManifest(text: string, path: string): Manifest {
  if (conflictsIn(text).length > 0) return bothSides(sidesOf(text).map((side) => parseManifest(side, path)));
  const map = readJsonMap(text) ?? {};
  const { problem, hint } = formatProblem(map, FILE_FORMATS.manifest) ?? {};
  if (hint !== undefined) throw new Failure(`"${path}" cannot be read: ${problem}.`, hint);
  const entries = Object.entries(membersOf(map['files']) ?? {});
  return new Map(entries.flatMap(([path, entry]) => readEntry(path, entry)));
}

function bothSides(sides: readonly Manifest[]): Manifest {
  const entries = sides.flatMap((side) => [...side]);
  return new Map(
    entries.map(([path, entry]) => {
      const was = sides.flatMap((side) => ownContents(side.get(path))).filter((hash) => hash !== entry.sha256);
      return [path, { ...entry, was }];
    }),
  );
}

/** Anyone can edit a manifest: entries outside of the folder are ignored. */
function readEntry(path: string, entry: unknown): [string, ManifestEntry][] {
  const { sha256: hash, source, was } = membersOf(entry) ?? {};
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

/** What is printed last is what will be read next. */
export function manifestText(manifest: Manifest): string {
  const entries = [...manifest].sort(([a], [b]) => compareText(a, b));
  const lines = entries.map(([path, entry]) => `    ${JSON.stringify(path)}: ${entryText(entry)}`);
  const text = `{\n  "manifestVersion": ${numberOf(FILE_FORMATS.manifest)},\n  "files": {\n${lines.join(',\n')}\n  }\n}\n`;
  latest = { text, manifest };
  return text;
}

/** Most entries are those of the manifest before. */
const entryText = memoizeBy((entry: ManifestEntry) => JSON.stringify(entry, null, 2).replaceAll('\n', '\n    '));

/** Every hash of the file that Haft may have written. */
export function ownContents(entry: ManifestEntry | undefined): readonly string[] {
  return entry ? [entry.sha256, ...(entry.was ?? [])] : [];
}
