/** The line of source that a message is about, with the word underlined. */
import { type Diagnostic, type SourceFile, type Span, positionAt } from '../../base/diagnostic.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { columnsOf } from '../../base/text/width.ts';
import type { Alike } from './alike.ts';

/** Columns shown before the word when the line has to be cut. */
const LEAD = 24;
/** Code units that are read for each column: combining marks take none. */
const MAX_UNITS = 8;

/** `width` is the columns that the source may take. Nothing for a line of blanks. */
export function frameOf(source: SourceFile, span: Span, width: number) {
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

/** More than an author corrects before the next run. */
const MAX_SHOWN = { errors: 100, others: 10 };

/** The first errors, and of what is less severe the last, which is the most important. */
export function firstOf(groups: readonly Alike[]): readonly Alike[] {
  const errors = groups.filter(([{ severity }]) => severity === 'error');
  const others = groups.filter(([{ severity }]) => severity !== 'error');
  return [...others.slice(-MAX_SHOWN.others), ...errors.slice(0, MAX_SHOWN.errors)];
}

/** Characters that identify a name. */
const MAX_NAME_LENGTH = 120;
/** Characters of a whole message. */
const MAX_MESSAGE_LENGTH = 2000;

/** Names as long as a file are cut for every format. */
export function shortenFinding(diagnostic: Diagnostic): Diagnostic {
  const { message, hint, unnamed, about, related } = diagnostic;
  const { path, ...names } = about;
  const isLong = [message, hint ?? '', ...Object.values(names), ...(related ?? []).map((other) => other.message)].some(
    ({ length }) => length > MAX_NAME_LENGTH,
  );
  if (!isLong) return diagnostic;
  return {
    ...diagnostic,
    message: shortText(message),
    ...(unnamed && {
      unnamed: {
        message: shortText(unnamed.message),
        hint: shortText(unnamed.hint),
        names: unnamed.names.map(shortText),
      },
    }),
    about: { path, ...Object.fromEntries(Object.entries(names).map(([kind, name]) => [kind, shortText(name)])) },
    ...(hint !== undefined && { hint: shortText(hint) }),
    ...(related && { related: related.map((other) => ({ ...other, message: shortText(other.message) })) }),
  };
}

export function shortText(text: string): string {
  if (text.length <= MAX_NAME_LENGTH) return text;
  const named = text.replaceAll(/"[^"]*"|[^\s"]+/g, (word) => cut(word, MAX_NAME_LENGTH));
  return cut(named, MAX_MESSAGE_LENGTH);
}

/** Cut in the middle: names differ at their start and end. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = most >> 2;
  return `${text.slice(0, most - end).toWellFormed()}… (${text.length - most} more) …${text.slice(-end).toWellFormed()}`;
}
