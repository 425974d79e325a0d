/** Decides what happens to each file before anything in the output folder changes, and which files are Haft's own although the manifest does not know their content. */
import { type Manifest, type ManifestEntry, ownContents, sha256, MANIFEST, parseManifest } from './manifest.ts';
import { type OnDisk, hasContents } from './on-disk.ts';
import { join } from 'node:path';
import { GENERATED } from '../../emit/server/header.ts';
import { conflictsIn } from '../../spec/yaml/merge-conflict.ts';
import { readRegular } from '../project-files/read.ts';
import { fileAt, hasInStore } from '../project/objects.ts';

export interface WriteDecision {
  readonly create: readonly FileContent[];
  readonly change: readonly FileContent[];
  readonly unchanged: readonly FileContent[];
  /** Paths of files that Haft wrote and that are no longer output. */
  readonly remove: readonly string[];
  readonly conflicts: readonly Conflict[];
  /** The manifest after the write. */
  readonly manifest: Manifest;
  /** The manifest during the write. */
  readonly journal: Manifest;
}

/** A file at a path of output or deletion that Haft did not write. */
export interface Conflict {
  readonly path: string;
  readonly kind: 'edited' | 'foreign' | 'link' | 'orphan';
}

/** Called with each file to write as soon as that is decided, with its bytes. */
export type Stage = (content: FileContent, bytes: Uint8Array) => void;

export function decide(
  contents: readonly FileContent[],
  old: Manifest,
  look: (path: string) => OnDisk,
  stage: Stage,
  isOwn: IsOwn,
): WriteDecision {
  const create: FileContent[] = [];
  const change: FileContent[] = [];
  const unchanged: FileContent[] = [];
  const conflicts: Conflict[] = [];
  const manifest = new Map<string, ManifestEntry>();
  const journal = new Map<string, ManifestEntry>(old);
  for (const content of contents) {
    const entry = old.get(content.path);
    const disk = look(content.path);
    const { fresh, bytes } = entryOf(content);
    const hash = fresh.sha256;
    const conflict = conflictOf({ content, disk, entry, hash }, isOwn);
    if (conflict) {
      conflicts.push(conflict);
      // Stays in the manifest: when the author undoes the edit, Haft may change the file again.
      if (entry) manifest.set(content.path, entry);
      continue;
    }
    manifest.set(content.path, fresh);
    journal.set(content.path, withEarlier(fresh, entry));
    if (disk.kind === 'file' && hasContents(disk, hash) && disk.executable === content.executable) {
      unchanged.push(content);
      continue;
    }
    (disk.kind === 'nothing' ? create : change).push(content);
    stage(content, bytes ?? content.bytes());
  }
  const wanted = new Set(contents.map(({ path }) => path));
  const obsolete = [...old].filter(([path]) => !wanted.has(path));
  const remove = obsolete.flatMap(([path, entry]) => removal({ path, entry, disk: look(path) }, conflicts, isOwn));
  return { create, change, unchanged, remove, conflicts, manifest, journal };
}

/** During a write, the previous contents count as well. */
function withEarlier(fresh: ManifestEntry, entry: ManifestEntry | undefined): ManifestEntry {
  if (entry?.sha256 === fresh.sha256 && !entry.was) return fresh;
  const was = [...new Set(ownContents(entry))].filter((earlier) => earlier !== fresh.sha256);
  return was.length > 0 ? { ...fresh, was } : fresh;
}

const entries = new WeakMap<FileContent, ManifestEntry>();

interface Entered {
  readonly fresh: ManifestEntry;
  /** Only where they had to be made for their hash. */
  readonly bytes?: Uint8Array;
}

function entryOf(content: FileContent): Entered {
  const entry = entries.get(content);
  if (entry) return { fresh: entry };
  const bytes = content.bytes();
  const fresh = { sha256: sha256(bytes), source: content.source };
  entries.set(content, fresh);
  return { fresh, bytes };
}

/** Of contents whose bytes have this sum, so that they need not be made. */
export function setHash(content: FileContent, sum: string): void {
  entries.set(content, { sha256: sum, source: content.source });
}

/** Of what was decided upon before. */
export function hashOf(content: FileContent): string {
  return entryOf(content).fresh.sha256;
}

interface Wanted {
  readonly content: FileContent;
  readonly disk: OnDisk;
  readonly entry: ManifestEntry | undefined;
  readonly hash: string;
}

function conflictOf({ content, disk, entry, hash }: Wanted, isOwn: IsOwn): Conflict | undefined {
  const { path } = content;
  if (disk.kind === 'nothing') return undefined;
  if (disk.kind === 'other') return { path, kind: 'link' };
  if ([hash, ...ownContents(entry)].some((own) => hasContents(disk, own))) return undefined;
  if (isOwn({ path, listed: entry !== undefined, fresh: content.bytes() })) return undefined;
  return { path, kind: entry ? 'edited' : 'foreign' };
}

interface Unwanted {
  readonly path: string;
  readonly entry: ManifestEntry;
  readonly disk: OnDisk;
}

function removal({ path, entry, disk }: Unwanted, conflicts: Conflict[], isOwn: IsOwn): string[] {
  if (disk.kind === 'nothing') return [];
  if (disk.kind === 'file') {
    if (ownContents(entry).some((own) => hasContents(disk, own)) || isOwn({ path, listed: true })) return [path];
  }
  conflicts.push({ path, kind: 'orphan' });
  return [];
}

export interface FileContent {
  /** Below the output folder, forward slashes. */
  readonly path: string;
  readonly source: string;
  /** Lazy: all of them together may not fit into memory. */
  readonly bytes: () => Uint8Array;
  readonly executable: boolean;
}

interface DiffersOnDisk {
  readonly path: string;
  /** Whether the manifest lists the path. */
  readonly listed: boolean;
  /** What will be written; absent where the file is to go. */
  readonly fresh?: Uint8Array;
}

type IsOwn = (file: DiffersOnDisk) => boolean;

/** Of one write. Git is asked only where a file differs from what the manifest knows. */
export function ownOutput(out: string): IsOwn {
  let manifests: readonly Manifest[] | undefined;
  return ({ path, listed, fresh }) => {
    const bytes = readRegular(join(out, path));
    const text = bytes.toString('latin1');
    if (!listed && HEADER.test(text)) return true;
    manifests ??= manifestsInGit(out);
    const entries = manifests.flatMap((manifest) => manifest.get(path) ?? []);
    if (!listed && entries.length === 0) return false;
    return (
      isCut(bytes, fresh) ||
      conflictsIn(text).length > 0 ||
      entries.some((entry) => ownContents(entry).includes(sha256(bytes))) ||
      hasInStore(out, path)
    );
  };
}

/** Of a script the first line is that of the interpreter. */
const HEADER = new RegExp(`^(?:#!.*\\n)?${GENERATED}`);

/** What a full disk or a killed copy leaves of a file. */
function isCut(bytes: Uint8Array, fresh: Uint8Array | undefined): boolean {
  if (bytes.length === 0) return true;
  return (
    fresh !== undefined && bytes.length < fresh.length && Buffer.compare(fresh.subarray(0, bytes.length), bytes) === 0
  );
}

/** Those of the last commit, and of both sides of a merge that is not finished. */
function manifestsInGit(out: string): readonly Manifest[] {
  return ['HEAD', 'MERGE_HEAD', ':2', ':3'].flatMap((place) => {
    const text = fileAt(out, place, MANIFEST);
    return text === undefined ? [] : [parseManifest(text, join(out, MANIFEST))];
  });
}
