/** A compiled server and a host → the entry, or what is missing for it. */
import type { Host, HostEntry } from '../../spec/hosts/host.ts';
import { membersOf, readJson } from '../../plan/read-json.ts';

/** Where servers listen unless they are told otherwise, by transport. */
export const DEFAULT_URLS = { http: 'http://127.0.0.1:8765/mcp', sse: 'http://127.0.0.1:8765/sse' } as const;

/** Why a host gets no entry: it takes none with an address, or none that Haft knows for the only transport. */
export type NoEntryReason = 'no remote' | 'no sse';

export type EntryScope = 'user' | 'project';

export interface EntryOptions {
  /** What runs the script of a server: Node, and what is before it. */
  readonly launch: readonly [string, ...string[]];
  readonly scriptOf: (server: string, host: Host) => string;
  /** Of a server that listens; where it listens by default if absent. */
  readonly url: string | undefined;
  /** Values that are written, by variable. */
  readonly values: Readonly<Record<string, string>>;
  /** Variables that the user says the host has. */
  readonly fromShell: ReadonlySet<string>;
  /** Variables that are set in this process. */
  readonly set: ReadonlySet<string>;
  readonly allowMissing: boolean;
}

export interface DesiredEntry {
  readonly name: string;
  /** Absent where the host's file takes no such server. */
  readonly entry?: HostEntry;
  /** Why there is none. */
  readonly left?: NoEntryReason;
  /** Required variables that nothing gives a value to. */
  readonly missing: readonly string[];
  /** Secrets that are written as they are. */
  readonly written: readonly string[];
}

/** Arguments after the path of the script, so that a server that can read standard input does. */
export function stdioFlags({ transports }: Pick<CompiledServer, 'transports'>): readonly string[] {
  return transports.indexOf('stdio') > 0 ? ['--stdio'] : [];
}

export function desiredEntry(server: CompiledServer, host: Host, entryOptions: EntryOptions): DesiredEntry {
  const { name, transports } = server;
  if (!transports.includes('stdio')) {
    const reach = reachOf(server, host, entryOptions.url);
    const entry = typeof reach === 'string' ? { left: reach } : { entry: reach.entry };
    return { name, ...entry, missing: [], written: [] };
  }
  const { references, values, missing } = variablesOf(server, host, entryOptions);
  const [command, ...before] = entryOptions.launch;
  const args = [...before, entryOptions.scriptOf(name, host), ...stdioFlags({ transports })];
  const entry = host.stdio({ name, command, args, references, values });
  return { name, entry, missing, written: Object.keys(values).filter((key) => server.env[key]?.secret) };
}

/** The entry and the address of a server that listens, over the newest transport that both have. */
export function reachOf(
  { name, transports }: Pick<CompiledServer, 'name' | 'transports'>,
  host: Pick<Host, 'http' | 'sse'>,
  url?: string,
): { readonly entry: HostEntry; readonly transport: 'http' | 'sse'; readonly url: string } | NoEntryReason {
  const transport = (['http', 'sse'] as const).find((one) => transports.includes(one) && host[one]);
  const entryOf = transport && host[transport];
  if (!transport || !entryOf) return transports.includes('http') || !host.http ? 'no remote' : 'no sse';
  // The default address of the other transport is left from before `transports` changed.
  const isDefault = url === undefined || Object.values<string>(DEFAULT_URLS).includes(url);
  const address = isDefault ? DEFAULT_URLS[transport] : url;
  return { entry: entryOf({ name, url: address }), transport, url: address };
}

interface Variables {
  readonly references: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly missing: readonly string[];
}

function variablesOf({ env }: CompiledServer, host: Host, entryOptions: EntryOptions): Variables {
  const { values, fromShell } = entryOptions;
  const isWritten = (name: string): boolean => Object.hasOwn(values, name);
  const open = Object.entries(env).filter(([name]) => !isWritten(name));
  const namesOf = (all: typeof open): string[] => all.map(([name]) => name);
  // A host that hands over its whole environment needs no word about what is optional.
  const isReferred = (name: string, { optional }: CompiledVariable): boolean =>
    !optional || host.environment === 'named' || fromShell.has(name);
  return {
    references: namesOf(open.filter(([name, variable]) => isReferred(name, variable))),
    values: Object.fromEntries(
      Object.keys(env)
        .filter(isWritten)
        .map((name) => [name, values[name] ?? '']),
    ),
    missing: namesOf(open.filter(([name, { optional }]) => !optional && !isKnown(name, host, entryOptions))),
  };
}

function isKnown(name: string, { environment, variable }: Host, entryOptions: EntryOptions): boolean {
  const { fromShell, set, allowMissing } = entryOptions;
  if (allowMissing) return true;
  // An application with windows knows what its own entry says, hardly ever what a shell has set.
  if (environment === 'desktop') return fromShell.has(name) && variable !== undefined;
  return fromShell.has(name) || set.has(name);
}

/** The facts about a compiled server in the first lines of its `server.mjs`. */
export interface CompiledServer {
  readonly name: string;
  readonly version: string;
  /** In the order of the spec; the first is the default. */
  readonly transports: readonly string[];
  readonly env: Readonly<Record<string, CompiledVariable>>;
  /** By the names of its upstreams: the program of each that is one and is named without variables. */
  readonly programs?: Readonly<Record<string, string>>;
  /** The connections and upstreams at which a user logs in. */
  readonly logins?: readonly CompiledLogin[];
}

/** Templates over the environment; `client` is empty where the client registers itself. */
interface CompiledLogin {
  readonly owner: string;
  readonly address: string;
  readonly client: string;
}

interface CompiledVariable {
  readonly description: string;
  readonly secret: boolean;
  readonly optional: boolean;
}

/** Nothing for a text that is not a server that this version of Haft compiles. */
export function readCompiled(text: string): CompiledServer | undefined {
  const member = (key: string): unknown => {
    const [, json = ''] = new RegExp(`^ {2}"${key}": (.*),$`, 'm').exec(text) ?? [];
    const read = readJson(json);
    return 'value' in read ? read.value : undefined;
  };
  const [name, version, transports, env] = ['name', 'version', 'transports', 'env'].map(member);
  if (typeof name !== 'string' || typeof version !== 'string' || !Array.isArray(transports)) return undefined;
  if (typeof env !== 'object' || env === null) return undefined;
  const upstreams = member('upstreams');
  return {
    name,
    version,
    transports: transports.map(String),
    env: env as CompiledServer['env'],
    programs: programsOf(upstreams),
    logins: [...loginsOf(member('connections'), 'base_url'), ...loginsOf(upstreams, 'url')],
  };
}

function loginsOf(owners: unknown, place: 'base_url' | 'url'): CompiledLogin[] {
  return Object.entries(membersOf(owners) ?? {}).flatMap(([owner, one]) => {
    const { [place]: address, auth } = membersOf(one) ?? {};
    const login = membersOf(membersOf(auth)?.['login']);
    return login && typeof address === 'string' ? [{ owner, address, client: String(login['client_id'] ?? '') }] : [];
  });
}

function programsOf(upstreams: unknown): Readonly<Record<string, string>> {
  const all = Object.entries(membersOf(upstreams) ?? {}).flatMap(([name, upstream]) => {
    const command = membersOf(upstream)?.['command'];
    const [program]: readonly unknown[] = Array.isArray(command) ? command : [];
    return typeof program === 'string' && !program.includes('{') ? [[name, program] as const] : [];
  });
  return Object.fromEntries(all);
}
