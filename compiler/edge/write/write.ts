/** Writes the output folder: atomic per file, only changed files, and only files that Haft wrote before. */
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, diskFailure, errorCode, onDisk } from '../command-line/failure.ts';
import { moveInto, putAside, removeEmptyTree, removeFile, unlinkIfThere } from './changes.ts';
import type { Conflict, FileContent, IsUntouched, Stage, WriteDecision } from './decide.ts';
import { decide, hashOf } from './decide.ts';
import { ownOutput } from './own-output.ts';
import { type Manifest, MANIFEST, isInside, manifestText, readManifest } from './manifest.ts';
import { lookBelow } from './on-disk.ts';
import { announceConversion } from './whole.ts';
import { clearTemporary } from './temporary.ts';

/** Paths below the output folder. */
export interface WriteReport {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
  readonly conflicts: readonly Conflict[];
}

/** The known contents of the output folder, by path; these files are not read again. */
export type KnownOutput = ReadonlyMap<string, FileContent>;

/**
 * With `dryRun` only reports what would be done. Otherwise, whenever the process is killed, every file has its old or its
 * new bytes and the manifest lists both; the next run finishes the work.
 *
 * @throws Failure for a disk error; when the disk is full, before anything has changed.
 */
export function writeOutput(
  folder: string,
  contents: readonly FileContent[],
  dryRun = false,
  knownOutput: KnownOutput = new Map(),
  isUntouched?: IsUntouched,
): WriteReport {
  for (const content of contents)
    if (knownOutput.get(content.path) !== content && !isInside(content.path))
      throw new Failure(`"${content.path}" is not a valid output path.`, 'Rename the source file.');
  try {
    return writeBelow(folder, contents, dryRun, knownOutput, isUntouched);
  } catch (error) {
    // Another program may be deleting the folder at this moment.
    throw errorCode(error) === undefined ? error : diskFailure('write', folder, error);
  }
}

function writeBelow(
  folder: string,
  contents: readonly FileContent[],
  dryRun: boolean,
  knownOutput: KnownOutput,
  isUntouched?: IsUntouched,
) {
  const out = realFolder(folder, contents.length > 0 && !dryRun);
  if (out === undefined) {
    const lookAtNothing: Look = () => ({ kind: 'nothing' });
    return report(decide(contents, new Map(), lookAtNothing, nowhere, () => false));
  }
  const look = skipUnchanged(knownOutput, contents, lookBelow(out));
  if (dryRun) return dryReport(out, decide(contents, readManifest(out), look, nowhere, ownOutput(out), isUntouched));
  clearTemporary(out);
  try {
    const staged = new Map<FileContent, string>();
    const stage: Stage = (content, bytes) =>
      staged.set(content, putAside(out, content.path, bytes, content.executable));
    const decision = decide(contents, readManifest(out), look, stage, ownOutput(out), isUntouched);
    carryOut(out, decision, staged);
    return report(decision);
  } finally {
    clearTemporary(out);
  }
}

/** Reports the manifest only when nothing else differs: any other change writes it, too. */
function dryReport(out: string, decision: WriteDecision): WriteReport {
  const summary = report(decision);
  const { created, changed, removed } = summary;
  if (created.length + changed.length + removed.length > 0 || decision.manifest.size === 0) return summary;
  const path = join(out, MANIFEST);
  if (!existsSync(path)) return { ...summary, created: [MANIFEST] };
  return isSame(path, Buffer.from(manifestText(decision.manifest))) ? summary : { ...summary, changed: [MANIFEST] };
}

const nowhere: Stage = () => {};

function skipUnchanged(knownOutput: KnownOutput, contents: readonly FileContent[], look: Look): Look {
  if (knownOutput.size === 0) return look;
  const same = new Map(contents.filter((one) => knownOutput.get(one.path) === one).map((one) => [one.path, one]));
  return (path) => {
    const one = same.get(path);
    return one ? { kind: 'file', sha256: hashOf(one), executable: one.executable } : look(path);
  };
}

type Look = ReturnType<typeof lookBelow>;

/** The output folder may itself be a link, which its owner has set up; nothing inside may. */
function realFolder(folder: string, create: boolean): string | undefined {
  return onDisk('create', folder, () => {
    if (create) mkdirSync(folder, { recursive: true });
    return existsSync(folder) ? realpathSync(folder) : undefined;
  });
}

function carryOut(
  out: string,
  { journal, remove, cleared, manifest }: WriteDecision,
  staged: ReadonlyMap<FileContent, string>,
) {
  if (staged.size > 0 || remove.length > 0) {
    // The journal is written first: from here on the manifest has the old and the new hash of every file.
    saveManifest(out, journal);
    const places = [...cleared];
    const isCleared = (path: string): boolean => places.some((place) => `${path}/`.startsWith(`${place}/`));
    for (const path of remove) if (isCleared(path)) unlinkIfThere(join(out, path));
    for (const place of places) removeEmptyTree(join(out, place));
    const folders = new Set<string>();
    for (const [{ path }, temporary] of staged) moveInto(join(out, path), temporary, folders);
    for (const path of remove) if (!isCleared(path)) removeFile(out, path);
  }
  saveManifest(out, manifest);
}

function saveManifest(out: string, manifest: Manifest): void {
  const path = join(out, MANIFEST);
  if (manifest.size === 0) return unlinkIfThere(path);
  const bytes = Buffer.from(manifestText(manifest));
  if (lookBelow(out)(MANIFEST).kind === 'other')
    throw new Failure(`"${path}" is not a regular file.`, 'Move or delete it, and compile again.');
  announceConversion(path);
  if (!isSame(path, bytes)) moveInto(path, putAside(out, MANIFEST, bytes, false));
}

function isSame(path: string, bytes: Uint8Array): boolean {
  return existsSync(path) && Buffer.compare(readFileSync(path), bytes) === 0;
}

function report(decision: WriteDecision): WriteReport {
  const pathOf = ({ path }: FileContent): string => path;
  return {
    created: decision.create.map(pathOf),
    changed: decision.change.map(pathOf),
    removed: decision.remove,
    unchanged: decision.unchanged.map(pathOf),
    conflicts: decision.conflicts,
  };
}
