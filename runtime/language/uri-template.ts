/** URIs of resources with variables: `{name}`, each one segment or a part of one (RFC 6570, level 1). */
import { percentEncode } from './percent-encode.ts';

const VARIABLE = /\{(\w+)\}/;

/** Whether it has variables. */
export function isUriTemplate(uri: string): boolean {
  return VARIABLE.test(uri);
}

/** The names of its variables, each once, in their order. */
export function uriVariables(uri: string): readonly string[] {
  return [...new Set([...uri.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))];
}

/** The decoded values of its variables; undefined where the URI is another one. A value ends where the next text of the template is. */
export function matchUri(template: string, uri: string): Readonly<Record<string, string>> | undefined {
  // Text and names in turn.
  const pieces = normalUri(template).split(VARIABLE);
  const values = new Map<string, string>();
  let rest = normalUri(uri);
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 0) {
      if (!rest.startsWith(piece)) return undefined;
      rest = rest.slice(piece.length);
      continue;
    }
    const next = pieces[at + 1] ?? '';
    // The last text of a template is the end of the URI.
    const end = at + 2 < pieces.length ? rest.indexOf(next) : rest.endsWith(next) ? rest.length - next.length : -1;
    const value = segmentOf(rest.slice(0, Math.max(0, end)));
    if (value === undefined || (values.get(piece) ?? value) !== value) return undefined;
    values.set(piece, value);
    rest = rest.slice(end);
  }
  return rest === '' ? Object.fromEntries(values) : undefined;
}

/**
 * One writing of all that mean the same (RFC 3986 §6.2.2): other characters than ASCII are escaped, unreserved ones are not.
 * What is not escaped correctly stays as it is.
 */
function normalUri(uri: string): string {
  if (/%(?![\da-f]{2})/i.test(uri)) return uri;
  return uri.replaceAll(/[^\0-\u007F]+/gu, percentEncode).replaceAll(/%[\da-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
  });
}

/** Decoded once; undefined for what is more than a name in its place: empty, with separators, or a way up. */
function segmentOf(text: string): string | undefined {
  if (text === '' || /[/?#]/.test(text)) return undefined;
  try {
    const value = decodeURIComponent(text);
    // eslint-disable-next-line no-control-regex
    return /[/\\\u0000-\u001F\u007F]/.test(value) || /^\.{1,2}$/.test(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
