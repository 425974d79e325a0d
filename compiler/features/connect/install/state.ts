/** `installs.json`: which entries and folders on this machine are Haft's, by their hashes. */
import { type FormatProblem, FILE_FORMATS, formatProblem, numberOf } from '../../../base/file-formats.ts';
import { membersOf, readJsonMap } from '../../../plan/read-json.ts';
import {
  type Matching,
  type ValueForm,
  either,
  list,
  map,
  mapOf,
  none,
  number,
  readValue,
  text,
} from '../../../spec/shape/form.ts';

const entry = map({
  host: text,
  /** Hashes of the entry as sorted JSON; two while it is being written. */
  hashes: list(text),
  /** The output folder of its origin. */
  from: text,
});
export type EntryRecord = Matching<typeof entry>;

const blank = either(none, text);

/** Entries of one map in a file. */
const GROUP = {
  /** Keys that lead to the map. */
  container: list(text),
  entries: mapOf(entry),
  /** As the editor of the file gave it. */
  undo: map({ created: number, tail: text }, { blank }),
};
const group = map(GROUP);
export type GroupRecord = Matching<typeof group>;

/** What the entry that goes last has to restore. */
const root = map({ tail: text }, { blank });
export type RootRecord = Matching<typeof root>;

/** The map of servers, and what else in the file is ours. */
const file = map(GROUP, {
  /** Settings of a local model. */
  groups: list(group),
  root,
  /** The topmost folder that was made for the file; absent where all were there. */
  made: text,
});
export type FileRecord = Matching<typeof file>;

/** A path that leads out of the folder is not believed. */
const filesBelow: ValueForm<Readonly<Record<string, readonly string[]>>> = (value, at) =>
  mapOf(list(text))(value, at) ?? (Object.keys(Object(value)).every(isBelow) ? undefined : `${at} has another path`);

function isBelow(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part));
}

/** A skill's folder, or a copy of a server. */
const copy = map(
  {
    hosts: list(text),
    from: text,
    /** By path below the folder. */
    files: filesBelow,
  },
  {
    /** Where it leads, when it is a link. */
    link: text,
    made: text,
  },
);
export type CopyRecord = Matching<typeof copy>;

/** By absolute path. */
export interface InstallState {
  readonly files: Readonly<Record<string, FileRecord>>;
  readonly copies: Readonly<Record<string, CopyRecord>>;
}

export const EMPTY_STATE: InstallState = { files: {}, copies: {} };

/** Without a readable state nothing is known to be ours; that of a newer Haft is not to be replaced. */
export function readInstallState(text: string): InstallState | FormatProblem {
  const state = readJsonMap(text) ?? {};
  const unread = formatProblem(state, FILE_FORMATS.installs);
  if (unread) return unread.hint === undefined ? EMPTY_STATE : unread;
  return { files: readable(state['files'], file), copies: readable(state['copies'], copy) };
}

export function installStateText(state: InstallState): string {
  return `${JSON.stringify({ stateVersion: numberOf(FILE_FORMATS.installs), ...state }, null, 2)}\n`;
}

export function isEmptyState({ files, copies }: InstallState): boolean {
  return Object.keys(files).length + Object.keys(copies).length === 0;
}

function readable<Form>(records: unknown, form: ValueForm<Form>): Readonly<Record<string, Form>> {
  const all = Object.entries(membersOf(records) ?? {}).flatMap(([path, record]) => {
    const one = readValue(record, form);
    return 'read' in one ? [[path, one.read] as const] : [];
  });
  return Object.fromEntries(all);
}
