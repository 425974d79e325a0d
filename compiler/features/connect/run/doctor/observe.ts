/** Reads what a host reads: its files, the entries in them, what is approved, its settings and its skills. */
import { readEntry } from '../../doctor/read-entry.ts';
import type { ObservedFile, ObservedHost } from '../../doctor/observed.ts';
import type { ApprovalNotes, Host, HostEntry } from '../../../../spec/hosts/host.ts';
import { HOSTS } from '../../../../spec/hosts/index.ts';
import { memberBelow } from '../../../../spec/hosts/switches.ts';
import { isSame } from '../../../../emit/host-files/edit.ts';
import { positionAt } from '../../../../base/diagnostic.ts';
import type { EntryScope } from '../../../../emit/host-files/desired-entry.ts';
import { type FileTarget, type PlanOptions, planFile } from '../../install/plan-file.ts';
import { hashText } from '../install/plan-entries.ts';
import { shownPath } from '../install/current-system.ts';
import { type InstallSurroundings, configPath, configPaths, SCOPES } from '../install/target.ts';
import type { DoctorInput } from './observe-output.ts';
import { observeServer, openVariables } from './observe-server.ts';
import { type HostFile, mistypedIn, observeSettings, readHostFile, mapIn } from './observe-settings.ts';
import { observeSkills } from './skills.ts';
import { dirname, join } from 'node:path';
import { userPath } from '../../../../spec/hosts/config-file.ts';

export function observe(host: Host, isChosen: boolean, bench: DoctorInput): ObservedHost {
  // In the home folder, the file of the project may be the user's.
  const isOwn = (scope: EntryScope): boolean =>
    scope === 'user' || !pathsOf(host, 'user', bench).some((path) => pathsOf(host, scope, bench).includes(path));
  const files = [
    ...SCOPES.filter(isOwn).flatMap((scope) => observeFile(host, scope, isChosen, bench)),
    ...observeLocal(host, bench),
  ];
  const { settings, unread } = observeSettings(host, namesOf(bench), bench);
  const { servers } = bench.installable;
  return {
    host,
    isChosen,
    files: withHidden(host, files, bench),
    elsewhere: isChosen ? elsewhere(host, bench) : [],
    skills: observeSkills(host, bench),
    settings,
    output: { ...bench.output, unread: [...bench.output.unread, ...unread] },
    missing: Object.fromEntries(servers.map((server) => [server.name, openVariables(server, host, bench.system)])),
  };
}

/** Of servers that are or were compiled here. */
function namesOf({ installable, output }: Pick<DoctorInput, 'installable' | 'output'>): readonly string[] {
  return output.servers === 'unknown' ? installable.servers.map(({ name }) => name) : output.servers;
}

function observeFile(host: Host, scope: EntryScope, isChosen: boolean, bench: DoctorInput): ObservedFile[] {
  const config = host.config[scope];
  if (!config) return [];
  const path = configPath(config, scope, bench);
  const record = bench.states[scope].files[path];
  const recorded = Object.entries(record?.entries ?? {}).flatMap(([name, one]) => (one.host === host.id ? [name] : []));
  const names = [...new Set([...namesOf(bench), ...recorded])];
  const read = readHostFile(path, config.format);
  const file = shownPath(path, bench.system);
  const nothing: ObservedFile = { scope, file, ...NOTHING };
  if ('problem' in read) {
    const isOurs = isChosen || recorded.length > 0 || names.some((name) => read.text.includes(name));
    if (!isOurs) return [nothing];
    const { at, message, hint } = read.problem;
    return [{ ...nothing, problem: { line: positionAt(read.text, at).line, message, hint } }];
  }
  const map = memberBelow(read.value, ...host.container);
  const has = (name: string): boolean => memberBelow(map, name) !== undefined;
  const misplaced = names.flatMap((name) => (has(name) ? [] : misplacedIn(read.value, host, name)));
  const isOurs = isChosen || recorded.length + misplaced.length > 0 || names.some(has);
  const unchangeable = isOurs ? whyUnchangeable(host, names, read, { path, format: config.format, record }) : {};
  if ('unchangeable' in unchangeable && !names.some(has)) return [{ ...nothing, ...unchangeable }];
  return [
    {
      scope,
      file,
      approved: approvalOf(host, scope, bench),
      missing: recorded.filter((name) => !has(name)),
      misplaced,
      ...unchangeable,
      mistyped: names.some(has) ? mistypedIn(read.value, host, 'file', []) : [],
      servers: names
        .filter(has)
        .map((name) => observeServer({ host, name, entry: memberBelow(map, name), record, bench, isLocal: false })),
    },
  ];
}

const DRY_EDIT: PlanOptions = { remove: false, force: true, from: '', hash: hashText, lives: () => false };

/** By the edit that an installation would make. */
function whyUnchangeable(
  host: Host,
  names: readonly string[],
  { text, encoding }: Extract<HostFile, { readonly value: unknown }>,
  file: Pick<FileTarget, 'path' | 'format' | 'record'>,
): Pick<ObservedFile, 'unchangeable'> {
  const tasks = names.map((name) => {
    return { name, entry: host.stdio({ name, command: 'node', args: [], references: [], values: {} }) };
  });
  const planned = planFile({ ...file, host: host.id, container: host.container, text }, tasks, DRY_EDIT);
  const problem = encoding ?? ('problem' in planned ? planned.problem : undefined);
  if (!problem) return {};
  const { at, message, hint } = problem;
  return { unchangeable: { line: positionAt(text ?? '', at).line, message, hint } };
}

const NOTHING: Omit<ObservedFile, 'scope' | 'file'> = {
  approved: () => undefined,
  missing: [],
  misplaced: [],
  mistyped: [],
  servers: [],
};

/** Servers that the host itself has added for this folder only; empty if none of them is ours. */
function observeLocal(host: Host, bench: DoctorInput): ObservedFile[] {
  const config = host.config.user;
  if (!host.local || !config) return [];
  const path = configPath(config, 'user', bench);
  const container = host.local(bench.root);
  const map = mapIn(readHostFile(path, config.format), container);
  const names = namesOf(bench).filter((name) => memberBelow(map, name) !== undefined);
  if (names.length === 0) return [];
  const local: Host = { ...host, container };
  const servers = names.map((name) =>
    observeServer({ host: local, name, entry: memberBelow(map, name), record: undefined, bench, isLocal: true }),
  );
  return [{ scope: 'user', file: shownPath(path, bench.system), ...NOTHING, servers }];
}

/** With the file whose entry of the same name the host takes: those of a folder come before those of the user. */
function withHidden(host: Host, files: readonly ObservedFile[], bench: DoctorInput): readonly ObservedFile[] {
  const others = SCOPES.flatMap((scope) => entriesOf(host, scope, bench));
  return files.map((file) => {
    const own = others.find((one) => one.file === file.file);
    const after = own ? others.slice(others.indexOf(own) + 1) : [];
    const servers = file.servers.map((server) => {
      const entry = own && memberBelow(own.map, server.name);
      const hiding = after.find(({ map, scope, hashed }) => {
        const other = memberBelow(map, server.name);
        const isTaken = files.find((one) => one.scope === scope)?.approved(server.name) !== false;
        // Where files are merged, what starts nothing hides nothing.
        return (
          other !== undefined &&
          readEntry(host, other).kind !== 'wrong' &&
          !isSame(other, entry) &&
          isTaken &&
          !hashed.has(server.name)
        );
      });
      return !server.isLocal && hiding ? { ...server, hiddenBy: hiding.file } : server;
    });
    return { ...file, servers };
  });
}

function entriesOf(host: Host, scope: EntryScope, bench: DoctorInput) {
  const config = host.config[scope];
  if (!config) return [];
  return configPaths(config, scope, bench).map((path) => {
    const map = mapIn(readHostFile(path, config.format), host.container);
    // Names that Haft has written.
    const hashed = new Set(Object.keys(bench.states[scope].files[path]?.entries ?? {}));
    return { file: shownPath(path, bench.system), scope, map, hashed };
  });
}

/** Below a key that another host has for its servers. */
function misplacedIn(whole: unknown, host: Host, name: string): ObservedFile['misplaced'] {
  const own = host.container.join('.');
  const others = [...new Map(HOSTS.map(({ container }) => [container.join('.'), container]))];
  return others
    .filter(([key, container]) => key !== own && memberBelow(whole, ...container, name) !== undefined)
    .map(([key]) => ({ name, key: `${key}.${name}` }));
}

function elsewhere(host: Host, bench: DoctorInput): ObservedHost['elsewhere'] {
  const own = new Set(SCOPES.flatMap((scope) => pathsOf(host, scope, bench)));
  const entries = HOSTS.flatMap((other) =>
    SCOPES.flatMap((scope) =>
      pathsOf(other, scope, bench).flatMap((path) => {
        const { format } = other.config[scope] ?? {};
        if (own.has(path) || !format) return [];
        const map = mapIn(readHostFile(path, format), other.container);
        const names = namesOf(bench).filter((name) => memberBelow(map, name) !== undefined);
        return names.map((name) => ({ file: shownPath(path, bench.system), name }));
      }),
    ),
  );
  return [...new Map(entries.map((one) => [`${one.file} ${one.name}`, one])).values()];
}

function pathsOf(host: Host, scope: EntryScope, bench: DoctorInput): string[] {
  const config = host.config[scope];
  return config ? [configPath(config, scope, bench)] : [];
}

/** Whether a host has recorded the approval of a file's servers. Only read: the decision is the user's. */
function approvalOf(
  { approval }: Host,
  scope: EntryScope,
  { system, root }: InstallSurroundings,
): (server: string) => boolean | undefined {
  if (!approval?.scopes.includes(scope)) return () => undefined;
  const files = Object.entries(approval.files).map(([name, { of, path, format }]): [string, HostEntry] => {
    const own = userPath(path, system);
    return [name, mapIn(readHostFile(of === 'user' ? own : join(root, own), format), [])];
  });
  const notes: Omit<ApprovalNotes, 'server'> = {
    files: Object.fromEntries(files),
    folders: foldersFrom(root),
    env: system.env,
  };
  return (server) => approval.isGiven({ ...notes, server });
}

function foldersFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above)];
}
