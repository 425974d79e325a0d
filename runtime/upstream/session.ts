/** A session with another MCP server: the handshake, its tools, and calls of them. */
import { hexOf } from '../language/encoding.ts';
import { type JsonObject, canonicalJson, isJsonObject, isObject } from '../language/json.ts';
import { restoreNumbers } from '../redaction/exact-numbers.ts';
import { RPC } from '../protocol/message.ts';
import { argumentHeaders, headerFault } from './mirror.ts';
import { type OnRequest, type Rpc, RpcFailure, type RpcOptions, openRpc } from './rpc.ts';
import { NotReached, type OpenWire, OtherRevision, UnusableResponse, orAborted, withinTime } from './wire.ts';
import { LEGACY_VERSIONS, MODERN_VERSIONS, SERVER_INFO } from '../protocol/versions.ts';
import { type Client, UNKNOWN_ERA, legacyEra, modernEra } from './era.ts';

const initialize: Hello = async (rpc, { name, version, asks }, signal) => {
  rpc.speak(UNKNOWN_ERA);
  const capabilities = asks ? { elicitation: {} } : {};
  const hello = { protocolVersion: LEGACY_VERSIONS[0] ?? '', capabilities, clientInfo: { name, version } };
  const about = await rpc.request('initialize', hello, { signal });
  const agreed = String(about['protocolVersion']);
  if (!LEGACY_VERSIONS.includes(agreed)) throw otherRevision([agreed]);
  rpc.speak(legacyEra(agreed));
  rpc.notify('notifications/initialized');
  return { about, mirrors: false };
};

const discover: Hello = async (rpc, client, signal) => {
  const ask = (version: string): Promise<JsonObject> => {
    rpc.speak(modernEra(version, client));
    return rpc.request('server/discover', {}, { signal });
  };
  const newest = MODERN_VERSIONS[0] ?? '';
  const about = await ask(newest).catch((thrown: unknown) => {
    const supported = supportedBy(thrown);
    const common = MODERN_VERSIONS.find((version) => supported?.includes(version));
    if (common !== undefined) return ask(common);
    // With none of ours there is nothing left to try; with an older one, `initialize` is next.
    if (supported && !supported.some((version) => LEGACY_VERSIONS.includes(version))) throw otherRevision(supported);
    throw thrown;
  });
  const versions = about['supportedVersions'];
  if (!Array.isArray(versions))
    throw new UnusableResponse('it did not respond to server/discover with its revisions of MCP');
  if (!versions.some((version) => MODERN_VERSIONS.includes(String(version))))
    throw new UnusableResponse(otherRevision(versions.map(String)).message);
  const meta = about['_meta'];
  const named = isJsonObject(meta) ? meta[SERVER_INFO] : undefined;
  const serverInfo = named ?? about['serverInfo'] ?? {};
  const { capabilities = {}, instructions } = about;
  // In the words of `initialize`, which a server of both would have used: what it offers has not changed.
  const same = { protocolVersion: LEGACY_VERSIONS[0] ?? '', capabilities, serverInfo };
  return { about: { ...same, ...(instructions !== undefined && { instructions }) }, mirrors: rpc.answersAtOnce };
};

export interface UpstreamSession {
  /** The hash of each tool's whole definition; null for a name that two tools have. Read again after a change of the list. */
  readonly pins: () => Promise<ReadonlyMap<string, string | null>>;
  readonly call: (tool: string, args: JsonObject, asking: RpcOptions) => Promise<JsonObject>;
  /** What is wrong with a tool that must not be called for it (MCP 2026-07-28), as the end of a sentence. */
  readonly whyNot: (tool: JsonObject) => string | undefined;
  /** Any other request. */
  readonly request: (method: string, params: JsonObject, asking: RpcOptions) => Promise<JsonObject>;
  /** The name, version and instructions of the server, from its first answer. */
  readonly about: JsonObject;
  readonly tools: (signal: AbortSignal) => Promise<readonly JsonObject[]>;
  /** Resolves when nothing of it is left. */
  readonly close: () => Promise<void>;
}

interface SessionEvents {
  readonly onEnd: (reason: string) => void;
  readonly onLog: (line: string) => void;
  readonly onNotification?: (method: string, params: Readonly<Record<string, unknown>>) => void;
  readonly onRequest?: OnRequest | undefined;
  /** Ends the handshake. */
  readonly signal: AbortSignal;
}

/** Pages of a list; a server that never ends it is not followed for ever. */
const MAX_PAGES = 200;

/** Not every server reports a changed list, and over HTTP none can between requests. */
const PINS_MS = 300_000;
const LIST_MS = 60_000;

/** Rejects with a `WireError` or an `RpcFailure`. `client` is the name and the version of who connects. */
export async function openUpstream(
  wire: OpenWire,
  client: Client,
  { onEnd, onLog, onNotification = () => {}, onRequest, signal: starting }: SessionEvents,
): Promise<UpstreamSession> {
  const tools: UpstreamSession['tools'] = (signal) => listTools(rpc, signal);
  const list = keepList(tools);
  const rpc = await openRpc(wire, {
    onEnd,
    onRequest,
    onNotification: (method, params) => {
      const { level, data } = params;
      if (method === 'notifications/tools/list_changed') list.forget();
      if (method === 'notifications/message')
        onLog(`${String(level)}: ${restoreNumbers(canonicalJson(data)).slice(0, 500)}`);
      onNotification(method, params);
    },
  });
  try {
    const { about, mirrors } = await agree(rpc, client, starting);
    return {
      about,
      tools,
      pins: () => list.read().then(({ pins }) => pins),
      whyNot: (tool) => (mirrors ? headerFault(tool) : undefined),
      call: caller(rpc, mirrors ? list : undefined),
      request: rpc.request,
      close: rpc.close,
    };
  } catch (error) {
    void rpc.close();
    throw error;
  }
}

async function listTools({ request }: Rpc, signal: AbortSignal): Promise<readonly JsonObject[]> {
  const all: JsonObject[] = [];
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const result = await request('tools/list', typeof cursor === 'string' ? { cursor } : {}, { signal });
    // A definition is compared by its hash, in which numbers are those of JavaScript.
    const list: unknown = JSON.parse(restoreNumbers(JSON.stringify(result['tools'] ?? null)));
    if (!Array.isArray(list)) throw new UnusableResponse('its list of tools is not a list');
    // Parsed JSON.
    all.push(...list.filter((tool): tool is JsonObject => isObject(tool)));
    cursor = result['nextCursor'];
    if (typeof cursor !== 'string' || cursor === '') return all;
  }
  throw new UnusableResponse(`its list of tools has more than ${MAX_PAGES} pages`);
}

/** What is kept of a list of tools. */
interface Listed {
  readonly tools: readonly JsonObject[];
  readonly pins: ReadonlyMap<string, string | null>;
}

interface ToolList {
  readonly read: () => Promise<Listed>;
  readonly forget: () => void;
}

/** Keeps the list for a while; one that could not be read is asked for again. */
function keepList(tools: UpstreamSession['tools']): ToolList {
  let listing: Promise<Listed> | undefined;
  let readAt = 0;
  const forget = (): void => (listing = undefined);
  const read: ToolList['read'] = () => {
    if (listing === undefined || Date.now() - readAt > PINS_MS) {
      readAt = Date.now();
      listing = withinTime(LIST_MS, 'list its tools', tools).then(async (all) => ({
        tools: all,
        pins: await pinsOf(all),
      }));
    }
    const current = listing;
    current.catch(() => listing === current && forget());
    return current;
  };
  return { read, forget };
}

/** Calls tools; where arguments are mirrored in headers, by the definition of the tool. */
function caller(rpc: Rpc, list: ToolList | undefined): UpstreamSession['call'] {
  const once: UpstreamSession['call'] = async (tool, args, asking) => {
    const params = { name: tool, arguments: args };
    if (list === undefined) return rpc.request('tools/call', params, asking);
    const { tools } = await (asking.signal ? orAborted(list.read(), asking.signal) : list.read());
    const definition = tools.find(({ name }) => name === tool);
    const fault = definition && headerFault(definition);
    if (fault !== undefined) throw new RpcFailure(RPC.invalidRequest, `its definition has ${fault}`);
    const headers = definition && argumentHeaders(definition, args);
    return rpc.request('tools/call', params, { ...asking, ...(headers && { headers }) });
  };
  return (tool, args, asking) =>
    once(tool, args, asking).catch((thrown: unknown) => {
      if (list === undefined || !(thrown instanceof RpcFailure) || thrown.code !== RPC.headerMismatch) throw thrown;
      // Nothing was done: the definition is not the one that was read.
      list.forget();
      return once(tool, args, asking);
    });
}

async function pinsOf(tools: readonly JsonObject[]): Promise<ReadonlyMap<string, string | null>> {
  const pins = new Map<string, string | null>();
  for (const tool of tools) {
    const name = String(tool['name']);
    pins.set(name, pins.has(name) ? null : await pinOf(tool));
  }
  return pins;
}

/** `sha256:` and 64 hex digits. */
export async function pinOf(definition: JsonObject): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(definition)));
  return `sha256:${hexOf(new Uint8Array(digest))}`;
}

/** Finds the revision of MCP that another server uses, when it is connected (ADR 47). */
type Hello = (rpc: Rpc, client: Client, signal: AbortSignal) => Promise<Agreed>;

interface Agreed {
  /** What the server says of itself. */
  readonly about: JsonObject;
  /** Whether arguments have to be mirrored in headers. */
  readonly mirrors: boolean;
}

/**
 * Says hello, and gives what the server says of itself. Over HTTP each hello is a request of its own, so the newer one is first. A
 * program may end at a first message that it does not know, but every program can reject `initialize`.
 */
export async function agree(rpc: Rpc, client: Client, signal: AbortSignal): Promise<Agreed> {
  const [first, second]: readonly [Hello, Hello] = rpc.answersAtOnce ? [discover, initialize] : [initialize, discover];
  try {
    return await first(rpc, client, signal);
  } catch (thrown) {
    const isFinal =
      thrown instanceof NotReached || signal.aborted || (!rpc.answersAtOnce && !(thrown instanceof RpcFailure));
    if (isFinal) throw thrown;
    return second(rpc, client, signal).catch((other: unknown) => {
      // What it says to the older hello is what people know.
      throw other instanceof NotReached || first === discover ? other : thrown;
    });
  }
}

/** What a server names that rejects the revision of a request. */
function supportedBy(thrown: unknown): readonly string[] | undefined {
  if (!(thrown instanceof RpcFailure) || thrown.code !== RPC.unsupportedVersion || !isObject(thrown.data))
    return undefined;
  const { supported } = thrown.data;
  return Array.isArray(supported) ? supported.map(String) : undefined;
}

function otherRevision(versions: readonly string[]): OtherRevision {
  return new OtherRevision(`it uses another revision of MCP (${versions.join(', ').slice(0, 40)})`);
}
