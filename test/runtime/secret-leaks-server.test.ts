/** A secret in every text of a server leaves it over no transport. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ServerDescriptor, ToolDescriptor } from '../../runtime/descriptor/descriptor.ts';
import { startServer } from './support/server-process.ts';
import { tool } from './support/descriptor.ts';
import { smallServer } from './support/small-server.ts';
import { temporaryFolder } from '../support/folder.ts';
import { CLEAN, SECRET, env, everything, given, isClean } from './support/spellings.ts';
import { everyNth } from '../support/runs.ts';

describe('a server whose every text has the secret in it', () => {
  const planted = `Says ${everything}.`;
  const whole: ToolDescriptor = {
    ...tool,
    description: planted,
    inputSchema: {
      type: 'object',
      properties: { [SECRET]: { type: 'string', description: planted, enum: [SECRET] } },
      required: [],
    },
  };
  const uri = 'skill://small/SKILL.md';
  const files = [{ uri, digest: 'sha256:00', size: 1, mimeType: 'text/markdown', text: planted }];
  const more: Partial<ServerDescriptor> = {
    env,
    tools: [whole],
    instructions: planted,
    transports: ['stdio', 'http', 'sse'],
    skills: [{ uri, frontmatter: { name: 'small', description: planted }, files }],
  };
  const run = `(args, call) => {
    const all = JSON.stringify(${everything});
    call.log(all); call.progress(1, 2, all);
    console.log(all); console.error(all); process.stdout.write(all + '\\n'); process.stderr.write(Buffer.from(all + '\\n'));
    setImmediate(() => { throw new Error(all) });
    Promise.reject({ all });
    return new Promise((resolve) => setImmediate(() => setImmediate(() => { throw new Error(all) })) && setTimeout(() => resolve({ all, [all]: all }), 50));
  }`;
  let file = '';
  beforeAll(async () => {
    file = await smallServer(more, run);
  });

  const asked: readonly (readonly [string, object?])[] = [
    ['initialize', { protocolVersion: '2025-11-25' }],
    [
      'server/discover',
      {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    ],
    ['tools/list'],
    ['tools/call', { name: 'get_x', arguments: {}, _meta: { progressToken: 7 } }],
    ['tools/call', { name: `get_${SECRET}` }],
    ['tools/call', { name: 'get_x', arguments: { [SECRET]: 'x' } }],
    ['skills/list'],
    ['skills/get', { uri }],
    ['resources/list'],
    ['resources/read', { uri }],
    ['resources/read', { uri: SECRET }],
    [SECRET],
  ];

  test('over stdio: answers, progress, the log and what handlers print', async () => {
    const server = startServer(file, ['--stdio'], { ...given, HAFT_LOG: 'debug' });
    for (const [method, params] of asked) {
      server.ask(method, params, 'end');
      let line;
      do {
        line = await server.next();
        isClean(JSON.stringify(line));
      } while (line.id !== 'end');
    }
    await server.logged(/error outside of a call[^]*error outside of a call/);
    server.child.stdin?.end();
    const { stderr } = await server.end();
    isClean(stderr);
    expect(stderr).toContain(CLEAN);
  });

  test.each(everyNth(3, ['--list', '--help', '--version']))('%s', async (flag) => {
    const server = startServer(file, [flag], given);
    const { rest } = await server.end();
    isClean(rest.join('\n'));
    expect(rest.join('').length).toBeGreaterThan(0);
  });

  test('over HTTP and HTTP+SSE', async () => {
    const server = startServer(file, ['--http', '--port', '0'], { ...given, HAFT_LOG: 'debug' });
    const [, port] = await server.logged(/127\.0\.0\.1:(\d+)/);
    const post = (place: string, message: object): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}${place}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      });
    for (const [method, params] of asked) isClean(await (await post('/mcp', { method, params })).text());
    isClean(await (await fetch(`http://127.0.0.1:${port}/${encodeURIComponent(SECRET)}`)).text());
    const stop = new AbortController();
    const stream = await fetch(`http://127.0.0.1:${port}/sse`, { signal: stop.signal });
    let text = '';
    let left = asked.length;
    for await (const chunk of stream.body ?? []) {
      const before = text.length;
      text += Buffer.from(chunk).toString();
      const place = before === 0 ? /data: (\S+)/.exec(text)?.[1] : undefined;
      if (place !== undefined)
        for (const [at, [method, params]] of asked.entries()) await post(place, { method, params, id: at });
      left = asked.length - new Set(text.match(/"id":\d+/g)).size;
      if (left === 0) break;
    }
    stop.abort();
    isClean(text);
    isClean((await (server.child.kill(), server.end())).stderr);
  });
});

const CLIENT_TOKEN = 'client-token-abcdefgh12345';

test.each<[string, (text: string) => NodeJS.ProcessEnv]>(
  everyNth(2, [
    ['HAFT_TOKEN has', (HAFT_TOKEN) => ({ HAFT_TOKEN })],
    ['HAFT_TOKEN has between blanks', (text) => ({ HAFT_TOKEN: ` ${text}\n` })],
    ['HAFT_TOKEN_FILE names', (token) => ({ HAFT_TOKEN_FILE: `${temporaryFolder({ token: `${token}\n` })}/token` })],
  ]),
)('the token that %s leaves by no answer, and by no list', async (_place, environmentOf) => {
  const token = CLIENT_TOKEN;
  const env = environmentOf(token);
  const file = await smallServer(
    { transports: ['http'], tools: [{ ...tool, description: `Says ${token}.` }] },
    `() => ({ text: '${token}' })`,
  );
  const listed = await startServer(file, ['--list'], env).end();
  expect(listed.rest.join('')).toContain('Says [redacted].');
  const server = startServer(file, ['--http', '--port', '0'], env);
  const [, port] = await server.logged(/127\.0\.0\.1:(\d+)/);
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_x', arguments: {} } }),
  });
  const text = await response.text();
  expect(text).toContain('[redacted]');
  expect(text).not.toContain(token);
});
