/** Finds the revision of MCP that another server uses, when it is connected (ADR 47). */
import type { JsonObject } from '../language/json.ts';
import { isJsonObject, isObject } from '../language/json.ts';
import { LEGACY_VERSIONS } from '../protocol/legacy-versions.ts';
import { MODERN_VERSIONS, SERVER_INFO } from '../protocol/modern-versions.ts';
import type { Client } from './era.ts';
import { legacyEra, modernEra, UNKNOWN_ERA } from './era.ts';
import type { Rpc } from './rpc.ts';
import { RpcFailure } from './rpc.ts';
import { NotReached, WireError } from './wire.ts';
import { RPC } from '../protocol/message.ts';

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

const initialize: Hello = async (rpc, { name, version }, signal) => {
  rpc.speak(UNKNOWN_ERA);
  const hello = { protocolVersion: LEGACY_VERSIONS[0] ?? '', capabilities: {}, clientInfo: { name, version } };
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
    const known = MODERN_VERSIONS.find((version) => supported?.includes(version));
    if (known !== undefined) return ask(known);
    // With none of ours there is nothing left to try; with an older one, `initialize` is next.
    if (supported && !supported.some(isOlder)) throw otherRevision(supported);
    throw thrown;
  });
  const versions = about['supportedVersions'];
  if (!Array.isArray(versions)) throw new WireError('it did not respond to server/discover with its revisions of MCP');
  if (!versions.some((version) => MODERN_VERSIONS.includes(String(version))))
    throw new WireError(otherRevision(versions.map(String)).message);
  const meta = about['_meta'];
  const named = isJsonObject(meta) ? meta[SERVER_INFO] : undefined;
  const serverInfo = named ?? about['serverInfo'] ?? {};
  const { capabilities = {}, instructions } = about;
  // In the words of `initialize`, which a server of both would have used: what it offers has not changed.
  const same = { protocolVersion: LEGACY_VERSIONS[0] ?? '', capabilities, serverInfo };
  return { about: { ...same, ...(instructions !== undefined && { instructions }) }, mirrors: rpc.answersAtOnce };
};

/** What a server names that rejects the revision of a request. */
function supportedBy(thrown: unknown): readonly string[] | undefined {
  if (!(thrown instanceof RpcFailure) || thrown.code !== RPC.unsupportedVersion || !isObject(thrown.data))
    return undefined;
  const { supported } = thrown.data;
  return Array.isArray(supported) ? supported.map(String) : undefined;
}

function otherRevision(versions: readonly string[]): NotReached {
  return new NotReached(`it uses another revision of MCP (${versions.join(', ').slice(0, 40)})`);
}

function isOlder(version: string): boolean {
  return LEGACY_VERSIONS.includes(version);
}
