/** The line of source that a message is about, with the word underlined. */
import { type SourceFile, type Span, positionAt } from '../../base/diagnostic.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { columnsOf } from '../../base/text/width.ts';

interface Frame {
  readonly source: string;
  readonly underline: string;
}

/** Columns shown before the word when the line has to be cut. */
const LEAD = 24;
/** Code units that are read for each column: combining marks take none. */
const MAX_UNITS = 8;

/** `width` is the columns that the source may take. Nothing for a line of blanks. */
export function frameOf(source: SourceFile, span: Span, width: number): Frame | undefined {
  const { line, column } = positionAt(source.text, span.start);
  const start = span.start - (column - 1);
  const end = source.text.indexOf('\n', start);
  const text = source.text.slice(start, end === -1 ? undefined : end).replace(/\r$/, '');
  if (text.trim() === '' || line < 1) return undefined;
  const until = Math.min(column - 1 + Math.max(span.end - span.start, 1), Math.max(text.length, column));
  // Escaped first and cut afterwards: an escape is wider than its character.
  const from = Math.max(0, column - 1 - width * MAX_UNITS);
  const before = showLine(text.slice(from, column - 1));
  const marked = showLine(text.slice(column - 1, Math.min(until, column - 1 + width * MAX_UNITS)));
  const after = showLine(text.slice(until, until + width));
  const lead = from > 0 || columnsOf(before + marked) > width ? lastColumns(before, LEAD) : before;
  const word = firstColumns(marked, width - columnsOf(lead));
  const rest = firstColumns(after, width - columnsOf(lead) - columnsOf(word));
  return {
    source: `${lead}${word}${rest}`,
    underline: ' '.repeat(columnsOf(lead)) + '^'.repeat(Math.max(1, columnsOf(word))),
  };
}

function showLine(text: string): string {
  return escapeUnsafe(text.replaceAll('\t', '  ').replaceAll(/\r\n?/g, ' ')).replaceAll('\n', ' ');
}

function firstColumns(text: string, width: number): string {
  let head = '';
  for (const character of text) {
    if (columnsOf(head + character) > width) return head;
    head += character;
  }
  return head;
}

function lastColumns(text: string, width: number): string {
  const characters = [...text];
  let tail = '';
  while (characters.length > 0 && columnsOf(`${characters.at(-1)}${tail}`) <= width)
    tail = `${characters.pop()}${tail}`;
  return tail;
}
