/** The official client over Streamable HTTP and over HTTP+SSE. */
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { MODES } from '../support/official-client.ts';
import type { Mode } from '../support/official-client.ts';
import { bundle } from './support/bundle.ts';
import type { HttpServerProcess } from './support/http-client.ts';
import { startHttp } from './support/http-client.ts';

/** The judge is the official client, over HTTP with a token. */
const file = await bundle('fixture-server.ts');

const HEADERS = { headers: { Authorization: 'Bearer sesame' } };
const start = (flag: string): Promise<HttpServerProcess> => startHttp(file, [flag], { HAFT_TOKEN: 'sesame' });

async function connect(mode: Mode, url: string): Promise<Client> {
  const client = new Client({ name: 'judge', version: '1.0.0' }, { versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: HEADERS }));
  return client;
}

async function judge(client: Client): Promise<void> {
  expect(client.getServerVersion()).toMatchObject({ name: 'fixture', version: '1.2.3' });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).slice(0, 2)).toEqual(['add_numbers', 'crash_inside']);
  const call = (name: string, args = {}) => client.callTool({ name, arguments: args });
  expect(await call('add_numbers', { a: 1 })).toMatchObject({ structuredContent: { data: { sum: 11 } } });
  expect(await call('add_numbers', { a: 'x' })).toMatchObject({ isError: true });
  await expect(call('no_such_tool')).rejects.toMatchObject({ code: -32602 });
  const many = await Promise.all(Array.from({ length: 20 }, (_, a) => call('add_numbers', { a })));
  expect(many.map(({ structuredContent }) => Object(structuredContent).data.sum)).toEqual(many.map((_, a) => a + 10));
}

/** For what keeps nothing on the server. */
const { url } = await startHttp(file, ['--http'], { HAFT_TOKEN: 'sesame' }, afterAll);

describe.each(MODES)('the official client, %s', (_name, mode) => {
  test('lists and calls', async () => {
    const client = await connect(mode, url);
    expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern');
    await judge(client);
  });

  test('sees progress', async () => {
    const client = await connect(mode, url);
    const seen: number[] = [];
    let released: Promise<unknown> | undefined;
    const onprogress = ({ progress }: { progress: number }): void => {
      if (seen.push(progress) === 3) released = client.callTool({ name: 'release_steps', arguments: {} });
    };
    await client.callTool({ name: 'report_steps', arguments: { hold: true } }, { onprogress });
    await released;
    expect(seen).toEqual([1, 2, 3]);
  });

  test('cancels by leaving', async () => {
    const server = await start('--http');
    const client = await connect(mode, server.url);
    const controller = new AbortController();
    const call = client.callTool({ name: 'wait_forever', arguments: {} }, { signal: controller.signal });
    await server.logged(/waiting/);
    controller.abort('enough');
    await expect(call).rejects.toThrow('enough');
    // In the legacy era the client only says so, and a server without sessions cannot know which call is meant.
    if (mode !== 'legacy') await server.logged(/aborted/);
  });

  test('is rejected without the token', async () => {
    const client = new Client({ name: 'judge', version: '1.0.0' }, { versionNegotiation: { mode } });
    await expect(client.connect(new StreamableHTTPClientTransport(new URL(url)))).rejects.toThrow();
  });
});

test('the official client over HTTP+SSE', async () => {
  const { port } = await start('--sse');
  const client = new Client({ name: 'judge', version: '1.0.0' });
  onTestFinished(() => client.close());
  const fetchWith = (url: string | URL, init?: RequestInit): Promise<Response> => {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', 'Bearer sesame');
    return fetch(url, { ...init, headers });
  };
  await client.connect(new SSEClientTransport(new URL(`http://127.0.0.1:${port}/sse`), { fetch: fetchWith }));
  await judge(client);
});
