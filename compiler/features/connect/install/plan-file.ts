/** What happens to one file of a host: decided on its text, before anything is written. */
import type { FileSyntax } from '../../../spec/hosts/config-file.ts';
import { type EditedText, canonical, dropEntry, entryAt, isSame, putEntry } from '../../../emit/host-files/edit.ts';
import { type EditProblem, type Undo, NOTHING_CREATED } from '../../../emit/host-files/editor.ts';
import type { EntryRecord, FileRecord, GroupRecord, RootRecord } from './state.ts';

export interface FileTarget {
  readonly host: string;
  readonly path: string;
  readonly format: FileSyntax;
  readonly container: readonly string[];
  /** Null where there is no file. */
  readonly text: string | null;
  readonly record: FileRecord | undefined;
}

/** `entry` is what an installation would write; a removal takes an entry for ours that is equal to it. */
export interface Task {
  readonly name: string;
  readonly entry: unknown;
  /** Keys that lead to the map around it, where that is not the one of the servers. */
  readonly container?: readonly string[];
}

export interface PlanOptions {
  readonly remove: boolean;
  readonly force: boolean;
  /** The output folder. */
  readonly from: string;
  readonly hash: (text: string) => string;
  /** Whether another output folder is still there: an entry of a project that was moved may be replaced. */
  readonly lives: (from: string) => boolean;
}

export type EntryStatus = 'added' | 'changed' | 'unchanged' | 'removed' | 'absent' | SkipReason;
/** Why an entry is left as it is. */
export type SkipReason = 'edited' | 'foreign' | 'other project' | 'other host';

interface FilePlan {
  /** Null where no file is left. */
  readonly text: string | null;
  readonly done: Readonly<Record<string, EntryStatus>>;
  /** Absent when nothing in the file is ours any more. */
  readonly record?: FileRecord;
}

export function planFile(
  target: FileTarget,
  tasks: readonly Task[],
  manner: PlanOptions,
): FilePlan | { readonly problem: EditProblem } {
  const { container, record } = target;
  const records = record
    ? [{ container: record.container, entries: record.entries, undo: record.undo }, ...(record.groups ?? [])]
    : [];
  const own = records.find((group) => isSame(group.container, container));
  const others = records.filter((group) => group !== own);
  const first = own ?? { container, entries: {}, undo: NOTHING_CREATED };
  const groups = [first, ...others].map((group): Group => ({ ...group, entries: { ...group.entries } }));
  const root = record?.root ?? rootOf(first.undo, container.length);
  const draft: Draft = { text: target.text, groups, root, done: {} };
  for (const task of tasks) {
    const problem = planEntry(draft, task, target, manner);
    if (problem) return { problem };
  }
  return { text: draft.text, done: draft.done, ...recordOf(draft, target) };
}

/** No record if the file no longer contains an entry of ours. */
function recordOf({ groups, root }: Draft, { record }: FileTarget): Pick<FilePlan, 'record'> {
  const [servers, ...others] = groups;
  const used = others.filter(({ entries }) => Object.keys(entries).length > 0);
  if (!servers || Object.keys(servers.entries).length + used.length === 0) return {};
  const topFolder = record?.made;
  return {
    record: {
      ...servers,
      ...(used.length > 0 && { groups: used }),
      ...(root && { root }),
      ...(topFolder !== undefined && { made: topFolder }),
    },
  };
}

interface Draft {
  text: string | null;
  /** The map of servers first. */
  readonly groups: Group[];
  root: RootRecord | undefined;
  readonly done: Record<string, EntryStatus>;
}

interface Group extends GroupRecord {
  undo: Undo;
  readonly entries: Record<string, EntryRecord>;
}

function groupOf({ groups }: Draft, task: Task, target: FileTarget): Group {
  const container = task.container ?? target.container;
  const existing = groups.find((group) => isSame(group.container, container));
  if (existing) return existing;
  const group: Group = { container, entries: {}, undo: NOTHING_CREATED };
  groups.push(group);
  return group;
}

/** As a report names it: a server by its name, anything else by its path. */
function labelOf({ name, container }: Task): string {
  return container ? [...container, name].join('.') : name;
}

/** What the outermost map of a file has to know, whichever entry goes last. */
function rootOf(undo: Undo, depth: number): RootRecord | undefined {
  const tail = undo.created === depth ? undo.tail : '';
  if (tail === '' && undo.blank === undefined) return undefined;
  return { tail, ...(undo.blank !== undefined && { blank: undo.blank }) };
}

/** Puts the entry of a task into the draft, or takes it out; what is not ours stays as it is. */
function planEntry(draft: Draft, task: Task, target: FileTarget, manner: PlanOptions): EditProblem | undefined {
  const { host, format } = target;
  const { name, entry } = task;
  const group = groupOf(draft, task, target);
  const path = [...group.container, name];
  const present = entryAt(draft.text ?? '', format, path);
  if ('problem' in present) return present.problem;
  const current = present.value;
  const isOurs = current === undefined || (entry !== undefined && isSame(current, entry));
  const reason = isOurs ? undefined : reasonToLeave(group, name, current, host, manner);
  if (reason) draft.done[labelOf(task)] = reason;
  else if (manner.remove) {
    const dropped = current !== undefined && dropEntry(draft.text ?? '', format, path, undoOf(group, draft.root));
    if (dropped && 'problem' in dropped) return dropped.problem;
    if (dropped) draft.text = dropped.value;
    delete group.entries[name];
    draft.done[labelOf(task)] = dropped ? 'removed' : 'absent';
  } else {
    const put = putEntry(draft.text, format, path, entry);
    if ('problem' in put) return put.problem;
    if (put.value.changed) accept(draft, group, put.value);
    const before = group.entries[name];
    group.entries[name] = { host: before?.host ?? host, hashes: [manner.hash(canonical(entry))], from: manner.from };
    draft.done[labelOf(task)] = !put.value.changed ? 'unchanged' : current === undefined ? 'added' : 'changed';
  }
  return undefined;
}

function accept(draft: Draft, group: Group, { text, undo }: EditedText): void {
  draft.text = text;
  draft.root = rootOf(undo, group.container.length) ?? draft.root;
  if (undo.created > 0 || undo.tail !== '' || undo.blank !== undefined) group.undo = undo;
}

function reasonToLeave(
  { entries }: Group,
  name: string,
  current: unknown,
  host: string,
  { force, from, hash, lives }: PlanOptions,
): SkipReason | undefined {
  const record = entries[name];
  if (record && record.host !== host) return 'other host';
  if (force) return undefined;
  if (!record) return 'foreign';
  if (!record.hashes.includes(hash(canonical(current)))) return 'edited';
  return record.from === from || !lives(record.from) ? undefined : 'other project';
}

function undoOf({ undo }: Group, root: RootRecord | undefined): Undo {
  const blank = undo.blank === undefined ? root?.blank : undo.blank;
  return { created: undo.created, tail: undo.tail || (root?.tail ?? ''), ...(blank !== undefined && { blank }) };
}
