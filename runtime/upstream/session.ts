/** A session with another MCP server: the handshake, its tools, and calls of them. */
import type { JsonObject } from '../language/json.ts';
import { isObject } from '../language/json.ts';
import { canonicalJson } from '../language/canonical-json.ts';
import { LEGACY_VERSIONS } from '../protocol/legacy-versions.ts';
import type { Asking, Rpc } from './rpc.ts';
import { openRpc } from './rpc.ts';
import type { OpenWire } from './wire.ts';
import { WireError } from './wire.ts';
import { withinTime } from './within-time.ts';

export interface UpstreamSession {
  /** The hash of each tool's whole definition; null for a name that two tools have. Read again after a change of the list. */
  readonly pins: () => Promise<ReadonlyMap<string, string | null>>;
  readonly call: (tool: string, args: JsonObject, asking: Asking) => Promise<JsonObject>;
  /** Any other request. */
  readonly request: (method: string, params: JsonObject, asking: Asking) => Promise<JsonObject>;
  /** The name, version and instructions of the server, from the handshake. */
  readonly about: JsonObject;
  readonly tools: (signal: AbortSignal) => Promise<readonly JsonObject[]>;
  /** Resolves when nothing of it is left. */
  readonly close: () => Promise<void>;
}

interface SessionEvents {
  readonly onEnd: (reason: string) => void;
  readonly onLog: (line: string) => void;
  readonly onNotification?: (method: string, params: Readonly<Record<string, unknown>>) => void;
  /** Ends the handshake. */
  readonly signal: AbortSignal;
}

/** Pages of a list; a server that never ends it is not followed for ever. */
const MOST_PAGES = 200;

/** Not every server reports a changed list, and over HTTP none can between requests. */
const PINS_MS = 300_000;
const LIST_MS = 60_000;

/** Rejects with a `WireError` or an `RpcFailure`. `client` is the name and the version of who connects. */
export async function openUpstream(
  wire: OpenWire,
  client: { readonly name: string; readonly version: string },
  { onEnd, onLog, onNotification = () => {}, signal: starting }: SessionEvents,
): Promise<UpstreamSession> {
  const tools: UpstreamSession['tools'] = (signal) => listTools(rpc, signal);
  const pins = keepPins(tools);
  const rpc = await openRpc(wire, {
    onEnd,
    onNotification: (method, params) => {
      const { level, data } = params;
      if (method === 'notifications/tools/list_changed') pins.forget();
      if (method === 'notifications/message') onLog(`${String(level)}: ${canonicalJson(data).slice(0, 500)}`);
      onNotification(method, params);
    },
  });
  try {
    const hello = { protocolVersion: LEGACY_VERSIONS[0] ?? '', capabilities: {}, clientInfo: client };
    const about = await rpc.request('initialize', hello, { signal: starting });
    if (!LEGACY_VERSIONS.includes(String(about['protocolVersion'])))
      throw new WireError(`it uses another revision of MCP (${String(about['protocolVersion']).slice(0, 40)})`);
    rpc.notify('notifications/initialized');
    return {
      about,
      tools,
      pins: pins.read,
      call: (tool, args, asking) => rpc.request('tools/call', { name: tool, arguments: args }, asking),
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
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const result = await request('tools/list', typeof cursor === 'string' ? { cursor } : {}, { signal });
    const list: unknown = result['tools'];
    if (!Array.isArray(list)) throw new WireError('its list of tools is not a list');
    // Parsed JSON.
    all.push(...list.filter((tool): tool is JsonObject => isObject(tool)));
    cursor = result['nextCursor'];
    if (typeof cursor !== 'string' || cursor === '') return all;
  }
  throw new WireError(`its list of tools has more than ${MOST_PAGES} pages`);
}

/** Keeps the pins for a while; a list that could not be read is asked for again. */
function keepPins(tools: UpstreamSession['tools']): {
  readonly read: UpstreamSession['pins'];
  readonly forget: () => void;
} {
  let known: Promise<ReadonlyMap<string, string | null>> | undefined;
  let readAt = 0;
  const forget = (): void => (known = undefined);
  const read: UpstreamSession['pins'] = () => {
    if (known === undefined || Date.now() - readAt > PINS_MS) {
      readAt = Date.now();
      known = withinTime(LIST_MS, 'list its tools', tools).then(pinsOf);
    }
    const asked = known;
    asked.catch(() => known === asked && forget());
    return asked;
  };
  return { read, forget };
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
  return `sha256:${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
