/** Edits → the changed text, and where a place of it is afterwards. */
import type { SourceFile, TextEdit } from '../../base/diagnostic.ts';

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
