/** Where a file of a host is on each system, and its syntax. */

/**
 * One path for all systems, or one for each. `~` is the home folder; `${NAME:-path}` is the value of a variable, or the
 * path where it is not set. Below the project in the place of a project.
 */
export type HostPath = string | { readonly linux: string; readonly macos: string; readonly windows: string };

/** Another file with settings of a host: of the user, or below the project. */
export interface SettingsFile {
  readonly of: 'user' | 'project';
  readonly path: HostPath;
  readonly format: FileSyntax;
}

/** A file with servers: the first path that exists, else `fresh`, else the first. */
export interface ConfigFile {
  readonly paths: readonly HostPath[];
  /** What is made where none exists. */
  readonly fresh?: HostPath;
  /** Whether the host reads all that exist, and a later one comes before an earlier one. */
  readonly merged?: true;
  readonly format: FileSyntax;
}

function fileAt(path: HostPath, format: FileSyntax): ConfigFile {
  return { paths: [path], format };
}

/** A file of the user and one of the project, both of this format. */
export function filesAt(
  user: HostPath,
  project: string,
  format: FileSyntax,
): { readonly user: ConfigFile; readonly project: ConfigFile } {
  return { user: fileAt(user, format), project: fileAt(project, format) };
}

/** Where applications with windows keep the files of their users. */
export function applicationPath(path: string): HostPath {
  return {
    linux: `\${XDG_CONFIG_HOME:-~/.config}/${path}`,
    macos: `~/Library/Application Support/${path}`,
    windows: `\${APPDATA:-~/AppData/Roaming}/${path}`,
  };
}

/** What paths depend on; the edge reads it once. */
export interface HostSystem {
  readonly platform: 'linux' | 'macos' | 'windows';
  /** Absolute. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A path of the user as an absolute path of the machine. */
export function userPath(path: HostPath, system: HostSystem): string {
  const written = typeof path === 'string' ? path : path[system.platform];
  const [, name, fallback = ''] = /^\$\{(\w+):-([^}]*)\}/.exec(written) ?? [];
  const set = name === undefined ? undefined : system.env[name];
  const start = name === undefined ? '' : set || fallback;
  const whole = name === undefined ? written : start + written.slice(written.indexOf('}') + 1);
  const full = whole.startsWith('~') ? system.home + whole.slice(1) : whole;
  return system.platform === 'windows' ? full.replaceAll('/', '\\') : full;
}

/** For people, on one system or all of them. */
export function describePath(path: HostPath): string {
  if (typeof path === 'string') return `\`${path}\``;
  return `\`${path.linux}\` (Linux), \`${path.macos}\` (macOS), \`${path.windows}\` (Windows)`;
}

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
