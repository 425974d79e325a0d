/** Who may come in over HTTP: the rules that hold before a body is read. */
import type { Answer } from '../protocol/answer.ts';
import { MOST_BYTES } from '../language/json.ts';
import type { Redacted } from '../redacted.ts';
import { frame } from '../redacted.ts';

/** A header of a request by its name in lower case, whatever platform it came through. */
export type Header = (name: string) => string | undefined;

/** An answer that is no MCP message. */
export interface Refusal {
  readonly status: number;
  readonly text: Redacted;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What decides who may come in. */
export interface DoorRules {
  /** The secret that every request must carry as a bearer token; none where absent. */
  readonly token: string | undefined;
  /** Only requests addressed to the own machine: a name that leads here from elsewhere is DNS rebinding. */
  readonly local: boolean;
}

/** Finds the reason to refuse a request before its body is read. */
export type Door = (method: string, header: Header) => Refusal | undefined;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Whether a host, with or without a port, is the own machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Builds the door; `same` compares two texts in a time that does not tell where they differ. */
export function createDoor(rules: DoorRules, same: (given: string, secret: string) => boolean): Door {
  const { token, local } = rules;
  return (method, header) => {
    const host = header('host') ?? '';
    if (local && !isLoopback(host))
      return refusal(403, frame`This server accepts requests only from the local machine.`);
    const origin = header('origin');
    if (origin !== undefined && !isFriendly(origin, host))
      return refusal(403, frame`Requests from this origin are not allowed.`);
    // A browser asks before it may send a token (Fetch, CORS preflight); nothing is called by asking.
    if (
      method !== 'OPTIONS' &&
      token !== undefined &&
      !same(/^bearer +([^ ].*)$/i.exec(header('authorization') ?? '')?.[1] ?? '', token)
    ) {
      return { ...refusal(401, frame`A valid bearer token is required.`), headers: { 'WWW-Authenticate': 'Bearer' } };
    }
    return method === 'POST' ? refusePost(header) : undefined;
  };
}

/** What a POST to an MCP endpoint must be: JSON, not too long, from a client that takes JSON. */
function refusePost(header: Header): Refusal | undefined {
  if (!/^application\/json\s*(?:;|$)/i.test(header('content-type') ?? '')) {
    return refusal(415, frame`Content-Type must be application/json.`);
  }
  if (!/application\/(?:json|\*)|\*\/\*/i.test(header('accept') ?? '*/*')) {
    return refusal(406, frame`Accept must allow application/json; add text/event-stream to receive progress.`);
  }
  return Number(header('content-length') ?? 0) > MOST_BYTES ? tooLarge : undefined;
}

/** A web page may talk to the server it came from, and to one on the machine it runs on if it came from there. */
function isFriendly(origin: string, host: string): boolean {
  const [, scheme = '', from = ''] = /^(https?:)\/\/([\w.:[\]-]+)$/i.exec(origin) ?? [];
  const own = normalHost(scheme, from);
  return own !== undefined && (own === normalHost(scheme, host) || (isLoopback(from) && isLoopback(host)));
}

/** In lower case and without the port that the scheme has anyway (RFC 6454 §4); nothing where it is no host. */
function normalHost(scheme: string, host: string): string | undefined {
  const url = `${scheme}//${host}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(url) ? new URL(url).host : undefined;
}

/** What tells a browser that a page of this origin may read the answer; nothing where it is not asked, or may not. */
export function shareHeaders(header: Header, refused: Refusal | undefined): Readonly<Record<string, string>> {
  const origin = header('origin');
  return origin === undefined || refused?.status === 403
    ? {}
    : { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' };
}

/** A refusal without headers of its own. */
export function refusal(status: number, text: Redacted): Refusal {
  return { status, text };
}

/** For a body beyond the limit. */
export const tooLarge: Refusal = refusal(413, frame`The body is too large.`);

/** Nothing where the method is the one that is wanted. `OPTIONS` is told what a later request may be. */
export function answerMethod(given: string, wanted: 'GET' | 'POST', header: Header): Refusal | undefined {
  if (given === wanted) return undefined;
  const allow = { Allow: `${wanted}, OPTIONS` };
  if (given !== 'OPTIONS')
    return { ...refusal(405, wanted === 'GET' ? frame`Use GET.` : frame`Use POST.`), headers: allow };
  const asked = header('access-control-request-headers');
  const methods = { 'Access-Control-Allow-Methods': wanted };
  // Which headers a request has decides nothing here.
  const headers = { ...allow, ...methods, ...(asked !== undefined && { 'Access-Control-Allow-Headers': asked }) };
  return { ...refusal(204, frame``), headers: header('origin') === undefined ? allow : headers };
}

/** Tells a refusal from an answer. */
export function isRefusal(reply: Refusal | Answer): reply is Refusal {
  return 'text' in reply;
}

/** Equality in a time that tells nothing but a length; what `timingSafeEqual` is where there is no `node:crypto`. */
export function sameText(given: string, secret: string): boolean {
  let different = given.length ^ secret.length;
  for (let at = 0; at < given.length; at += 1)
    different |= given.charCodeAt(at) ^ secret.charCodeAt(at % secret.length);
  return different === 0;
}
