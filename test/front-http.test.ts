/** Other MCP servers over HTTP: the server of the official SDK as the judge, and servers that do what they should not. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mcp } from '../runtime/behaviors/mcp/mcp.ts';
import type { BehaviorContext } from '../runtime/behaviors/shared/run.ts';
import type { McpBehavior, ServerDescriptor, ToolDescriptor } from '../runtime/descriptor/descriptor.ts';
import { OpenCall } from '../runtime/server/context.ts';
import type { Progress } from '../runtime/protocol/progress.ts';
import { risingProgress } from '../runtime/protocol/progress.ts';
import type { ToolFailure } from '../runtime/server/failure.ts';
import { createRedact } from '../runtime/redaction/secret-search.ts';
import { connectUpstreams } from '../runtime/upstream/connect.ts';

const SERVER = join(import.meta.dirname, 'doubles/upstream/server.mjs');

const double = spawn(process.execPath, [SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
let origin = '';

beforeAll(async () => {
  const [port] = (await once(createInterface({ input: double.stdout }), 'line')) as [string];
  origin = `http://127.0.0.1:${port}`;
});
afterAll(() => void double.kill());

interface Seen {
  readonly authorization: readonly (string | undefined)[];
  readonly deleted: number;
  readonly begun: number;
  readonly cancelled: number;
}

const seen = async (): Promise<Seen> => (await fetch(`${origin}/seen`)).json() as Promise<Seen>;

function front(url: string, more: Partial<McpBehavior> = {}) {
  const server: ServerDescriptor = {
    name: 'front',
    title: 'Front',
    version: '1.0.0',
    instructions: '',
    env: { TOKEN: { description: 'Token.', secret: true, optional: false } },
    connections: {},
    limits: { calls_per_minute: 1000, concurrency: 8, timeout_ms: 1000 },
    upstreams: {
      it: { url, headers: { Authorization: 'Bearer {env.TOKEN}' }, timeout_ms: 20_000, on_drift: 'reject' },
    },
    transports: ['stdio'],
  } as unknown as ServerDescriptor;
  const env = { TOKEN: 'sesame-open-2026', URL: url };
  const lines: string[] = [];
  const upstreams = connectUpstreams({ server, env, log: (line) => lines.push(line) });
  const behavior: McpBehavior = { kind: 'mcp', upstream: 'it', tool: 'double', ...more };
  const context = { server, env, upstreams, redact: createRedact({}, {}), tool: { results: 'raw' } as ToolDescriptor };
  const run = mcp.run(behavior, context as unknown as BehaviorContext);
  const progress: Progress[] = [];
  const call = () =>
    new OpenCall((line) => lines.push(line), {
      allowance: () => 0,
      progress: risingProgress((one) => progress.push(one)),
    });
  return { upstreams, lines, progress, call, ask: async (args = { a: 3 }) => run(args, call()), run };
}

const RESULT = { content: [{ type: 'text', text: '6' }], structuredContent: { sum: 6 }, _meta: { 'x/y': [1] } };

describe.each(['/sse', '/json'])('a server of the official SDK at %s', (path) => {
  test('is called in a session with its login, and results pass unchanged', async () => {
    const { ask, upstreams, progress } = front(`${origin}${path}`);
    expect(await ask()).toMatchObject({ members: RESULT });
    expect(progress).toEqual(path === '/sse' ? [{ progress: 1, total: 2 }] : []);
    const { tools, about } = await upstreams.open('it');
    expect(about).toMatchObject({ instructions: 'Adds.', serverInfo: { version: '3.2.1' } });
    expect((await tools(AbortSignal.timeout(10_000))).map(({ name }) => name)).toEqual(['double', 'wait']);
    expect(new Set((await seen()).authorization)).toEqual(new Set(['Bearer sesame-open-2026']));
  });

  test('is connected again when it no longer knows the session', async () => {
    const { ask, lines } = front(`${origin}${path}`);
    await ask();
    await fetch(`${origin}/forget`);
    expect(await ask()).toMatchObject({ members: RESULT });
    expect(lines).toEqual(['upstream it: its session has expired (status 404)']);
  });
});

describe.each(['/stored', '/modern'])('a server of the official SDK at %s', (path) => {
  test('is called, tells progress, and is described as others are', async () => {
    const { ask, upstreams, progress } = front(`${origin}${path}`);
    expect(await ask()).toMatchObject({ members: RESULT });
    expect(progress).toEqual([{ progress: 1, total: 2 }]);
    const { tools, about } = await upstreams.open('it');
    expect(about).toMatchObject({ instructions: 'Adds.', serverInfo: { version: '3.2.1' } });
    expect((await tools(AbortSignal.timeout(10_000))).map(({ name }) => name)).toEqual(['double', 'wait']);
  });
});

test.each(['/sse', '/stored', '/modern'])('a call at %s that the client cancels is cancelled there', async (path) => {
  const { begun, cancelled } = await seen();
  const { run, call } = front(`${origin}${path}`, { tool: 'wait' });
  const open = call();
  const result = run({}, open);
  await fetch(`${origin}/when?begun=${begun + 1}`);
  open.abort('cancelled');
  expect(await result).toMatchObject({ code: 'cancelled' });
  await fetch(`${origin}/when?cancelled=${cancelled + 1}`);
});

describe('a server that cannot be used is named in words', () => {
  test.each([
    ['/login', 'it rejected the login (status 401): check the variable TOKEN'],
    ['/forbidden', 'it rejected the login (status 403): check the variable TOKEN'],
    ['/nowhere', 'there is no MCP endpoint of Streamable HTTP at its address (status 404)'],
    ['/broken', 'it responded with status 500'],
    ['/redirect', 'it redirects to another address (status 307), which is not followed'],
    ['/cut', 'its response ended early'],
    ['/garbage', 'it sent a message that is not JSON', 'sent a response that cannot be used'],
    ['/huge', 'it sent a message larger than 10 MiB', 'sent a response that cannot be used'],
    ['/html', 'its response is not one of MCP', 'sent a response that cannot be used'],
  ])('%s', async (path, reason, how = 'cannot be reached') => {
    const { ask } = front(`${origin}${path}`);
    const failed = (await ask()) as ToolFailure;
    expect(failed.error).toBe(`The server behind this tool ${how}: ${reason}.`);
    expect(JSON.stringify(failed)).not.toContain('sesame');
  });

  test.each([
    ['http://192.0.2.1/mcp', 'its address uses neither https nor http on this machine'],
    ['{env.URL}', 'its address uses neither https nor http on this machine'],
    ['http://127.0.0.1:1/mcp', 'http://127.0.0.1:1 cannot be reached (no connection)'],
  ])('%s', async (url, reason) => {
    const { ask } = front(url);
    expect(await ask()).toMatchObject({ error: `The server behind this tool cannot be reached: ${reason}.` });
  });
});
