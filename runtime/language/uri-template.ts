/** URIs of resources with variables: `{name}`, each one segment or a part of one (RFC 6570, level 1). */
const VARIABLE = /\{(\w+)\}/;

/** Whether it has variables. */
export function isUriTemplate(uri: string): boolean {
  return VARIABLE.test(uri);
}

/** The decoded values of its variables; undefined where the URI is another one. A value ends where the next character of the template is. */
export function matchUri(template: string, uri: string): Readonly<Record<string, string>> | undefined {
  // Text and names in turn.
  const pieces = template.split(VARIABLE);
  const values: [string, string][] = [];
  let rest = uri;
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 0) {
      if (!rest.startsWith(piece)) return undefined;
      rest = rest.slice(piece.length);
      continue;
    }
    const next = pieces[at + 1]?.charAt(0) ?? '';
    const end = next === '' ? rest.length : rest.indexOf(next);
    const value = segmentOf(rest.slice(0, Math.max(0, end)));
    if (value === undefined) return undefined;
    values.push([piece, value]);
    rest = rest.slice(end);
  }
  return rest === '' ? Object.fromEntries(values) : undefined;
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
