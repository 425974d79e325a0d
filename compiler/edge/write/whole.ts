/** Replaces files of the project atomically: each holds its old bytes or its new ones, whenever the process is killed. */
import {
  type Stats,
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { formatNamed, formerNumber, numberOf } from '../../base/file-formats.ts';
import { readJsonMap } from '../../plan/read-json.ts';
import { ownStatsOf, specialKind, statsOf } from '../project-files/read.ts';
import { Failure, attempt, errorCode, onDisk } from '../command-line/failure.ts';
import { leavesBelow } from './on-disk.ts';
import { replaceFile, isOver } from './temporary.ts';
import { removeEmpty } from './changes.ts';

export interface WholeFile {
  /** Absolute. A link remains, and its target is replaced. */
  readonly path: string;
  readonly content: string | Uint8Array | PartedContent;
  /** Permissions that it gets; those of the file before, else the usual ones, where absent. */
  readonly mode?: number;
  /** What it has to contain up to the moment in which it is replaced, null for no file; anything where absent. */
  readonly expected?: Uint8Array | null;
}

/** Made while the file is written: all texts of a large import at once would fill the memory. */
type PartedContent = () => Iterable<string>;

/**
 * Writes all contents to temporary files next to their targets, then moves them into place, so that a full disk changes
 * nothing. Preserves mode and owner. With `onlyNew`, existing files are not replaced. `inWay`: files, links and folders that
 * are removed with all that is in them, as they are in the places of folders and files.
 *
 * @throws Failure that names the file.
 */
export function writeWhole(files: readonly WholeFile[], onlyNew = false, inWay: readonly string[] = []): void {
  const staged: Staged[] = [];
  const aside: Aside[] = [];
  const cleared = new Set<string>();
  try {
    for (const path of inWay) aside.push(setAside(path));
    for (const file of files) stage(file, onlyNew, staged, cleared);
    for (const file of files) refuseChanged(file);
    for (const { path } of files) announceConversion(path);
    for (const { path, target, temporary } of staged) {
      if (onlyNew) refuseExisting(path, target);
      onDisk('write', path, () => replaceFile(temporary, target));
    }
  } catch (error) {
    for (const one of staged) undo(one);
    for (const { path, now } of aside) attempt(() => renameSync(now, path));
    throw error;
  }
  for (const { now } of aside) rmSync(now, { recursive: true, force: true });
}

interface Aside {
  readonly path: string;
  readonly now: string;
}

/** Where a process that is killed leaves it, the next one clears it. */
function setAside(path: string): Aside {
  const now = temporaryIn(dirname(path));
  onDisk('write', path, () => renameSync(path, now));
  return { path, now };
}

/**
 * The topmost that is in the place of a file that is to be written: the folder there, or a file where a folder of its path has to
 * be. `other`: what of it is not among those that may go. Undefined where nothing is in the way.
 */
export function inWayOf(path: string, own: ReadonlySet<string>): { place: string; other?: string } | undefined {
  const stats = ownStatsOf(path);
  if (stats)
    return stats.isDirectory()
      ? withOther(
          path,
          leavesBelow(path).filter((leaf) => !isTemporary(basename(leaf))),
          own,
        )
      : undefined;
  let above = dirname(path);
  while (!ownStatsOf(above)) above = dirname(above);
  return statsOf(above)?.isDirectory() ? undefined : withOther(above, [above], own);
}

function withOther(place: string, leaves: readonly string[], own: ReadonlySet<string>) {
  const other = leaves.find((path) => !own.has(path));
  return { place, ...(other !== undefined && { other }) };
}

/** The first write after an upgrade says what it converts: other tools and other clones may read the file, too. */
export function announceConversion(path: string): void {
  const format = formatNamed(basename(path));
  if (!format || !existsSync(path)) return;
  const before = formerNumber(readJsonMap(readFileSync(path, 'utf8')) ?? {}, format);
  if (before === undefined) return;
  process.stderr.write(
    `"${basename(path)}" had form ${before} and now has form ${numberOf(format)}. Older versions of Haft cannot read it.\n`,
  );
}

interface Staged {
  readonly path: string;
  readonly target: string;
  readonly temporary: string;
  /** The topmost folder that was made for it. */
  readonly topFolder: string | undefined;
}

let count = 0;

function temporaryIn(folder: string): string {
  count += 1;
  return join(folder, `.haft-${process.pid}-${count}.tmp`);
}

function stage({ path, content, mode }: WholeFile, onlyNew: boolean, staged: Staged[], cleared: Set<string>): void {
  onDisk('write', path, () => {
    const target = followLinks(path);
    const folder = dirname(target);
    const before = lstatSync(target, { throwIfNoEntry: false });
    if (before && onlyNew) refuseExisting(path, target);
    if (before && !before.isFile())
      throw new Failure(
        `"${path}" is ${before.isDirectory() ? 'a folder' : specialKind(before)}, and not a file.`,
        'Move it away and run the command again.',
      );
    if (before) accessSync(target, constants.W_OK);
    const temporary = temporaryIn(folder);
    const topFolder = mkdirSync(folder, { recursive: true });
    if (!cleared.has(folder)) clearLeftOvers(folder);
    cleared.add(folder);
    staged.push({ path, target, temporary, topFolder });
    writeContent(temporary, content);
    if (before) keepOwner(temporary, before);
    if (mode !== undefined) chmodSync(temporary, mode);
  });
}

function writeContent(path: string, content: WholeFile['content']): void {
  if (typeof content !== 'function') {
    writeFileSync(path, content, { flag: 'wx' });
    return;
  }
  const file = openSync(path, 'wx');
  try {
    for (const part of content()) writeFileSync(file, part);
  } finally {
    closeSync(file);
  }
}

/** Another program may have written the file since it was read. */
function refuseChanged({ path, expected }: WholeFile): void {
  if (expected === undefined) return;
  const now = existsSync(path) ? readFileSync(path) : null;
  const same = now === null || expected === null ? now === expected : Buffer.compare(now, expected) === 0;
  if (!same) throw new Failure(`"${path}" changed while it was read; nothing was written.`, 'Run the command again.');
}

function refuseExisting(path: string, target: string): void {
  if (lstatSync(target, { throwIfNoEntry: false }))
    throw new Failure(`"${path}" already exists; nothing was written.`, 'Name another folder, or move it away.');
}

/** The target of a link, also when it does not exist. */
function followLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isSymbolicLink() ? followLinks(resolve(realpathSync(dirname(path)), readlinkSync(path))) : path;
  }
}

function keepOwner(temporary: string, { mode, uid, gid }: Stats): void {
  const own = lstatSync(temporary);
  // Only an administrator can change the owner of a file.
  if (own.uid !== uid || own.gid !== gid) attempt(() => chownSync(temporary, uid, gid));
  chmodSync(temporary, mode & 0o7777);
}

const TEMPORARY = /^\.haft-(\d+)-\d+\.tmp$/;

/** Whether a file is one that is being written, or was when its process was killed. */
export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

/** Removes what processes that were killed have left beside their targets. */
export function clearLeftOvers(folder: string): void {
  // A folder whose names cannot be read has no leftovers that could be found.
  for (const name of attempt(() => readdirSync(folder)) ?? []) {
    const [, pid] = TEMPORARY.exec(name) ?? [];
    if (pid !== undefined && isOver(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function undo({ target, temporary, topFolder }: Staged): void {
  rmSync(temporary, { force: true });
  if (topFolder !== undefined) removeEmpty(dirname(target), topFolder);
}
