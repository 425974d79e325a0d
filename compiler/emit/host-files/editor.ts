/** The interface of editors of one syntax, their results, and how a text is laid out: its line ends and its indent. */

/** Why a text is not edited: at which offset, as a sentence, and what to do. */
export interface EditProblem {
  readonly at: number;
  readonly message: string;
  readonly hint: string;
}

export type EditOutcome<T> = { readonly value: T } | { readonly problem: EditProblem };

/** What has to be known to take an entry out again to the last byte. */
export interface Undo {
  /** How many of the maps around the entry were made for it. */
  readonly created: number;
  /** What was added behind it, so that the closing brace is on a line of its own. */
  readonly tail: string;
  /** The text of a file that had nothing in it; null where there was no file; absent where there was something. */
  readonly blank?: string | null;
}

export interface EntryEdit {
  readonly text: string;
  readonly undo: Undo;
}

/** Edits texts without a byte order mark. Paths are keys from the root to the entry. */
export interface Editor {
  /** The whole text as data. */
  readonly read: (text: string) => EditOutcome<unknown>;
  /** The text of a new file, before anything is put into it. */
  readonly blank: string;
  /** The text of a new file with entries in one map, of which there is at least one. */
  readonly print: (container: readonly string[], entries: Readonly<Record<string, unknown>>) => string;
  readonly put: (text: string, path: readonly string[], value: unknown) => EditOutcome<EntryEdit>;
  /** The same text where there is no such entry. */
  readonly drop: (text: string, path: readonly string[], undo: Undo) => EditOutcome<string>;
}

export const NOTHING_CREATED: Undo = { created: 0, tail: '' };

export function problem(at: number, message: string, hint: string): { readonly problem: EditProblem } {
  return { problem: { at, message, hint } };
}

/** Replaces ranges, which do not overlap. */
export interface RangeEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function applyEdits(text: string, edits: readonly RangeEdit[]): string {
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let result = '';
  let from = 0;
  for (const edit of sorted) {
    result += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + text.slice(from);
}

/** The value inside maps for the keys. */
export function nest(keys: readonly string[], value: unknown): unknown {
  return keys.reduceRight((inner, key) => ({ [key]: inner }), value);
}

/** The first line end of the text. */
export function lineEndOf(text: string): string {
  const at = text.indexOf('\n');
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** One step of indent: that of the first indented line, else two spaces. */
export function indentOf(text: string): string {
  const [, indent = '  '] = /\n([ \t]+)[^\s/*#]/.exec(text) ?? [];
  return indent.startsWith('\t') ? '\t' : indent.slice(0, 8);
}

/** The white space at the start of the line that holds the offset. */
export function lineIndentAt(text: string, at: number): string {
  const start = lineStart(text, at);
  const [indent = ''] = /^[ \t]*/.exec(text.slice(start, at)) ?? [];
  return indent;
}

export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** The offset after the line end, or the end of the text. */
export function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}
