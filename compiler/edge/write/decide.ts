/** Decides what happens to each file before anything in the output folder changes. */
import { type Manifest, type ManifestEntry, ownContents, sha256 } from './manifest.ts';
import { type OnDisk, hasContents } from './on-disk.ts';
import type { IsOwn } from './own-output.ts';

export interface WriteDecision {
  readonly create: readonly FileContent[];
  readonly change: readonly FileContent[];
  readonly unchanged: readonly FileContent[];
  /** Paths of files that Haft wrote and that are no longer output. */
  readonly remove: readonly string[];
  /** Files among them, and folders with nothing but them, in the place of what is written: they go first. */
  readonly cleared: ReadonlySet<string>;
  readonly conflicts: readonly Conflict[];
  /** The manifest after the write. */
  readonly manifest: Manifest;
  /** The manifest during the write. */
  readonly journal: Manifest;
}

/** A file at a path of output or deletion that Haft did not write. */
export interface Conflict {
  readonly path: string;
  readonly kind: 'edited' | 'foreign' | 'link' | 'blocked' | 'orphan';
  /** What is in the way where it is something else than a file at the path. */
  readonly at?: string;
}

/** Called with each file to write as soon as that is decided, with its bytes. */
export type Stage = (content: FileContent, bytes: Uint8Array) => void;

/** Whether a file that this write does not make is left as it is, whatever it is. */
export type IsUntouched = (path: string) => boolean;

export function decide(
  contents: readonly FileContent[],
  old: Manifest,
  look: (path: string) => OnDisk,
  stage: Stage,
  isOwn: IsOwn,
  isUntouched: IsUntouched = () => false,
): WriteDecision {
  const [create, change, unchanged]: [FileContent[], FileContent[], FileContent[]] = [[], [], []];
  const conflicts: Conflict[] = [];
  const manifest = new Map<string, ManifestEntry>();
  const { remove, orphans, untouched } = removals(contents, old, look, isOwn, isUntouched);
  const [removed, cleared] = [new Set(remove), new Set<string>()];
  const journal = new Map<string, ManifestEntry>(old);
  for (const content of contents) {
    const entry = old.get(content.path);
    const disk = roomFor(look(content.path), removed, cleared);
    const { fresh, bytes } = entryOf(content);
    const conflict = conflictOf(content, disk, entry, isOwn, removed);
    if (conflict) {
      conflicts.push({ path: content.path, ...conflict });
      // Stays in the manifest: when the author undoes the edit, Haft may change the file again.
      if (entry) manifest.set(content.path, entry);
      continue;
    }
    manifest.set(content.path, fresh);
    journal.set(content.path, withEarlier(fresh, entry));
    if (disk.kind === 'file' && hasContents(disk, fresh.sha256) && disk.executable === content.executable) {
      unchanged.push(content);
      continue;
    }
    (disk.kind === 'nothing' ? create : change).push(content);
    stage(content, bytes ?? content.bytes());
  }
  for (const [path, entry] of untouched) manifest.set(path, entry);
  return { create, change, unchanged, remove, cleared, conflicts: [...conflicts, ...orphans], manifest, journal };
}

/** Files that are no longer output: those to remove, and those that stay. */
function removals(
  contents: readonly FileContent[],
  old: Manifest,
  look: (path: string) => OnDisk,
  isOwn: IsOwn,
  isUntouched: IsUntouched,
) {
  const wanted = new Set(contents.map(({ path }) => path));
  const [orphans, untouched]: [Conflict[], [string, ManifestEntry][]] = [[], []];
  const remove = [...old].flatMap(([path, entry]) => {
    if (wanted.has(path)) return [];
    if (isUntouched(path)) {
      untouched.push([path, entry]);
      return [];
    }
    const disk = look(path);
    if (disk.kind === 'nothing' || isReplaced(disk, wanted)) return [];
    if (disk.kind === 'file' && (isKnown(disk, entry) || isOwn({ path, listed: true }))) return [path];
    orphans.push({ path, kind: 'orphan' });
    return [];
  });
  return { remove, orphans, untouched };
}

/** An earlier run, maybe one that was killed, has written a folder in place of the file, or a file in place of its folder. */
function isReplaced(disk: OnDisk, wanted: ReadonlySet<string>): boolean {
  if (disk.kind !== 'other') return false;
  return disk.is === 'folder' ? [...wanted].some((path) => path.startsWith(`${disk.at}/`)) : wanted.has(disk.at);
}

/** What is in the way is gone before the content is written, where all of it is to be removed. */
function roomFor(disk: OnDisk, removed: ReadonlySet<string>, cleared: Set<string>): OnDisk {
  if (disk.kind !== 'other') return disk;
  const isCleared = disk.is === 'folder' ? disk.inside.every((path) => removed.has(path)) : removed.has(disk.at);
  if (!isCleared) return disk;
  cleared.add(disk.at);
  return { kind: 'nothing' };
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

/** Whether the manifest has the contents of a file. */
function isKnown(disk: Parameters<typeof hasContents>[0], entry: ManifestEntry | undefined): boolean {
  return ownContents(entry).some((own) => hasContents(disk, own));
}

/** What keeps a content from its place. */
function conflictOf(
  content: FileContent,
  disk: OnDisk,
  entry: ManifestEntry | undefined,
  isOwn: IsOwn,
  removed: ReadonlySet<string>,
): Omit<Conflict, 'path'> | undefined {
  if (disk.kind === 'nothing') return undefined;
  if (disk.kind === 'other') {
    const at = disk.inside.find((path) => !removed.has(path)) ?? disk.at;
    return { kind: disk.is === 'link' ? 'link' : 'blocked', at };
  }
  if (hasContents(disk, hashOf(content)) || isKnown(disk, entry)) return undefined;
  if (isOwn({ path: content.path, listed: entry !== undefined, fresh: content.bytes() })) return undefined;
  return { kind: entry ? 'edited' : 'foreign' };
}

export interface FileContent {
  /** Below the output folder, forward slashes. */
  readonly path: string;
  readonly source: string;
  /** Lazy: all of them together may not fit into memory. */
  readonly bytes: () => Uint8Array;
  readonly executable: boolean;
}
