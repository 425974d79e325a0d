/** What a person reads of a server that fails: a few lines that name the author's file and line, never the bundled text. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../runtime/support/server-process.ts';
import { temporaryFolder } from '../support/folder.ts';
import { BIN, haft } from '../support/haft.ts';
import { serverSpec, toolItem } from '../support/specs.ts';
import { everyNth, IS_WHOLE } from '../support/runs.ts';

const PACKAGE = 'node_modules/brittle/package.json';
const FILES = { [PACKAGE]: '{"name":"brittle","version":"1.0.0","main":"index.js"}' };
const REST = "export const getTime = () => ({ text: 'x' });\n";

/** Three lines before what fails, one of them longer than a printed line. */
const BEFORE = `// A comment that is not printed.\nconst long = ['${'x'.repeat(300)}'];\nReflect.set(globalThis, "used", long.length);\n`;

function compiled(handlers: string, more: Readonly<Record<string, string>> = {}): string {
  const spec = serverSpec('sample', 'Knows the time.', [toolItem('get_time', 'handler: handlers.ts')]);
  const transports = spec.replace('tools:', 'transports: [stdio, http]\ntools:');
  const rules = 'rules:\n  server/handler-reach: off\n';
  const files = { 'haft.yaml': rules, 'specs/lib/server.yaml': transports, 'specs/lib/handlers.ts': handlers, ...more };
  const folder = temporaryFolder(files);
  expect(haft(folder, 'compile')).toMatchObject({ code: 0, stderr: '' });
  return folder;
}

/** The server, copied alone into another folder, until it ends. */
function run(folder: string, ...args: string[]): { status: number | null; stderr: string; stdout: string } {
  const alone = join(temporaryFolder(), 'server.mjs');
  copyFileSync(join(folder, 'generated/servers/sample/server.mjs'), alone);
  return spawnSync(process.execPath, [alone, ...args], { encoding: 'utf8', input: '' });
}

function expectShort(stderr: string): void {
  const lines = stderr.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(15);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(1500);
  expect(stderr).not.toContain('server.mjs:');
}

describe('at start', () => {
  test.each(
    everyNth(2, [
      ['a throw', `${BEFORE}throw new Error('DATABASE_URL is not set');\n${REST}`, 'Error: DATABASE_URL is not set', 4],
      ['a throw after an await', `${BEFORE}await null;\nnull.x;\n${REST}`, 'TypeError: Cannot read', 5],
      ['something that is no error', `${BEFORE}throw 'just words';\n${REST}`, 'just words', undefined],
      [
        'a module that Node does not have',
        `${BEFORE}import { x } from 'node:absent';\nx();\n${REST}`,
        'node:absent',
        undefined,
      ],
      [
        'an export that Node does not have',
        `import { absent } from 'node:fs';\n${BEFORE}absent();\n${REST}`,
        'TypeError',
        5,
      ],
      [
        'a module that is missing then',
        `${BEFORE}await import(['brit', 'tle'].join(''));\n${REST}`,
        'brittle',
        undefined,
      ],
      [
        'a required module that is missing then',
        `${BEFORE}import { createRequire } from 'node:module';\ncreateRequire(import.meta.url)('brittle');\n${REST}`,
        "Cannot find module 'brittle'",
        5,
      ],
      ['a regular expression', `${BEFORE}new RegExp('(');\n${REST}`, 'Unterminated group', 4],
      [
        'an error with traps',
        `${BEFORE}throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; } });\n${REST}`,
        'cannot be read',
        undefined,
      ],
      [
        'a message of a thousand lines',
        `${BEFORE}throw new Error('line\\n'.repeat(1000) + 'x'.repeat(1e6));\n${REST}`,
        'line',
        4,
      ],
      [
        'a cause',
        `${BEFORE}try { null.x } catch (cause) {\n throw new Error('outer', { cause }) }\n${REST}`,
        'caused by TypeError',
        4,
      ],
    ]),
  )('%s', (_name, handlers, text, line) => {
    const { status, stderr } = run(compiled(handlers));
    expect(status).toBe(2);
    expectShort(stderr);
    expect(stderr).toContain(text);
    if (line !== undefined) expect(stderr).toContain(`specs/lib/handlers.ts:${line}`);
  });

  test('in a file that the handlers import, and in a package', () => {
    const own = compiled(`import './deep/own.ts';\n${REST}`, {
      'specs/lib/deep/own.ts': `${BEFORE}(() => {\n  throw new Error('deep');\n})();\n`,
    });
    expect(run(own).stderr).toContain('specs/lib/deep/own.ts:5');
    for (const text of ["module.exports = 1;\nthrow new Error('brittle');", "throw new Error('brittle'); export {};"]) {
      const other = compiled(`\nimport 'brittle';\n${REST}`, { ...FILES, 'node_modules/brittle/index.js': text });
      const { stderr } = run(other);
      expectShort(stderr);
      expect(stderr).toMatch(/Error: brittle\\n +at brittle, imported in specs\/lib\/handlers.ts:2/);
    }
  });

  test('a secret in the message is redacted', () => {
    const spec = serverSpec('sample', 'Knows the time.', [toolItem('get_time', 'handler: handlers.ts')]);
    const env = 'env: { API_KEY: { description: Key of the service., secret: true } }\ntools:';
    const handlers = `throw new Error('bad key ' + process.env.API_KEY);\n${REST}`;
    const files = { 'specs/a.yaml': spec.replace('tools:', env), 'specs/handlers.ts': handlers };
    const folder = temporaryFolder(files);
    expect(haft(folder, 'compile').code).toBe(0);
    const file = join(folder, 'generated/servers/sample/server.mjs');
    const { stderr } = spawnSync(process.execPath, [file], {
      encoding: 'utf8',
      input: '',
      env: { ...process.env, API_KEY: 'planted-secret-value' },
    });
    expect(stderr).toContain('bad key [redacted]');
    expect(stderr).not.toContain('planted-secret-value');
  });

  test('what the handlers have opened does not keep a server alive that does not serve', () => {
    expect(run(compiled(`setInterval(() => {}, 1e6);\nthrow new Error('x');\n${REST}`)).status).toBe(2);
  });

  test('a flag that is not known, a port in use', async () => {
    const folder = compiled(`setInterval(() => {}, 1e6);\n${REST}`);
    const unknown = run(folder, '--htpp');
    expectShort(unknown.stderr);
    expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining('Unknown flag \\"--htpp\\"') });
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const server = startServer(join(folder, 'generated/servers/sample/server.mjs'), ['--http', '--port', String(port)]);
    const { code, stderr } = await server.end();
    expect(code).toBe(2);
    expectShort(stderr);
    expect(stderr).toContain('EADDRINUSE');
  });

  test('what only says what the server is needs no handlers', () => {
    const folder = compiled(`throw new Error('x');\n${REST}`);
    for (const flag of ['--list', '--help', '--version'])
      expect(run(folder, flag)).toMatchObject({
        status: 0,
        stderr: '',
        stdout: expect.stringMatching(/get_time|1\.0\.0/),
      });
  });
});

test('a call that fails inside logs the line, through functions, classes and packages', async () => {
  const text = 'exports.call = (then) => {\n  return then();\n};';
  const folder = compiled(
    `import { call } from 'brittle';
class Clock {
  private readonly deep = () => {
    throw new Error('inside');
  };
  now() { return call(this.deep); }
}
export const getTime = async () => {
  await null;
  return new Clock().now();
};
`,
    { ...FILES, 'node_modules/brittle/index.js': text },
  );
  const server = startServer(join(folder, 'generated/servers/sample/server.mjs'));
  server.ask('tools/call', { name: 'get_time', arguments: {} });
  await server.next();
  const [line] = await server.logged(/.*inside.*\n/);
  expectShort(line);
  expect(JSON.parse(line).message.split('\n').slice(1)).toEqual([
    '    at specs/lib/handlers.ts:4',
    '    at brittle, imported in specs/lib/handlers.ts:1',
    '    at specs/lib/handlers.ts:6',
    '    at specs/lib/handlers.ts:10',
  ]);
});

test.skipIf(!IS_WHOLE)('haft dev shows the same line, and answers the host (HAFT_RUNS=1)', () => {
  const folder = compiled(`${BEFORE}throw new Error('no database');\n${REST}`);
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`;
  const { stdout, stderr } = spawnSync(process.execPath, [BIN, 'dev', 'sample'], {
    cwd: folder,
    encoding: 'utf8',
    input,
  });
  expect(JSON.parse(stdout)).toMatchObject({
    id: 1,
    error: { message: expect.stringContaining('exited before it responded; see its log') },
  });
  expectShort(stderr);
  expect(stderr).toContain('Error: no database\\n    at specs/lib/handlers.ts:4');
});

test('what only Node finds is an error of the compile, with the file and line', () => {
  const spec = serverSpec('sample', 'Knows the time.', [toolItem('get_time', 'handler: handlers.ts')]);
  const handlers = `${BEFORE}export const getTime = () => ({\n  text: /(/.source,\n});\n`;
  const { code, stderr } = haft(temporaryFolder({ 'specs/a.yaml': spec, 'specs/handlers.ts': handlers }), 'compile');
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/specs\/handlers\.ts:5 Invalid regular expression/),
  });
  const remote = `import 'https://example.org/x.js';\n${REST}`;
  expect(haft(temporaryFolder({ 'specs/a.yaml': spec, 'specs/handlers.ts': remote }), 'compile')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/specs\/handlers\.ts:1:8 "https:\/\/example\.org\/x\.js" cannot be imported/),
  });
});

test('the bundled text names no folder of the machine', () => {
  const folder = compiled(`import 'brittle';\n${REST}`, {
    ...FILES,
    'node_modules/brittle/index.js': 'console.log(1)',
  });
  expect(readFileSync(join(folder, 'generated/servers/sample/server.mjs'), 'utf8')).not.toContain(folder);
});
