/** Conflict markers that git leaves in a text: named as what they are, not as broken YAML or JSON. */
import type { Diagnostic, SourceFile } from '../../base/diagnostic.ts';
import { fileError } from './decode.ts';

const MARKER = /^<{7}(?: .*)?\r?$/gm;

/** Offsets of the lines at which conflicts start; none in a text without all three markers. */
export function conflictsIn(text: string): number[] {
  if (!/^={7}\r?$/m.test(text) || !/^>{7}(?: |\r?$)/m.test(text)) return [];
  return [...text.matchAll(MARKER)].map(({ index }) => index);
}

/** The text as each branch has it: the second side is the one that is merged in. The base of `diff3` is left out. */
export function sidesOf(text: string): readonly [ours: string, theirs: string] {
  const sides: [string[], string[]] = [[], []];
  let inside: 'both' | 'ours' | 'base' | 'theirs' = 'both';
  for (const line of text.split('\n')) {
    const mark = MARK.exec(line)?.find((part, index) => index > 0 && part !== undefined);
    if (mark === undefined) {
      if (inside === 'both' || inside === 'ours') sides[0].push(line);
      if (inside === 'both' || inside === 'theirs') sides[1].push(line);
    } else inside = mark === '<' ? 'ours' : mark === '|' ? 'base' : mark === '=' ? 'theirs' : 'both';
  }
  return [sides[0].join('\n'), sides[1].join('\n')];
}

const MARK = /^(?:([<|>])\1{6}(?: .*)?|(=)\2{6})\r?$/;

export function conflictDiagnostics({ path, text }: SourceFile): Diagnostic[] {
  const what = {
    code: 'file/merge-conflict',
    message: `"${path}" has an unresolved merge conflict.`,
    hint: 'Keep one side or combine both, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`.',
  };
  return conflictsIn(text).map((start) => fileError(path, start, start + 7, what));
}
