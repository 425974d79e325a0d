/** Escapes text of a spec for display, and for XML: invisible characters, terminal controls and marks of direction. */
import { printable } from '../visible-text.ts';

/** Escapes text of a spec for XML. */
const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** Keeps line feeds and tabs. */
export function escapeUnsafe(text: string): string {
  // Carriage returns are a difference here: they are shown and not evened out.
  return printable(text.toWellFormed().replaceAll('\r', '\\u000d'));
}

/** In one line, with white space as single spaces. */
export function oneLine(text: string): string {
  return escapeUnsafe(text).replaceAll(/\s+/g, ' ').trim();
}

/** At most so many characters, and how many were left out. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const visible = text
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  return `${visible}… (${(text.length - visible.length).toLocaleString('en')} more characters)`;
}

/** The first few, and how many more there are. */
export function listNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ');
}

/** The first few as they are shown, and a last one for those that are left out. */
export function firstFew<T, R>(
  list: readonly T[],
  most: number,
  show: (one: T, at: number) => R,
  more: (count: number) => R,
): R[] {
  const rest = list.length - most;
  return [...list.slice(0, most).map(show), ...(rest > 0 ? [more(rest)] : [])];
}

/** With a capital first letter, as at the start of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** For content and attributes. XML 1.0 has no form for most control characters: they are escapes here as in a terminal. */
export function xmlText(text: string): string {
  return escapeUnsafe(text).replaceAll(/[&<>"\n]/g, (character) => NAMED[character] ?? character);
}

/** As a POSIX shell reads it: one word, whatever is in it. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
