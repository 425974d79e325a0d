/** Identifies the client of an HTTP request, and keeps a rate limit for each. */
import type { RateLimiter } from '../server/limits.ts';

/** Beyond this number the oldest client is forgotten. */
const MOST_CLIENTS = 1000;

/** A client is an address: requests have no other identity that it could not change at will. */
export function createRateLimiters(allow: () => RateLimiter): (client: string) => RateLimiter {
  const known = new Map<string, RateLimiter>();
  return (client) => {
    const own = known.get(client);
    if (own !== undefined) return own;
    const [oldest] = known.keys();
    if (known.size >= MOST_CLIENTS && oldest !== undefined) known.delete(oldest);
    const made = allow();
    known.set(client, made);
    return made;
  };
}

const MAPPED = /^::ffff:(?=\d+\.)/i;

/**
 * The address as limits see it: of IPv6 the /64, whose addresses one machine may change at will (RFC 8981), and IPv4 as
 * itself, also where it was mapped into IPv6 (RFC 4291 §2.5.5.2).
 */
export function clientAt(address = ''): string {
  const plain = address.replace(MAPPED, '');
  if (!plain.includes(':')) return plain;
  const [head = [], tail] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...(tail ?? [])];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
