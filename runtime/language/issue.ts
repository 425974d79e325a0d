/** The issues that validation reports. */
import { escapeToken } from './pointer.ts';
import type { Schema } from './schema.ts';

/** One problem of a value: its path (RFC 6901) and, as a sentence for a model, what was given and what is allowed. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** An issue without its full path, which is built from the inside out so that a valid value costs none. */
export interface PendingIssue {
  path: string;
  readonly message: string;
  /** The value may be right: its pattern took too many steps. */
  readonly isUndecided?: true;
}

/** More would not help a model and could be as many as the value is long. */
const MAX_ISSUES = 10;

/** Checks a value and returns it with defaults filled; the result is meaningless once `found` grew. */
export type Check = (value: unknown, found: PendingIssue[]) => unknown;

/** The patterns of one schema. */
export interface PatternMatching {
  /** Whether a text matches; an undecided match is an issue. */
  readonly compile: (pattern: string) => (text: string, found: PendingIssue[]) => boolean;
  /** The whole check, whose patterns share what it may cost. */
  readonly within: (check: Check) => Check;
}

/** Compiles and describes the schemas inside a schema. */
export interface SchemaCompiler {
  /** Whether absent members get their defaults. */
  readonly fill: boolean;
  /** Imported tools have defaults that are not valid themselves: they are left out. */
  readonly dropsDefaults?: boolean;
  readonly compile: (schema: Schema) => Check;
  readonly describe: (schema: Schema) => string;
  /** Absent in a server whose schemas have no pattern. */
  readonly patterns: PatternMatching | undefined;
}

/** Whether enough was found to stop looking. */
export function isFull(issues: readonly PendingIssue[]): boolean {
  return issues.length >= MAX_ISSUES;
}

/** Puts the name of the containing member before the paths of all issues found since `from`. */
export function within(name: string | number, issues: readonly PendingIssue[], from: number): void {
  const token = typeof name === 'number' ? name : escapeToken(name);
  for (const issue of issues.slice(from)) issue.path = `/${token}${issue.path}`;
}

/** The finished issue: its message contains the path. */
export function toIssue({ path, message }: PendingIssue): Issue {
  return { path, message: `${path === '' ? 'The value' : path} ${message}` };
}

/** The issues that a model gets. */
export function toIssues(issues: readonly PendingIssue[]): readonly Issue[] {
  return issues.slice(0, MAX_ISSUES).map(toIssue);
}
