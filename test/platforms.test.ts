/**
 * `worker.mjs` and `lambda.mjs` as `haft compile` prints them: imported by Node, where there is no `process`, and by the platforms
 * themselves. Those are not in the default run: 300 MB. `HAFT_TEST_PLATFORMS=<folder>` is a folder in which npm installed
 * them: `npm install --ignore-scripts miniflare@4 bun deno`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/folder.ts';
import { haft } from './support/haft.ts';

const FOLDER = process.env['HAFT_TEST_PLATFORMS'];
if (FOLDER === undefined)
  process.stdout.write(
    'platforms: skipped in part; HAFT_TEST_PLATFORMS=<folder> has them, as platforms.test.ts installs them.\n',
  );

const TOKEN = 'a-token-of-16-chars';

const SPEC = `kind: server
name: clock
version: 1.0.0
summary: Tells the time.
transports: [stdio, http]
env: { CLOCK_ZONE: { description: Time zone., optional: true } }
tools:
  - name: get_time
    description: { does: Tells the exact time of the computer., when: the user asks how late it is, examples: [how late is it] }
    effects: read
    returns: { type: object, properties: { zone: { type: string } } }
    handler: clock.ts
  - name: set_time
    description: { does: Sets the clock of the computer., when: the user wants another time, examples: [set the clock] }
    effects: write
    handler: clock.ts
`;

const HANDLERS = `export const getTime = async (_args: object, call) => ({ zone: call.env['CLOCK_ZONE'] ?? 'none' });
export const setTime = () => ({});
`;

const ends: (() => void)[] = [];
let folder = '';

beforeAll(() => {
  folder = temporaryFolder(
    { 'specs/clock.yaml': SPEC, 'specs/clock.ts': HANDLERS, 'haft.yaml': 'outputs: [worker, lambda]\n' },
    (end) => void ends.push(end),
  );
  expect(haft(folder, 'compile', '--no-types').code).toBe(0);
});

afterAll(() => ends.forEach((end) => end()));

const fileOf = (name: string): string => join(folder, 'generated/servers/clock', name);

const message = (method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const CALL = message('tools/call', { name: 'get_time', arguments: {} });
const HEADERS = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
const BINDINGS = { HAFT_TOKEN: TOKEN, CLOCK_ZONE: 'CET', HAFT_WITHOUT: 'set_time', OTHER: {} };

interface Worker {
  readonly fetch: (request: Request, bindings?: object) => Promise<Response>;
}

const post = (body: string, path = '/mcp'): Request =>
  new Request(`https://clock.example${path}`, { method: 'POST', headers: HEADERS, body });

/** Another module each time, which has made nothing yet. */
async function freshWorker(): Promise<Worker> {
  const { default: worker } = await import(`${pathToFileURL(fileOf('worker.mjs')).href}?${Math.random()}`);
  return worker;
}

describe('worker.mjs', () => {
  test('answers at the endpoint and to probes, reads its bindings, and has no other path', async () => {
    const { fetch } = await freshWorker();
    expect(await (await fetch(post(CALL), BINDINGS)).json()).toMatchObject({
      result: { structuredContent: { success: true, data: { zone: 'CET' } } },
    });
    expect(await (await fetch(post(message('tools/list')), BINDINGS)).text()).not.toContain('set_time');
    expect((await fetch(new Request('https://clock.example/readyz'))).status).toBe(200);
    expect((await fetch(post(CALL, '/'), BINDINGS)).status).toBe(404);
    const stranger = new Request('https://clock.example/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: CALL,
    });
    expect((await fetch(stranger, BINDINGS)).status).toBe(401);
  });

  test('serves nobody without a token, and everybody else once there is one', async () => {
    const { fetch } = await freshWorker();
    for (const bindings of [{}, { HAFT_TOKEN: 'short' }]) expect((await fetch(post(CALL), bindings)).status).toBe(503);
    expect((await fetch(post(CALL), BINDINGS)).status).toBe(200);
  });

  test('listens to nothing and runs nothing when it is imported', () => {
    const text = readFileSync(fileOf('worker.mjs'), 'utf8');
    expect(text).not.toContain('createServer');
    expect(text).not.toMatch(/^import /m);
  });
});

test('lambda.mjs answers the event of a function URL, in base64 as well', async () => {
  process.env['HAFT_TOKEN'] = TOKEN;
  ends.push(() => delete process.env['HAFT_TOKEN']);
  const { handler } = await import(pathToFileURL(fileOf('lambda.mjs')).href);
  const event = {
    version: '2.0',
    rawPath: '/mcp',
    rawQueryString: '',
    headers: HEADERS,
    requestContext: { domainName: 'x.lambda-url.example', http: { method: 'POST' } },
  };
  for (const [body, isBase64Encoded] of [
    [CALL, false],
    [btoa(CALL), true],
  ])
    expect(await handler({ ...event, body, isBase64Encoded })).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body: expect.stringContaining('"success":true'),
    });
  const get = { ...event, requestContext: { domainName: 'x', http: { method: 'GET' } }, isBase64Encoded: false };
  expect(await handler(get)).toMatchObject({ statusCode: 405, body: 'Use POST.' });
});

/** Where a package with the program of a platform is, by the start of its name. */
function programIn(scope: string, start: string, file: string): string {
  const all = readdirSync(join(FOLDER ?? '', 'node_modules', scope)).filter((name) => name.startsWith(start));
  const found = all
    .map((name) => join(FOLDER ?? '', 'node_modules', scope, name, file))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${scope} has no ${file}`);
  return found;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

const MINIFLARE = `import { readFileSync } from 'node:fs';
import { Miniflare } from 'miniflare';
const [, , script, port] = process.argv;
const { HAFT_TOKEN, CLOCK_ZONE } = process.env;
const one = new Miniflare({ modules: [{ type: 'ESModule', path: 'worker.mjs', contents: readFileSync(script, 'utf8') }], port: Number(port), compatibilityDate: '2026-04-01', bindings: { HAFT_TOKEN, CLOCK_ZONE } });
await one.ready;
console.log('ready');
`;

describe.skipIf(FOLDER === undefined)('the platforms themselves', () => {
  test.each<[string, (file: string, port: number) => [program: string, ...args: string[]]]>([
    ['bun', (file, port) => [programIn('@oven', 'bun-linux-x64', 'bin/bun'), '--port', `${port}`, file]],
    [
      'deno',
      (file, port) => [
        programIn('@deno', 'linux', 'deno'),
        'serve',
        '--allow-env',
        '--port',
        `${port}`,
        '--host',
        '127.0.0.1',
        file,
      ],
    ],
    [
      'workerd without nodejs_compat',
      (file, port) => {
        const script = join(FOLDER ?? '', 'haft-miniflare.mjs');
        writeFileSync(script, MINIFLARE);
        return [process.execPath, script, file, `${port}`];
      },
    ],
  ])('%s lists and calls', { timeout: 120_000 }, async (_name, command) => {
    const port = await freePort();
    const [program, ...args] = command(fileOf('worker.mjs'), port);
    const env = { ...process.env, PORT: `${port}`, BUN_PORT: `${port}`, HAFT_TOKEN: TOKEN, CLOCK_ZONE: 'CET' };
    const child: ChildProcess = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], cwd: FOLDER });
    try {
      const said = await Promise.race([once(child.stdout ?? child, 'data'), once(child.stderr ?? child, 'data')]);
      const ask = (body: string): Promise<Response> =>
        fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers: HEADERS, body });
      const first = await untilUp(() => ask(message('tools/list')), child);
      expect(await first.text(), String(said)).toContain('get_time');
      expect(await (await ask(CALL)).json()).toMatchObject({
        result: { structuredContent: { data: { zone: 'CET' } } },
      });
    } finally {
      child.kill('SIGKILL');
    }
  });
});

/** What a platform prints before it listens is not the same for all. */
async function untilUp(ask: () => Promise<Response>, child: ChildProcess): Promise<Response> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (child.exitCode !== null) throw error;
    }
  }
}
