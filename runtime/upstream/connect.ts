/** The other MCP servers of a server: each is connected at the first call that needs it, and again when it was lost; programs over stdio. */
import { errorCode } from '../language/describe.ts';
import { environmentFor } from '../behaviors/shared/environment-for.ts';
import type { ServerDescriptor, UpstreamDescriptor } from '../descriptor/descriptor.ts';
import { type SetVariables, neededVariables } from '../server/environment.ts';
import { MAX_BYTES, ownMember } from '../language/json.ts';
import type { CredentialModules } from '../credentials/token-source.ts';
import { restoreNumbers } from '../redaction/exact-numbers.ts';
import { requireModule } from '../language/require-module.ts';
import { textOf } from '../language/template.ts';
import type { Log } from '../server/log.ts';
import { type Endpoint, httpWire, isPrivate } from './http.ts';
import type { OnRequest } from './rpc.ts';
import { type UpstreamSession, openUpstream } from './session.ts';
import { idOfRequest, idOfResponse } from './too-large.ts';
import { type OpenWire, WireError, type WireEvents, parseMessage, tooLargeMessage, withinTime } from './wire.ts';
import type { ChildProcess } from 'node:child_process';
import { type LineEnds, takeLines } from '../transport/read-lines.ts';
import { type Program, UNSAFE_ARGUMENT, endAtOnce, endPolitely, startProgram } from '../programs/start.ts';

export interface Upstreams {
  /** A session, made or being made. Rejects with a `WireError` or an `RpcFailure`. */
  readonly open: (name: string) => Promise<UpstreamSession>;
  /** The line of its error output that best explains why it does not run; empty where there is none. */
  readonly errorLine: (name: string) => string;
  /** Reports every new session and every notification. */
  readonly listen: (listener: UpstreamListener) => void;
  /** Closes all of them; resolves when nothing of them is left. */
  readonly close: () => Promise<void>;
  /** Those of one caller, by its token, for one call; `release` is called once that is over. */
  readonly forCaller?: (token: string) => { readonly upstreams: Upstreams; readonly release: () => void };
}

interface UpstreamListener {
  readonly onOpen: (name: string, session: UpstreamSession) => void;
  readonly onNotification: (name: string, method: string, params: Params) => void;
}

type Params = Readonly<Record<string, unknown>>;

/** Optional modules of upstreams. */
export interface UpstreamModules extends CredentialModules {
  /** For upstreams with `auth:`. */
  readonly authorizeUpstream?: AuthorizeUpstream | undefined;
  /** For upstreams with `exchange` of `auth:`. */
  readonly separateCallers?: SeparateCallers | undefined;
  /** For upstreams whose questions are passed on. */
  readonly answerQuestion?: OnRequest | undefined;
}

interface UpstreamContext extends UpstreamModules {
  readonly server: Pick<ServerDescriptor, 'name' | 'version' | 'upstreams'>;
  readonly env: SetVariables;
  readonly log: Log;
  /** Of the caller whose sessions they are. */
  readonly callerToken?: string;
}

/** Adds the sessions of each caller to those that all share. */
export type SeparateCallers = (shared: Upstreams, context: UpstreamContext) => Upstreams;

/** Opens an upstream that needs access tokens. */
export type AuthorizeUpstream = (
  name: string,
  upstream: UpstreamDescriptor,
  endpoint: Endpoint,
  context: UpstreamContext,
) => OpenWire;

/** Creates the upstreams of a server; nothing is started by that. */
export function connectUpstreams(context: UpstreamContext): Upstreams {
  const { server } = context;
  const state: State = {
    sessions: new Map(),
    printed: new Map(),
    listeners: [],
    closed: new AbortController(),
  };
  const { sessions, printed, listeners, closed } = state;
  const open = (name: string): Promise<UpstreamSession> => {
    const current = sessions.get(name);
    if (current !== undefined) return current;
    const upstream = ownMember(server.upstreams ?? {}, name);
    if (upstream === undefined) throw new Error(`unknown upstream "${name}"`);
    return connect(name, upstream, context, state);
  };
  const close = async (): Promise<void> => {
    closed.abort(new WireError('the server is shutting down'));
    const all = [...sessions.values()];
    sessions.clear();
    await Promise.allSettled(all.map(async (session) => (await session).close()));
  };
  const errorLine = (name: string): string => informativeLine(printed.get(name) ?? []);
  const shared: Upstreams = { open, errorLine, listen: (listener) => void listeners.push(listener), close };
  return context.separateCallers?.(shared, context) ?? shared;
}

/** What the upstreams of one server have in common. */
interface State {
  readonly sessions: Map<string, Promise<UpstreamSession>>;
  /** The last lines of each error output. */
  readonly printed: Map<string, readonly string[]>;
  readonly listeners: UpstreamListener[];
  readonly closed: AbortController;
}

function connect(
  name: string,
  upstream: UpstreamDescriptor,
  context: UpstreamContext,
  { sessions, printed, listeners, closed }: State,
): Promise<UpstreamSession> {
  const { server, log } = context;
  let opened = false;
  const lines: string[] = [];
  printed.set(name, lines);
  const say = (line: string): void => {
    if (lines.push(line) > MAX_LINES) lines.shift();
    log(`upstream ${name}: ${line}`, 'debug');
  };
  const lost = (reason: string): void => {
    if (!opened || sessions.get(name) !== session) return;
    sessions.delete(name);
    log(`upstream ${name}: ${reason}`, 'warn');
  };
  const tell = (method: string, params: Params): void =>
    listeners.forEach(({ onNotification }) => onNotification(name, method, params));
  const client = { name: server.name, version: server.version, asks: upstream.pass?.includes('elicitation') };
  const session = withinTime(upstream.timeout_ms, 'start', (late) => {
    const signal = AbortSignal.any([late, closed.signal]);
    const events = { onLog: say, onEnd: lost, onNotification: tell, onRequest: context.answerQuestion, signal };
    return openUpstream(wireOf(name, upstream, context, say), client, events);
  });
  sessions.set(name, session);
  const announce = (fresh: UpstreamSession): void => {
    opened = true;
    for (const one of listeners) one.onOpen(name, fresh);
  };
  const failed = (): void => {
    const last = informativeLine(lines);
    if (last !== '') log(`upstream ${name}: it did not start; it printed: ${last}`, 'warn');
    // One that cannot start is not started again for each of many calls.
    setTimeout(() => sessions.get(name) === session && sessions.delete(name), PAUSE_MS).unref();
  };
  session.then(announce, failed);
  return session;
}

const PAUSE_MS = 1000;
const MAX_LINES = 60;

function wireOf(
  name: string,
  upstream: UpstreamDescriptor,
  context: UpstreamContext,
  onStderr: (line: string) => void,
): OpenWire {
  const { command, cwd, url, headers = {}, auth, ...more } = upstream;
  const { env, authorizeUpstream } = context;
  const filled = (text: string): string => textOf(text, { env });
  if (command && typeof process === 'undefined') throw new WireError('this platform cannot run programs');
  if (command) {
    const own = cwd === undefined ? undefined : filled(cwd);
    return stdioWire({ argv: command.map(filled), env: environmentFor(more.env ?? [], env), cwd: own }, onStderr);
  }
  const address = URL.canParse(filled(url ?? '')) ? new URL(filled(url ?? '')) : undefined;
  if (address === undefined || !isPrivate(address))
    throw new WireError('its address uses neither https nor http on this machine');
  const named = Object.entries(headers).map(([name, text]) => [name, filled(text)] as const);
  const endpoint: Endpoint = {
    url: address,
    headers: Object.fromEntries(named),
    variables: neededVariables([url ?? '', headers]),
  };
  return auth
    ? requireModule(authorizeUpstream, 'auth of upstreams')(name, upstream, endpoint, context)
    : httpWire(endpoint);
}

/** Errors by their names in most languages, and what programs write of what is missing. */
const INFORMATIVE =
  /(?:^|[\s[(:])\w*(?:Error|Exception)\b|\b(?:error|fatal|cannot|can't|missing|required|not (?:found|set|valid))\b/i;

/** The place of an error, and what Node prints behind everything. */
const AROUND = /^\s*(?:at\s|[{}\])]|\^)|^Node\.js v/;

/** The last one that names an error; else the last one that is no part of a stack. Empty where there is none. */
export function informativeLine(lines: readonly string[]): string {
  const own = lines.filter((line) => !AROUND.test(line));
  return (own.findLast((line) => INFORMATIVE.test(line)) ?? own.at(-1) ?? '').trim();
}

/**
 * Another MCP server as a program: one message a line on its standard input and output (MCP, basic/transports). It is started at
 * once, and ends with the wire or with this process, and so does what it has started in its process group.
 */
function stdioWire(program: Pick<Program, 'argv' | 'env' | 'cwd'>, onStderr: (line: string) => void): OpenWire {
  return async (events) => {
    const child = await spawnProgram({ ...program, stdin: 'pipe', trusted: true });
    takeLines(child.stderr, 64 * 1024, onStderr);
    return wireTo(child, events);
  };
}

async function spawnProgram(program: Program): Promise<ChildProcess> {
  try {
    const child = await startProgram(program);
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return child;
  } catch (thrown) {
    const code = errorCode(thrown);
    const detail = code === UNSAFE_ARGUMENT ? 'an argument is not safe in a batch file' : code;
    throw new WireError(`the program ${program.argv[0] ?? ''} could not be started (${detail})`);
  }
}

const TOO_LARGE = '{"code":-32600,"message":"The message is larger than 10 MiB."}';

function answerLarge(ends: LineEnds, { stdin }: ChildProcess, onUnread: WireEvents['onUnread']): void {
  const requestId = idOfRequest(ends);
  if (requestId !== undefined) stdin?.write(`{"jsonrpc":"2.0","id":${requestId},"error":${TOO_LARGE}}\n`);
  const id = idOfResponse(ends);
  if (id === null) return;
  onUnread?.(id, tooLargeMessage(id === undefined ? ', which may be the response to this request' : ''));
}

function wireTo(child: ChildProcess, { onMessage, onUnread, onEnd }: WireEvents): Awaited<ReturnType<OpenWire>> {
  let open = true;
  const leave = leaving(child);
  const end = (reason: string): void => {
    if (!open) return;
    open = false;
    onEnd(new WireError(reason));
    void leave();
  };
  const take = (line: string): void => {
    // Programs may print other lines before the first JSON message.
    const message = parseMessage(line);
    if (open && message !== undefined) onMessage(message);
  };
  takeLines(child.stdout, MAX_BYTES, take, undefined, (ends) => answerLarge(ends, child, onUnread));
  child.on('error', () => end('its program could not be reached'));
  const ended = (code: number | null, signal: string | null): void => {
    end(`its program ended (${signal ?? `exit code ${code}`})`);
  };
  child.on('close', ended);
  // What it has started may hold its output open.
  child.on('exit', (code, signal) => setTimeout(() => ended(code, signal), 500).unref());
  // A program that ends does not read what is left.
  child.stdin?.on('error', () => {});
  return {
    answersAtOnce: false,
    send: async (message) => {
      if (!open) throw new WireError('its program has ended');
      child.stdin?.write(`${restoreNumbers(JSON.stringify(message))}\n`);
      return Promise.resolve();
    },
    close: () => {
      open = false;
      return leave();
    },
  };
}

/** Whatever it does, nothing of it is left soon after, nor once this process ends. */
function leaving(child: ChildProcess): () => Promise<void> {
  const kill = (): void => endAtOnce(child);
  process.on('exit', kill);
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= endPolitely(child).finally(() => {
      process.off('exit', kill);
      // What it has started outside of its group may hold them open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    });
    return closing;
  };
}
