/** How the servers of a package are started or reached. */
import { DEFAULT_URLS } from '../../emit/host-files/desired-entry.ts';
import type { ServerPlan } from '../../plan/model.ts';
import type { Obstacle, Package, PackedServer } from './format.ts';

export function hasStdio({ transports }: ServerPlan): boolean {
  return transports.includes('stdio');
}

/** How a server that only listens is reached, over the newest transport that it offers; it is not started by a host. */
export function addressOf({ transports }: Pick<ServerPlan, 'transports'>) {
  const transport = transports.includes('http') ? 'http' : 'sse';
  return { transport, url: DEFAULT_URLS[transport] };
}

/** The same where the format has the names of MCP for transports. */
export function namedAddress(server: Pick<ServerPlan, 'transports'>): { readonly type: string; readonly url: string } {
  const { transport, url } = addressOf(server);
  return { type: transport === 'http' ? 'streamable-http' : 'sse', url };
}

/** Those that can be reached over the network. */
export function listening({ servers }: Package): readonly PackedServer[] {
  return servers.filter(({ plan }) => plan.transports.some((transport) => transport !== 'stdio'));
}

/** The flag with which it listens. */
export function listeningFlag({ transports }: ServerPlan): string {
  return transports.includes('http') ? '--http' : '--sse';
}

/** What a package of servers that listen has no place for; `programs` is what to do about the programs that tools run, other than those that it `has`. */
export function besidesListening(
  content: Package,
  programs: string,
  skills: string,
  has: readonly string[] = [],
): readonly string[] {
  const own = listening(content);
  return [
    ...content.servers
      .filter((server) => !own.includes(server))
      .map(({ plan }) => `${plan.name}: a host starts it, it does not listen.`),
    ...own.flatMap(({ plan }) => programNotes(plan, programs, has)),
    ...(content.skills.length > 0 ? [skills] : []),
  ];
}

/** For a package that is made of servers. */
export function noServer({ servers }: Pick<Package, 'servers'>): Obstacle | undefined {
  if (servers.length > 0) return undefined;
  return { message: 'There is no server.', hint: 'Add one: `haft init` shows its form.' };
}

export function noListener(content: Package): Obstacle | undefined {
  const none = noServer(content);
  if (none || listening(content).length > 0) return none;
  return { message: 'No server listens.', hint: 'Add `http` to the `transports:` of a server.' };
}

/** Of the programs that tools run. */
function programNotes({ name, tools }: ServerPlan, then: string, has: readonly string[]): readonly string[] {
  const programs = tools.flatMap(({ behavior }) => {
    if (behavior.kind === 'handler') return Object.values(behavior.programs ?? {}).map(({ argv }) => argv[0]);
    return behavior.kind === 'command' ? [behavior.argv[0]] : [];
  });
  const named = [...new Set(programs.filter((program) => typeof program === 'string' && !has.includes(program)))];
  return named.length > 0 ? [`${name}: the programs of its tools (${named.join(', ')}); ${then}.`] : [];
}

export function startedByHosts({ servers }: Package): readonly PackedServer[] {
  return servers.filter(({ plan }) => hasStdio(plan));
}

export function onlyListening({ servers }: Package): readonly PackedServer[] {
  return servers.filter(({ plan }) => !hasStdio(plan));
}

/** What a package that starts servers does not have of those that only listen. */
export function addressNotes(content: Package): readonly string[] {
  return onlyListening(content).map(({ plan: { name, auth } }) => {
    const headers = Object.keys(auth?.headers ?? {});
    const sent = headers.length > 0 ? `; add ${headers.join(', ')} to the headers of its entry` : '';
    return `${name}: only its address is included; start it yourself${sent}.`;
  });
}
