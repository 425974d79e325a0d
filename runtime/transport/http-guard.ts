/** Authorizes HTTP requests before their body is read: host, origin, token, method, content type. */
import type { RpcReply } from '../protocol/answer.ts';
import { MAX_BYTES } from '../language/json.ts';
import { type Redacted, frame } from '../redaction/redacted.ts';
import type { CallUser } from '../server/user.ts';

/** A header of a request by its name in lower case, the same on every platform. */
export type Header = (name: string) => string | undefined;

/** An answer that is no MCP message. */
export interface PlainReply {
  readonly status: number;
  readonly text: Redacted;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Who sends a request, where that is known. */
export interface Visitor {
  readonly user?: CallUser;
}

/** Lets a request in, or replies. */
export type Enter = (header: Header) => Visitor | PlainReply | Promise<Visitor | PlainReply>;

/** The client of a token that the server itself was given. */
export type FindVisitor = (token: string) => Visitor | undefined;

/** What decides which requests are accepted. */
interface GuardRules {
  /** By the token of a request; without it, no token is required. */
  readonly enter: Enter | undefined;
  /** Only requests addressed to the own machine: a name that leads here from elsewhere is DNS rebinding. */
  readonly local: boolean;
  /** Empty where there is none. A proxy on the same machine passes on requests to its host. */
  readonly publicUrl?: string;
  /** Of web pages elsewhere that may call the server. */
  readonly origins?: ReadonlySet<string>;
}

/** Who sends a request, or the reason to reject it before its body is read. */
export type RequestGuard = (method: string, header: Header) => ReturnType<Enter>;

const ANYBODY: Visitor = {};

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Whether a host, with or without a port, is the own machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Builds the guard of an endpoint. */
export function createRequestGuard({ enter, local, publicUrl = '', origins }: GuardRules): RequestGuard {
  // Without a token, all the world could call through that proxy.
  const publicHost = enter && publicUrl !== '' ? new URL(publicUrl).host : undefined;
  return (method, header) => {
    const host = header('host') ?? '';
    if (local && !isLoopback(host) && host.toLowerCase() !== publicHost)
      return plainReply(403, frame`The Host header must name this machine, such as localhost.`);
    const origin = header('origin');
    if (origin !== undefined && !isFriendly(origin, host) && origins?.has(origin.toLowerCase()) !== true)
      return plainReply(403, frame`Requests from this origin are not allowed.`);
    // A browser sends a preflight without a token (Fetch, CORS), which calls nothing.
    const entered = method === 'OPTIONS' ? ANYBODY : (enter?.(header) ?? ANYBODY);
    const go = (who: Visitor | PlainReply): Visitor | PlainReply =>
      isPlainReply(who) || method !== 'POST' ? who : (rejectPost(header) ?? who);
    return entered instanceof Promise ? entered.then(go) : go(entered);
  };
}

/** The token of a request; empty without one. */
export function bearerIn(header: Header): string {
  return /^bearer +([^ ].*)$/i.exec(header('authorization') ?? '')?.[1] ?? '';
}

/** Lets in who has a token of the server's own. */
export function requireToken(find: FindVisitor): Enter {
  return (header) => find(bearerIn(header)) ?? noToken;
}

const noToken = plainReply(401, frame`A bearer token is required.`, { 'WWW-Authenticate': 'Bearer' });

/** What a POST to an MCP endpoint must be: JSON, not too long, from a client that takes JSON. */
function rejectPost(header: Header): PlainReply | undefined {
  if (!/^application\/json\s*(?:;|$)/i.test(header('content-type') ?? '')) {
    return plainReply(415, frame`The Content-Type header must be application/json.`);
  }
  if (!/application\/(?:json|\*)|\*\/\*/i.test(header('accept') ?? '*/*')) {
    return plainReply(
      406,
      frame`The Accept header must allow application/json; add text/event-stream to get progress.`,
    );
  }
  return Number(header('content-length') ?? 0) > MAX_BYTES ? tooLarge : undefined;
}

/** A web page may call its own server, and a local page may call a server on the same machine. */
function isFriendly(origin: string, host: string): boolean {
  const [, scheme = '', from = ''] = /^(https?:)\/\/([\w.:[\]-]+)$/i.exec(origin) ?? [];
  const own = normalHost(scheme, from);
  return own !== undefined && (own === normalHost(scheme, host) || (isLoopback(from) && isLoopback(host)));
}

/** In lower case and without the default port of the scheme (RFC 6454 §4); undefined for an invalid host. */
function normalHost(scheme: string, host: string): string | undefined {
  const url = `${scheme}//${host}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(url) ? new URL(url).host : undefined;
}

/** The CORS headers that let a page of this origin read the response; none without an origin, or if it is not allowed. */
export function shareHeaders(header: Header, rejected: PlainReply | undefined): Readonly<Record<string, string>> {
  const origin = header('origin');
  return origin === undefined || rejected?.status === 403
    ? {}
    : {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': 'WWW-Authenticate, Mcp-Session-Id',
        Vary: 'Origin',
      };
}

export function plainReply(status: number, text: Redacted, headers?: PlainReply['headers']): PlainReply {
  return { status, text, ...(headers && { headers }) };
}

/** For a body beyond the limit. */
export const tooLarge: PlainReply = plainReply(413, frame`The body is larger than 10 MiB.`);

/** Nothing for the expected method. The response to `OPTIONS` lists what a later request may be. */
export function answerMethod(method: string, wanted: 'GET' | 'POST', header: Header): PlainReply | undefined {
  if (method === wanted) return undefined;
  const allow = { Allow: `${wanted}, OPTIONS` };
  if (method !== 'OPTIONS') return plainReply(405, wanted === 'GET' ? frame`Use GET.` : frame`Use POST.`, allow);
  const requestHeaders = header('access-control-request-headers');
  const methods = { 'Access-Control-Allow-Methods': wanted, 'Access-Control-Max-Age': '86400' };
  // Which headers a request has decides nothing here.
  const headers = {
    ...allow,
    ...methods,
    ...(requestHeaders !== undefined && { 'Access-Control-Allow-Headers': requestHeaders }),
  };
  return plainReply(204, frame``, header('origin') === undefined ? allow : headers);
}

/** Whether it is a plain reply. */
export function isPlainReply(reply: PlainReply | RpcReply | Visitor): reply is PlainReply {
  return 'text' in reply;
}
