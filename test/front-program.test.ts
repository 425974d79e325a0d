/** Other MCP servers as programs that fail in every way: at the start, in the middle, or never; and no process is left behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { connect } from './support/official-client.ts';
import { ON_WINDOWS } from './support/posix.ts';

const TRACKER = join(import.meta.dirname, 'doubles/tracker/server.mjs');

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
tools:
${tool('control', 'tracker', 'control')}${tool('list_issues', 'tracker', 'list_issues')}${tool('silent', 'silent', 'a')}${tool('missing', 'missing', 'a')}${tool('broken', 'broken', 'a')}`;

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
    const log = lines.join('');
    expect(log).toContain('the last line that it printed: cannot log in with');
    expect(log.match(/the last line/g)).toHaveLength(1);
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

test.skipIf(ON_WINDOWS)(
  'the list needs no program, and the end of the front ends what a call has started',
  async () => {
    const child = spawn(process.execPath, [compiled()], {
      env: { PATH: process.env['PATH'], TRACKER_TOKEN: TOKEN, HAFT_LOG: 'debug' },
    });
    let log = '';
    child.stderr.on('data', (chunk) => (log += String(chunk)));
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = async (id: number, method: string, params: object): Promise<{ result: Record<string, unknown> }> => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return JSON.parse(String((await answers.next()).value)) as { result: Record<string, unknown> };
    };
    const clientInfo = { name: 'judge', version: '1.0.0' };
    await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    expect((await ask(2, 'tools/list', {})).result['tools']).toHaveLength(5);
    expect(log).not.toContain('tracker');
    const { result } = await ask(3, 'tools/call', { name: 'control', arguments: {} });
    const [{ text: said }] = result['content'] as [{ text: string }];
    const { pid } = JSON.parse(said) as { pid: number };
    expect(process.kill(pid, 0)).toBe(true);
    await expect.poll(() => log).toContain('upstream tracker: [tracker] debug line');
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
  },
);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
