/** `installs.json`: which entries and folders on this machine are Haft's, by their hashes. */
import { type FormatProblem, FILE_FORMATS, formatProblem, numberOf } from '../../../base/file-formats.ts';
import { readJsonMap } from '../../../plan/read-json.ts';
import type { Undo } from '../../../emit/host-files/editor.ts';

export interface EntryRecord {
  readonly host: string;
  /** Hashes of the entry as sorted JSON; two while it is being written. */
  readonly hashes: readonly string[];
  /** The output folder of its origin. */
  readonly from: string;
}

/** Entries of one map in a file. */
export interface GroupRecord {
  /** Keys that lead to the map. */
  readonly container: readonly string[];
  readonly entries: Readonly<Record<string, EntryRecord>>;
  readonly undo: Undo;
}

/** What the entry that goes last has to restore. */
export type RootRecord = Pick<Undo, 'tail' | 'blank'>;

/** The map of servers, and what else in the file is ours. */
export interface FileRecord extends GroupRecord {
  /** Settings of a local model. */
  readonly groups?: readonly GroupRecord[];
  readonly root?: RootRecord;
  /** The topmost folder that was made for the file; absent where all were there. */
  readonly made?: string;
}

/** A skill's folder, or a copy of a server. */
export interface CopyRecord {
  readonly hosts: readonly string[];
  readonly from: string;
  /** By path below the folder. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** Where it leads, when it is a link. */
  readonly link?: string;
  readonly made?: string;
}

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
  const files = Object.entries(mapOf(state['files'])).flatMap(([path, record]) =>
    isFileRecord(record) ? [[path, record] as const] : [],
  );
  const copies = Object.entries(mapOf(state['copies'])).flatMap(([path, record]) =>
    isCopyRecord(record) ? [[path, record] as const] : [],
  );
  return { files: Object.fromEntries(files), copies: Object.fromEntries(copies) };
}

export function installStateText(state: InstallState): string {
  return `${JSON.stringify({ stateVersion: numberOf(FILE_FORMATS.installs), ...state }, null, 2)}\n`;
}

export function isEmptyState({ files, copies }: InstallState): boolean {
  return Object.keys(files).length + Object.keys(copies).length === 0;
}

function isFileRecord(value: unknown): value is FileRecord {
  const { groups = [], root, made } = mapOf(value);
  return (
    isGroup(value) &&
    Array.isArray(groups) &&
    groups.every(isGroup) &&
    (root === undefined || isRoot(root)) &&
    (made === undefined || typeof made === 'string')
  );
}

function isGroup(value: unknown): boolean {
  const { container, entries, undo } = mapOf(value);
  return (
    isTexts(container) &&
    Object.values(mapOf(entries)).every(isEntryRecord) &&
    typeof mapOf(undo)['created'] === 'number' &&
    isRoot(undo)
  );
}

function isRoot(value: unknown): boolean {
  const { tail, blank } = mapOf(value);
  return typeof tail === 'string' && (blank === undefined || blank === null || typeof blank === 'string');
}

function isEntryRecord(value: unknown): boolean {
  const { host, hashes, from } = mapOf(value);
  return typeof host === 'string' && typeof from === 'string' && isTexts(hashes);
}

function isCopyRecord(value: unknown): value is CopyRecord {
  const { hosts, from, files, link, made } = mapOf(value);
  const texts = [link, made].every((one) => one === undefined || typeof one === 'string');
  // A path that leads out of the folder is not believed.
  const inside = Object.entries(mapOf(files)).every(([path, hashes]) => isTexts(hashes) && isBelow(path));
  return isTexts(hosts) && typeof from === 'string' && texts && inside;
}

function isBelow(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part));
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function mapOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
