/** Writes what was planned: everything next to its target first, then all of it in place, with a journal around it. */
import { existsSync, mkdirSync, rmdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CopyRecord, EntryRecord, FileRecord, GroupRecord, InstallState } from '../../install/state.ts';
import { installStateText, isEmptyState } from '../../install/state.ts';
import { onDisk } from '../../../../edge/command-line/failure.ts';
import { isWithin } from '../../../../edge/project-files/place.ts';
import { removeLink, unlinkIfThere } from '../../../../edge/write/changes.ts';
import { type WholeFile, writeWhole } from '../../../../edge/write/whole.ts';
import type { CopyPlan } from './copies.ts';

/** A config file of a host, as it was read and as it will be. */
interface FileChange {
  readonly path: string;
  readonly before: Uint8Array | null;
  /** Null where the file was created for our entries, and is removed with them. */
  readonly after: string | null;
  readonly made: string | undefined;
  /** Whether Haft has written it before: then it is not kept as a user's file. */
  readonly known: boolean;
}

/** One `installs.json`. */
interface StateChange {
  readonly path: string;
  readonly before: InstallState;
  readonly after: InstallState;
}

export function carryOut(
  files: readonly FileChange[],
  copies: readonly CopyPlan[],
  states: readonly StateChange[],
): void {
  const written = files.flatMap(({ path, before, after }): WholeFile[] =>
    after === null ? [] : [{ path, content: after, expected: before }],
  );
  const removes = files.filter(({ after }) => after === null);
  const later = removes.length > 0 || copies.some(({ remove, link }) => remove.length > 0 || link);
  const copied = copies.flatMap(({ write }) =>
    write.map(({ path, content, executable }): WholeFile => ({ path, content, ...(executable && { mode: 0o755 }) })),
  );
  // The links are in the way of the files that take their place.
  for (const { remove, write } of copies) if (write.length > 0) for (const path of remove) removeLink(path);
  const journal = states.map(({ path, before, after }) => stateFile(path, union(before, after)));
  const final = states.map(({ path, after }) => stateFile(path, after));
  const backups = files.flatMap(backupOf);
  writeWhole([...gitignores(states), ...journal, ...backups, ...copied, ...written, ...(later ? [] : final)]);
  for (const { path, made } of removes) removeUpTo(path, made ?? path);
  for (const { remove, write, upTo } of copies)
    for (const path of remove) if (!write.some((one) => isWithin(path, one.path))) removeUpTo(path, upTo);
  for (const { link } of copies) if (link) makeLink(link.path, link.target);
  if (later) writeWhole(final);
  for (const { path, after } of states) if (isEmptyState(after)) unlinkIfThere(path);
}

function stateFile(path: string, state: InstallState): WholeFile {
  return { path, content: installStateText(state), mode: 0o600 };
}

/** The folder of a project that Haft keeps to itself is not committed. */
function gitignores(states: readonly StateChange[]): WholeFile[] {
  return states
    .map(({ path }) => join(dirname(path), '.gitignore'))
    .filter((path) => path.includes('.haft') && !existsSync(path))
    .map((path) => ({ path, content: '*\n' }));
}

/** Of the state in which Haft has found the file, once and for all. */
function backupOf({ path, before, known }: FileChange): WholeFile[] {
  const backup = `${path}.haft-backup`;
  if (before === null || known || existsSync(backup)) return [];
  return [{ path: backup, content: before, mode: statSync(path).mode & 0o7777 }];
}

/** The file, and the folders above it that are empty then, up to one of them. */
function removeUpTo(path: string, last: string): void {
  unlinkIfThere(path);
  for (let folder = dirname(path); isWithin(last, folder); folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

function makeLink(path: string, target: string): void {
  onDisk('write', path, () => {
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path, 'junction');
  });
}

/** While the writing is under way, what was there and what will be are ours. */
function union(before: InstallState, after: InstallState): InstallState {
  return {
    files: mergeRecords(before.files, after.files, (old, next): FileRecord => {
      const groups = [...(next.groups ?? []), ...(old.groups ?? [])];
      return {
        ...next,
        entries: mergeRecords(old.entries, next.entries, bothEntries),
        ...(groups.length > 0 && { groups: unionOfGroups(groups) }),
      };
    }),
    copies: mergeRecords(before.copies, after.copies, (old, next): CopyRecord => {
      return { ...next, files: mergeRecords(old.files, next.files, (one, other) => [...new Set([...one, ...other])]) };
    }),
  };
}

/** One group for each map; the layout is that of the first. */
function unionOfGroups(groups: readonly GroupRecord[]): readonly GroupRecord[] {
  const byMap = new Map<string, GroupRecord>();
  for (const group of groups) {
    const key = JSON.stringify(group.container);
    const known = byMap.get(key);
    byMap.set(key, known ? { ...known, entries: mergeRecords(group.entries, known.entries, bothEntries) } : group);
  }
  return [...byMap.values()];
}

function bothEntries(old: EntryRecord, next: EntryRecord): EntryRecord {
  return { ...next, hashes: [...new Set([...old.hashes, ...next.hashes])] };
}

function mergeRecords<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  both: (old: T, next: T) => T,
): Record<string, T> {
  const result: Record<string, T> = { ...before };
  for (const [key, next] of Object.entries(after)) {
    const old = before[key];
    result[key] = old === undefined ? next : both(old, next);
  }
  return result;
}
