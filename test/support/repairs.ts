/** The repairs that rules propose for a text, carried out, and what of the text they left alone. */
import { parseAllDocuments } from 'yaml';
import type { Diagnostic, SourceFile, TextEdit } from '../../compiler/base/diagnostic.ts';
import { applyEdits } from '../../compiler/spec/yaml/apply-edits.ts';
import { exampleFindings } from './example.ts';

/** All repairs, or those of one rule, round by round; of two that meet in one place the second waits. */
export function fixed(source: SourceFile, id?: string): SourceFile {
  let { text } = source;
  for (let round = 0; round < 10; round += 1) {
    const next = onceFixed({ path: source.path, text }, id).text;
    if (next === text) return { path: source.path, text };
    text = next;
  }
  throw new Error('Repairs do not come to an end.');
}

export function onceFixed(source: SourceFile, id?: string): { text: string; edits: readonly TextEdit[] } {
  const edits: TextEdit[] = [];
  for (const { fix } of fixable(source, id)) {
    const own = fix?.edits ?? [];
    if (!own.some((edit) => edits.some((other) => edit.start < other.end && other.start < edit.end)))
      edits.push(...own);
  }
  return { text: applyEdits(source.text, edits), edits };
}

export function fixable(source: SourceFile, id?: string): readonly Diagnostic[] {
  return exampleFindings(source).filter(({ code, fix }) => fix && (id === undefined || code === id));
}

export function codes(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code }) => code);
}

/** A comment at the end of every line that can bear one. */
export function withComments(text: string): string {
  const lines = text.split('\n');
  const meaning = meaningOf(text);
  const add = (indexes: readonly number[]): void => {
    const before = indexes.map((index) => lines[index] ?? '');
    for (const index of indexes) lines[index] += ` # kept ${index}`;
    if (meaningOf(lines.join('\n')) === meaning) return;
    for (const [at, index] of indexes.entries()) lines[index] = before[at] ?? '';
    if (indexes.length === 1) return;
    const half = Math.ceil(indexes.length / 2);
    add(indexes.slice(0, half));
    add(indexes.slice(half));
  };
  add(lines.flatMap((line, index) => (line.trim() === '' || line.includes('#') ? [] : index)));
  return lines.join('\n');
}

function meaningOf(text: string): string {
  const documents = parseAllDocuments(text);
  return JSON.stringify([documents].flat().map((document) => [document.errors.length, document.toJS()]));
}

export function untouched(text: string, edits: readonly TextEdit[]): string[] {
  let at = 0;
  return text.split('\n').filter((line) => {
    const [start, end] = [at, at + line.length];
    at = end + 1;
    return !edits.some((edit) => edit.start <= end && edit.end >= start);
  });
}

export function inOrder(wanted: readonly string[], lines: readonly string[]): boolean {
  let at = 0;
  return wanted.every((line) => {
    at = lines.indexOf(line, at) + 1;
    return at > 0;
  });
}
