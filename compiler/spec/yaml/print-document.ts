/** Whole documents as YAML text, with comments above their keys. */
import { isObject } from '@haft/runtime/language';
import { blockText, pairText, quotedAs } from './print-value.ts';
import type { NodePath } from './spec.ts';

/** A comment above a key or an item of a list. */
export interface YamlComment {
  readonly path: NodePath;
  /** Without `#`; each line becomes a comment of its own. */
  readonly text: string;
}

/** Ends with a line break. Notes at a path that does not exist are left out. */
export function documentText(value: unknown, notes: readonly YamlComment[] = []): string {
  const placed = notes.filter(({ path }) => exists(value, path));
  return `${above(placed, [], 0)}${nodeText(value, [], placed, 0)}\n`;
}

function exists(value: unknown, [step, ...rest]: NodePath): boolean {
  if (step === undefined) return true;
  if (Array.isArray(value)) return typeof step === 'number' && step < value.length && exists(value[step], rest);
  return isObject(value) && Object.hasOwn(value, step) && exists(value[step], rest);
}

/** Several documents of one file. */
export function documentsText(texts: readonly string[]): string {
  return texts.join('---\n');
}

function nodeText(value: unknown, path: NodePath, notes: readonly YamlComment[], column: number): string {
  const inner = notes.filter((note) => note.path.length > path.length && isBelow(note.path, path));
  if (inner.length === 0) return blockText(value, column);
  const gap = `\n${' '.repeat(column)}`;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) => {
      const at = [...path, index];
      return `${above(inner, at, column)}- ${itemText(item, at, inner, column + 2)}`;
    });
    return items.join(gap);
  }
  if (!isObject(value)) return blockText(value, column);
  const pairs = Object.entries(value).map(([key, item]) => {
    const at = [...path, key];
    return above(inner, at, column) + entryText(key, item, at, inner, column);
  });
  return pairs.join(gap);
}

function itemText(value: unknown, path: NodePath, notes: readonly YamlComment[], column: number): string {
  return hasInside(notes, path) ? nodeText(value, path, notes, column) : blockText([value], column - 2).slice(2);
}

function entryText(key: string, value: unknown, path: NodePath, notes: readonly YamlComment[], column: number): string {
  if (!hasInside(notes, path)) return pairText(key, value, column);
  return `${quotedAs(undefined, key, false)}:\n${' '.repeat(column + 2)}${nodeText(value, path, notes, column + 2)}`;
}

function hasInside(notes: readonly YamlComment[], path: NodePath): boolean {
  return notes.some((note) => note.path.length > path.length && isBelow(note.path, path));
}

function isBelow(path: NodePath, base: NodePath): boolean {
  return base.every((step, index) => step === path[index]);
}

/** The comments of a node, each on its own line, and the indentation of what follows. */
function above(notes: readonly YamlComment[], path: NodePath, column: number): string {
  const own = notes.filter((note) => note.path.length === path.length && isBelow(note.path, path));
  const lines = own.flatMap(({ text }) => text.split(/[\n\r\u0085\u2028\u2029]+/));
  return lines.map((line) => `# ${printable(line)}\n${' '.repeat(column)}`).join('');
}

/** A comment may hold no control characters (YAML 1.2.2 §5.1). */
function printable(line: string): string {
  return line.replace(/[^\P{C}]/gu, ' ').trimEnd();
}
