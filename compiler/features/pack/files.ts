/** Files of packages, and the parts that several formats have in common. */
import { json } from '../../emit/json.ts';
import { DEFAULT_URLS } from '../../emit/host-files/desired-entry.ts';
import type { ServerPlan } from '../../plan/model.ts';
import type { Package, PackFile, PackedServer } from './format.ts';

export function textFile(path: string, text: string): PackFile {
  return { path, bytes: () => new TextEncoder().encode(text), executable: false };
}

export function jsonFile(path: string, value: unknown): PackFile {
  return textFile(path, json(value));
}

/** The file with another path. */
export function movedTo(folder: string, file: PackFile, name: string = file.path): PackFile {
  return { ...file, path: `${folder}/${name}` };
}

/** `servers/<name>/server.mjs` and `skills/<name>/…` below a folder. */
export function contentFiles(folder: string, { servers, skills }: Package): PackFile[] {
  return [
    ...servers.map(({ plan, script }) => movedTo(`${folder}/servers/${plan.name}`, script, 'server.mjs')),
    ...skills.flatMap(({ plan, files }) => files.map((file) => movedTo(`${folder}/skills/${plan.name}`, file))),
  ];
}

export function hasStdio({ transports }: ServerPlan): boolean {
  return transports.includes('stdio');
}

/** Arguments after the path of the script, so that the server reads standard input. */
export function stdioFlags({ transports }: ServerPlan): readonly string[] {
  return transports[0] === 'stdio' ? [] : ['--stdio'];
}

/** How a server that only listens is reached, over the newest transport that it offers; it is not started by a host. */
export function addressOf({ transports }: Pick<ServerPlan, 'transports'>): Address {
  const transport = transports.includes('http') ? 'http' : 'sse';
  return { transport, url: DEFAULT_URLS[transport] };
}

interface Address {
  readonly transport: 'http' | 'sse';
  readonly url: string;
}

/** The same where the format has the names of MCP for transports. */
export function namedAddress(server: Pick<ServerPlan, 'transports'>): { readonly type: string; readonly url: string } {
  const { transport, url } = addressOf(server);
  return { type: transport === 'http' ? 'streamable-http' : 'sse', url };
}

export function startedByHosts({ servers }: Package): readonly PackedServer[] {
  return servers.filter(({ plan }) => hasStdio(plan));
}

export function onlyListening({ servers }: Package): readonly PackedServer[] {
  return servers.filter(({ plan }) => !hasStdio(plan));
}

/** One line, as manifests want their descriptions. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Without the members that are undefined. */
export function withoutGaps(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
