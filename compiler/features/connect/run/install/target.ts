/** Which file of a host an installation changes, and which folder its skills go into. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ConfigFile, type HostPath, type HostSystem, userPath } from '../../../../spec/hosts/config-file.ts';
import type { Host } from '../../../../spec/hosts/host.ts';
import type { EntryScope } from '../../../../emit/host-files/desired-entry.ts';
import { Failure } from '../../../../edge/command-line/failure.ts';

export interface Target {
  readonly host: Host;
  readonly scope: EntryScope;
  readonly config: ConfigFile;
  /** Absolute. */
  readonly path: string;
  /** Absolute; absent where the host reads none. */
  readonly skills: string | undefined;
}

export interface InstallSurroundings {
  readonly system: HostSystem;
  /** The project's folder, absolute. */
  readonly root: string;
}

/** @throws Failure where the host has no file of this scope. */
export function targetOf(
  host: Host,
  options: { readonly scope: EntryScope | undefined; readonly configPath: string | undefined },
  around: InstallSurroundings,
): Target {
  const scope = options.scope ?? defaultScope(host, around);
  const config = host.config[scope];
  if (!config) {
    const other = scope === 'user' ? 'project' : 'user';
    throw new Failure(`${host.title} has no file with servers for a ${scope}.`, `Use --${other}.`);
  }
  refuseOtherSystem(host, scope, options.configPath, around);
  return {
    host,
    scope,
    config,
    path: options.configPath ?? configPath(config, scope, around),
    skills: skillFolders(host, scope, around)[0],
  };
}

export const SCOPES: readonly EntryScope[] = ['user', 'project'];

/** The first that exists, else the one that is made. */
export function configPath(config: ConfigFile, scope: EntryScope, around: InstallSurroundings): string {
  const place = (path: HostPath): string => placeOf(path, scope, around);
  const [first = ''] = config.paths;
  return config.paths.map(place).find((path) => existsSync(path)) ?? place(config.fresh ?? first);
}

function placeOf(path: HostPath, scope: EntryScope, { system, root }: InstallSurroundings): string {
  return scope === 'user' ? userPath(path, system) : join(root, userPath(path, system));
}

/** All that the host reads; the one that Haft writes into is among them. */
export function configPaths(config: ConfigFile, scope: EntryScope, around: InstallSurroundings): readonly string[] {
  const own = configPath(config, scope, around);
  if (!config.merged) return [own];
  const all = config.paths.map((path) => placeOf(path, scope, around));
  return all.filter((path) => path === own || existsSync(path));
}

/** The one that Haft writes into comes first. */
export function skillFolders(
  { skills }: Host,
  scope: EntryScope,
  { system, root }: InstallSurroundings,
): readonly string[] {
  if (scope === 'user') return skills.user.map((path) => userPath(path, system));
  return skills.project.map((path) => join(root, path));
}

/** The project, where it is a repository or the host is at home in it. */
function defaultScope(host: Host, around: InstallSurroundings): EntryScope {
  if (!host.config.user) return 'project';
  if (!host.config.project) return 'user';
  const own = host.config.project.paths.flatMap((path) =>
    typeof path === 'string' ? [path, path.split('/')[0] ?? path] : [],
  );
  return ['.git', ...own].some((path) => path !== '.github' && existsSync(join(around.root, path)))
    ? 'project'
    : 'user';
}

function refuseOtherSystem(
  { title, environment }: Host,
  scope: EntryScope,
  path: string | undefined,
  { system }: InstallSurroundings,
): void {
  if (!system.env['WSL_DISTRO_NAME'] || environment !== 'desktop' || scope !== 'user' || path !== undefined) return;
  throw new Failure(
    `${title} is a program of Windows; its file is not on this side of WSL.`,
    'Give the file: --config-path /mnt/c/Users/<you>/….',
  );
}
