/** The place where an author should look for a syntax error, which is often before the place where the parser reports it. */
import { visit } from 'yaml';
import type { Document } from 'yaml';

/** The quote that opened the text in which the parser ran out. */
export function openingQuote(document: Document.Parsed, noticed: number): number | undefined {
  let found: number | undefined;
  visit(document, {
    Scalar(_key, { type, range }) {
      const [start, end] = range ?? [0, 0];
      if (type?.startsWith('QUOTE') && start < noticed && end >= noticed - 1) found = start;
    },
  });
  return found;
}

/** The innermost bracket that was open when the parser ran out. */
export function openingBracket(document: Document.Parsed, noticed: number): number | undefined {
  let found: number | undefined;
  visit(document, {
    Collection(_key, { flow, range }) {
      const [start, end] = range ?? [0, 0];
      if (flow && start < noticed && end >= noticed - 1) found = start;
    },
  });
  return found;
}

/** The word at the place, or the first one after blanks: a mark under a blank explains nothing. */
export function wordFrom(text: string, start: number, end: number): { readonly start: number; readonly end: number } {
  const from = Math.min(start, text.length);
  const blanks = /^[ \t]*/.exec(text.slice(from))?.[0].length ?? 0;
  const first = /\S/.test(text.slice(from, end)) ? from : from + blanks;
  const word = /^[\w.-]+/.exec(text.slice(first, first + 80))?.[0].length ?? 0;
  return { start: first, end: Math.min(Math.max(end, first + word, first), text.length) };
}
