/** A secret, planted in everything that a service, a program or a handler can say, leaves by no way that there is. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Handler } from '../../runtime/behaviors/run.ts';
import type { CommandBehavior, ServerDescriptor, ToolDescriptor } from '../../runtime/descriptor.ts';
import { createFetchHandler } from '../../runtime/transport/fetch.ts';
import { callTool, variable } from './support/call-tool.ts';
import { get, http, recorder } from './support/loopback.ts';
import { startServer } from './support/server-process.ts';
import { smallServer, tool } from './support/small-server.ts';

const SECRET = 'pa/ss "w\\örd&1"';
const env = { KEY: variable({ secret: true }) };
const given = { KEY: SECRET };

const base64 = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, encoding).toString('base64');
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const ascii = (text: string): string =>
  text.replaceAll(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The spellings of a secret, by what makes them. */
const SPELLINGS: Readonly<Record<string, string>> = {
  'as it is': SECRET,
  'percent-encoded': encodeURIComponent(SECRET),
  'percent-encoded in lower case': encodeURIComponent(SECRET).replaceAll(/%../g, (code) => code.toLowerCase()),
  'as a form': new URLSearchParams({ key: SECRET }).toString().slice(4),
  'as a parameter of a parameter': encodeURIComponent(encodeURIComponent(SECRET)),
  'inside JSON': json(SECRET),
  'inside JSON inside JSON': json(json(SECRET)),
  'inside ASCII JSON': ascii(json(SECRET)).replaceAll('/', '\\/').replaceAll('&', '\\u0026'),
  'inside HTML': SECRET.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  'as base64': base64(SECRET),
  'as Basic credentials': base64(`user:${SECRET}`),
  'as Basic credentials of a longer user': base64(`users:${SECRET}`),
  'as Basic credentials in Latin-1': base64(`me:${SECRET}`, 'latin1'),
  'as base64 before other text': base64(`${SECRET}, and more`),
  'as base64url': Buffer.from(`x${SECRET}??>>`).toString('base64url'),
  'as percent-encoded base64': encodeURIComponent(base64(`>>>${SECRET}`)),
};

const CLEAN = 'REDACTED';

/** Nothing from which the secret could be had, however it is decoded. */
function isClean(text: string): void {
  for (const [name, form] of Object.entries(SPELLINGS)) {
    expect(text, name).not.toContain(form);
    expect(text, name).not.toContain(json(form));
  }
  for (const part of ['pa/ss', 'ss%20', '%22w', 'örd&1']) expect(text).not.toContain(part);
  for (const run of text.match(/[\w+/=-]{12,}/g) ?? [])
    expect(Buffer.from(run, 'base64').toString()).not.toContain('pa/ss');
}

const everything = JSON.stringify(SPELLINGS);

describe.each(Object.entries(SPELLINGS))('%s', (_name, form) => {
  test('data, names, content, errors, codes, hints', async () => {
    const run: Handler = (_args, call) => {
      call.log(form);
      return call.fail(`error ${form}.`, `hint ${form}.`, `code_${form}`);
    };
    const declared = { declared: env, source: given };
    const failed = await callTool({ behavior: { kind: 'handler', export: 'run' }, handlers: { run }, ...declared });
    const data = { [form]: { deep: [`<${form}>`] } };
    const passed = await callTool({
      behavior: { kind: 'handler', export: 'run' },
      handlers: { run: () => data },
      ...declared,
    });
    isClean(JSON.stringify([failed, passed]));
    expect(failed).toMatchObject({
      error: expect.stringMatching(/^error .*\.$/),
      code: expect.stringMatching(/^code_/),
    });
    expect(JSON.stringify(passed.data)).toMatch(/\[redacted\]|REDACTED/);
  });

  test('a service that echoes, also piece by piece', async () => {
    const base = await http(({ url }, response) => {
      response.writeHead(url?.includes('bad') ? 400 : 200, { 'X-Echo': encodeURIComponent(form) });
      response.end(JSON.stringify({ text: `${'x'.repeat(290)}${form}`, [form]: 1 }));
    });
    const result = {
      text: { pointer: '/text', slice: { start: 'n', length: 'length' } },
      header: { header: 'x-echo', slice: { start: 'n', length: 'length' } },
    };
    const more = { declared: env, source: given };
    const window = get(
      base,
      { result },
      { ...more, parameters: { n: { type: 'integer' }, length: { type: 'integer' } } },
    );
    let text = '';
    let header = '';
    for (let n = 0; n < 400; n += 40) {
      const { data } = await callTool(window, { n, length: 40 });
      text += String(data?.['text'] ?? '');
      header += String(data?.['header'] ?? '');
    }
    isClean(`${text} ${header}`);
    isClean(JSON.stringify(await callTool(get(base, {}, more))));
    isClean(JSON.stringify(await callTool(get(base, { path: '/bad' }, more))));
  });
});

test('a program that echoes', async () => {
  const print = (stdout: CommandBehavior['stdout'], code: string): CommandBehavior => ({
    kind: 'command',
    argv: [process.execPath, '-e', code.replaceAll(/[{}]/g, '$&$&')],
    stdout,
    max_bytes: 100_000,
  });
  const text = JSON.stringify(everything);
  for (const behavior of [
    print('json', `console.log(${text})`),
    print('text', `console.log(${text})`),
    print('lines', `console.log(${text}.replaceAll(",", "\\n"))`),
    print('text', `console.error(${text}); process.exit(1)`),
    print(
      'text',
      `console.error("x".repeat(295) + ${JSON.stringify(SECRET)}.slice(3)); console.error(${text}); process.exit(1)`,
    ),
  ])
    isClean(JSON.stringify(await callTool({ behavior, declared: env, source: given })));
});

test('an image and a file with a secret in them can still be decoded', async () => {
  const bytes = base64(`before ${SECRET} behind`);
  const run: Handler = (_args, call) => call.content([{ type: 'image', data: bytes, mimeType: 'image/png' }], { n: 1 });
  const handler = createFetchHandler(descriptor({}), { run }, { env: given });
  const { content } = JSON.parse(await bodyOf(handler, call())).result;
  const decoded = Buffer.from(content[0].data, 'base64').toString('latin1');
  expect(decoded).toMatch(/^before.*behind$/s);
  expect(content[0].data).toHaveLength(bytes.length);
  isClean(JSON.stringify(content));
});

test('numbers that are a secret, names of the protocol that are one, and JSON that stays JSON', async () => {
  const secrets = { A: '12345678', B: 'success', C: '":{"', D: 'ntext', E: '\\n\\n', F: 'structuredContent' };
  const declared = Object.fromEntries(Object.keys(secrets).map((name) => [name, variable({ secret: true })]));
  const data = { n: 12_345_678, more: 123_456_789, text: 'a\ntext\\n\\n":{"', success: 'success' };
  const handler = createFetchHandler(descriptor({ env: declared }), { run: () => data }, { env: secrets });
  const { result } = JSON.parse(await bodyOf(handler, call()));
  expect(result.structuredContent).toEqual({
    success: true,
    data: { n: '[redacted]', more: 123_456_789, text: 'a\ntext[redacted][redacted]', '[redacted]': '[redacted]' },
  });
  expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
});

test('values of one to three characters, and of variables that are no secrets, are left', async () => {
  const declared = { SHORT: variable({ secret: true }), PLAIN: variable() };
  const run: Handler = (_args, call) => ({ short: call.env['SHORT'], plain: call.env['PLAIN'] });
  const source = { SHORT: 'abc', PLAIN: 'plain-value' };
  const { data } = await callTool({
    behavior: { kind: 'handler', export: 'run' },
    handlers: { run },
    declared,
    source,
  });
  expect(data).toEqual({ short: 'abc', plain: 'plain-value' });
});

const call = (params: object = {}): object => ({
  method: 'tools/call',
  params: { name: 'get_x', arguments: {}, ...params },
});

function descriptor(more: Partial<ServerDescriptor>): ServerDescriptor {
  const limits = { calls_per_minute: 1000, concurrency: 8, timeout_ms: 10_000 };
  const rest = { format: 2, name: 'small', title: 'S', version: '1.0.0', instructions: '', coerce: false } as const;
  return { ...rest, transports: ['stdio'], env, connections: {}, limits, tools: [tool], ...more };
}

async function bodyOf(
  handler: (request: Request) => Promise<Response>,
  message: object,
  accept = 'application/json',
): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  const headers = { 'Content-Type': 'application/json', Accept: accept };
  return (await handler(new Request('http://localhost/mcp', { method: 'POST', headers, body }))).text();
}

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

  test.each(['--list', '--help', '--version'])('%s', async (flag) => {
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

test('the password of an address, and a bearer token, are secrets whatever is declared', async () => {
  const { base, seen } = await recorder();
  const url = base.replace('http://', 'http://reader:open%40sesame@');
  const setting = get('{env.URL}', {}, { declared: { URL: variable() }, source: { URL: url } });
  expect(await callTool(setting)).toMatchObject({ success: true });
  expect(seen[0]?.headers['authorization']).toBe(`Basic ${base64('reader:open@sesame')}`);
  const nobody = get(
    '{env.URL}',
    {},
    { declared: { URL: variable() }, source: { URL: 'http://u:open-sesame@127.0.0.1:1/x' } },
  );
  expect(JSON.stringify(await callTool(nobody))).not.toContain('sesame');
  const run: Handler = () => ({ token: process.env['HAFT_TOKEN'], again: 'the-token-of-clients' });
  const handler = createFetchHandler(descriptor({}), { run }, { token: 'the-token-of-clients' });
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer the-token-of-clients' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call() });
  const response = await handler(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
  expect(await response.text()).toContain('[redacted]');
});
