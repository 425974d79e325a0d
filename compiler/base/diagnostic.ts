/** Diagnostics: the only way to report an error in a spec. A value with a place, never an exception. */

export type Severity = 'error' | 'warning';

/** A half-open range of UTF-16 offsets in one file; line and column are derived when printing. */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

export interface RelatedPlace {
  readonly message: string;
  readonly span: Span;
}

/** Replaces a range of a file by a text. */
export interface TextEdit extends Span {
  readonly text: string;
}

/** A repair that a rule proposes; whether it is safe is decided by a proof. */
export interface Fix {
  /** What it does, in the imperative. */
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** A parameter that has another name after it. */
  readonly renames?: Rename;
  /** What it replaces cannot be compiled, so that no call can change. */
  readonly repairs?: true;
  /** Absent where no command has asked for the proof. */
  readonly grade?: Grade;
}

export interface Rename {
  readonly server?: string;
  readonly tool: string;
  readonly from: string;
  readonly to: string;
}

/** Safe: nothing that callers or services see changes. A suggestion says what would, or why that cannot be known. */
export type Grade = { readonly kind: 'safe' } | { readonly kind: 'suggestion'; readonly because: string };

/** What a finding or a change is about, so that nothing has to read its message. */
export interface About {
  readonly server?: string;
  readonly tool?: string;
  readonly skill?: string;
  /** A choice of haft.yaml; then the server or skill is a member of it. */
  readonly choice?: string;
  /** Below the tool, skill or server, in terms of the spec: `['parameters', 'limit', 'maximum']`. */
  readonly path: readonly (string | number)[];
}

/** Whether it is this server, tool or skill, or something of it; without a name everything is. */
export function isPartOf(about: Omit<About, 'path'>, subject: Omit<About, 'path'>): boolean {
  const { server = about.server, tool = about.tool, skill = about.skill } = subject;
  return about.server === server && about.tool === tool && about.skill === skill;
}

/** Nothing inside the file has a name yet. */
export const WHOLE_FILE: About = { path: [] };

/** What a finding says of any subject. */
export interface FindingWithoutNames {
  readonly message: string;
  readonly hint: string;
  /** The names that are left out: of servers, tools and skills, then along the path. */
  readonly names: readonly string[];
}

export interface Diagnostic {
  /** `subject/rule`, kebab-case; it never changes. */
  readonly code: string;
  /** A note is information for the author; it never fails a check. */
  readonly severity: Severity | 'note';
  /** It stops a release and nothing before: `haft release` reports it as an error. */
  readonly stopsRelease?: true;
  /** One sentence that names the thing, what was expected and what was found. */
  readonly message: string;
  /** The same without its subject, where the message names one. */
  readonly unnamed?: FindingWithoutNames;
  readonly span: Span;
  /** Of a finding in a file of a skill: what brings the file in. A suppression there holds for it. */
  readonly broughtBy?: Span;
  readonly about: About;
  /** The next step, in the imperative. */
  readonly hint?: string;
  readonly fix?: Fix;
  readonly related?: readonly RelatedPlace[];
}

/** The result of a phase: a value where one could be made, and all diagnostics. */
export interface Result<T> {
  readonly value?: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** A text of the author's, with the path that every message shows (relative, forward slashes). */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** 1-based; columns count UTF-16 units, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function positionAt(text: string, offset: number): Position {
  const starts = lineStarts(text);
  const line = lineWith(offset, starts);
  return { line: line + 1, column: Math.min(offset, text.length) - (starts[line] ?? 0) + 1 };
}

/** The number of a line, from 0, by where each line starts. */
export function lineWith(offset: number, starts: readonly number[]): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Of the last text: findings of one file are printed one after the other. */
let latest: { readonly text: string; readonly starts: readonly number[] } | undefined;

function lineStarts(text: string): readonly number[] {
  if (latest?.text !== text) latest = { text, starts: [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)] };
  return latest.starts;
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}

/** Whether the specs cannot be planned. */
export function stopsPlan(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity, stopsRelease }) => severity === 'error' && !stopsRelease);
}

/** File order: path, then offset, then code; the order in which every output lists them. */
export function inFileOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compareText(a.span.file, b.span.file) ||
      a.span.start - b.span.start ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}

/** Code-unit order: the same in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Stops the program with a stack on an internal error (exit 70); never for a mistake of the author. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${message}`);
}
