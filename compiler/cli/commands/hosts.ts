/** `haft hosts`: which hosts are on this machine, which of our servers and skills they have, and what the user has to do. */
import { dirname } from 'node:path';
import type { Format } from '../../hosts/format.ts';
import type { Host } from '../../hosts/host.ts';
import { HOSTS } from '../../hosts/index.ts';
import { userPath } from '../../hosts/paths.ts';
import { entryAt, isSame } from '../../install/edit.ts';
import type { Outcome } from '../../install/editor.ts';
import type { FileRecord } from '../../install/state.ts';
import type { Scope } from '../../install/desired-entry.ts';
import { escapeUnsafe } from '../../report/text/escape.ts';
import { pluralize } from '../../report/text/pluralize.ts';
import type { Command } from '../command-line/command.ts';
import { Failure } from '../command-line/failure.ts';
import { statsOf } from '../inside/place.ts';
import { readRegular } from '../inside/read.ts';
import { findProgram, shownPath, currentSystem } from '../install/current-system.ts';
import { readStateFile, statePath } from '../install/run.ts';
import { configPath, skillFolders } from '../install/target.ts';
import type { Surroundings } from '../install/target.ts';
import { rootOf } from '../project/root.ts';

export const hostsCommand: Command = {
  name: 'hosts',
  summary: 'List the hosts of this machine: which servers are connected, and how to approve and reload them.',
  flags: {
    json: { type: 'boolean', help: 'Print all known hosts as JSON.' },
    all: { type: 'boolean', help: 'Also list hosts that were not found on this machine.' },
  },
  examples: [
    ['haft hosts', 'Hosts on this machine, with the servers that Haft has connected.'],
    ['haft hosts --json', 'Every known host with its files, for other tools.'],
  ],
  run({ cwd, flags }) {
    const around = { system: currentSystem(), root: rootOf(cwd) };
    const all = HOSTS.map((host) => hostStatus(host, around));
    if (flags['json'] === true) process.stdout.write(`${JSON.stringify({ hosts: all }, null, 2)}\n`);
    else process.stdout.write(textOf(all, flags['all'] === true, around));
    return 0;
  },
};

interface HostStatus {
  readonly id: string;
  readonly title: string;
  readonly verified: string;
  /** Whether its program or a folder of its own is here. */
  readonly found: boolean;
  readonly program: string | null;
  readonly files: readonly FileStatus[];
  readonly reload: string;
}

interface FileStatus {
  /** Local: for this folder, in the user's file, by the host itself. */
  readonly scope: Scope | 'local';
  readonly path: string;
  readonly exists: boolean;
  /** Servers that Haft has put into it; of the local ones all. */
  readonly servers: readonly { readonly name: string; readonly state: 'connected' | 'gone' }[];
  /** Skills that Haft has put beside it. */
  readonly skills: readonly string[];
  /** Settings of a local model that Haft has put into it. */
  readonly localModel: readonly string[];
  /** What the user does once. */
  readonly approve: string | null;
  /** Why the file cannot be read. */
  readonly problem: string | null;
}

/** The state of one host on this machine. */
export function hostStatus(host: Host, around: Surroundings): HostStatus {
  const { id, title, verified, programs, reload } = host;
  const program = findProgram(programs, around.system) ?? null;
  const files = [
    ...(['user', 'project'] as const).flatMap((scope) => fileStatus(host, scope, around)),
    ...localStatus(host, around),
  ];
  const folders = (host.config.user?.paths ?? []).map((path) => dirname(userPath(path, around.system)));
  const own = folders.some((folder) => folder !== around.system.home && statsOf(folder)?.isDirectory());
  const found = program !== null || own || files.some(({ scope, exists }) => scope === 'user' && exists);
  return { id, title, verified, found, program, files, reload };
}

function fileStatus(host: Host, scope: Scope, around: Surroundings): FileStatus[] {
  const config = host.config[scope];
  if (!config) return [];
  const path = configPath(config, scope, around);
  const { files, copies } = readStateFile(statePath({ scope }, around));
  const exists = statsOf(path) !== undefined;
  const read = exists ? readServers(path, host, config.format) : { value: undefined };
  const [folder = ''] = skillFolders(host, scope, around);
  const skills = Object.entries(copies).filter(([to, { hosts }]) => dirname(to) === folder && hosts.includes(host.id));
  return [
    {
      scope,
      path,
      exists,
      servers: serversOf(files[path], host, 'value' in read ? read.value : undefined),
      skills: skills.map(([to]) => to.slice(folder.length + 1)),
      localModel: settingsOf(files[path], host),
      approve: host.approve[scope] ?? null,
      problem: 'problem' in read ? read.problem.message : null,
    },
  ];
}

/** What the host itself has added for this folder only. */
function localStatus(host: Host, around: Surroundings): FileStatus[] {
  const config = host.config.user;
  if (!host.local || !config) return [];
  const path = configPath(config, 'user', around);
  if (!statsOf(path)) return [];
  const container = host.local(around.root);
  const read = readServers(path, { ...host, container }, config.format);
  const map = 'value' in read ? read.value : undefined;
  const names = typeof map === 'object' && map !== null ? Object.keys(map) : [];
  if (names.length === 0) return [];
  const servers = names.map((name) => ({ name, state: 'connected' as const }));
  return [{ scope: 'local', path, exists: true, servers, skills: [], localModel: [], approve: null, problem: null }];
}

/** One file that cannot be read hides no other host. */
function readServers(path: string, { container }: Host, format: Format): Outcome<unknown> {
  try {
    return entryAt(readRegular(path).toString(), format, container);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { problem: { at: 0, message: error.message, hint: error.hint } };
  }
}

function serversOf(record: FileRecord | undefined, { id }: Host, map: unknown): FileStatus['servers'] {
  const names = Object.entries(record?.entries ?? {}).filter(([, { host }]) => host === id);
  const has = (name: string): boolean => typeof map === 'object' && map !== null && Object.hasOwn(map, name);
  return names.map(([name]) => ({ name, state: has(name) ? 'connected' : 'gone' }));
}

function settingsOf(
  record: FileRecord | undefined,
  { id, container }: Pick<Host, 'id' | 'container'>,
): readonly string[] {
  const groups = record ? [record, ...(record.groups ?? [])] : [];
  return groups
    .filter((group) => !isSame(group.container, container))
    .flatMap((group) =>
      Object.entries(group.entries).map(([name, { host }]) => ({ host, path: [...group.container, name] })),
    )
    .flatMap(({ host, path }) => (host === id ? [path.join('.')] : []));
}

function textOf(all: readonly HostStatus[], everything: boolean, around: Surroundings): string {
  const shown = all.filter(
    ({ found, files }) => everything || found || files.some(({ servers }) => servers.length > 0),
  );
  const hidden = all.length - shown.length;
  const rest = hidden > 0 ? `${pluralize(hidden, 'other host')} known; \`haft hosts --all\` lists them.\n` : '';
  if (shown.length === 0) return `No known host was found.\n${rest}`;
  return `${shown.map((host) => hostText(host, around)).join('\n')}\n${rest}`;
}

function hostText(
  { id, title, verified, found, program, files, reload }: HostStatus,
  { system }: Surroundings,
): string {
  const here = found ? (program === null ? 'found' : shownPath(program, system)) : 'not found';
  const connected = files.some(({ servers, skills }) => servers.length + skills.length > 0);
  const lines = files.flatMap(({ scope, path, exists, servers, skills, localModel, approve, problem }) => {
    const names = servers.map(({ name, state }) => (state === 'gone' ? `${name} (no longer in the file)` : name));
    return [
      `  ${scope}: ${shownPath(path, system)}${exists ? '' : ' (no file)'}`,
      ...(problem === null ? [] : [`    problem: ${problem}`]),
      ...(names.length > 0 ? [`    servers: ${names.join(', ')}`] : []),
      ...(skills.length > 0 ? [`    skills: ${skills.join(', ')}`] : []),
      ...(localModel.length > 0 ? [`    local model: ${localModel.join(', ')}`] : []),
      ...(servers.length > 0 && approve !== null ? [`    approve: ${approve}`] : []),
    ];
  });
  return escapeUnsafe(
    [
      `${id}: ${title}, ${here} (${verified.replace(/^ran /, 'tried with ').replace(/^docs$/, 'as documented')})`,
      ...lines,
      ...(connected ? [`  reload: ${reload}`] : [`  connect: haft install ${id}`]),
    ].join('\n'),
  );
}
