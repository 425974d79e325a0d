/** What happens to one file of a host: decided on its text, before anything is written. */
import type { Format } from '../hosts/format.ts';
import type { Entry } from '../hosts/host.ts';
import { canonical, dropEntry, entryAt, isSame, putEntry } from './edit.ts';
import type { Problem, Undo } from './editor.ts';
import { NOTHING_CREATED } from './editor.ts';
import type { EntryRecord, FileRecord } from './state.ts';

interface FileTarget {
  readonly host: string;
  readonly path: string;
  readonly format: Format;
  readonly container: readonly string[];
  /** Null where there is no file. */
  readonly text: string | null;
  readonly record: FileRecord | undefined;
}

/** `entry` is what an installation would write; a removal takes an entry for ours that is equal to it. */
export interface Task {
  readonly name: string;
  readonly entry: Entry | undefined;
}

interface Manner {
  readonly remove: boolean;
  readonly force: boolean;
  /** The output folder. */
  readonly from: string;
  readonly hash: (text: string) => string;
}

export type Happened = 'added' | 'changed' | 'unchanged' | 'removed' | 'absent' | Left;
/** Why an entry is left as it is. */
type Left = 'edited' | 'foreign' | 'other project' | 'other host';

interface FilePlan {
  /** Null where no file is left. */
  readonly text: string | null;
  readonly done: Readonly<Record<string, Happened>>;
  /** Absent when nothing in the file is ours any more. */
  readonly record?: FileRecord;
}

export function planFile(
  target: FileTarget,
  tasks: readonly Task[],
  manner: Manner,
): FilePlan | { readonly problem: Problem } {
  const draft: Draft = {
    text: target.text,
    undo: target.record?.undo ?? NOTHING_CREATED,
    entries: { ...target.record?.entries },
    done: {},
  };
  for (const task of tasks) {
    const problem = manner.remove ? takeOut(draft, task, target, manner) : bringIn(draft, task, target, manner);
    if (problem) return { problem };
  }
  const { text, done, entries, undo } = draft;
  if (Object.keys(entries).length === 0) return { text, done };
  const made = target.record?.made;
  return { text, done, record: { container: target.container, entries, undo, ...(made !== undefined && { made }) } };
}

interface Draft {
  text: string | null;
  undo: Undo;
  readonly entries: Record<string, EntryRecord>;
  readonly done: Record<string, Happened>;
}

function bringIn(draft: Draft, { name, entry }: Task, target: FileTarget, manner: Manner): Problem | undefined {
  const { host, format, container } = target;
  const path = [...container, name];
  const present = entryAt(draft.text ?? '', format, path);
  if ('problem' in present) return present.problem;
  const current = present.value;
  const left =
    current === undefined || isSame(current, entry) ? undefined : reasonToLeave(draft, name, current, host, manner);
  if (left) {
    draft.done[name] = left;
    return undefined;
  }
  const put = putEntry(draft.text, format, path, entry);
  if ('problem' in put) return put.problem;
  draft.done[name] = !put.value.changed ? 'unchanged' : current === undefined ? 'added' : 'changed';
  draft.text = put.value.changed ? put.value.text : draft.text;
  if (put.value.changed && isSomething(put.value.undo)) draft.undo = put.value.undo;
  const known = draft.entries[name];
  draft.entries[name] = { host: known?.host ?? host, hashes: [manner.hash(canonical(entry))], from: manner.from };
  return undefined;
}

function isSomething({ created, tail, blank }: Undo): boolean {
  return created > 0 || tail !== '' || blank !== undefined;
}

function reasonToLeave(
  { entries }: Pick<Draft, 'entries'>,
  name: string,
  current: unknown,
  host: string,
  { force, from, hash }: Manner,
): Left | undefined {
  const known = entries[name];
  if (known && known.host !== host) return 'other host';
  if (force) return undefined;
  if (!known) return 'foreign';
  if (!known.hashes.includes(hash(canonical(current)))) return 'edited';
  return known.from === from ? undefined : 'other project';
}

function takeOut(draft: Draft, { name, entry }: Task, target: FileTarget, manner: Manner): Problem | undefined {
  const { host, format, container } = target;
  const path = [...container, name];
  if (draft.text === null || draft.text.trim() === '') return forget(draft, name, 'absent');
  const present = entryAt(draft.text, format, path);
  if ('problem' in present) return present.problem;
  if (present.value === undefined) return forget(draft, name, 'absent');
  const left =
    entry && isSame(present.value, entry) ? undefined : reasonToLeave(draft, name, present.value, host, manner);
  if (left) {
    draft.done[name] = left;
    return undefined;
  }
  const dropped = dropEntry(draft.text, format, path, draft.undo);
  if ('problem' in dropped) return dropped.problem;
  draft.text = dropped.value;
  return forget(draft, name, 'removed');
}

function forget(draft: Draft, name: string, happened: Happened): undefined {
  delete draft.entries[name];
  draft.done[name] = happened;
}
