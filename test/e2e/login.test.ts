/** `haft login` and `haft import mcp` at a server behind a login: an authorization server, a browser and a compiled front, each a process. */
// In depth: each login is four processes.
import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeEach, expect, test } from 'vitest';
import { startServer } from '../runtime/support/server-process.ts';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { BIN } from '../support/haft.ts';
import { type Guarded, guardedServer } from '../support/guarded.ts';

const BROWSER = join(import.meta.dirname, '../support/browser.mjs');

let root = '';
let state = '';
let server: Guarded;
beforeEach(async () => {
  root = temporaryFolder();
  state = temporaryFolder();
  writeFileSync(join(root, 'haft.yaml'), '');
  server = await guardedServer();
});

/** A process of its own: what it asks of the browser must not wait for this one. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const all = { XDG_STATE_HOME: state, BROWSER, NO_COLOR: '1', ...env };
  const started = startServer(BIN, args, all, undefined, root);
  const { code, rest, stderr } = await started.end();
  return { code, stdout: rest.join('\n'), stderr };
}

const importIt = (...more: readonly string[]) =>
  run(['import', 'mcp', '--url', server.url, '--name', 'tracker', ...more]);

test('an import logs in, a compiled front uses the login, and no token is in the project or an output', async () => {
  expect(await importIt()).toMatchObject({ code: 0, stdout: expect.stringContaining('2 tools') });
  expect(await run(['compile', '--no-types'])).toMatchObject({ code: 0 });
  const front = startServer(join(root, 'generated/servers/tracker/server.mjs'), [], { XDG_STATE_HOME: state });
  front.ask('tools/call', { name: 'show_access', arguments: {} });
  expect(JSON.stringify(await front.next())).toContain('Bearer [redacted]');
  front.ask('tools/call', { name: 'write_note', arguments: {} });
  expect(JSON.stringify(await front.next())).toContain('haft login tracker/tracker --scope');
  expect(await run(['login', 'tracker', '--scope', 'write'])).toMatchObject({
    code: 0,
    stdout: `Logged in at tracker/tracker: ${server.url}, scopes read write, renewed by itself.`,
  });
  expect(JSON.stringify(treeOf(root))).not.toMatch(/(?:access|refresh)-token-/);
  const listed = await run(['login', '--list']);
  expect(listed.stdout).toBe(`${server.url}, scopes read write, renewed by itself`);
  expect((await server.command('break')).filter((line) => line === 'register')).toHaveLength(1);
  expect(await run(['login', '--remove', server.url])).toMatchObject({ code: 0 });
  expect((await run(['login', '--list'])).stdout).toBe('There are no logins.');
  expect(await run(['login', '--remove', server.url])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no login'),
  });
});

test('a front is the bridge: a login and an old revision behind it, one token and both revisions before it', async () => {
  expect(await importIt()).toMatchObject({ code: 0 });
  const spec = join(root, 'specs/tracker/server.yaml');
  writeFileSync(spec, `${readFileSync(spec, 'utf8')}transports: [http]\n`);
  expect(await run(['compile', '--no-types'])).toMatchObject({ code: 0 });
  const env = { XDG_STATE_HOME: state, HAFT_TOKEN: 'one-token-in-front' };
  const front = startServer(join(root, 'generated/servers/tracker/server.mjs'), ['--http', '--port', '0'], env);
  const [, address = ''] = await front.logged(/(http:\/\/127\.0\.0\.1:\d+\/mcp)/);
  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    const client = new Client({ name: 'judge', version: '1.0.0' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: 'Bearer one-token-in-front' } };
    await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
    const { content } = await client.callTool({ name: 'show_access', arguments: {} });
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('"authorization":"Bearer [redacted]"') }]);
    await client.close();
  }
  expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(401);
});

test('without a user the command is named, and nothing is written', async () => {
  expect(await importIt()).toMatchObject({ code: 0 });
  const alone = await run(['import', 'mcp', '--url', server.url.replace('127.0.0.1', 'localhost'), '--name', 'other'], {
    BROWSER: '',
  });
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('asks for a login') });
  expect(readdirSync(join(root, 'specs'))).toEqual(['tracker']);
});

test('an answer of another issuer is refused, and its code is used nowhere', async () => {
  await server.command('break iss');
  const refused = await importIt();
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`is not from "${server.issuer}"`) });
  expect(await server.command('break')).not.toContain('token authorization_code');
});

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a folder that cannot be written is named before the browser opens',
  async () => {
    chmodSync(state, 0o500);
    expect(await importIt()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('it cannot be written (EACCES)'),
    });
    chmodSync(state, 0o700);
    expect(await server.command('break')).not.toContain('register');
  },
);

test('a folder in whose place is a file, and one that others can read, are named before the browser opens', async () => {
  writeFileSync(join(state, 'haft'), '');
  expect(await importIt()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('it cannot be written (ENOTDIR)'),
  });
  const shared = temporaryFolder();
  mkdirSync(join(shared, 'haft/logins'), { recursive: true, mode: 0o777 });
  chmodSync(join(shared, 'haft/logins'), 0o777);
  expect(await run(['login', server.url], { XDG_STATE_HOME: shared })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is shared with other users of this machine'),
  });
  expect(await server.command('break')).not.toContain('register');
});

test.skipIf(process.platform !== 'linux')('a full disk is named, and the login of before stays', async () => {
  expect(await importIt()).toMatchObject({ code: 0 });
  const folder = join(state, 'haft/logins');
  const [file = ''] = readdirSync(folder);
  const before = readFileSync(join(folder, file), 'utf8');
  const full = await run(['login', 'tracker'], {
    NODE_OPTIONS: `--import ${join(import.meta.dirname, '../support/full-disk.mjs')}`,
  });
  expect(full).toMatchObject({ code: 2, stderr: expect.stringContaining('the disk is full') });
  expect(readdirSync(folder)).toEqual([file]);
  expect(readFileSync(join(folder, file), 'utf8')).toBe(before);
});
