/** Handler files: stubs are added, existing code never changes, and mismatches are reported at the tool's line. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { freshHaft, haft } from '../support/haft.ts';
import { connect } from '../support/official-client.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';
import { everyNth } from '../support/runs.ts';

/** `get_times` is `get_time` under another name. */
const server = (...names: string[]): string => {
  const tools = names.map((name) => toolItem(name, 'handler: handlers.ts', name.replace(/^get_times$/, 'get_time')));
  return serverSpec('sample', 'Knows times and trains.', tools);
};

function project(spec: string, handlers?: string): { folder: string; handlers: () => string } {
  const folder = temporaryFolder({
    'specs/server.yaml': spec,
    ...(handlers !== undefined && { 'specs/handlers.ts': handlers }),
  });
  return { folder, handlers: () => readFileSync(join(folder, 'specs/handlers.ts'), 'utf8') };
}

test('a missing file is created with typed stubs that fail with a clear message', async () => {
  const { folder, handlers } = project(server('get_time', 'list_trains'));
  expect(haft(folder, 'check')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/specs\/server\.yaml:\d+:14 error server\/handler-missing[^]*Run `haft compile`/),
  });
  const { code, stdout } = haft(folder, 'compile');
  expect(code).toBe(0);
  expect(stdout).toContain('specs/handlers.ts: added 2 handler stubs: getTime, listTrains');
  expect(handlers()).toMatchSnapshot();
  const client = await connect('legacy', join(folder, 'generated/servers/sample/server.mjs'));
  expect(await client.callTool({ name: 'list_trains', arguments: {} })).toMatchObject({
    isError: true,
    structuredContent: { success: false, error: expect.stringContaining('is not implemented yet') },
  });
  expect(haft(folder, 'compile').stdout).toContain('0 files written');
});

test.each(
  everyNth(2, [
    ['no newline at the end', 'export const getTime = () => ({ text: "x" })'],
    ['windows lines and a byte order mark', '\uFEFFexport const getTime = () => ({ text: "x" });\r\n'],
    [
      'odd layout, comments and unicode',
      '/* ÄÖ\u2028 */   export   async function getTime ( ){return{text:"x"}} // end',
    ],
    ['a list of exports', 'const x = () => ({ text: "x" });\nexport { x as getTime };\n'],
    [
      'a class and a type',
      'export type T = 1; export interface Handlers2 {}\nexport const { getTime } = { getTime: () => ({ text: "x" }) };\n',
    ],
  ]),
)('existing code keeps every byte: %s', async (_name, text) => {
  const { folder, handlers } = project(server('get_time', 'list_trains'), text);
  expect(haft(folder, 'compile')).toMatchObject({ code: 0, stderr: '' });
  expect(handlers().startsWith(text)).toBe(true);
  expect(handlers().slice(text.length)).toContain('export const listTrains');
  const client = await connect('legacy', join(folder, 'generated/servers/sample/server.mjs'));
  expect(await client.callTool({ name: 'get_time', arguments: {} })).toMatchObject({
    structuredContent: { success: true, data: { text: 'x' } },
  });
});

describe('mismatches', () => {
  test('an unused handler is a warning at the line of a tool, with its place', () => {
    const { folder } = project(
      server('get_time'),
      'export const getTime = () => ({});\nexport const somethingElse = 1;\n',
    );
    const { code, stderr } = haft(folder, 'compile');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /specs\/server\.yaml:\d+:14 warning server\/handler-orphan[^]*exports "somethingElse"[^]*specs\/handlers\.ts:2:14/,
    );
  });

  test('a secret in the code is an error with its place, and a comment suppresses it', () => {
    const token = `ghp_${'Zk3vT9qLx7Rb2NwYp8Hd4Jm6Zk3vT9aBcDeF'}`;
    const code = `export const getTime = () => ({ text: '${token}'.slice(0, 0) });\n`;
    const { folder } = project(server('get_time'), code);
    expect(haft(folder, 'check')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/server\.yaml:\d+:14 error server\/handler-secret[^]*specs\/handlers\.ts:1:40/),
    });
    const suppressed = server('get_time').replace(
      /^( *)(handler:)/m,
      '$1# haft-ignore server/handler-secret: of a test\n$1$2',
    );
    expect(haft(project(suppressed, code).folder, 'check')).toMatchObject({ code: 0 });
  });

  test('a likely rename is reported, and no stub is added', () => {
    const { folder, handlers } = project(server('get_times'), 'export const getTime = () => ({});\n');
    const { code, stderr } = haft(folder, 'compile');
    expect(code).toBe(1);
    expect(stderr).toMatch(/server\/handler-missing[^]*Rename "getTime" to "getTimes"/);
    expect(handlers()).toBe('export const getTime = () => ({});\n');
  });

  test('a file that is not TypeScript is reported at both places and left alone', () => {
    const { folder, handlers } = project(server('get_time'), 'export const getTime = ( => 1;\n');
    const { code, stderr } = haft(folder, 'compile');
    expect(code).toBe(1);
    expect(stderr).toMatch(/specs\/server\.yaml:\d+:14 error server\/handler-syntax[^]*specs\/handlers\.ts:1:\d+/);
    expect(handlers()).toBe('export const getTime = ( => 1;\n');
  });

  test('an import that cannot be found is an environment error, with the file and line', () => {
    const { folder } = project(
      server('get_time'),
      "import x from 'no-such-package';\nexport const getTime = () => x;\n",
    );
    const { code, stderr } = haft(folder, 'compile');
    expect(code).toBe(2);
    expect(stderr).toMatch(/specs\/handlers\.ts:1:\d+ Could not resolve "no-such-package"/);
  });

  test('--check adds no stub', () => {
    const { folder } = project(server('get_time'), '');
    expect(haft(folder, 'compile', '--check').code).toBe(1);
    expect(readFileSync(join(folder, 'specs/handlers.ts'), 'utf8')).toBe('');
  });

  test('export * from another file is open: nothing is said to be missing', () => {
    const { folder } = project(server('get_time'), "export * from './more.ts';\n");
    writeFiles(folder, { 'specs/more.ts': 'export const getTime = () => ({ text: "x" });\n' });
    expect(haft(folder, 'compile')).toMatchObject({ code: 0, stderr: '' });
  });
});

test('the readers and the bundler of handlers are loaded only when needed', () => {
  const report = `import Module from 'node:module';
  const load = Module._load;
  Module._load = (name, ...rest) => {
    if (/^(esbuild|..ts-morph.cjs)$/.test(name)) process._rawDebug('loaded ' + name);
    return load(name, ...rest);
  };`;
  vi.stubEnv('NODE_OPTIONS', `--import=${moduleOf(report)}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const without = temporaryFolder({
    'specs/server.yaml': serverSpec('sample', 'Tells the time.', [toolItem('get_time', COMMAND)]),
  });
  expect(freshHaft(without, 'compile')).toMatchObject({ code: 0, stderr: '' });
  const { folder } = project(server('get_time'), 'export const getTime = () => ({ text: "x" });\n');
  expect(freshHaft(folder, 'compile')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^(?:loaded esbuild\n)+$/),
  });
  writeFiles(folder, {
    'specs/handlers.ts': 'export const getTime = () => ({ text: "x" });\nexport const other = 1;\n',
  });
  expect(freshHaft(folder, 'compile').stderr).toMatch(/loaded .*ts-morph.cjs/);
});

test('a handler may run its own file as a worker thread: nothing is served there, from server.mjs alone', async () => {
  const { folder } = project(
    server('get_time'),
    `import { Worker, isMainThread, parentPort } from 'node:worker_threads';
if (!isMainThread) setImmediate(() => parentPort?.postMessage({ text: 'from a thread' }));
export const getTime = () => new Promise((resolve) => {
  const worker = new Worker(new URL(import.meta.url), { stdin: true });
  let said: unknown;
  worker.once('message', (message) => { said = message; worker.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\\n'); });
  worker.stdout.once('data', () => resolve({ text: 'a server answered' }));
  worker.once('exit', () => resolve(said));
});
`,
  );
  expect(haft(folder, 'compile')).toMatchObject({ code: 0, stderr: '' });
  const alone = join(temporaryFolder(), 'server.mjs');
  copyFileSync(join(folder, 'generated/servers/sample/server.mjs'), alone);
  const client = await connect('legacy', alone);
  expect(await client.callTool({ name: 'get_time', arguments: {} })).toMatchObject({
    structuredContent: { success: true, data: { text: 'from a thread' } },
  });
});

test('output of a handler, also while it is loaded, does not disturb the protocol; a crash reveals nothing', async () => {
  const { folder } = project(
    server('get_time', 'list_trains'),
    `console.log('loading'); process.stdout.write('{"jsonrpc":"2.0"}\\n');
export const getTime = () => { console.log('called'); return { text: "x" }; };
export const listTrains = () => { throw new Error('secret /home/x/key'); };
`,
  );
  expect(haft(folder, 'compile').code).toBe(0);
  const client = await connect({ pin: '2026-07-28' }, join(folder, 'generated/servers/sample/server.mjs'));
  expect(await client.callTool({ name: 'get_time', arguments: {} })).toMatchObject({
    structuredContent: { success: true },
  });
  const crashed = await client.callTool({ name: 'list_trains', arguments: {} });
  expect(crashed).toMatchObject({ isError: true, structuredContent: { success: false, code: 'internal_error' } });
  expect(JSON.stringify(crashed)).not.toContain('secret');
});

function moduleOf(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}
