/** Escapes text of a spec for XML. */
import { escapeUnsafe } from './escape.ts';

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** For content and attributes. XML 1.0 has no form for most control characters: they are escapes here as in a terminal. */
export function xmlText(text: string): string {
  return escapeUnsafe(text).replaceAll(/[&<>"\n]/g, (character) => NAMED[character] ?? character);
}
