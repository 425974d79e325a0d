/** Where a file of a host is, on each system. */
import type { Format } from './format.ts';

/**
 * One path for all systems, or one for each. `~` is the home folder; `${NAME:-path}` is the value of a variable, or the
 * path where it is not set. Below the project in the place of a project.
 */
export type HostPath = string | { readonly linux: string; readonly macos: string; readonly windows: string };

/** A file with servers: the first path that exists, else `fresh`, else the first. */
export interface ConfigFile {
  readonly paths: readonly HostPath[];
  /** What is made where none exists. */
  readonly fresh?: HostPath;
  readonly format: Format;
}
