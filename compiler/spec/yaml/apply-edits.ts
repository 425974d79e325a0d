/** Edits → the changed text, and where a place of it is afterwards; and the edits that lead from one text to another. */
import { isObject } from '@haft/runtime/language';
import type { SourceFile, TextEdit } from '../../base/diagnostic.ts';
import { isEqual } from '../../base/json.ts';
import type { NodePath } from './spec.ts';

/** An edit that overlaps one before it is left out: the next round of fixing makes it. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of withoutOverlaps(edits)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** The file with those edits that are of it. */
export function withEdits(source: SourceFile, edits: readonly TextEdit[]): SourceFile {
  const own = edits.filter(({ file }) => file === source.path);
  return own.length === 0 ? source : { ...source, text: applyEdits(source.text, own) };
}

/** Of what an edit replaces: where the edit begins. A place moves behind what is inserted at it. */
export function offsetAfter(offset: number, file: string, edits: readonly TextEdit[]): number {
  let moved = offset;
  for (const edit of withoutOverlaps(edits.filter((one) => one.file === file))) {
    if (edit.end <= offset) moved += edit.text.length - (edit.end - edit.start);
    else if (edit.start < offset) moved -= offset - edit.start;
  }
  return moved;
}

function withoutOverlaps(edits: readonly TextEdit[]): TextEdit[] {
  let at = 0;
  return [...edits]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .filter(({ start, end }) => {
      if (start < at) return false;
      at = end;
      return true;
    });
}

/** Only the smallest parts; a map with its keys in another order is one part. */
export function differences(current: unknown, target: unknown, path: NodePath = []): NodePath[] {
  if (isEqual(current, target)) return [];
  if (isObject(current) && isObject(target) && hasSameOrder(current, target)) {
    const keys = [...new Set([...Object.keys(target), ...Object.keys(current)])];
    return keys.flatMap((key) => differences(current[key], target[key], [...path, key]));
  }
  const lists = Array.isArray(current) && Array.isArray(target) && current.length === target.length;
  if (!lists) return [path];
  return target.flatMap((item: unknown, index) => differences(current[index], item, [...path, index]));
}

function hasSameOrder(first: object, second: object): boolean {
  const common = (one: object, other: object): string[] => Object.keys(one).filter((key) => Object.hasOwn(other, key));
  return isEqual(common(first, second), common(second, first));
}
