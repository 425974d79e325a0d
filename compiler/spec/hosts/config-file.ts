/** Where a file of a host is, on each system. */
import type { FileSyntax } from './format.ts';

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

export function fileAt(path: HostPath, format: FileSyntax): ConfigFile {
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
