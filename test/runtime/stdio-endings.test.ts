/** How a server on standard input and output ends, whatever it is doing, and what its flags print. */
import { describe, expect, test } from 'vitest';
import { bundle } from './support/bundle.ts';
import { familyGate } from './support/family-gate.ts';
import { startServer } from './support/server-process.ts';
import type { ServerProcess } from './support/server-process.ts';
import { smallServer } from './support/small-server.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth } from '../support/runs.ts';

const file = await bundle('fixture-server.ts');

const start = (...args: string[]): ServerProcess => startServer(file, args);
const add = (a: number): object => ({ name: 'add_numbers', arguments: { a } });

describe('endings', () => {
  test('end of input with a call under way: it is answered, and the last line needs no end', async () => {
    const server = start();
    server.ask('tools/call', { name: 'report_steps', arguments: { hold: true } }, 1);
    await server.logged(/holding/);
    server.ask('tools/call', add(1), 2);
    const params = { name: 'release_steps', arguments: {} };
    server.write(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/call', params }));
    server.child.stdin?.end();
    const { code, rest, stderr } = await server.end();
    expect(code).toBe(0);
    expect(rest.map((line) => JSON.parse(line).id).toSorted()).toEqual([1, 2, 3]);
    expect(stderr).not.toMatch(/without a result/);
  });

  test('end of input with a call that never ends: it is answered at its deadline', async () => {
    const limits = { calls_per_minute: 100, concurrency: 8, timeout_ms: 50 };
    const server = startServer(await smallServer({ limits }, '() => new Promise(() => {})'));
    server.ask('tools/call', { name: 'get_x' });
    server.child.stdin?.end();
    const { code, rest } = await server.end();
    expect(code).toBe(0);
    expect(rest.map((line) => JSON.parse(line).result.structuredContent.code)).toEqual(['timeout']);
  });

  test('end of input drains a large answer first', async () => {
    const server = start();
    const text = 'x'.repeat(3_000_000);
    server.ask('tools/call', { name: 'echo_later', arguments: { text } });
    await server.next();
    for (let id = 1; id <= 400; id += 1) server.ask('tools/list', {}, id);
    server.child.stdin?.end();
    const { rest } = await server.end();
    expect(rest).toHaveLength(400);
  });

  test.skipIf(ON_WINDOWS).each(everyNth(2, ['SIGTERM', 'SIGINT', 'SIGHUP'] as const))('%s', async (signal) => {
    const server = start();
    server.ask('tools/call', { name: 'wait_forever' });
    await server.logged(/waiting/);
    // Also after the end of the input, which a call outlives.
    server.child.stdin?.end();
    server.child.kill(signal);
    const { code, rest, stderr } = await server.end();
    expect({ code, rest }).toEqual({ code: 0, rest: [] });
    const dropped = stderr.split('\n').filter((line) => line.includes('without a result'));
    expect(dropped.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', tool: 'wait_forever', message: 'call without a result: the server ended' },
    ]);
  });

  test.skipIf(ON_WINDOWS)('no program outlives the server', async () => {
    const { port, arrived, gone } = await familyGate();
    const server = start();
    server.ask('tools/call', { name: 'start_family', arguments: { port } });
    await arrived;
    server.child.kill('SIGTERM');
    expect((await server.end()).code).toBe(0);
    await gone;
  });

  test('the output is closed', async () => {
    const server = start();
    server.ask('ping');
    await server.next();
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    server.ask('tools/list');
    server.ask('tools/list');
    expect((await server.end()).code).toBe(0);
  });

  test('the output is closed while a call is under way', async () => {
    const server = start();
    server.ask('tools/call', { name: 'wait_forever' }, 'waiting');
    await server.logged(/waiting/);
    server.child.stdout?.destroy();
    server.ask('tools/list');
    server.ask('tools/list');
    const { code, stderr } = await server.end();
    expect(code).toBe(0);
    expect(stderr).toMatch(/"tool":"wait_forever","message":"call without a result: the server ended"/);
  });
});

describe('flags', () => {
  test.each(
    everyNth(3, [
      ['--version', /^1\.2\.3$/],
      ['--help', /^Fixture \(fixture 1\.2\.3\)[^]*add_numbers[^]*FIXTURE_KEY {2}A key\.$/],
      ['--list', /"name": "add_numbers"/],
    ]),
  )('%s prints and ends', async (flag, pattern) => {
    const server = start(flag);
    const { code, rest } = await server.end();
    expect(code).toBe(0);
    expect(rest.join('\n')).toMatch(pattern);
  });
});

describe('a handler that ends the process', () => {
  test.each(
    everyNth(2, [
      ['at once', '() => process.exit(3)'],
      ['while it waits', '() => new Promise(() => setImmediate(() => process.exit(3)))'],
    ]),
  )('%s leaves a line that names the tool', async (_name, run) => {
    const server = startServer(await smallServer({}, run));
    server.ask('tools/call', { name: 'get_x' });
    const { code, rest, stderr } = await server.end();
    expect({ code, rest }).toEqual({ code: 3, rest: [] });
    const [line = ''] = stderr.trim().split('\n');
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      tool: 'get_x',
      message: expect.stringMatching(
        /^process\.exit\(3\) was called while get_x was running without a result: [^]*\n +at /,
      ),
    });
  });

  test('the end of the server itself leaves none', async () => {
    const server = startServer(await smallServer());
    server.ask('ping');
    await server.next();
    server.child.stdin?.end();
    expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
  });
});
