/** Hostile names, sizes, clients and environments of a running server. */
// In depth: what the largest and oddest inputs do; hostile-values.test.ts has one of each kind.
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { IS_WHOLE, everyNth, runs } from '../support/runs.ts';
import { bundle } from './support/bundle.ts';
import { isAlive } from './support/family.ts';
import { familyGate } from './support/family-gate.ts';
import { startServer } from './support/server-process.ts';
import { tool } from './support/descriptor.ts';
import { smallServer } from './support/small-server.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const file = await bundle('fixture-server.ts');

const rpc = (method: string, params: object = {}, id: number | string = 1): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

/** MiB that a process occupies. */
function memoryOf(id: number | undefined): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

type Piped = ChildProcessByStdio<Writable, Readable, null>;

/** A server whose log nobody reads. */
function spawnServer(path: string, log: number | 'ignore' = 'ignore', flags: readonly string[] = []): Piped {
  // The types know no number as the place of a log.
  const child = spawn(process.execPath, [...flags, path], { stdio: ['pipe', 'pipe', log as 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => {});
  return child;
}

const linux = process.platform === 'linux';

describe('names of the prototype', () => {
  test('as arguments', async () => {
    const server = startServer(file);
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      server.write(
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_numbers","arguments":{"a":1,"${name}":{"b":5}}}}\n`,
      );
      expect(await server.next()).toMatchObject({
        result: {
          structuredContent: { code: 'invalid_arguments', error: expect.stringContaining(`/${name} is not a known`) },
        },
      });
    }
    server.write(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_numbers","arguments":{"__proto__":{"a":1}}}}\n',
    );
    expect(await server.next()).toMatchObject({
      result: { structuredContent: { error: expect.stringContaining('/a is required') } },
    });
  });

  test('as tools, parameters, methods, request members', async () => {
    const names = ['__proto__', 'constructor', 'valueOf'];
    const properties = JSON.parse('{"__proto__":{"type":"integer","default":7},"constructor":{"type":"string"}}');
    const inputSchema = { type: 'object', properties, required: ['constructor'] } as const;
    const server = startServer(
      await smallServer({ tools: names.map((name) => ({ ...tool, name, inputSchema })) }, 'args => ({ args })'),
    );
    for (const name of names) {
      server.ask('tools/call', { name, arguments: { constructor: 'x' } });
      const { result } = await server.next();
      expect(JSON.stringify(result.structuredContent.data.args)).toBe('{"constructor":"x","__proto__":7}');
      server.ask('tools/call', { name, arguments: {} });
      expect(await server.next()).toMatchObject({ result: { isError: true } });
    }
    server.ask('tools/call', { name: 'toString', arguments: {} });
    expect(await server.next()).toMatchObject({ error: { code: -32602 } });
    for (const method of ['__proto__', 'constructor', 'toString']) {
      server.ask(method);
      expect(await server.next()).toMatchObject({ error: { code: -32601 } });
    }
    server.write(
      '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"method":"tools/list"},"params":{"__proto__":null}}\n',
    );
    expect(await server.next()).toMatchObject({ result: {} });
  });
});

describe('sizes', () => {
  test('JSON that is a hundred thousand levels deep', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const server = startServer(await smallServer({ coerce: true }, 'args => ({ args })'));
    const lines = [
      deep,
      `{"jsonrpc":"2.0","id":${deep},"method":"ping"}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_x","arguments":${deep}}}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_x","arguments":{"a":${deep}}}}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_x","_meta":{"progressToken":${deep}}}}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":${deep}}}`,
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${deep}}}`,
    ];
    for (const line of lines) server.write(`${line}\n`);
    server.ask('ping', {}, 'end');
    const answers = [];
    do answers.push(await server.next());
    while (answers.at(-1).id !== 'end');
    expect(answers).toHaveLength(lines.length);
    expect(answers[3]).toMatchObject({ result: { isError: true, structuredContent: { success: false } } });
  });

  test.skipIf(!IS_WHOLE)('a line of nearly 10 MiB, with nearly as many members (HAFT_RUNS=1)', async () => {
    const server = startServer(file);
    const members = Array.from({ length: 600_000 }, (_, n) => `"m${n}":1`).join(',');
    server.write(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_numbers","arguments":{${members}}}}\n`,
    );
    const { result } = await server.next();
    expect(result.structuredContent).toMatchObject({ code: 'invalid_arguments' });
    expect(JSON.stringify(result).length).toBeLessThan(10_000);
    const text = 'x'.repeat(10_000_000);
    server.ask('tools/call', { name: 'echo_later', arguments: { text } });
    expect((await server.next()).result.structuredContent.data.text).toHaveLength(10_000_000);
  });

  // Whether the system takes a write at once depends on how fast the client reads: without `wake`, three of ten tries failed.
  test.each(everyNth(3, [1, 2, 3, 4, 5]))(
    'a client that asks everything and reads at once gets every answer, try %s',
    async () => {
      const child = spawnServer(file);
      const questions = 40_000;
      const block = Array.from({ length: 1000 }, () => rpc('tools/list')).join('');
      let answers = 0;
      for (let n = 0; n < questions / 1000; n += 1) child.stdin.write(block);
      await once(child.stdout, 'readable');
      child.stdout.on('data', (chunk: Buffer) => (answers += linesIn(chunk)));
      child.stdout.resume();
      child.stdin.end();
      const [code] = await once(child, 'close');
      expect({ code, answers }).toEqual({ code: 0, answers: questions });
    },
  );

  // Memory is read from /proc.
  test.skipIf(!linux)(
    'a client that does not read is not read: memory stays bounded, and nothing is lost',
    async () => {
      const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'ignore'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      child.stdout.pause();
      // 2.4 MB of questions have more than 200 MB of answers.
      const questions = 40_000;
      const block = Array.from({ length: 1000 }, () => rpc('tools/list')).join('');
      for (let n = 0; n < questions / 1000; n += 1) child.stdin.write(block);
      // What it does not take stays on this side.
      let before = -1;
      const rest = (): boolean => before === (before = child.stdin.writableLength);
      await expect.poll(rest, { interval: 200 }).toBe(true);
      expect(before).toBeGreaterThan(0);
      expect(memoryOf(child.pid)).toBeLessThan(150);
      let answers = 0;
      child.stdout.on('data', (chunk: Buffer) => (answers += linesIn(chunk)));
      child.stdout.resume();
      child.stdin.end();
      const [code, signal] = await once(child, 'close');
      expect({ code, signal, answers }).toEqual({ code: 0, signal: null, answers: questions });
    },
  );

  // All cases are a million: a leak of 40 bytes a call would fill the heap.
  const rounds = runs(1000);
  test(`${rounds * 1000} good and bad calls: all answered, in a heap of 40 MB`, async () => {
    const child = spawnServer(await smallServer(), 'ignore', ['--max-old-space-size=40', '--max-semi-space-size=2']);
    const kinds = [
      rpc('tools/call', { name: 'get_x', arguments: {} }),
      rpc('tools/call', { name: 'get_x', arguments: [] }),
      rpc('tools/call', { name: 'no_such_tool' }),
      '{"jsonrpc":"2.0","id":1,"method":\n',
    ];
    const block = Array.from({ length: 250 }, () => kinds.join('')).join('');
    let answers = 0;
    child.stdout.on('data', (chunk: Buffer) => (answers += linesIn(chunk)));
    for (let round = 1; round <= rounds; round += 1) {
      if (!child.stdin.write(block)) await once(child.stdin, 'drain');
      if (round % 100 !== 0 && round !== rounds) continue;
      await expect.poll(() => answers, { interval: 5 }).toBe(round * 1000);
    }
    child.stdin.end();
    await once(child, 'close');
    expect(answers).toBe(rounds * 1000);
  });
});

describe.skipIf(ON_WINDOWS)('the environment of the process', () => {
  // Only /proc tells a program that is dead, and not yet collected by its parent, from one that lives on.
  test.skipIf(!linux)('the parent is killed: the server and its programs end', async () => {
    const family = await familyGate();
    const parent = spawn(
      process.execPath,
      [
        '-e',
        `const server = require('node:child_process').spawn(process.execPath, [process.argv[1]], { stdio: ['pipe', 'pipe', 'ignore'] });
         server.stdin.write(process.argv[2]);
         console.log(server.pid);
         setInterval(() => {}, 1e6);`,
        file,
        rpc('tools/call', { name: 'start_family', arguments: { port: family.port } }),
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [line] = await once(parent.stdout, 'data');
    const server = Number(line);
    await family.arrived;
    parent.kill('SIGKILL');
    await family.gone;
    await expect.poll(() => isAlive(server)).toBe(false);
  });

  // Only Linux has /dev/full.
  test.skipIf(!linux)('the disk of the log is full', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawnServer(file, full);
    closeSync(full);
    child.stdin.write(rpc('tools/call', { name: 'crash_inside' }) + rpc('tools/call', { name: 'print_noise' }));
    child.stdin.write(rpc('ping', {}, 'end'));
    let text = '';
    for await (const chunk of child.stdout) {
      text += chunk;
      if (text.includes('"end"')) break;
    }
    expect(text.trim().split('\n')).toHaveLength(3);
    child.stdin.end();
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  test.skipIf(!linux)('the disk that the answers go to is full', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [file], { stdio: ['pipe', full, 'ignore'] });
    closeSync(full);
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdin?.write(rpc('ping'));
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  // On Windows a program does not learn that a signal ended another one.
  test.skipIf(ON_WINDOWS)('the program behind a tool is killed by someone else', async () => {
    const argv = [process.execPath, '-e', 'process.kill(process.pid, "SIGKILL")'];
    const behavior = { kind: 'command', argv, stdout: 'text', max_bytes: 100 } as const;
    const server = startServer(await smallServer({ tools: [{ ...tool, behavior }] }));
    server.ask('tools/call', { name: 'get_x' });
    expect(await server.next()).toMatchObject({
      result: { structuredContent: { code: 'command_failed', error: expect.stringContaining('SIGKILL') } },
    });
  });
});

describe('the log', () => {
  test.each([
    ['debug', ['debug', 'info', 'error']],
    ['info', ['info', 'error']],
    ['error', ['error']],
    ['silent', []],
    ['nonsense', ['info', 'error']],
  ])('at level %s', async (level, expected) => {
    const run = `(args, call) => { call.log('hello'); throw new Error('inside') }`;
    const server = startServer(await smallServer({}, run), [], { HAFT_LOG: level });
    server.ask('tools/call', { name: 'get_x' });
    await server.next();
    server.child.stdin?.end();
    const { stderr } = await server.end();
    const lines = stderr
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect([...new Set(lines.map(({ level }) => level))].toSorted()).toEqual(expected.toSorted());
    for (const line of lines) {
      expect(line).toMatchObject({ server: 'small', tool: 'get_x', message: expect.any(String) });
      expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    }
  });

  test('a line has an end, whatever a handler logs', async () => {
    const server = startServer(await smallServer({}, `(args, call) => (call.log('x'.repeat(1e6) + '\\n{}'), {})`));
    server.ask('tools/call', { name: 'get_x' });
    await server.next();
    server.child.stdin?.end();
    const lines = (await server.end()).stderr.trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.length).toBeLessThan(5000);
  });
});
