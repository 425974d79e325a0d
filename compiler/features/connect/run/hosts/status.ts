/** The state of a host on this machine, and its text: its program, its files, and which of our servers and skills are in them. */
import { dirname } from 'node:path';
import type { Host } from '../../../../spec/hosts/host.ts';
import { userPath } from '../../../../spec/hosts/config-file.ts';
import { isSame } from '../../../../emit/host-files/edit.ts';
import type { FileRecord } from '../../install/state.ts';
import type { EntryScope } from '../../../../emit/host-files/desired-entry.ts';
import { readHostFile, mapIn } from '../doctor/observe-settings.ts';
import { statsOf } from '../../../../edge/project-files/read.ts';
import { findProgram, shownPath } from '../install/current-system.ts';
import { type InstallSurroundings, configPath, skillFolders, SCOPES } from '../install/target.ts';
import { readStateFile, statePath } from '../install/run.ts';
import { escapeUnsafe } from '../../../../base/text/escape.ts';
import { pluralize } from '../../../../base/text/pluralize.ts';

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
  readonly scope: EntryScope | 'local';
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
export function hostStatus(host: Host, around: InstallSurroundings): HostStatus {
  const { id, title, verified, programs, reload } = host;
  const program = findProgram(programs, around.system) ?? null;
  const files = [...SCOPES.flatMap((scope) => fileStatus(host, scope, around)), ...localStatus(host, around)];
  const folders = (host.config.user?.paths ?? []).map((path) => dirname(userPath(path, around.system)));
  const own = folders.some((folder) => folder !== around.system.home && statsOf(folder)?.isDirectory());
  const isFound = program !== null || own || files.some(({ scope, exists }) => scope === 'user' && exists);
  return { id, title, verified, found: isFound, program, files, reload };
}

function fileStatus(host: Host, scope: EntryScope, around: InstallSurroundings): FileStatus[] {
  const config = host.config[scope];
  if (!config) return [];
  const path = configPath(config, scope, around);
  const { files, copies } = readStateFile(statePath({ scope }, around));
  const exists = statsOf(path) !== undefined;
  const read = readHostFile(path, config.format);
  const [folder = ''] = skillFolders(host, scope, around);
  const skills = Object.entries(copies).filter(([to, { hosts }]) => dirname(to) === folder && hosts.includes(host.id));
  return [
    {
      scope,
      path,
      exists,
      servers: serversOf(files[path], host, mapIn(read, host.container)),
      skills: skills.map(([to]) => to.slice(folder.length + 1)),
      localModel: settingsOf(files[path], host),
      approve: host.approve?.[scope] ?? null,
      problem: 'problem' in read ? read.problem.message : null,
    },
  ];
}

/** What the host itself has added for this folder only. */
function localStatus(host: Host, around: InstallSurroundings): FileStatus[] {
  const config = host.config.user;
  if (!host.local || !config) return [];
  const path = configPath(config, 'user', around);
  if (!statsOf(path)) return [];
  const names = Object.keys(mapIn(readHostFile(path, config.format), host.local(around.root)));
  if (names.length === 0) return [];
  const servers = names.map((name) => ({ name, state: 'connected' as const }));
  return [{ scope: 'local', path, exists: true, servers, skills: [], localModel: [], approve: null, problem: null }];
}

function serversOf(record: FileRecord | undefined, { id }: Host, map: object): FileStatus['servers'] {
  const names = Object.entries(record?.entries ?? {}).filter(([, { host }]) => host === id);
  return names.map(([name]) => ({ name, state: Object.hasOwn(map, name) ? 'connected' : 'gone' }));
}

function settingsOf(record: FileRecord | undefined, { id, container }: Pick<Host, 'id' | 'container'>) {
  const groups = record ? [record, ...(record.groups ?? [])] : [];
  return groups
    .filter((group) => !isSame(group.container, container))
    .flatMap((group) =>
      Object.entries(group.entries).map(([name, { host }]) => ({ host, path: [...group.container, name] })),
    )
    .flatMap(({ host, path }) => (host === id ? [path.join('.')] : []));
}

/** The state of each host on this machine, as text. */
export function textOf(all: readonly HostStatus[], everything: boolean, around: InstallSurroundings): string {
  const visible = all.filter(
    ({ found, files }) => everything || found || files.some(({ servers }) => servers.length > 0),
  );
  const hidden = all.length - visible.length;
  const rest = hidden > 0 ? `${pluralize(hidden, 'other host')} known; \`haft hosts --all\` lists them.\n` : '';
  if (visible.length === 0) return `No known host was found.\n${rest}`;
  return `${visible.map((host) => hostText(host, around)).join('\n')}\n${rest}`;
}

function hostText({ id, title, verified, found, program, files, reload }: HostStatus, { system }: InstallSurroundings) {
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
