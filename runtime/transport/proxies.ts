/** Proxies in front of a server, whose word about the address of their clients is taken (`HAFT_TRUST_PROXY`), and the rate limits of those clients. */
import { entryOf, forgetOldest } from '../server/memory.ts';
import type { IncomingMessage } from 'node:http';
import { clip } from '../language/describe.ts';
import type { ProcessVariables } from '../server/environment.ts';
import type { RateLimiter } from '../server/limits.ts';
import { callerKey } from '../server/user.ts';
import type { Visitor } from './http-guard.ts';

/** Beyond this number the oldest client is forgotten. */
const MAX_CLIENTS = 1000;

const MAPPED = /^::ffff:(?=\d+\.)/i;

export interface Proxies {
  /** Whether an address is one of them. */
  readonly include: (address: string | undefined) => boolean;
  /** The client of a request, as limits see it: the address that connects or, where that is a proxy, the one that it names. */
  readonly clientOf: (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;
}

/** The addresses and prefixes in the variable; none where it is not set. Throws for anything else in it. */
export async function readProxies({ HAFT_TRUST_PROXY: text = '' }: ProcessVariables): Promise<Proxies> {
  const { BlockList, isIP } = await import('node:net');
  const list = new BlockList();
  const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');
  for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
    const [address = '', bits, ...more] = entry.split('/');
    const most = isIP(address) === 4 ? 32 : 128;
    const size = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : 0;
    // A prefix of 0 bits is everybody, who could then name any address.
    if (isIP(address) === 0 || size < 1 || size > most || more.length > 0)
      throw new Error(`HAFT_TRUST_PROXY must list addresses or prefixes such as 10.0.0.0/8, got "${clip(entry)}".`);
    list.addSubnet(address, size, familyOf(address));
  }
  const include = (address = ''): boolean => isIP(address) !== 0 && list.check(address, familyOf(address));
  const clientOf: Proxies['clientOf'] = ({ headers, socket }) => {
    let client = socket.remoteAddress;
    // Each proxy adds, at the end, who connected to it; what is further left may be of the client's making.
    const named = include(client) ? [headers['x-forwarded-for'] ?? []].flat().join().split(',').toReversed() : [];
    for (const text of named) {
      const next = addressIn(text);
      if (isIP(next) === 0) break;
      client = next;
      if (!include(client)) break;
    }
    return clientAt(client);
  };
  return { include, clientOf };
}

/** Without blanks, brackets and port. */
function addressIn(text: string): string {
  const plain = text.trim();
  return /^\[([^\]]*)\](?::\d+)?$/.exec(plain)?.[1] ?? /^([\d.]+):\d+$/.exec(plain)?.[1] ?? plain;
}

/** A user, where a token names one; a request has no other identity but its address that it could not change at will. */
export function clientName({ user }: Visitor): string | undefined {
  return user && callerKey(user);
}

/** The rate limits of clients by their names, or their addresses. */
export function createRateLimiters(allow: () => RateLimiter): (client: string) => RateLimiter {
  const limiters = new Map<string, RateLimiter>();
  return (client) =>
    entryOf(limiters, client, () => {
      forgetOldest(limiters, MAX_CLIENTS);
      return allow();
    });
}

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
