/** A caller without HTTP: its token and headers are variables of the environment, which `haft call`, `cli.mjs` and a server over stdio send on as over HTTP. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startServer } from '../runtime/support/server-process.ts';
import { compiledFront, outputIn } from '../support/acting-front.ts';
import { type Guarded, guardedServer } from '../support/guarded.ts';
import { type Ran, startHaft } from '../support/haft.ts';
import { everyNth } from '../support/runs.ts';

const TOKEN = 'token-of-ada-for-the-front';
const KEY = 'key-of-ada-for-notes';
const CALLER = { HAFT_CALLER_TOKEN: TOKEN, HAFT_CALLER_HEADER_X_NOTES_KEY: KEY };

const ends: (() => void)[] = [];
let folder = '';
let behind: Guarded;
let env: Record<string, string> = {};

beforeAll(() => (folder = compiledFront((end) => void ends.push(end))));
beforeEach(async () => {
  behind = await guardedServer({ SHOW: 'yes' });
  env = { ISSUER: behind.issuer, BEHIND: behind.issuer, SECRET: 'secret-of-front' };
});
afterAll(() => ends.forEach((end) => end()));

async function runCli(words: readonly string[], more: object): Promise<Ran> {
  const own = { PATH: process.env['PATH'], ...env, HAFT_LOG: 'debug', ...more };
  const child = spawn(process.execPath, [outputIn(folder, 'cli.mjs'), ...words], {
    env: own,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => void child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}

async function overStdio(name: string, more: object): Promise<Ran> {
  const server = startServer(outputIn(folder), ['--stdio'], { ...env, HAFT_LOG: 'debug', ...more });
  server.ask('tools/call', { name, arguments: {} });
  const stdout = JSON.stringify((await server.next()).result.structuredContent);
  server.child.stdin?.end();
  return { code: 0, stdout, stderr: (await server.end()).stderr };
}

/** Each way to make a call without HTTP. */
const WAYS: Readonly<Record<string, (tool: string, more: object) => Promise<Ran>>> = {
  'haft call': (tool, more) =>
    startHaft(folder, ['call', tool, ...(tool === 'read_locked_notes' ? ['--trace'] : [])], { ...env, ...more }),
  'cli.mjs': (tool, more) => runCli([tool], more),
  stdio: overStdio,
};

/** The exchanged token, and the key that the service was sent, since the last look. */
async function sent(): Promise<object> {
  const lines = await behind.command('break');
  const requests = lines.flatMap((one) => (one.startsWith('request ') ? [JSON.parse(one.slice(8))] : []));
  const form = requests.find(({ path }) => path === '/token')?.body;
  const { headers } = requests.find(({ path }) => path === '/notes') ?? {};
  return { token: new URLSearchParams(form).get('subject_token'), key: headers?.['x-notes-key'] };
}

test.each(everyNth(2, Object.entries(WAYS)))(
  '%s sends on what the variables have, and shows none of it',
  async (_way, call) => {
    for (const tool of ['read_locked_notes', 'ask_notes']) {
      const { stdout, stderr } = await call(tool, CALLER);
      expect(stdout + stderr).toContain('[redacted]');
      expect(stdout + stderr).not.toMatch(/of-ada|access-token-\d/);
      expect(await sent()).toEqual({ token: TOKEN, key: KEY });
    }
    const { HAFT_CALLER_TOKEN: token, HAFT_CALLER_HEADER_X_NOTES_KEY: key } = CALLER;
    const without = [
      [{ HAFT_CALLER_TOKEN: token }, /set HAFT_CALLER_HEADER_X_NOTES_KEY where/],
      [{ HAFT_CALLER_HEADER_X_NOTES_KEY: key }, /set HAFT_CALLER_TOKEN where/],
    ] as const;
    for (const [variables, says] of without) {
      const { stdout, stderr } = await call('read_locked_notes', variables);
      expect(stdout + stderr).toMatch(says);
      expect(await sent()).toEqual({ token: null, key: undefined });
    }
  },
);

test('a program names the variables, and ends as one that is not set up', async () => {
  expect((await runCli(['--help'], {})).stdout).toContain(
    'Environment: BEHIND, ISSUER, SECRET, HAFT_CALLER_TOKEN (optional), HAFT_CALLER_HEADER_X_NOTES_KEY (optional)',
  );
  expect((await runCli(['read_locked_notes'], {})).code).toBe(3);
});

test('a recorded call is replayed without them', async () => {
  const { code, stdout, stderr } = await startHaft(folder, ['call', 'read_locked_notes', '--record', '--yes'], {
    ...env,
    ...CALLER,
  });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Recorded in') });
  expect(stdout + stderr).not.toMatch(/of-ada|access-token-\d/);
  expect(await startHaft(folder, ['call', 'read_locked_notes', '--replay'])).toMatchObject({ code: 0, stdout });
});
