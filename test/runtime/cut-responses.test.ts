/** A response that breaks off is a failure in every mode, also where the service could have compressed it. */
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { HttpBehavior } from '../../runtime/descriptor/descriptor.ts';
import type { Handler } from '../../runtime/behaviors/shared/run.ts';
import { callTool } from './support/call-tool.ts';
import { get, http, recorder, strings } from './support/loopback.ts';

const LINES = Buffer.from(Array.from({ length: 2000 }, (_, at) => `line ${at} ${at ** 3}\n`).join(''));

/** Half of the lines, compressed if the client takes that, and then the end of the connection. */
const half: RequestListener = ({ headers }, response) => {
  const isCompressed = /gzip/.test(String(headers['accept-encoding']));
  const whole = isCompressed ? gzipSync(LINES) : LINES;
  const head = isCompressed ? { 'Content-Encoding': 'gzip' } : { 'Content-Length': whole.length };
  response.writeHead(200, { ...head, Connection: 'close' });
  response.write(whole.subarray(0, whole.length / 2), () => response.socket?.end());
};

const TEXT = { type: 'object', properties: strings('all') } as const;
const readText: Handler = async (_args, call) => {
  const reply = await call.request('local', { path: '/things' });
  return 'error' in reply ? reply : { text: reply.text };
};

describe('a service that compresses', () => {
  test.each<[string, Partial<HttpBehavior>, object?]>([
    ['text', { response: 'text' }],
    ['lines', { response: 'lines' }],
    ['bytes', { response: 'bytes' }],
    ['a file', { response: 'bytes', save_to: { folder: '/tmp/nothing-is-written', path: 'lines.txt' } }],
    ['the whole text as one value', { result: { all: '' } }, { returns: TEXT }],
    ['a header of the user agent', { response: 'text', headers: { 'User-Agent': 'test' } }],
  ])('%s', async (_mode, behavior, more) => {
    const outcome = await callTool(get(await http(half), behavior, more));
    expect(outcome).toMatchObject({ success: false, code: 'connection_lost' });
  });

  test('the request of a handler', async () => {
    const base = await http(half);
    const behavior = { kind: 'handler', export: 'run' } as const;
    const outcome = await callTool({ behavior, handlers: { run: readText }, connection: { base_url: base } });
    expect(outcome).toMatchObject({ success: false, code: 'connection_lost' });
  });
});

test.each<[string, Partial<HttpBehavior>, RegExp]>([
  ['JSON, which shows where it breaks off', {}, /gzip/],
  ['text', { response: 'text' }, /^identity$/],
  ['text, with a header of the author', { response: 'text', headers: { 'Accept-Encoding': 'gzip' } }, /^gzip$/],
])('what is asked for: %s', async (_mode, behavior, asked) => {
  const { base, seen } = await recorder();
  expect(await callTool(get(base, behavior))).toMatchObject({ success: true });
  expect(seen[0]?.headers['accept-encoding']).toMatch(asked);
});
