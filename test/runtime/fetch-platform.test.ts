/** The fetch handler where there is no `process`, no `Buffer` and no `node:` module. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Behavior } from '../../runtime/descriptor/descriptor.ts';
import { http } from './support/loopback.ts';
import { descriptorOf, tool } from './support/descriptor.ts';
import { bundleForWeb, runOnWeb } from './support/web-platform.ts';

const behaviors: Readonly<Record<string, Behavior>> = {
  get_x: { kind: 'handler', export: 'run' },
  ask_service: { kind: 'http', connection: 'local', method: 'GET', path: '/x' },
  run_program: { kind: 'command', argv: ['true'], stdout: 'text', max_bytes: 100 },
  read_file: { kind: 'file', folder: '/srv', path: 'a.md', format: 'text', max_bytes: 100 },
  ask_by_hand: { kind: 'handler', export: 'ask' },
  crash_inside: { kind: 'handler', export: 'crash' },
};

const serverAt = (base: string): object =>
  descriptorOf({
    transports: ['http'],
    coerce: true,
    connections: { local: { base_url: base } },
    tools: Object.entries(behaviors).map(([name, behavior]) => ({ ...tool, name, behavior })),
  });

const sourceAt = (base: string): string => `
  import { createFetchHandler } from '@haft/runtime';
  const lines = [];
  const handlers = {
    run: (args, call) => (call.progress(1), { seen: typeof process + typeof Buffer }),
    ask: async (args, call) => ({ status: (await call.request('local', { path: '/x' })).status }),
    crash: () => { throw new Error('inside') },
  };
  const answer = createFetchHandler(${JSON.stringify(serverAt(base))}, handlers, {
    token: 'a-token-of-16-ch',
    log: (line) => lines.push(JSON.parse(line)),
  });
  export { answer, lines };`;

let answer: (request: Request) => Promise<Response>;
let lines: readonly object[];
beforeEach(async () => {
  const base = await http((_request, response) => response.end('{"ok":true}'));
  ({ answer, lines } = await runOnWeb(sourceAt(base)));
});

const Authorization = 'Bearer a-token-of-16-ch';

async function ask(method: string, params: object = {}, headers: Record<string, string> = {}): Promise<string> {
  const all = { 'Content-Type': 'application/json', Authorization, ...headers };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return (await answer(new Request('https://tools.example/mcp', { method: 'POST', headers: all, body }))).text();
}

const call = async (name: string): Promise<object> =>
  JSON.parse(await ask('tools/call', { name, arguments: {} })).result.structuredContent;

describe('without process, Buffer and node:', () => {
  test('it loads with no import at all', async () => {
    const text = await bundleForWeb(sourceAt('http://127.0.0.1:1'), 'esm');
    expect(text).not.toMatch(/^import\b|\bfrom ["']node:/m);
  });

  test('handshake, list, progress, bodies and failures', async () => {
    expect(JSON.parse(await ask('initialize', { protocolVersion: '2025-11-25' }))).toMatchObject({ id: 1 });
    expect(JSON.parse(await ask('tools/list')).result.tools).toHaveLength(6);
    expect(await call('get_x')).toEqual({ success: true, data: { seen: 'undefinedundefined' } });
    expect(await call('crash_inside')).toMatchObject({ code: 'internal_error' });
    const params = { name: 'get_x', arguments: {}, _meta: { progressToken: 'ä😀' } };
    const events = await ask('tools/call', params, { Accept: 'application/json, text/event-stream' });
    expect(events).toMatch(/notifications\/progress.*"progressToken":"ä😀"[^]*"success":true/);
    expect(await ask('ping', {}, { Authorization: 'Bearer a-token-of-16-cx' })).toMatch(/bearer token/);
  });

  test('services are asked, and tools that run a program or read a file fail alone', async () => {
    expect(await call('ask_service')).toMatchObject({ success: true });
    expect(await call('ask_by_hand')).toMatchObject({ data: { status: 200 } });
    expect(await call('run_program')).toMatchObject({ code: 'internal_error' });
    expect(await call('read_file')).toMatchObject({ code: 'internal_error' });
    expect(lines.slice(0, 2)).toMatchObject([
      { level: 'warn', tool: 'run_program', message: expect.stringMatching(/cannot run programs/) },
      { level: 'warn', tool: 'read_file', message: expect.stringMatching(/cannot read files/) },
    ]);
  });
});
