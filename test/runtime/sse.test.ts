/** The legacy transport HTTP+SSE. */
import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { lineReader } from '../support/lines.ts';
import { bundle } from './support/bundle.ts';
import { JSON_HEADERS, send, startHttp } from './support/http-client.ts';

const file = await bundle('fixture-server.ts');

/** An old client: reads events from one connection, posts to the address that the first of them names. */
async function oldClient(port: number) {
  const stream = get(`http://127.0.0.1:${port}/sse`, { agent: false });
  onTestFinished(() => void stream.destroy());
  const [response] = (await once(stream, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  const line = lineReader(response);
  const next = async (type: string): Promise<string> => {
    expect(await line()).toBe(`event: ${type}`);
    const data = (await line()) ?? '';
    expect(await line()).toBe('');
    return data.replace(/^data: /, '');
  };
  const place = await next('endpoint');
  const post = (message: object, headers = {}) =>
    send(
      `http://127.0.0.1:${port}${place}`,
      'POST',
      { ...JSON_HEADERS, ...headers },
      JSON.stringify({ jsonrpc: '2.0', ...message }),
    );
  return { stream, place, post, message: async () => JSON.parse(await next('message')) };
}

test('a session: handshake, list, call with progress, cancellation', async () => {
  const { port, logged } = await startHttp(file, ['--sse']);
  const { post, message } = await oldClient(port);
  const params = { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
  expect(await post({ id: 1, method: 'initialize', params })).toMatchObject({ status: 202 });
  expect(await message()).toMatchObject({ id: 1, result: { protocolVersion: '2024-11-05' } });
  expect(await post({ method: 'notifications/initialized' })).toMatchObject({ status: 202 });
  await post({ id: 2, method: 'tools/list' });
  expect(await message()).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
  await post({ id: 3, method: 'tools/call', params: { name: 'report_steps', _meta: { progressToken: 'p' } } });
  for (const progress of [1, 2, 3]) expect(await message()).toMatchObject({ params: { progress } });
  expect(await message()).toMatchObject({ id: 3, result: { structuredContent: { success: true } } });
  await post({ id: 4, method: 'tools/call', params: { name: 'wait_forever' } });
  await logged(/waiting/);
  await post({ method: 'notifications/cancelled', params: { requestId: 4 } });
  await logged(/aborted/);
});

test('sessions are apart, and end with their connection', async () => {
  const { port, logged } = await startHttp(file, ['--sse']);
  const [one, two] = await Promise.all([oldClient(port), oldClient(port)]);
  await one.post({ id: 1, method: 'tools/call', params: { name: 'wait_forever' } });
  await logged(/waiting/);
  await two.post({ id: 1, method: 'ping' });
  expect(await two.message()).toMatchObject({ id: 1, result: {} });
  one.stream.destroy();
  await logged(/aborted/);
  await expect.poll(async () => (await one.post({ id: 2, method: 'ping' })).status).toBe(404);
  await two.post({ id: 2, method: 'ping' });
  expect(await two.message()).toMatchObject({ id: 2 });
});

test('the same rules hold as for the other transport', async () => {
  const { port, url } = await startHttp(file, ['--sse']);
  const { post, place } = await oldClient(port);
  const at = `http://127.0.0.1:${port}`;
  expect(await post({ id: 1, method: 'ping' }, { Origin: 'https://evil.example' })).toMatchObject({ status: 403 });
  expect(await post({ id: 1, method: 'ping' }, { Host: 'evil.example' })).toMatchObject({ status: 403 });
  expect(await post({ id: 1, method: 'ping' }, { 'Content-Type': 'text/plain' })).toMatchObject({ status: 415 });
  expect(await send(`${at}/sse`, 'GET', { Host: 'evil.example' })).toMatchObject({ status: 403 });
  expect(await send(`${at}/sse`, 'POST', JSON_HEADERS, '{}')).toMatchObject({
    status: 405,
    headers: { allow: 'GET, OPTIONS' },
  });
  expect(await send(`${at}${place}`, 'GET', {})).toMatchObject({ status: 405 });
  expect(await send(`${at}/messages?session=none`, 'POST', JSON_HEADERS, '{}')).toMatchObject({ status: 404 });
  // Both are served where the spec lists both.
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  expect(await send(url, 'POST', JSON_HEADERS, ping)).toMatchObject({ status: 200 });
});
