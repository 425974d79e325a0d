/** Conflict markers that git leaves in a text: named as what they are, not as broken YAML or JSON. */
import type { Diagnostic, SourceFile } from '../diagnostic.ts';
import { WHOLE_FILE } from '../diagnostic.ts';

const MARKER = /^<{7}(?: .*)?\r?$/gm;

/** Offsets of the lines at which conflicts start; none in a text without all three markers. */
export function conflictsIn(text: string): number[] {
  if (!/^={7}\r?$/m.test(text) || !/^>{7}(?: |\r?$)/m.test(text)) return [];
  return [...text.matchAll(MARKER)].map(({ index }) => index);
}

export function conflictDiagnostics({ path, text }: SourceFile): Diagnostic[] {
  return conflictsIn(text).map((start) => ({
    code: 'file/merge-conflict',
    severity: 'error',
    message: `"${path}" has an unresolved merge conflict.`,
    hint: 'Keep one side or combine both, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`.',
    span: { file: path, start, end: start + 7 },
    about: WHOLE_FILE,
  }));
}
