/** An address that cannot be read: the sentence names the cause, by each way in which a fetch can fail. */
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchDocument } from '../../compiler/features/import/run/fetch-document.ts';
import { startsWithAddress } from '../../compiler/features/import/run/openapi.ts';
import { Failure } from '../../compiler/edge/command-line/failure.ts';

function listen(server: net.Server): Promise<string> {
  onTestFinished(() => void server.close());
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const at = server.address();
      resolve(`http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}/api.json`);
    });
  });
}

async function failureOf(address: string, most = 1000): Promise<string> {
  try {
    await fetchDocument(address, most);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return `${error.message.replace(address, 'IT')} ${error.hint}`;
  }
  throw new Error('It was read.');
}

const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

const YAML = Buffer.from(Array.from({ length: 999 }, (_, at) => `path${at}: { get: ${at ** 3} }\n`).join(''));

test.each<[string, RequestListener, RegExp]>([
  [
    'a redirect',
    answer(302, { Location: '/v2/api.json' }),
    /^"IT" redirects to "http:\/\/127\.0\.0\.1:\d+\/v2\/api\.json" \(status 302\)\. Use that address: redirects are not followed\.$/,
  ],
  [
    'one to another host',
    answer(301, { Location: 'https://other.example/x' }),
    /redirects to "https:\/\/other\.example\/x" \(status 301\)\. Use that address if you trust its host/,
  ],
  ['one to nowhere', answer(302), /^"IT" cannot be read \(status 302\)\./],
  ['401', answer(401), /^"IT" is not public \(status 401\)\. Use your credentials to download/],
  ['403', answer(403), /is not public \(status 403\)/],
  ['404', answer(404), /^"IT" does not exist \(status 404\)\. Check the address/],
  ['429', answer(429), /is not available at the moment \(status 429\)\. Run the command again later/],
  ['500', answer(500), /its service has a problem \(status 500\)/],
  ['418', answer(418), /cannot be read \(status 418\)/],
  [
    'HTML by its type',
    answer(200, { 'Content-Type': 'text/html' }, '<div>'),
    /^"IT" is an HTML page\. Use the address of the document/,
  ],
  ['HTML by its text', answer(200, {}, ' <!DOCTYPE html><p>'), /is an HTML page/],
  ['a large one', answer(200, {}, 'x'.repeat(2_000_000)), /^"IT" is larger than 1 MiB\. Split/],
  ['an end without a response', ({ socket }) => socket.destroy(), /was not read: the connection was closed \(\w+\)/],
  [
    'one that breaks off, which the service would compress',
    ({ headers }, response) => {
      const isCompressed = /gzip/.test(String(headers['accept-encoding']));
      const whole = isCompressed ? gzipSync(YAML) : YAML;
      const head = isCompressed ? { 'Content-Encoding': 'gzip' } : { 'Content-Length': whole.length };
      response.writeHead(200, { ...head, Connection: 'close' });
      response.write(whole.subarray(0, whole.length / 2), () => response.socket?.end());
    },
    /was not read: the connection was closed \(\w+\)/,
  ],
])('%s', async (_name, act, says) => {
  const server = createServer(act);
  onTestFinished(() => void server.closeAllConnections());
  expect(await failureOf(await listen(server), 1_048_576)).toMatch(says);
});

test.each([
  ['https://a.example/v1/b.json', 'https://a.example', true],
  ['https://a.example/v1/b.json', 'https://a.example/v1/', true],
  ['https://a.example/v1/b.json', 'HTTPS://A.example:443/v1', true],
  ['https://a.example.evil/b.json', 'https://a.example', false],
  ['https://a.example@evil.example/b.json', 'https://a.example', false],
  ['https://a.example:8443/b.json', 'https://a.example', false],
  ['http://a.example/b.json', 'https://a.example', false],
  ['https://a.example/v1/../v2/b.json', 'https://a.example/v1/', false],
  ['https://a.example/v1/%2e%2e/v2/b.json', 'https://a.example/v1/', false],
  ['https://a.example/b.json', 'https://', false],
  ['not an address', 'https://a.example', false],
])('that "%s" starts with "%s" is %s', (address, start, expected) => {
  expect(startsWithAddress(address, start)).toBe(expected);
});

test('no service', async () => {
  const server = net.createServer();
  const address = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  expect(await failureOf(address)).toMatch(/^"IT" does not accept connections \(ECONNREFUSED\)\. Start the service/);
});

test.each([
  ['ENOTFOUND', 'has a host name that does not exist'],
  ['EAI_AGAIN', 'cannot be resolved at the moment'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['EHOSTUNREACH', 'cannot be reached over the network'],
  ['UND_ERR_HEADERS_TIMEOUT', 'was not read within 5 s'],
  ['HPE_INVALID_CONSTANT', 'cannot be read'],
])('%s', async (code, says) => {
  const cause = Object.assign(new Error('x'), { code });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })));
  onTestFinished(() => void vi.unstubAllGlobals());
  const failed = await failureOf('https://api.example/x.json');
  expect(failed).toContain(says);
  expect(failed).toContain(`(${code})`);
  expect(failed).not.toContain('fetch failed');
});

test('no time left', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('aborted', 'TimeoutError')));
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await failureOf('https://api.example/x.json')).toMatch(/was not read within 5 s \(TimeoutError\)/);
});

test('plain http to another machine', async () => {
  expect(await failureOf('http://api.example/x.json')).toMatch(/^"IT" is plain http to another machine\. Use https/);
});
