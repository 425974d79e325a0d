/** Proxies in front of a server, whose word about the address of their clients is taken: `HAFT_TRUST_PROXY`. */
import type { IncomingMessage } from 'node:http';
import { clip } from '../language/describe.ts';
import type { ProcessVariables } from '../server/environment.ts';
import { clientAt } from './rate-limiters.ts';

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
    if (isIP(address) === 0 || size < 1 || size > most || more.length > 0) throw new Error(wrong(entry));
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

function wrong(entry: string): string {
  return `HAFT_TRUST_PROXY must list addresses or prefixes such as 10.0.0.0/8, got "${clip(entry)}".`;
}
