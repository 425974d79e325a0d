/** Offsets of a text ↔ lines and characters as the Language Server Protocol counts them: from 0, in UTF-16 units. */
import { memoizeBy } from '../../base/memo.ts';
import { type SourceFile, type Span, lineWith } from '../../base/diagnostic.ts';

export interface LinePosition {
  readonly line: number;
  readonly character: number;
}

export interface LineRange {
  readonly start: LinePosition;
  readonly end: LinePosition;
}

/** Where each line starts: the protocol ends one at \n, \r\n and \r. */
const linesOf = memoizeBy(({ text }: SourceFile): readonly number[] => {
  const ends = [...text.matchAll(/\r\n|\r|\n/g)];
  return [0, ...ends.map(({ 0: end, index }) => index + end.length)];
});

export function rangeOf(source: SourceFile, { start, end }: Pick<Span, 'start' | 'end'>): LineRange {
  return { start: linePositionAt(source, start), end: linePositionAt(source, end) };
}

function linePositionAt(source: SourceFile, offset: number): LinePosition {
  const starts = linesOf(source);
  const at = Math.max(0, Math.min(offset, source.text.length));
  const line = lineWith(at, starts);
  return { line, character: at - (starts[line] ?? 0) };
}

/** Positions outside of the text mean its nearest one, as the protocol has it. */
export function offsetAt(source: SourceFile, { line, character }: LinePosition): number {
  const starts = linesOf(source);
  if (line < 0) return 0;
  const start = starts[line];
  if (start === undefined) return source.text.length;
  const next = starts[line + 1];
  const text = source.text.slice(start, next ?? source.text.length);
  return start + Math.min(Math.max(0, character), text.replace(/\r?\n?$/, '').length);
}
