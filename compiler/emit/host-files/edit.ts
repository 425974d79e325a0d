/** Edits the file of a host as text: adds or removes an entry, and proves that nothing else has changed. */
import { getNodeValue } from 'jsonc-parser';
import type { FileSyntax } from '../../spec/hosts/config-file.ts';
import { memberBelow } from '../../spec/hosts/switches.ts';
import { type EditOutcome, type EditProblem, type Editor, type EntryEdit, type Undo, problem } from './editor.ts';
import { dropJson, newJson, parseJson, putJson } from './json/edit.ts';
import { dropToml, newToml, putToml, readToml } from './toml/edit.ts';
import { dropYaml, newYaml, putYaml, readYaml } from './yaml/edit.ts';

/** U+FEFF. */
const MARK = '\ufeff';

export interface EditedText extends EntryEdit {
  /** Whether there is anything to write. */
  readonly changed: boolean;
}

/** Where an entry is: keys from the root, the name last. */
type Path = readonly string[];

/** The entry as data; undefined if it does not exist. */
export function entryAt(text: string, format: FileSyntax, path: Path): EditOutcome<unknown> {
  // A file without anything in it has no entry, whatever its syntax.
  if (split(text).body.trim() === '') return { value: undefined };
  const whole = readText(text, format);
  return 'problem' in whole ? whole : { value: memberBelow(whole.value, ...path) };
}

/** `text` is null where there is no file. */
export function putEntry(text: string | null, format: FileSyntax, path: Path, value: unknown): EditOutcome<EditedText> {
  const editor = editorOf(format);
  const { mark, body } = split(text ?? '');
  const isBlank = body.trim() === '';
  const start = isBlank && editor.blank !== '' ? editor.blank : body;
  const before = readText(mark + start, format);
  if ('problem' in before) return before;
  const present = memberBelow(before.value, ...path);
  if (present !== undefined && isSame(present, value))
    return { value: { text: text ?? '', undo: { created: 0, tail: '' }, changed: false } };
  const put = editor.put(start, path, value);
  if ('problem' in put) return put;
  const failed = failure(editor.read(put.value.text), withMember(before.value, path, value));
  if (failed) return failed;
  const undo: Undo = isBlank && (text === null || start !== body) ? { ...put.value.undo, blank: text } : put.value.undo;
  return { value: { text: mark + put.value.text, undo, changed: true } };
}

/** What putting each of the entries into a file that does not exist yet makes of it, read and proved no further. */
export function newFile(format: FileSyntax, container: Path, entries: Readonly<Record<string, unknown>>): string {
  const { blank, print } = editorOf(format);
  return Object.keys(entries).length === 0 ? blank : print(container, entries);
}

/** Null: the file was made for the entry, and has nothing else. */
export function dropEntry(text: string, format: FileSyntax, path: Path, undo: Undo): EditOutcome<string | null> {
  const editor = editorOf(format);
  const { mark, body } = split(text);
  const before = readText(text, format);
  if ('problem' in before) return before;
  const dropped = editor.drop(body, path, undo);
  if ('problem' in dropped) return dropped;
  const after = editor.read(dropped.value);
  if ('problem' in after || memberBelow(after.value, ...path) !== undefined)
    return problem(0, 'The entry cannot be removed safely.', 'Remove it by hand.');
  if (undo.blank !== undefined && dropped.value === editor.blank) return { value: undo.blank };
  return { value: mark + dropped.value };
}

function readText(text: string, format: FileSyntax): EditOutcome<unknown> {
  const { mark, body } = split(text);
  if (mark !== '' && format.syntax === 'json' && !format.bom)
    return problem(0, 'The file starts with a byte order mark, which the host does not read.', 'Save it without one.');
  return readShallow(editorOf(format), body);
}

/** Far more than any host writes, and far less than what fills the stack of a reader. */
const MAX_DEPTH = 200;

/** Whatever reads the value later may follow it to its end. */
function readShallow(editor: Editor, body: string): EditOutcome<unknown> {
  const tooDeep = problem(0, `The file is nested deeper than ${MAX_DEPTH} levels.`, 'Add the entry by hand.');
  try {
    const read = editor.read(body);
    return 'value' in read && !isShallow(read.value) ? tooDeep : read;
  } catch (error) {
    if (error instanceof RangeError) return tooDeep;
    throw error;
  }
}

/** Level by level, without a stack; an anchor may be in many places, and each value is looked at once. */
function isShallow(value: unknown): boolean {
  const visited = new Set<object>();
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false;
    level = level.flatMap((one) => {
      if (typeof one !== 'object' || one === null || visited.has(one)) return [];
      visited.add(one);
      return Object.values(one);
    });
  }
  return true;
}

function split(text: string): { readonly mark: string; readonly body: string } {
  return text.startsWith(MARK) ? { mark: MARK, body: text.slice(1) } : { mark: '', body: text };
}

function editorOf(format: FileSyntax): Editor {
  if (format.syntax === 'toml') return { read: readToml, blank: '', print: newToml, put: putToml, drop: dropToml };
  if (format.syntax === 'yaml') return { read: readYaml, blank: '', print: newYaml, put: putYaml, drop: dropYaml };
  return {
    blank: '{}\n',
    read: (text) => {
      const root = parseJson(text, format);
      return 'problem' in root ? root : { value: getNodeValue(root.value) };
    },
    print: newJson,
    put: (text, path, value) => putJson(text, path, value, format),
    drop: (text, path, undo) => dropJson(text, path, undo, format),
  };
}

/** The same, with the value at the path: in its place, or behind everything else. */
export function withMember(value: unknown, [key, ...rest]: Path, member: unknown): unknown {
  if (key === undefined) return member;
  const map = typeof value === 'object' && value !== null ? value : {};
  const inner = Object.hasOwn(map, key) ? Reflect.get(map, key) : undefined;
  return { ...map, [key]: withMember(inner, rest, member) };
}

/** Whether two entries say the same, in whatever order. */
export function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** One text for all texts of the same entry: members sorted. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member: unknown) => {
      if (typeof member === 'bigint') return String(member);
      if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
      return Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)));
    }) ?? ''
  );
}

/** A problem if the edited text does not parse to the wanted value. */
function failure(after: EditOutcome<unknown>, wanted: unknown): { readonly problem: EditProblem } | undefined {
  if (!('problem' in after) && isSame(after.value, wanted)) return undefined;
  return problem(0, 'The file cannot be changed safely.', 'Add the entry by hand.');
}
