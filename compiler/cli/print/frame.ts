/** The line of source that a message is about, with the word underlined. */
import type { SourceFile, Span } from '../../diagnostic.ts';
import { positionAt } from '../../diagnostic.ts';
import { harmless } from './terminal.ts';

export interface Frame {
  readonly source: string;
  readonly underline: string;
}

/** `width` is the columns that the source may take. */
export function frameOf(source: SourceFile, span: Span, width: number): Frame | undefined {
  const { line, column } = positionAt(source.text, span.start);
  const text = source.text.split('\n', line)[line - 1]?.replace(/\r$/, '') ?? '';
  if (text.trim() === '') return undefined;
  const end = Math.min(column - 1 + Math.max(span.end - span.start, 1), Math.max(text.length, column));
  const from = Math.max(0, Math.min(column - 1 - 20, text.length - width));
  const cut = from > 0 ? from : 0;
  const [before, marked, after] = [
    text.slice(cut, column - 1),
    text.slice(column - 1, end),
    text.slice(end, cut + width),
  ].map(shown);
  return {
    source: `${before ?? ''}${marked ?? ''}${after ?? ''}`.slice(0, width),
    underline:
      ' '.repeat((before ?? '').length) +
      '^'.repeat(Math.max(1, Math.min((marked ?? '').length, width - (before ?? '').length))),
  };
}

function shown(text: string): string {
  return harmless(text.replaceAll('\t', '  '));
}
