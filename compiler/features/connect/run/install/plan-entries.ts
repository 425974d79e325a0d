/** What an installation does to the entries in the files of hosts. */
import { utf8Text } from '../../../../base/text/utf8.ts';
import { dirname } from 'node:path';
import { positionAt } from '../../../../base/diagnostic.ts';
import { type EntryStatus, type FileTarget, type PlanOptions, type Task, planFile } from '../../install/plan-file.ts';
import type { FileRecord, InstallState } from '../../install/state.ts';
import type { DesiredEntry } from '../../../../emit/host-files/desired-entry.ts';
import { Failure } from '../../../../edge/command-line/failure.ts';
import { readRegular, realPlace, statsOf } from '../../../../edge/project-files/read.ts';
import { sha256 } from '../../../../edge/write/manifest.ts';
import { missingFolder } from './copies.ts';
import type { Context, InstallDraft, InstallPlace, InstallRefusal } from './draft.ts';
import { isFormer, isOutput } from './draft.ts';
import type { Target } from './target.ts';

export function planEntries(target: Target, wanted: readonly DesiredEntry[], { state, draft, context }: InstallPlace) {
  const { options, out } = context;
  const record = draft.states.get(state)?.after.files[target.path];
  const tasks = tasksOf(wanted, record, context);
  const manner = { remove: options.remove, force: options.force, from: out, hash: hashText, lives: isOutput };
  const { host, config } = target;
  const file = { path: target.path, host: host.id, format: config.format, container: host.container };
  const { done, refusals } = planInFile(file, tasks, manner, { state, draft });
  if (refusals.length > 0 || options.remove) return { entries: done, refusals };
  const former = formerTasks(tasks, record, context);
  const dropped =
    former.length > 0 ? planInFile(file, former, { ...manner, remove: true }, { state, draft }) : undefined;
  const remote = wanted.flatMap(({ name, left }) => (left ? [[name, left] as const] : []));
  return { entries: { ...done, ...dropped?.done, ...Object.fromEntries(remote) }, refusals: dropped?.refusals ?? [] };
}

/** Puts the tasks of one file into the draft; with a refusal, the draft is as it was. */
export function planInFile(
  target: Omit<FileTarget, 'text' | 'record'>,
  tasks: readonly Task[],
  manner: PlanOptions,
  { state, draft }: Pick<InstallPlace, 'state' | 'draft'>,
): { readonly done: Readonly<Record<string, EntryStatus>>; readonly refusals: readonly InstallRefusal[] } {
  const { path, container } = target;
  const file = fileOf(path, draft);
  const states = draft.states.get(state);
  const record = states?.after.files[path];
  const text = file.after;
  const planned = planFile({ ...target, text, record }, tasks, manner);
  if ('problem' in planned) {
    const { at, message, hint } = planned.problem;
    const { line, column } = positionAt(text ?? '', at);
    const snippets = tasks.map((task) => ({ path: [...(task.container ?? container), task.name], entry: task.entry }));
    const paste = manner.remove ? {} : { snippets };
    return { done: {}, refusals: [{ message: `${path}:${line}:${column}: ${message}`, hint, ...paste }] };
  }
  file.after = planned.text;
  file.made ??= record?.made ?? (file.before === null ? missingFolder(dirname(realPlace(path))) : undefined);
  const topFolder = file.made === undefined ? {} : { made: file.made };
  if (states) states.after = withFile(states.after, path, planned.record && { ...planned.record, ...topFolder });
  return { done: planned.done, refusals: [] };
}

/** A removal also finds what this output folder had once. */
function tasksOf(wanted: readonly DesiredEntry[], record: FileRecord | undefined, context: Context): Task[] {
  const tasks = wanted.flatMap(({ name, entry }) => (entry ? [{ name, entry }] : []));
  return context.options.remove ? [...tasks, ...formerTasks(tasks, record, context)] : tasks;
}

/** Entries of servers that this output folder had once, and that are not among the tasks. */
function formerTasks(tasks: readonly Task[], record: FileRecord | undefined, { options, out }: Context): Task[] {
  const former = Object.entries(record?.entries ?? {}).filter(([name, { from }]) => {
    return from === out && !tasks.some((task) => task.name === name) && isFormer(name, options);
  });
  return former.map(([name]) => ({ name, entry: undefined }));
}

function fileOf(path: string, draft: InstallDraft): NonNullable<ReturnType<InstallDraft['files']['get']>> {
  const entry = draft.files.get(path);
  if (entry) return entry;
  const before = statsOf(path) ? readRegular(path) : null;
  const file = { before, after: before === null ? null : textOf(path, before), made: undefined };
  draft.files.set(path, file);
  return file;
}

/** @throws Failure for bytes that could not be restored. */
export function textOf(path: string, bytes: Uint8Array): string {
  const text = utf8Text(bytes);
  if (text === undefined) throw new Failure(`"${path}" is not UTF-8.`, 'Save it as UTF-8.');
  return text;
}

export function hashText(text: string): string {
  return sha256(Buffer.from(text));
}

function withFile(state: InstallState, path: string, record: FileRecord | undefined): InstallState {
  const { [path]: _old, ...files } = state.files;
  return { ...state, files: record ? { ...files, [path]: record } : files };
}

/** The file as hosts that were planned before have left it; null where there is none. */
export function textNow(path: string, draft: InstallDraft): string | null {
  return fileOf(path, draft).after;
}
