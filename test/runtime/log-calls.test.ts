/** What a server over HTTP logs of each call, and the address that its environment sets. */
import { expect, test } from 'vitest';
import { ON_WINDOWS } from '../support/posix.ts';
import { bundle } from './support/bundle.ts';
import { legacy, modern, startHttp } from './support/http-client.ts';
import { startServer } from './support/server-process.ts';

const file = await bundle('fixture-server.ts');
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

test('each call is one line with tool, code, duration, client, id and trace, and without a value', async () => {
  const { url, logged } = await startHttp(file);
  const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
  await legacy(url, 'tools/call', { name: 'add_numbers', arguments: { a: 4711 } }, { traceparent });
  const [done = ''] = await logged(/\{[^\n]*"message":"call"[^\n]*"code":"ok"[^\n]*\}/);
  expect(JSON.parse(done)).toMatchObject({ level: 'info', tool: 'add_numbers', code: 'ok', trace_id: TRACE });
  expect(JSON.parse(done)).toMatchObject({ ms: expect.any(Number), id: expect.any(Number) });
  expect(done).not.toContain('4711');
  await modern(url, 'tools/call', { name: 'add_numbers', arguments: { a: 'secret' } });
  const [wrong = ''] = await logged(/\{[^\n]*"code":"invalid_arguments"[^\n]*\}/);
  expect(wrong).not.toContain('secret');
  await legacy(url, 'tools/call', { name: 'subtract_numbers', arguments: {} });
  await logged(/"tool":"subtract_numbers","message":"call","code":-32602/);
});

test.skipIf(ON_WINDOWS)('methods other than calls write no line', async () => {
  const server = await startHttp(file);
  await legacy(server.url, 'tools/list', {});
  server.child.kill('SIGTERM');
  expect((await server.end()).stderr).not.toContain('"message":"call"');
});

test.each([
  [{ HAFT_PORT: '0', PORT: '1' }, [], /listening on http:\/\/127\.0\.0\.1:\d+/],
  [{ PORT: '0', HAFT_HOST: 'localhost' }, [], /listening on http:\/\/localhost:\d+/],
  [{ HAFT_PORT: 'x' }, ['--port', '0'], /listening on/],
  [{ HAFT_PORT: 'x' }, [], /HAFT_PORT must be an integer from 0 to 65535, got \\"x\\"/],
] as const)('%j %j', async (env, flags, line) => {
  await startServer(file, ['--http', ...flags], env).logged(line);
});
