/** Other MCP servers as programs that fail in every way: at the start, in the middle, or never; and no process is left behind. */
// In depth: programs that fail in every way; front-answers.test.ts has what is made of answers.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectUpstreams } from '../runtime/upstream/connect.ts';
import { temporaryFolder } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { connect } from './support/official-client.ts';
import { ON_WINDOWS } from './support/posix.ts';

const TRACKER = join(import.meta.dirname, 'doubles/tracker/server.mjs');

const GARBAGE = join(import.meta.dirname, 'doubles/desk/garbage.mjs');

const tool = (name: string, upstream: string, there: string): string =>
  `  - { name: ${name}, description: ${name}, results: raw, additional_parameters: true, mcp: { upstream: ${upstream}, tool: ${there} } }\n`;

const SPEC = `kind: server
name: front
version: 1.0.0
summary: Passes calls on.
env:
  TRACKER_TOKEN: { description: Token., secret: true }
  TRACKER_SILENT: { description: Whether it never responds., optional: true }
upstreams:
  tracker: { command: [node, ${JSON.stringify(TRACKER)}], env: [TRACKER_TOKEN, TRACKER_SILENT], timeout_ms: 20000 }
  silent: { command: [node, -e, "setInterval(() => {{}}, 1000)"], timeout_ms: 500 }
  missing: { command: [no-such-program] }
  broken: { command: [node, -e, "console.error('cannot log in with ' + process.env.TRACKER_TOKEN); process.exit(4)"], env: [TRACKER_TOKEN] }
  garbage: { command: [node, ${JSON.stringify(GARBAGE)}, initialize] }
  revision: { command: [node, ${JSON.stringify(GARBAGE)}, revision] }
  result: { command: [node, ${JSON.stringify(GARBAGE)}, call] }
tools:
${tool('control', 'tracker', 'control')}${tool('list_issues', 'tracker', 'list_issues')}${tool('silent', 'silent', 'a')}${tool('missing', 'missing', 'a')}${tool('broken', 'broken', 'a')}${tool('garbage', 'garbage', 'a')}${tool('revision', 'revision', 'a')}${tool('result', 'result', 'a')}`;

const TOKEN = 'sesame-open-2026';

function compiled(): string {
  const folder = temporaryFolder({ 'haft.yaml': 'profiles: { specs: mcp }\n', 'specs/front.yaml': SPEC });
  const { code, stderr, stdout } = haft(folder, 'compile');
  expect(code, stderr + stdout).toBe(0);
  return join(folder, 'generated/servers/front/server.mjs');
}

const text = (result: unknown): string => JSON.stringify(result);

describe('a program', () => {
  test('that fails is named in words, in the log with its last line, and is not started for each call', async () => {
    const lines: string[] = [];
    const client = await connect('legacy', compiled(), { TRACKER_TOKEN: TOKEN }, { log: (line) => lines.push(line) });
    const call = (name: string) => client.callTool({ name, arguments: {} });
    expect(text(await call('missing'))).toContain('the program no-such-program could not be started (ENOENT)');
    expect(text(await call('silent'))).toContain('it did not start within 0.5 s');
    const failed = await Promise.all([call('broken'), call('broken'), call('broken')]);
    for (const one of failed) expect(text(one)).toContain('its program ended (exit code 4)');
    expect(text(await call('garbage'))).toContain('it sent a response without a result');
    expect(text(await call('revision'))).toContain('it uses another revision of MCP (1999-01-01)');
    expect(text(await call('result'))).toContain('sent a result that is not valid');
    const log = lines.join('');
    expect(log).toContain('it did not start; it printed: cannot log in with');
    expect(log.match(/it printed/g)).toHaveLength(1);
    expect(log + text(failed)).not.toContain(TOKEN);
  });

  test('gets 200 calls at once, and what it says of its secrets is redacted', async () => {
    const client = await connect('legacy', compiled(), { TRACKER_TOKEN: TOKEN });
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        client.callTool({ name: 'list_issues', arguments: { search: `n${index}` } }),
      ),
    );
    const good = all.filter(({ isError }) => isError !== true);
    expect(good.length).toBeGreaterThan(0);
    for (const one of good) expect(one._meta).toEqual({ 'x/y': 1 });
    for (const one of all.filter(({ isError }) => isError === true)) expect(text(one)).toMatch(/[Rr]etry|limit/);
    expect(text(all)).not.toContain(TOKEN);
    expect(text(good[0])).toContain('secret_token');
  });
});

interface Running {
  readonly child: ChildProcess;
  readonly log: () => string;
  readonly ask: (method: string, params: object) => Promise<{ readonly result: Record<string, unknown> }>;
}

function run(server: string, env: Readonly<Record<string, string>>): Running {
  const child = spawn(process.execPath, [server], {
    env: { PATH: process.env['PATH'], HAFT_LOG: 'debug', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let log = '';
  let id = 0;
  child.stderr.on('data', (chunk) => (log += String(chunk)));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask: Running['ask'] = async (method, params) => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return JSON.parse(String((await answers.next()).value)) as { result: Record<string, unknown> };
  };
  return { child, log: () => log, ask };
}

const pidsIn = (result: Record<string, unknown>): { readonly pid: number; readonly child: number } => {
  const [{ text: said }] = result['content'] as [{ text: string }];
  return JSON.parse(said) as { pid: number; child: number };
};

test.skipIf(ON_WINDOWS)(
  'the list needs no program, and the end of the front ends what a call has started',
  async () => {
    const { child, log, ask } = run(compiled(), { TRACKER_TOKEN: TOKEN });
    const clientInfo = { name: 'judge', version: '1.0.0' };
    await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    expect((await ask('tools/list', {})).result['tools']).toHaveLength(8);
    expect(log()).not.toContain('tracker');
    const { pid } = pidsIn((await ask('tools/call', { name: 'control', arguments: {} })).result);
    expect(process.kill(pid, 0)).toBe(true);
    await expect.poll(log).toContain('upstream tracker: [tracker] debug line');
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
  },
);

describe.skipIf(ON_WINDOWS)('a program that ignores signals, and its child that does so too,', () => {
  const DESK = join(import.meta.dirname, 'doubles/desk/server.mjs');
  const spec = `kind: server
name: front
version: 1.0.0
summary: Passes calls on.
upstreams:
  desk: { command: [env, DESK_STUBBORN=1, node, ${JSON.stringify(DESK)}] }
tools:
${tool('get_pid', 'desk', 'get_pid')}`;

  test('are gone when the input of the front ends, and when it gets a signal', async () => {
    const folder = temporaryFolder({ 'haft.yaml': 'profiles: { specs: mcp }\n', 'specs/front.yaml': spec });
    const { code, stderr, stdout } = haft(folder, 'compile');
    expect(code, stderr + stdout).toBe(0);
    const ends: readonly ((child: ChildProcess) => void)[] = [
      (child) => void child.stdin?.end(),
      (child) => void child.kill('SIGTERM'),
      (child) => void child.kill('SIGINT'),
    ];
    const ended = ends.map(async (end) => {
      const { child, ask } = run(join(folder, 'generated/servers/front/server.mjs'), {});
      const { pid, child: grandchild } = pidsIn((await ask('tools/call', { name: 'get_pid' })).result);
      expect([pid, grandchild].map(isRunning)).toEqual([true, true]);
      const gone = once(child, 'exit');
      end(child);
      expect(await gone).toEqual([0, null]);
      await expect.poll(() => [pid, grandchild].map(isRunning)).toEqual([false, false]);
    });
    await Promise.all(ended);
  });

  test('are gone when the other server is let go while the front goes on', async () => {
    const upstreams = connectUpstreams({
      server: {
        name: 'judge',
        version: '1.0.0',
        upstreams: {
          desk: { command: ['env', 'DESK_STUBBORN=1', 'node', DESK], timeout_ms: 30_000, on_drift: 'log' },
        },
      },
      env: {},
      log: () => {},
    });
    const session = await upstreams.open('desk');
    const { pid, child } = pidsIn(await session.call('get_pid', {}, {}));
    await upstreams.close();
    await expect.poll(() => [pid, child].map(isRunning)).toEqual([false, false]);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
