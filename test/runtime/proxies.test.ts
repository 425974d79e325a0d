/** The client of a request behind proxies: only trusted ones can name it, and only with what they added themselves. */
import type { IncomingMessage } from 'node:http';
import { array, assert, asyncProperty, constantFrom, ipV4, ipV6, oneof, string } from 'fast-check';
import { expect, test } from 'vitest';
import { clientAt, readProxies } from '../../runtime/transport/proxies.ts';
import { runs } from '../support/runs.ts';

type Given = Pick<IncomingMessage, 'headers' | 'socket'>;

const request = (remoteAddress: string, forwarded?: string): Given =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as Given;

const TRUSTED = '10.0.0.0/8, 192.168.1.1 ::1,fd00::/8';

test.each([
  ['not a proxy', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['no header', '10.1.2.3', undefined, '10.1.2.3'],
  ['one proxy', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['one proxy in IPv6 form', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['two proxies', '10.1.2.3', '198.51.100.1, 192.168.1.1', '198.51.100.1'],
  ['what a client made up', '10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['an address with a port', '10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
  ['IPv6', '::1', '2001:db8:1:2::9', '2001:db8:1:2::9'],
  ['IPv6 with a port', 'fd00::7', '[2001:db8:1:2::9]:4711', '2001:db8:1:2::9'],
  ['no address', '10.1.2.3', 'unknown', '10.1.2.3'],
  ['no address behind a proxy', '10.1.2.3', '198.51.100.1, unknown, 192.168.1.1', '192.168.1.1'],
  ['an empty one', '10.1.2.3', '', '10.1.2.3'],
  ['proxies alone', '10.1.2.3', '10.9.9.9, 10.8.8.8', '10.9.9.9'],
])('%s', async (_name, address, forwarded, client) => {
  const { clientOf } = await readProxies({ HAFT_TRUST_PROXY: TRUSTED });
  expect(clientOf(request(address, forwarded))).toBe(clientAt(client));
});

test.each([
  'all',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0/8',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  '::1/129',
  'proxy.example',
])('a server with the proxy %j does not start', async (entry) => {
  await expect(readProxies({ HAFT_TRUST_PROXY: `10.0.0.0/8 ${entry}` })).rejects.toThrow(
    `HAFT_TRUST_PROXY must list addresses or prefixes such as 10.0.0.0/8, got "${entry}".`,
  );
});

test('nothing that a client writes changes who it is', async () => {
  const own = await readProxies({ HAFT_TRUST_PROXY: TRUSTED });
  const none = await readProxies({});
  const outside = oneof(ipV4(), ipV6()).filter((address) => !own.include(address));
  const proxies = array(constantFrom('10.1.2.3', '192.168.1.1', '::1', 'fd00::7'), { minLength: 1, maxLength: 3 });
  const made = array(oneof(ipV4(), ipV6(), constantFrom('10.4.4.4', '', 'unknown'), string()), { maxLength: 4 });
  await assert(
    asyncProperty(outside, proxies, made, async (client, [first = '', ...rest], claims) => {
      const written = [...claims, client, ...rest.toReversed()].join(', ');
      expect(own.clientOf(request(first, written))).toBe(clientAt(client));
      // Without a proxy in front, the header is the client's own.
      expect(own.clientOf(request(client, written))).toBe(clientAt(client));
      expect(none.clientOf(request(first, written))).toBe(clientAt(first));
    }),
    { numRuns: runs(10_000) },
  );
}, 600_000);
