import { READ_KEY, WRITE_KEY } from '../constants.ts';
import type { Reply, WireRequest } from '../../wire.ts';
import { isWrite, refuse } from './context.ts';
import type { Access, WebApp } from './context.ts';

const BAD_KEYS_ALLOWED = 5;
const BAD_KEY_WINDOW_MS = 300_000;

/** The key a request carries, from the header, the parameter or the bearer token, in that order. */
export function keyOf({ headers, query }: WireRequest): string | Reply | undefined {
  const header = headers['zotero-api-key'];
  const parameter = query.get('key') ?? undefined;
  if (header && parameter !== undefined && parameter !== header) {
    return refuse(400, "Zotero-API-Key header and 'key' parameter differ");
  }
  const authorization = headers['authorization'] ?? '';
  if (header || parameter || !/^bearer/i.test(authorization)) return header || parameter;
  return /^bearer +([a-z0-9]+)$/i.exec(authorization)?.[1] ?? refuse(400, 'Invalid Authorization header format');
}

function badKey({ badKeys }: WebApp): Reply {
  const now = Date.now();
  const recent = badKeys.filter((time) => now - time < BAD_KEY_WINDOW_MS);
  badKeys.splice(0, badKeys.length, ...recent, now);
  return recent.length >= BAD_KEYS_ALLOWED ? refuse(429, 'Too many requests') : refuse(403, 'Invalid key');
}

function tokenRefusal({ usedTokens }: WebApp, request: WireRequest, key: string): Reply | undefined {
  const token = request.headers['zotero-write-token'];
  if (!token || !isWrite(request)) return undefined;
  if (token.length < 5 || token.length > 32) return refuse(400, 'Write token must be 5-32 characters in length');
  return usedTokens.has(`${key} ${token}`) ? refuse(412, 'Write token already used') : undefined;
}

/** Remembers the write token of a write that went through. */
export function rememberToken({ usedTokens }: WebApp, request: WireRequest): void {
  const token = request.headers['zotero-write-token'];
  const key = keyOf(request);
  if (token && typeof key === 'string') usedTokens.add(`${key} ${token}`);
}

/** Finds out what the caller may do, or why the request ends here. */
export function checkAccess(app: WebApp, request: WireRequest): Access | Reply {
  const key = keyOf(request);
  if (typeof key === 'object') return key;
  if (key === undefined) {
    return request.method === 'GET' ? 'none' : refuse(403, 'An API key is required for write requests.');
  }
  if (key !== WRITE_KEY && key !== READ_KEY) return badKey(app);
  return tokenRefusal(app, request, key) ?? (key === WRITE_KEY ? 'write' : 'read');
}

/** The rate limit comes after the key, and so does not protect against bad keys. */
export function rateRefusal({ options }: WebApp): Reply | undefined {
  if (options.rateLimited <= 0) return undefined;
  options.rateLimited -= 1;
  return refuse(429, 'Request rate limit exceeded', { 'Retry-After': options.retryAfter });
}
