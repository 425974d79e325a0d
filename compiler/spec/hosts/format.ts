/** The syntax of a host's file, and what that host does not read although others do. */

export interface JsonFormat {
  readonly syntax: 'json';
  readonly comments: boolean;
  readonly trailingCommas: boolean;
  /** Whether a byte order mark at its start is read. */
  readonly bom: boolean;
  /** Whether the host reads JSON5, of which Haft reads only what JSON with comments and trailing commas has. */
  readonly json5?: true;
}

export type FileSyntax = JsonFormat | { readonly syntax: 'toml' } | { readonly syntax: 'yaml' };

/** RFC 8259 and nothing more. */
export const JSON_ONLY: JsonFormat = { syntax: 'json', comments: false, trailingCommas: false, bom: true };
/** With comments. */
export const WITH_COMMENTS: JsonFormat = { syntax: 'json', comments: true, trailingCommas: false, bom: true };
/** With comments and trailing commas. */
export const LENIENT: JsonFormat = { syntax: 'json', comments: true, trailingCommas: true, bom: true };
/** JSON5, as far as Haft edits it. */
export const JSON5: JsonFormat = { ...LENIENT, json5: true };
export const TOML: FileSyntax = { syntax: 'toml' };
export const YAML: FileSyntax = { syntax: 'yaml' };

/** For people: `JSON`, `JSON with comments`, `TOML`, `YAML`. */
export function formatName(format: FileSyntax): string {
  if (format.syntax !== 'json') return format.syntax.toUpperCase();
  if (format.json5) return 'JSON5';
  return format.comments ? 'JSON with comments' : 'JSON';
}
