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
import { newSigner, openIssuer } from './runtime/support/issuer.ts';
import { ALGORITHMS, BAD, GOOD } from './runtime/support/token-table.ts';

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
prompts: [{ name: late, description: Asks how late it is., messages: How late is it? }]
resources: [{ uri: "clock://zones", name: zones, description: Names of zones., file: references/zones.md }]
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
    {
      'specs/references/zones.md': 'UTC',
      'specs/clock.yaml': SPEC,
      'specs/clock.ts': HANDLERS,
      'haft.yaml': 'outputs: [worker, lambda]\n',
    },
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
    expect((await fetch(post(CALL, '/'), BINDINGS)).status).toBe(404);
    const stranger = new Request('https://clock.example/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: CALL,
    });
    expect((await fetch(stranger, BINDINGS)).status).toBe(401);
  });

  test('has the prompts and resources of the server', async () => {
    const { fetch } = await freshWorker();
    const answer = async (method: string, params?: object): Promise<string> =>
      (await fetch(post(message(method, params)), BINDINGS)).text();
    expect(await answer('prompts/get', { name: 'late' })).toContain('How late is it?');
    expect(await answer('resources/list')).toContain('clock://zones');
    expect(await answer('resources/read', { uri: 'clock://zones' })).toContain('UTC');
  });

  test('reads its token without the line break of a file, and answers below .well-known with metadata alone', async () => {
    const { fetch } = await freshWorker();
    const bindings = { ...BINDINGS, HAFT_TOKEN: ` ${TOKEN}\n` };
    expect((await fetch(post(CALL), bindings)).status).toBe(200);
    for (const path of ['/.well-known/mcp', '/.well-known/', '/.well-known/oauth-protected-resource'])
      expect((await fetch(post(CALL, path), bindings)).status).toBe(404);
  });

  test('serves nobody without a token, and everybody else once there is one', async () => {
    const { fetch } = await freshWorker();
    const get = (path: string): Request => new Request(`https://clock.example${path}`);
    for (const bindings of [{}, { HAFT_TOKEN: 'short' }, BINDINGS]) {
      for (const path of ['/readyz', '/healthz', '/mcp', '/livez']) {
        const answer = await fetch(path === '/mcp' ? post(CALL) : get(path), bindings);
        expect(answer.status, path).toBe(path === '/livez' || bindings === BINDINGS ? 200 : 503);
      }
    }
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
const { HAFT_TOKEN, HAFT_URL, CLOCK_ZONE, ISSUER } = process.env;
const bindings = JSON.parse(JSON.stringify({ HAFT_TOKEN, HAFT_URL, CLOCK_ZONE, ISSUER }));
const one = new Miniflare({ modules: [{ type: 'ESModule', path: 'worker.mjs', contents: readFileSync(script, 'utf8') }], port: Number(port), compatibilityDate: '2026-04-01', bindings });
await one.ready;
console.log('ready');
`;

const PLATFORMS: readonly (readonly [
  name: string,
  command: (file: string, port: number) => readonly [program: string, ...args: string[]],
])[] = [
  ['bun', (file, port) => [programIn('@oven', 'bun-linux-x64', 'bin/bun'), '--port', `${port}`, file]],
  [
    'deno',
    (file, port) => [
      programIn('@deno', 'linux', 'deno'),
      'serve',
      '--allow-env',
      '--allow-net',
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
];

/** A platform with a worker, until the work with it is over. */
async function onPlatform(
  command: (typeof PLATFORMS)[number][1],
  file: string,
  own: Readonly<Record<string, string>>,
  work: (ask: (body: string, headers?: object) => Promise<Response>) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const [program, ...args] = command(file, port);
  const env = { ...process.env, PORT: `${port}`, BUN_PORT: `${port}`, ...own };
  const child: ChildProcess = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], cwd: FOLDER });
  try {
    await Promise.race([once(child.stdout ?? child, 'data'), once(child.stderr ?? child, 'data')]);
    const ask = (body: string, headers: object = HEADERS): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers: { ...headers }, body });
    await untilUp(() => ask(message('tools/list')), child);
    await work(ask);
  } finally {
    child.kill('SIGKILL');
  }
}

describe.skipIf(FOLDER === undefined)('the platforms themselves', () => {
  test.each(PLATFORMS)('%s lists and calls', { timeout: 120_000 }, async (_name, command) => {
    await onPlatform(command, fileOf('worker.mjs'), { HAFT_TOKEN: TOKEN, CLOCK_ZONE: 'CET' }, async (ask) => {
      expect(await (await ask(message('tools/list'))).text()).toContain('get_time');
      expect(await (await ask(CALL)).json()).toMatchObject({
        result: { structuredContent: { data: { zone: 'CET' } } },
      });
    });
  });

  const AUDIENCE = 'https://clock.example/mcp';

  test.each(PLATFORMS)('%s accepts the good tokens, and no bad one', { timeout: 120_000 }, async (_name, command) => {
    const auth = 'auth: { issuer: "{env.ISSUER}", scopes: { "notes:read": Read notes. } }';
    const env = `ISSUER: { description: Authorization server. }, CLOCK_ZONE`;
    const own = temporaryFolder({
      'specs/clock.yaml': SPEC.replace('CLOCK_ZONE', env)
        .replace('env:', `${auth}\nenv:`)
        .replace('[stdio, http]', '[http]'),
      'specs/clock.ts': HANDLERS,
      'haft.yaml': 'outputs: [worker]\n',
    });
    const { code, stdout, stderr } = haft(own, 'compile', '--no-types');
    expect(code, stdout + stderr).toBe(0);
    const signers = new Map(
      await Promise.all(ALGORITHMS.map(async (alg) => [alg, await newSigner(alg, `key-${alg}`)] as const)),
    );
    const issuer = await openIssuer([...signers.values()].map(({ jwk }) => jwk));
    const stranger = await newSigner('ES256', 'key-ES256');
    const by = (alg: string) => signers.get(alg as (typeof ALGORITHMS)[number]) ?? stranger;
    const maker = { issuer: issuer.url, audience: AUDIENCE, by, stranger };
    const file = join(own, 'generated/servers/clock/worker.mjs');
    await onPlatform(command, file, { ISSUER: issuer.url, HAFT_URL: AUDIENCE }, async (ask) => {
      const answers = async (token: string): Promise<readonly [number, string]> => {
        const response = await ask(message('tools/list'), { ...HEADERS, authorization: `Bearer ${token}` });
        await response.text();
        return [response.status, response.headers.get('www-authenticate') ?? ''];
      };
      for (const [name, make] of GOOD) expect([name, ...(await answers(await make(maker)))]).toEqual([name, 200, '']);
      for (const [name, reason, make] of BAD)
        expect([name, ...(await answers(await make(maker)))]).toEqual([name, 401, expect.stringMatching(reason)]);
      expect(issuer.seen.filter((line) => line === 'GET /keys')).toHaveLength(1);
    });
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
