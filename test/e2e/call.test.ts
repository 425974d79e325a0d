/** `haft call`: the built command line calls tools of a project, over programs, a service and handlers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { ENDING_SIGNALS } from '@haft/runtime/language';
import { BIN, environment, startHaft } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth } from '../support/runs.ts';

const SECRET = 'k3y-of-the-shop';

const SPEC = `kind: server
name: shop
version: 1.0.0
summary: Sells books.
env:
  SHOP_URL: { description: Address of the shop. }
  SHOP_KEY: { description: Key of the shop., secret: true }
connections:
  shop:
    base_url: "{env.SHOP_URL}"
    headers: { Authorization: "Bearer {env.SHOP_KEY}", X-Note: "note {env.SHOP_KEY}" }
tools:
  - name: order_book
    description: { does: Orders a book., when: the user wants a book }
    parameters:
      title: { type: string, description: Title of the book. }
      count: { type: integer, minimum: 1, maximum: 9, default: 1, description: How many. }
    required: [title]
    effects: write
    http:
      connection: shop
      before: [{ connection: shop, request: GET /stock, query: { q: "{title}" }, fails_when: [{ pointer: /none, error: Sold out., retry_hint: Wait. }] }]
      request: POST /orders
      query: { token: "{env.SHOP_KEY}", mode: "{env.SHOP_KEY}" }
      json: { title: "{title}", count: "{count}" }
  - name: print_label
    description: { does: Prints a label., when: a label is lost }
    parameters:
      words: { type: array, items: { type: string }, default: [], description: Words of the label. }
      loud: { type: boolean, default: false, description: Whether in capitals. }
      limit: { type: integer, minimum: 1, maximum: 9, description: How many labels. Without it one. }
    effects: read
    command:
      argv: [node, -e, 'console.error("hidden " + process.env.SHOP_KEY); console.log(JSON.stringify({{ args: process.argv.slice(1) }}))', --, { loud: --loud }, ["--limit={limit}"], ["--word={words}"]]
      env: [SHOP_KEY]
      stdin: "key {env.SHOP_KEY}"
      exit_codes: { 1: { error: It failed., retry_hint: Stop. } }
`;

const LETTERS = `kind: server
name: letters
version: 1.0.0
summary: Counts letters.
tools:
  - name: count_letters
    description: { does: Counts the letters of a word., when: the user asks how long a word is }
    parameters: { word: { type: string, description: The word. } }
    required: [word]
    effects: read
    returns: { type: object, properties: { letters: { type: integer } }, required: [letters] }
    handler: handlers.ts
`;

const HANDLERS = `export const countLetters = ({ word }: { word: string }, call: { fail: Function }) =>
  word === 'no' ? call.fail('No such word.', 'Use another word.', 'no_word') : { letters: word.length };
`;

test('a service: dry run, trace and result, and no secret in any of them', async () => {
  const seen: string[] = [];
  const service = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.setHeader('set-cookie', 'session=abc').setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 7, echo: SECRET }));
  });
  await new Promise<void>((done) => void service.listen(0, '127.0.0.1', done));
  const { port } = service.address() as AddressInfo;
  const env = { SHOP_URL: `http://127.0.0.1:${port}/v1`, SHOP_KEY: SECRET };
  const cwd = temporaryFolder({ 'specs/shop.yaml': SPEC });
  const args = ['order_book', '{"title":"Ü \\"x\\""}'];

  const dry = await startHaft(cwd, ['call', ...args, '--dry-run'], env);
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  expect(dry.stdout.replaceAll(String(port), 'PORT')).toBe(`GET http://127.0.0.1:PORT/v1/stock?q=%C3%9C%20%22x%22
authorization: [redacted]
x-note: note [redacted]

POST http://127.0.0.1:PORT/v1/orders?token=[redacted]&mode=[redacted]
authorization: [redacted]
content-type: application/json
x-note: note [redacted]

{"title":"Ü \\"x\\"","count":1}
`);
  expect(seen).toEqual([]);

  const traced = await startHaft(cwd, ['call', ...args, '--trace'], { ...env, HAFT_LOG: 'debug' });
  expect(traced.code).toBe(0);
  expect(traced.stdout).toBe('{"success":true,"data":{"id":7,"echo":"[redacted]"}}\n');
  expect(traced.stderr).toMatch(
    /→ GET [^]*← 200 OK in \d+ ms[^]*→ POST [^]*set-cookie: \[redacted\][^]*"echo":"\[redacted\]"/,
  );
  expect(traced.stderr).toContain('"id": 7');
  expect(dry.stdout + traced.stdout + traced.stderr).not.toContain(SECRET);
  expect(seen).toEqual(['GET /v1/stock?q=%C3%9C%20%22x%22', `POST /v1/orders?token=${SECRET}&mode=${SECRET}`]);
  service.close();
});

test('a traced call has all of a large response', async () => {
  const note = 'x'.repeat(300_000);
  const service = createServer((_request, response) => response.end(JSON.stringify({ note })));
  await new Promise<void>((done) => void service.listen(0, '127.0.0.1', done));
  const env = { SHOP_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, SHOP_KEY: SECRET };
  const cwd = temporaryFolder({ 'specs/shop.yaml': SPEC });
  const traced = await startHaft(cwd, ['call', 'order_book', '{"title":"Sea"}', '--trace'], env);
  expect(traced.code).toBe(0);
  expect(traced.stdout).toContain(note);
  service.close();
});

test('HAFT_LOG=calls logs a call with its arguments, and no dry run', async () => {
  const cwd = temporaryFolder({ 'specs/shop.yaml': SPEC });
  const env = { SHOP_URL: 'http://127.0.0.1:9', SHOP_KEY: SECRET, HAFT_LOG: 'calls' };
  const args = ['call', 'print_label', '--arg', 'words=old'];
  const linesIn = ({ stderr }: { readonly stderr: string }): object[] =>
    stderr.split('\n').flatMap((line) => (line.includes('"arguments"') ? [JSON.parse(line)] : []));
  expect(linesIn(await startHaft(cwd, args, env))).toEqual([
    {
      time: expect.any(String),
      level: 'info',
      server: 'shop',
      tool: 'print_label',
      message: 'arguments',
      arguments: { words: ['old'] },
    },
  ]);
  expect(linesIn(await startHaft(cwd, [...args, '--dry-run'], env))).toEqual([]);
});

test('a program: arguments by the schema, dry run, trace, the log', async () => {
  const cwd = temporaryFolder({ 'specs/shop.yaml': SPEC });
  const env = { SHOP_URL: 'http://127.0.0.1:9', SHOP_KEY: SECRET, HAFT_LOG: 'debug' };
  const args = [
    'shop/print_label',
    '--arg',
    "words=it's -x",
    '--arg',
    'words=$HOME',
    '--arg',
    'loud=true',
    '--arg',
    'limit=2',
  ];
  const dry = await startHaft(cwd, ['call', ...args, '--dry-run'], env);
  const [line = '', argv = '', folder, names, stdin] = dry.stdout.split('\n');
  expect(line).toMatch(/^node -e '.*' -- --loud --limit=2 '--word=it'\\''s -x' '--word=\$HOME'$/);
  expect(JSON.parse(argv.replace('argv: ', '')).slice(3)).toEqual([
    '--',
    '--loud',
    '--limit=2',
    "--word=it's -x",
    '--word=$HOME',
  ]);
  expect([folder, names, stdin]).toEqual([
    `cwd: ${cwd}`,
    'env: HOME, LC_CTYPE, PATH, SHOP_KEY',
    'stdin: key [redacted]',
  ]);

  const traced = await startHaft(cwd, ['call', ...args, '--trace'], env);
  expect(JSON.parse(traced.stdout)).toEqual({
    success: true,
    data: { args: ['--loud', '--limit=2', "--word=it's -x", '--word=$HOME'] },
  });
  expect(traced.stderr).toMatch(/← exit 0 in \d+ ms\nstdout: \{"args"[^]*stderr: hidden \[redacted\]/);
  expect(traced.stderr).toMatch(/"level":"debug".*"message":"node: exit 0 in \d+ ms"/);
  expect(dry.stdout + dry.stderr + traced.stderr).not.toContain(SECRET);
});

test('a handler runs in its own server', async () => {
  const cwd = temporaryFolder({ 'specs/letters.yaml': LETTERS, 'specs/handlers.ts': HANDLERS });
  expect(await startHaft(cwd, ['call', 'count_letters', '{"word":"book"}'])).toMatchObject({
    code: 0,
    stdout: '{"success":true,"data":{"letters":4}}\n',
  });
  expect(await startHaft(cwd, ['call', 'count_letters', '--arg', 'word=no'])).toEqual({
    code: 1,
    stdout: '{"success":false,"error":"No such word.","code":"no_word","retry_hint":"Use another word."}\n',
    stderr: 'failed (no_word): No such word.\n  hint: Use another word.\n',
  });
  for (const more of [[], ['--dry-run'], ['--replay']])
    expect(await startHaft(cwd, ['call', 'count_letters', '{"word":12345678901234567890}', ...more])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /"The number 12345678901234567890 cannot be represented exactly;.*"invalid_arguments"/,
      ),
    });

  const dry = await startHaft(cwd, ['call', 'count_letters', '--arg', 'word=5', '--dry-run']);
  expect(dry.stdout).toBe('The code of a handler decides what is sent. Its arguments: {"word":"5"}\n');
});

test('a handler of a server that only serves HTTP is called as well', async () => {
  const spec = LETTERS.replace('version: 1.0.0', 'version: 1.0.0\ntransports: [http]');
  const cwd = temporaryFolder({ 'specs/letters.yaml': spec, 'specs/handlers.ts': HANDLERS });
  expect(await startHaft(cwd, ['call', 'count_letters', '{"word":"four"}'])).toMatchObject({
    code: 0,
    stdout: '{"success":true,"data":{"letters":4}}\n',
  });
});

test.each<[string, string[], number, RegExp]>([
  ['arguments that do not fit', ['shop/print_label', '--arg', 'limit=ten', '--dry-run'], 1, /invalid_arguments.*"ten"/],
  ['a variable that is not set', ['order_book', '{"title":"x"}'], 1, /SHOP_URL is not set/],
  ['an unknown tool', ['print_lable'], 2, /Unknown tool "print_lable"[^]*Did you mean "print_label"\?/],
])('%s', async (_name, args, code, words) => {
  const ran = await startHaft(temporaryFolder({ 'specs/shop.yaml': SPEC }), ['call', ...args]);
  expect(ran.code).toBe(code);
  expect(ran.stdout + ran.stderr).toMatch(words);
});

test('what is unsafe is not run; texts that break a rule are not in the way', async () => {
  const ran = await startHaft(
    temporaryFolder({ 'specs/shop.yaml': SPEC.replace('argv: [node,', 'argv: ["{limit}",') }),
    ['call', 'print_label'],
  );
  expect(ran).toMatchObject({ code: 1, stdout: '' });
  expect(ran.stderr).toContain('tool/program-fixed');
  expect(ran.stderr).not.toContain('tool/examples');
});

test('a tool is called although another file has errors, and not where its own file has', async () => {
  const other = SPEC.replace('name: shop', 'name: depot').replace('effects: write', 'effects: writes');
  const cwd = temporaryFolder({ 'specs/shop.yaml': SPEC, 'specs/depot.yaml': other });
  const env = { SHOP_URL: 'http://127.0.0.1:9', SHOP_KEY: SECRET };
  const call = (name: string): ReturnType<typeof startHaft> =>
    startHaft(cwd, ['call', name, '--arg', 'title=x', '--dry-run'], env);
  expect((await call('shop/order_book')).stdout).toContain('POST ');
  expect(await call('depot/order_book')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/specs\/depot\.yaml:\d+:14 error spec\/not-allowed/),
  });
});

const WAITING = `kind: server
name: post
version: 1.0.0
summary: Waits for letters.
tools:
  - name: wait_for_letter
    description: { does: Waits for a letter., when: a letter is expected }
    effects: read
    command:
      argv: [node, -e, 'require("net").connect(process.env.GATE_PORT).on("error", () => {{}}).resume()']
      env: [GATE_PORT]
`;

// The program holds a connection; the system closes it when the program is gone.
test.skipIf(ON_WINDOWS).each(everyNth(3, ENDING_SIGNALS))('%s ends the program of a call', async (signal) => {
  const gate = createServer().on('connection', (socket) => socket.on('error', () => {}));
  await new Promise<void>((done) => void gate.listen(0, '127.0.0.1', done));
  const cwd = temporaryFolder({
    'specs/post.yaml': WAITING.replace('tools:', 'env: { GATE_PORT: { description: Port. } }\ntools:'),
  });
  const env = { ...environment(), GATE_PORT: String((gate.address() as AddressInfo).port) };
  const child = spawn(process.execPath, [BIN, 'call', 'wait_for_letter'], { cwd, env, stdio: 'ignore' });
  const [socket] = (await once(gate, 'connection')) as [Socket];
  socket.resume();
  const gone = once(socket, 'close');
  child.kill(signal);
  await Promise.all([gone, once(child, 'exit')]);
  gate.close();
});
