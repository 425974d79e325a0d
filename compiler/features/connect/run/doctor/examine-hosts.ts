/** The hosts to examine, and everything that is found about them. */
import { type Finding, diagnoseAll, isBlocked } from '../../doctor/symptoms/index.ts';
import {
  type ObservedHost,
  type ObservedServer,
  isOurs,
  type ObservedLaunch,
  type UnusableLogin,
} from '../../doctor/observed.ts';
import type { Host } from '../../../../spec/hosts/host.ts';
import { HOSTS } from '../../../../spec/hosts/index.ts';
import { Failure } from '../../../../edge/command-line/failure.ts';
import { findProgram, currentSystem, ownFolders } from '../install/current-system.ts';
import { observe } from './observe.ts';
import { type DoctorInput, readBench } from './observe-output.ts';
import { type StartLimits, start } from './start.ts';
import { redactFor } from './secrets.ts';
import { withLogs } from './host-log.ts';
import { reach } from './reach.ts';
import { type HostRow, hostRows } from '../../doctor/host-rows.ts';
import { join } from 'node:path';
import { type StoreProblem, loginFile, readLogin } from '@haft/runtime/try';
import { textOf } from '@haft/runtime/language';
import type { HostSystem } from '../../../../spec/hosts/config-file.ts';
import { SCOPES } from '../install/target.ts';

export interface Examination {
  readonly observed: readonly ObservedHost[];
  readonly findings: readonly Finding[];
}

/** @throws Failure where no host is asked for and none has anything of ours. */
export async function examineHosts(
  only: readonly Host[],
  bench: DoctorInput,
  manner: Omit<StartLimits, 'redact'>,
): Promise<Examination> {
  const hosts = only.length > 0 ? only.map((host) => observe(host, true, bench)) : connectedHosts(bench);
  if (hosts.length === 0)
    throw new Failure('No host has a server from Haft.', 'Run `haft install <host>`; `haft hosts` lists hosts.');
  const observed: ObservedHost[] = [];
  for (const host of hosts) observed.push(await examine(host, manner, bench));
  return { observed, findings: diagnoseAll(observed) };
}

/**
 * Hosts that Haft has installed into, those whose program is here, and for a file that several hosts read and none of
 * these, the first of them: a file of one host says nothing about another that is not used.
 */
function connectedHosts(bench: DoctorInput): readonly ObservedHost[] {
  const observed = HOSTS.map((host) => observe(host, false, bench)).filter(
    ({ files, skills }) => files.some(isOurs) || skills.some(({ missing }) => missing.length > 0),
  );
  const ids = new Set(
    SCOPES.flatMap((scope) =>
      Object.values(bench.states[scope].files).flatMap(({ entries }) => Object.values(entries).map(({ host }) => host)),
    ),
  );
  const isUsed = ({ host }: ObservedHost): boolean => {
    return ids.has(host.id) || findProgram(host.programs, bench.system) !== undefined;
  };
  const files = new Set(observed.filter(isUsed).flatMap(connectedFiles));
  return observed.filter((one) => {
    if (isUsed(one)) return true;
    if (one.files.every((file) => !isOurs(file))) return false;
    const own = connectedFiles(one).filter((file) => !files.has(file));
    for (const file of own) files.add(file);
    return own.length > 0;
  });
}

function connectedFiles({ files }: ObservedHost): readonly string[] {
  return files.filter(isOurs).map(({ file }) => file);
}

/** Servers one after the other: a machine with many hosts is not flooded. */
async function examine(
  observed: ObservedHost,
  manner: Omit<StartLimits, 'redact'>,
  { system }: DoctorInput,
): Promise<ObservedHost> {
  const blocked = isBlocked(observed);
  const files = [];
  for (const file of observed.files) {
    const servers: ObservedServer[] = [];
    for (const server of file.servers) {
      const logins = server.launch ? await unusableLogins(server.launch, system) : [];
      const tried = blocked(file.file, server.name) ? server : await tryServer(server, manner);
      servers.push({ ...tried, ...(logins.length > 0 && { logins }) });
    }
    files.push({ ...file, servers });
  }
  return { ...observed, files };
}

async function tryServer(server: ObservedServer, manner: Omit<StartLimits, 'redact'>): Promise<ObservedServer> {
  const { form, launch } = server;
  if (form.kind === 'address') return { ...server, started: await reach(form, manner.patience) };
  return launch ? { ...server, ...(await start(launch, { ...manner, redact: redactFor(server) })) } : server;
}

/** Nothing is started. */
export function lookAtHosts(root: string): readonly HostRow[] {
  const bench = readBench(root, currentSystem(), undefined);
  return rowsOf(HOSTS.map((host) => withLogs(observe(host, false, bench), bench)));
}

/** Servers are started as their hosts would start them; those that are silent for `patience` milliseconds are given up. */
export async function examineProject(root: string, patience: number) {
  const bench = readBench(root, currentSystem(), undefined);
  const { observed, findings } = await examineHosts([], bench, { patience, call: false });
  const started = new Map(observed.map((one) => [one.host.id, withLogs(one, bench)]));
  const all = HOSTS.map((host) => started.get(host.id) ?? observe(host, false, bench));
  return { hosts: rowsOf(all), findings };
}

function rowsOf(all: Parameters<typeof hostRows>[0]): readonly HostRow[] {
  const system = currentSystem();
  const programs = new Map(HOSTS.map(({ id, programs: names }) => [id, names]));
  return hostRows(all, (id) => findProgram(programs.get(id) ?? [], system) !== undefined);
}

async function unusableLogins(
  { script, environment }: ObservedLaunch,
  system: HostSystem,
): Promise<readonly UnusableLogin[]> {
  const { name: server, logins = [] } = script?.compiled ?? {};
  const folder = join(ownFolders({ ...system, env: environment }).state, 'logins');
  const isElsewhere = folder !== join(ownFolders(system).state, 'logins');
  const unusable = logins.map(async ({ owner, address, client }): Promise<readonly UnusableLogin[]> => {
    const resource = textOf(address, { env: environment });
    if (!URL.canParse(resource)) return [];
    const problem = await problemOf(folder, await loginFile(resource, textOf(client, { env: environment })));
    const name = `${server}/${owner}`;
    return problem === undefined
      ? []
      : [{ name, ...problem, ...(isElsewhere && { state: environment['XDG_STATE_HOME'] ?? '' }) }];
  });
  return (await Promise.all(unusable)).flat();
}

/** `hint` where another login would not help. */
async function problemOf(
  folder: string,
  file: string,
): Promise<(Pick<UnusableLogin, 'how'> & Partial<Pick<StoreProblem, 'hint'>>) | undefined> {
  const login = await readLogin(folder, file);
  if (login === undefined) return { how: 'is missing' };
  if ('problem' in login) {
    const { problem, hint } = login;
    return { how: `cannot be used: ${problem}`, ...(hint.startsWith('Run ') && { hint }) };
  }
  const { ends = Infinity, refresh_token } = login;
  return ends > Date.now() || refresh_token !== undefined
    ? undefined
    : { how: 'has ended, and is not renewed by itself' };
}
