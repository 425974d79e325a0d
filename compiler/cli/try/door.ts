/** Who may talk to the process of `haft try`: the page that it served itself, opened with the token of this start. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A status for what is refused; nothing for what may enter. */
export function refusal(request: IncomingMessage, port: number, token: string, isPage: boolean): number | undefined {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const { host, origin, authorization, 'sec-fetch-site': site } = request.headers;
  if (!own.includes(host ?? '')) return 403;
  if (origin !== undefined && !own.some((one) => origin === `http://${one}`)) return 403;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 403;
  if (isPage) return request.method === 'GET' ? undefined : 405;
  if (!isSame(authorization ?? '', `Bearer ${token}`)) return 401;
  if (request.method !== 'POST') return 405;
  return /^application\/json(?:;|$)/.test(request.headers['content-type'] ?? '') ? undefined : 415;
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Of every response. No other page may read, frame or script this one. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
