/** A compiled server with `auth:` as a process: its public URL, an older runtime, and tokens of its own by name. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JSON_HEADERS, legacy, send, startHttp } from '../runtime/support/http-client.ts';
import { startServer } from '../runtime/support/server-process.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { everyNth } from '../support/runs.ts';

const about = 'description: { does: Shows what the notes say., when: the user asks }';

const spec = (auth: string): string => `kind: server
name: notes
version: 1.0.0
summary: Keeps notes.
transports: [http]
env: { NOTES: { description: Folder of the notes. } }
${auth}
tools:
  - { name: read_note, ${about}, effects: read, file: { folder: "{env.NOTES}", path: note.md } }
  - { name: write_note, ${about}, effects: write, command: { argv: [touch, "{env.NOTES}/other.md"] } }
`;

const AUTH = `auth:
  issuer: http://127.0.0.1:9
  scopes: { "notes:read": Read notes., "notes:write": Change notes. }
  effects: { read: ["notes:read"], write: ["notes:write"] }`;

function compiled(auth = AUTH): {
  readonly script: string;
  readonly env: Record<string, string>;
  readonly folder: string;
} {
  const folder = temporaryFolder();
  writeFiles(folder, { 'specs/notes.yaml': spec(auth), 'note.md': 'Buy milk.\n' });
  const { code, stdout, stderr } = haft(folder, 'compile');
  expect(code, stdout + stderr).toBe(0);
  return { script: join(folder, 'generated/servers/notes/server.mjs'), env: { NOTES: folder }, folder };
}

const PATH = '/.well-known/oauth-protected-resource';

test('without a token there is a challenge, with the public URL whatever the request says', async () => {
  const { script, env } = compiled();
  const { url, port } = await startHttp(script, ['--http'], { ...env, HAFT_URL: 'https://tools.example/notes/mcp/' });
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  for (const path of ['', '/']) {
    const { status, headers } = await send(
      `${url}${path}`,
      'POST',
      { ...JSON_HEADERS, 'X-Forwarded-Host': 'evil' },
      list,
    );
    expect([status, headers['www-authenticate']]).toEqual([
      401,
      `Bearer resource_metadata="https://tools.example${PATH}/notes/mcp", scope="notes:read notes:write"`,
    ]);
  }
  const texts = [];
  for (const path of ['', '/mcp', '/notes/mcp'])
    texts.push((await send(`http://127.0.0.1:${port}${PATH}${path}`, 'GET', { Host: 'evil.example' })).text);
  expect(new Set(texts)).toEqual(new Set([expect.stringContaining('"resource":"https://tools.example/notes/mcp"')]));
});

test('the keys of an issuer that is down make it 503, and not 401', async () => {
  const { script, env } = compiled();
  const { url } = await startHttp(script, ['--http'], env);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: 'http://127.0.0.1:9', aud: url, exp: Date.now() / 1000 + 60 };
  const { status, headers } = await legacy(
    url,
    'tools/list',
    {},
    {
      Authorization: `Bearer ${part({ alg: 'ES256' })}.${part(claims)}.AAAA`,
    },
  );
  expect([status, headers['retry-after'], headers['www-authenticate']]).toEqual([503, '5', undefined]);
});

test.each<[string, Record<string, string>, RegExp]>(
  everyNth(2, [
    ['a public URL', {}, /requires HAFT_URL, the public URL of the endpoint/],
    ['a good one', { HAFT_URL: 'http://tools.example/mcp' }, /HAFT_URL must be .*, got \\"http:/],
    ['a strong token of its own', { HAFT_URL: 'https://a.example/mcp', HAFT_TOKEN: 'weak' }, /at least 16 characters/],
  ]),
)('beyond this machine it does not start without %s', async (_what, variables, reason) => {
  const { script, env } = compiled();
  const server = startServer(script, ['--http', '--host', '0.0.0.0', '--port', '0'], { ...env, ...variables });
  const { code, stderr } = await server.end();
  expect([code, stderr]).toEqual([2, expect.stringMatching(reason)]);
});

test.each([
  ['with `auth`', AUTH],
  ['without it', ''],
])('--help of a server %s names what it requires beyond this machine', async (_what, auth) => {
  const { script, env } = compiled(auth);
  const variablesIn = (text = ''): readonly string[] => text.match(/HAFT_[A-Z_]+/g) ?? [];
  const { rest } = await startServer(script, ['--help'], env).end();
  const [, sentence] = /To listen beyond localhost, set ([^;]*);/.exec(rest.join('\n')) ?? [];
  const { stderr } = await startServer(script, ['--http', '--host', '0.0.0.0'], env).end();
  expect(variablesIn(sentence)).toEqual(variablesIn(stderr));
  expect(variablesIn(sentence)).not.toEqual([]);
});

test('a runtime of before this key refuses to start, instead of serving an open door', async () => {
  const { script } = compiled();
  const [, format = ''] = /^\s*("format": \d+),$/m.exec(readFileSync(script, 'utf8')) ?? [];
  const [, auth = ''] = /^\s*("auth": .*),$/m.exec(readFileSync(script, 'utf8')) ?? [];
  expect(format).toBe('"format": 3');
  const older = readFileSync(join(import.meta.dirname, '../fixtures/older-runtime/server.mjs'), 'utf8');
  const file = join(temporaryFolder(), 'server.mjs');
  writeFileSync(file, older);
  await startHttp(file, ['--http']);
  writeFileSync(file, older.replace('"format": 2,', `${format},\n  ${auth},`));
  const { code, stderr } = await startServer(file, ['--http', '--port', '0']).end();
  expect([code, stderr]).toEqual([2, expect.stringMatching(/descriptor format 3 is not supported by this runtime/)]);
});

/** What a runtime that knew formats up to 3 would do with each of them: send no credentials, leave out the user, or not ask. */
const LATER: Readonly<Record<string, readonly [format: number, keys: string, tool?: string]>> = {
  login: [4, 'connections: { shop: { base_url: "https://shop.example", auth: { login: {} } } }'],
  claim: [4, 'connections: { shop: { base_url: "https://shop.example", headers: { X-User: "{user.subject}" } } }'],
  exchange: [
    4,
    'connections: { shop: { base_url: "https://shop.example", auth: { exchange: { token_url: "https://a.example/token", client_id: notes } } } }',
  ],
  header: [
    4,
    'connections: { shop: { base_url: "https://shop.example", headers: { X-Key: "{caller.header.X-Key}" } } }',
  ],
  key: [
    4,
    'connections: { shop: { base_url: "https://shop.example", auth: { client_credentials: { token_url: "https://a.example/token", client_id: notes, private_key_file: "{env.NOTES}/key.pem" } } } }',
  ],
  workload: [
    4,
    'upstreams: { other: { url: "https://shop.example/mcp", auth: { workload: { token_file: "{env.NOTES}/token" } } } }',
  ],
  question: [5, '', ', confirm: Really?'],
};

test('a runtime of before a key refuses to start in words, whatever key it is', async () => {
  const spec = (name: string, keys: string, tool = ''): string => `kind: server
name: ${name}
version: 1.0.0
summary: Keeps notes.
transports: [http, stdio]
env: { NOTES: { description: Folder of the notes. } }
${AUTH}
  headers: { X-Key: { description: Key of the shop. } }
${keys}
tools:
  - { name: drop_note, ${about}, effects: destroy${tool}, command: { argv: [rm, "{env.NOTES}/note.md"] } }
`;
  const all: [string, readonly [number, string, string?]][] = [['plain', [3, '']], ...Object.entries(LATER)];
  const folder = temporaryFolder(
    Object.fromEntries(all.map(([name, [, keys, tool]]) => [`specs/${name}.yaml`, spec(name, keys, tool)])),
  );
  const { code, stdout, stderr } = haft(folder, 'compile', '--no-types');
  expect(code, stdout + stderr).toBe(0);
  const older = readFileSync(join(import.meta.dirname, '../fixtures/older-runtime/format-3.mjs'), 'utf8');
  const ended = all.map(async ([name, [format]]) => {
    const script = join(folder, 'generated/servers', name, 'server.mjs');
    const [head = ''] = /^[^]*?\nconst HAFT_HANDLERS = \{\};\n/.exec(readFileSync(script, 'utf8')) ?? [];
    writeFileSync(script, head + older);
    const server = startServer(script, ['--stdio']);
    server.ask('tools/list');
    server.child.stdin?.end();
    const end = await server.end();
    if (format === 3) expect(end).toMatchObject({ code: 0, rest: [expect.stringContaining('drop_note')] });
    else
      expect(end).toMatchObject({
        code: 2,
        rest: [],
        stderr: expect.stringContaining(`descriptor format ${format} is not supported by this runtime; compile`),
      });
  });
  await Promise.all(ended);
});

test('a server without it has the format of before', () => {
  expect(readFileSync(compiled('').script, 'utf8')).toMatch(/^ {2}"format": 2,$/m);
});

test('tokens by name: each client has its own, and a change of the file holds at once', async () => {
  const { script, env, folder } = compiled('');
  const file = join(folder, 'tokens');
  const [ada, bob] = ['ada-has-a-long-token', 'bob-has-a-long-token'];
  writeFileSync(file, `# clients\nada:${ada}\nbob: ${bob}\n`);
  const server = await startHttp(script, ['--http'], { ...env, HAFT_TOKENS_FILE: file, HAFT_LOG: 'calls' });
  const call = (token: string): ReturnType<typeof legacy> =>
    legacy(server.url, 'tools/call', { name: 'read_note', arguments: {} }, { Authorization: `Bearer ${token}` });
  expect((await call(ada)).status).toBe(200);
  await server.logged(/"user":"ada"/);
  expect((await call(bob)).status).toBe(200);
  expect((await call('eve-has-a-long-token')).status).toBe(401);
  writeFileSync(`${file}.new`, `ada:${ada}\n`);
  renameSync(`${file}.new`, file);
  await server.logged(/tokens: the file was read again/);
  expect([(await call(ada)).status, (await call(bob)).status]).toEqual([200, 401]);
  writeFileSync(`${file}.new`, 'ada\n');
  renameSync(`${file}.new`, file);
  await server.logged(/the previous ones remain valid: Line 1 of the file/);
  expect((await call(ada)).status).toBe(200);
});

test.each(
  everyNth(2, [
    ['', /has no tokens/],
    ['ada:short\n', /The token of \\"ada\\" in HAFT_TOKENS_FILE must have at least 16 characters, got 5/],
    ['ada:ada-has-a-long-token\nada:ada-has-another-one\n', /has a name twice/],
    ['ada:ada-has-a-long-token\nbob:ada-has-a-long-token\n', /has a token twice/],
  ]),
)('a file of tokens with %j ends the start', async (text, reason) => {
  const { script, env, folder } = compiled('');
  writeFileSync(join(folder, 'tokens'), text);
  const server = startServer(script, ['--http', '--port', '0'], { ...env, HAFT_TOKENS_FILE: join(folder, 'tokens') });
  const { code, stderr } = await server.end();
  expect([code, stderr]).toEqual([2, expect.stringMatching(reason)]);
});
