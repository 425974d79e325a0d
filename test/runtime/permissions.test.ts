/** What a platform does not let a server do is named by its flag, and no file or program is said to be missing. */
import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { notStarted } from '../../runtime/behaviors/command/process.ts';
import { openSqlite } from '../../runtime/behaviors/sql/sqlite.ts';
import { errorCode } from '../../runtime/language/describe.ts';
import { lambda, worker } from '../../runtime/transport/platforms.ts';
import { handlerTools, secrets } from '../../runtime/modules.ts';
import { toolOf } from './support/call-tool.ts';
import { descriptorOf } from './support/descriptor.ts';

const deno = (flag: string): Error =>
  Object.assign(new Error(`Requires access, run again with the ${flag} flag`), { name: 'NotCapable' });
const node = (flag: string): Error =>
  Object.assign(new Error(`Restricted. Use ${flag} to manage permissions.`), { code: 'ERR_ACCESS_DENIED' });

test.each([deno('--allow-run'), node('--allow-child-process')])('a program: %s', async (error) => {
  const flag = /--[a-z-]+/.exec(error.message)?.[0] ?? '';
  const failed = await notStarted(errorCode(error), { argv: ['node'], cwd: '/none', env: {} }, undefined);
  expect(failed).toMatchObject({ code: 'unsupported', error: expect.stringContaining(flag) });
  expect(failed.retry_hint).toContain('Do not retry');
});

const call = { reads: true, maxBytes: 9, next: () => undefined, signal: AbortSignal.any([]), database: 'a' };

test('the file of a database', async () => {
  const error = deno('--allow-read');
  const modules = vi.spyOn(process, 'getBuiltinModule') as unknown as {
    mockImplementation: (give: (name: string) => unknown) => void;
    mockRestore: () => void;
  };
  modules.mockImplementation((name) =>
    name === 'node:fs'
      ? {
          realpathSync: () => {
            throw error;
          },
        }
      : name === 'node:path'
        ? { join: String, isAbsolute: () => true, relative: String }
        : {},
  );
  const end = await openSqlite(
    { kind: 'sqlite', folder: '/', path: 'a', timeout_ms: 9 } as never,
    undefined,
  )(call as never);
  modules.mockRestore();
  expect(end).toMatchObject({ kind: 'unsupported', failure: { error: expect.stringContaining('--allow-read') } });
});

test('a child whose pipes and channel are not counted, as in Bun, runs statements', async () => {
  const child = Object.assign(new EventEmitter(), {
    pid: 1,
    stdin: {},
    channel: {},
    ref() {},
    unref() {},
    kill() {},
    send: () => child.emit('message', { isOver: true }),
  });
  const fs = { realpathSync: String, statSync: () => ({ isFile: () => true }) };
  const path = { join: () => '/a', isAbsolute: (text: string) => text === '/', relative: () => 'a' };
  const modules: Readonly<Record<string, unknown>> = {
    'node:fs': fs,
    'node:path': path,
    'node:child_process': { spawn: () => child },
  };
  const spy = vi
    .spyOn(process, 'getBuiltinModule')
    .mockImplementation(((name: string) => modules[name] ?? {}) as never);
  const end = await openSqlite(
    { kind: 'sqlite', folder: '/', path: 'a', timeout_ms: 99 } as never,
    undefined,
  )(call as never);
  spy.mockRestore();
  expect(end).toMatchObject({ kind: 'done' });
});

const TOKEN = 'a-token-of-16-chars';
const SERVER = descriptorOf({ tools: [toolOf({ behavior: { kind: 'handler', export: 'run' }, parameters: {} })] });
const HEADERS = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'get_thing', arguments: {} },
});

test('a worker whose handlers do not load says so at each path that needs them', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken = { loadBundled: () => Promise.reject(new Error('no module')) };
  const { fetch } = worker(SERVER, (() => Promise.resolve({})) as never, [handlerTools, secrets, broken as never]);
  const at = (path: string): Promise<Response> =>
    fetch(new Request(`https://a.example${path}`, { method: 'POST', headers: HEADERS, body }), { HAFT_TOKEN: TOKEN });
  for (const path of ['/readyz', '/mcp']) {
    const response = await at(path);
    expect([response.status, await response.text()]).toEqual([
      503,
      expect.stringContaining('handlers of the server could not'),
    ]);
  }
  expect((await at('/livez')).status).toBe(200);
  silent.mockRestore();
});

test('a result that Lambda would drop is a failure in words', async () => {
  process.env['HAFT_TOKEN'] = TOKEN;
  const invoke = lambda(SERVER, { run: () => ({ text: 'x'.repeat(7 * 1024 * 1024) }) }, [handlerTools, secrets]);
  const requestContext = { domainName: 'a.example', http: { method: 'POST' } };
  const event = { rawPath: '/mcp', rawQueryString: '', headers: HEADERS, body, isBase64Encoded: false, requestContext };
  const reply = JSON.parse((await invoke(event)).body);
  delete process.env['HAFT_TOKEN'];
  expect(reply).toMatchObject({ id: 7, result: { isError: true, structuredContent: { code: 'result_too_large' } } });
});
