/** The files in which a project records something as JSON: read whole or rejected with the reason, and written only where they change. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Json } from '@haft/runtime/language';
import { positionAt } from '../../base/diagnostic.ts';
import type { FormatProblem } from '../../base/file-formats.ts';
import { isEqual } from '../../base/json.ts';
import { readJson } from '../../plan/read-json.ts';
import { conflictsIn } from '../../spec/yaml/merge-conflict.ts';
import { Failure, onDisk } from '../command-line/failure.ts';
import { type Borders, readRegular, bordersOf, statsOf } from '../project-files/read.ts';
import { clearLeftOvers, writeWhole } from '../write/whole.ts';

interface RecordForm<Member extends string, T> {
  /** Next to the specs. */
  readonly file: string;
  /** What there is without a file. */
  readonly none: T;
  readonly read: (value: unknown) => Readonly<Record<Member, T>> | FormatProblem;
  /** Of what `read` gives. */
  readonly member: Member;
  readonly print: (value: T) => string;
  /** What is wrong where `read` finds a problem: the predicate of its sentence. */
  readonly what: string;
  /** The step after a conflict that git left in the file. */
  readonly onConflict?: string;
  /** The step where the file cannot be read. */
  readonly hint?: string;
}

export function recordFile<Member extends string, T>(form: RecordForm<Member, T>) {
  const { file, none, read, member, print, what, onConflict, hint } = form;
  let latest: { readonly text: string; readonly value: T } | undefined;
  const parse = (text: string, name: string): T => {
    if (latest?.text !== text)
      latest = { text, value: validIn(read(parseJson(text, name, onConflict)), name, what, hint)[member] };
    return latest.value;
  };
  return {
    /** @throws Failure with the reason why the text cannot be read. */
    parse,
    /** The same text gives the same object, by which findings are remembered. @throws Failure where the file cannot be read. */
    load(root: string): T {
      const path = join(root, file);
      return statsOf(path) ? parse(readText(path, bordersOf({ root })), path) : none;
    },
    /** Whether the file changed; nothing to record makes none. */
    save(root: string, value: T): boolean {
      const path = join(root, file);
      return (!isEqual(value, none) || existsSync(path)) && saveText(path, print(value));
    },
  };
}

/** What a file was read as. @throws Failure with the reason where that is nothing; `what`: the predicate of its sentence. */
export function validIn<T extends object>(read: T | FormatProblem, name: string, what: string, hint = RESTORE): T {
  if (!('problem' in read)) return read;
  throw new Failure(`"${name}" ${what}: ${read.problem}.`, read.hint ?? hint);
}

const RESTORE = 'Restore it from version control.';

/** Git left both sides in the file. */
export function refuseConflict(text: string, name: string, hint: string): void {
  const [first] = conflictsIn(text);
  if (first === undefined) return;
  throw new Failure(`"${name}" has an unresolved merge conflict at line ${positionAt(text, first).line}.`, hint);
}

export const BOTH_SIDES = 'Keep one side or combine both, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`.';

export function parseJson(text: string, name: string, onConflict: string = BOTH_SIDES): Json {
  refuseConflict(text, name, onConflict);
  const read = readJson(text.replace(/^\uFEFF/, ''));
  if ('value' in read) return read.value;
  throw new Failure(`"${name}" is not valid JSON: ${read.problem}.`, 'Fix it, or restore it from version control.');
}

/** `borders`: for a file that belongs to the project. One that the command line names may be a pipe. */
export function readText(path: string, borders?: Borders): string {
  return onDisk('read', path, () => (borders ? readRegular(path, { borders }) : readFileSync(path)).toString());
}

/** Whether the file changed. */
export function saveText(path: string, text: string): boolean {
  clearLeftOvers(dirname(path));
  if (existsSync(path) && readText(path) === text) return false;
  writeWhole([{ path, content: text }]);
  return true;
}
