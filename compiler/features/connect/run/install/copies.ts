/** Folders that Haft owns in the folders of others: skills of hosts, copies of servers. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Tree, type TreePlace, lookAt } from './tree.ts';
import type { EntryStatus, SkipReason } from '../../install/plan-file.ts';
import type { CopyRecord } from '../../install/state.ts';

interface CopyTask {
  /** Absolute; where the folder goes. */
  readonly to: string;
  readonly files: Tree;
  /** The folder that a link would lead to. */
  readonly source: string;
  readonly host: string;
  readonly record: CopyRecord | undefined;
}

interface CopyManner {
  readonly remove: boolean;
  readonly force: boolean;
  readonly link: boolean;
  readonly from: string;
  readonly lives: (from: string) => boolean;
}

export interface CopyPlan {
  readonly happened: EntryStatus;
  readonly write: readonly { readonly path: string; readonly content: Uint8Array; readonly executable: boolean }[];
  /** Absolute paths of files that are ours and no longer wanted. */
  readonly remove: readonly string[];
  /** A link to make, after what is removed. */
  readonly link?: { readonly path: string; readonly target: string };
  /** Up to where empty folders go. */
  readonly upTo: string;
  readonly record?: CopyRecord;
}

export function planCopy(task: CopyTask, manner: CopyManner): CopyPlan {
  const place = lookAt(task.to);
  const reason = reasonToLeave(task, place, manner);
  if (reason) return { ...nothing(task), happened: reason, ...(task.record && { record: task.record }) };
  return manner.remove ? planRemoval(task, place) : planWriting(task, place, manner);
}

function nothing({ to, record }: CopyTask): Pick<CopyPlan, 'write' | 'remove' | 'upTo'> {
  return { write: [], remove: [], upTo: record?.made ?? to };
}

/** Without the last, whatever project the record is of. */
export function reasonToLeave(
  { record, files, source }: Pick<CopyTask, 'record' | 'files' | 'source'>,
  place: TreePlace,
  manner: Pick<CopyManner, 'force' | 'from' | 'lives'> = { force: false, from: '', lives: () => false },
): SkipReason | undefined {
  if (place.kind === 'nothing') return undefined;
  if (!record) return isSame(place, files, source) ? undefined : 'foreign';
  if (place.kind === 'other') return 'foreign';
  if (manner.force) return undefined;
  if (record.from !== manner.from && manner.lives(record.from)) return 'other project';
  return isOwn(place, record, files) ? undefined : 'edited';
}

/** Found as it would be written. */
function isSame(place: TreePlace, files: Tree, source: string): boolean {
  if (place.kind === 'link') return place.target === source;
  if (place.kind !== 'folder' || place.files.size !== files.size) return false;
  return [...files].every(([path, { hash }]) => place.files.get(path)?.hash === hash);
}

/** Each file that Haft wrote or would write has that content; other files belong to the user. */
function isOwn(place: TreePlace, record: CopyRecord, wanted: Tree): boolean {
  if (place.kind === 'link') return place.target === record.link;
  if (place.kind !== 'folder') return false;
  return [...place.files].every(([path, { hash }]) => {
    const hashes = record.files[path];
    return hash === wanted.get(path)?.hash || (hashes ? hashes.includes(hash) : !wanted.has(path));
  });
}

function planRemoval(task: CopyTask, place: TreePlace): CopyPlan {
  const { to, host, record } = task;
  const hosts = (record?.hosts ?? [host]).filter((one) => one !== host);
  if (record && hosts.length > 0) return { ...nothing(task), happened: 'removed', record: { ...record, hosts } };
  if (place.kind === 'nothing') return { ...nothing(task), happened: 'absent' };
  if (place.kind === 'link') return { ...nothing(task), happened: 'removed', remove: [to] };
  const paths = record ? Object.keys(record.files) : [...task.files.keys()];
  const there = paths.filter((path) => place.kind === 'folder' && place.files.has(path));
  return { ...nothing(task), happened: 'removed', remove: there.map((path) => join(to, path)) };
}

function planWriting(task: CopyTask, place: TreePlace, { link, from }: CopyManner): CopyPlan {
  const { to, files, source, host, record } = task;
  const hosts = [...new Set([...(record?.hosts ?? []), host])].sort();
  const topFolder = record ? record.made : missingFolder(dirname(to));
  const shared = { hosts, from, ...(topFolder !== undefined && { made: topFolder }) };
  if (link) {
    const done = place.kind === 'link' && place.target === source;
    const old = place.kind === 'folder' ? Object.keys(record?.files ?? {}).map((path) => join(to, path)) : [];
    const remove = place.kind === 'link' && !done ? [to] : old;
    return {
      ...nothing(task),
      happened: happenedTo(place, done),
      remove,
      upTo: to,
      ...(!done && { link: { path: to, target: source } }),
      record: { ...shared, files: {}, link: source },
    };
  }
  const present = place.kind === 'folder' ? place.files : new Map<string, never>();
  const write = [...files].filter(([path, file]) => {
    const now = present.get(path);
    return now?.hash !== file.hash || now.executable !== file.executable;
  });
  const obsolete = Object.keys(record?.files ?? {}).filter((path) => !files.has(path) && present.has(path));
  return {
    happened: happenedTo(place, write.length + obsolete.length === 0),
    write: write.map(([path, { bytes, executable }]) => ({ path: join(to, path), content: bytes, executable })),
    remove: [...(place.kind === 'link' ? [to] : []), ...obsolete.map((path) => join(to, path))],
    upTo: to,
    record: { ...shared, files: Object.fromEntries([...files].map(([path, { hash }]) => [path, [hash]])) },
  };
}

function happenedTo(place: TreePlace, same: boolean): EntryStatus {
  if (place.kind === 'nothing') return 'added';
  return same ? 'unchanged' : 'changed';
}

/** The topmost missing folder of a path; undefined if none is missing. */
export function missingFolder(folder: string): string | undefined {
  if (existsSync(folder)) return undefined;
  return missingFolder(dirname(folder)) ?? folder;
}
