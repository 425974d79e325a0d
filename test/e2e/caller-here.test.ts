/** A caller without HTTP: its token and headers are variables of the environment, which `haft call`, `cli.mjs` and a server over stdio send on as over HTTP. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startServer } from '../runtime/support/server-process.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type Guarded, guardedServer } from '../support/guarded.ts';
import { type Ran, haft, startHaft } from '../support/haft.ts';

const about = (does: string): string =>
  `description: { does: ${does}, when: the user asks for it, examples: [show it] }`;

const SPEC = `kind: server
name: front
version: 1.0.0
summary: Reads what belongs to the user.
transports: [http, stdio]
env:
  BEHIND: { description: Address of the service. }
  SECRET: { description: Secret of this server there., secret: true }
auth:
  issuer: "{env.BEHIND}"
  headers: { X-Notes-Key: { description: Key of the notes. } }
connections:
  notes:
    base_url: "{env.BEHIND}"
    headers: { X-Notes-Key: "{caller.header.X-Notes-Key}" }
    auth: { exchange: { token_url: "{env.BEHIND}/token", client_id: front, client_secret: "{env.SECRET}", audience: notes } }
tools:
  - { name: read_notes, ${about('Reads all notes of the user.')}, effects: read, http: { connection: notes, request: GET /notes } }
  - { name: ask_notes, ${about('Asks the service about the notes of the user.')}, effects: read, handler: front.ts }
`;

const HANDLERS = `export const askNotes = async (args: object, call) => {
  const answer = await call.request('notes', { path: '/notes' });
  if ('retry_hint' in answer) return answer;
  call.log(answer.text);
  return answer.failure ?? { text: answer.text, user: JSON.stringify(call.user) };
};
`;

const TOKEN = 'token-of-ada-for-the-front';
const KEY = 'key-of-ada-for-notes';
const CALLER = { HAFT_CALLER_TOKEN: TOKEN, HAFT_CALLER_HEADER_X_NOTES_KEY: KEY };

const ends: (() => void)[] = [];
let folder = '';
let behind: Guarded;
let env: Record<string, string> = {};

beforeAll(() => {
  const files = { 'haft.yaml': 'outputs: [cli]\n', 'specs/front.yaml': SPEC, 'specs/front.ts': HANDLERS };
  folder = temporaryFolder(files, (end) => void ends.push(end));
  const { code, stdout, stderr } = haft(folder, 'compile', '--no-types');
  expect(code, stdout + stderr).toBe(0);
});
beforeEach(async () => {
  behind = await guardedServer({ SHOW: 'yes' });
  env = { BEHIND: behind.issuer, SECRET: 'secret-of-front' };
});
afterAll(() => ends.forEach((end) => end()));

const output = (name: string): string => join(folder, `generated/servers/front/${name}`);

async function runCli(words: readonly string[], more: object): Promise<Ran> {
  const own = { PATH: process.env['PATH'], ...env, HAFT_LOG: 'debug', ...more };
  const child = spawn(process.execPath, [output('cli.mjs'), ...words], { env: own, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((resolve) => void child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}

async function overStdio(name: string, more: object): Promise<Ran> {
  const server = startServer(output('server.mjs'), ['--stdio'], { ...env, HAFT_LOG: 'debug', ...more });
  server.ask('tools/call', { name, arguments: {} });
  const stdout = JSON.stringify((await server.next()).result.structuredContent);
  server.child.stdin?.end();
  return { code: 0, stdout, stderr: (await server.end()).stderr };
}

/** Each way to make a call without HTTP. */
const WAYS: Readonly<Record<string, (tool: string, more: object) => Promise<Ran>>> = {
  'haft call': (tool, more) =>
    startHaft(folder, ['call', tool, ...(tool === 'read_notes' ? ['--trace'] : [])], { ...env, ...more }),
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

test.each(Object.entries(WAYS))('%s sends on what the variables have, and shows none of it', async (_way, call) => {
  for (const tool of ['read_notes', 'ask_notes']) {
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
    const { stdout, stderr } = await call('read_notes', variables);
    expect(stdout + stderr).toMatch(says);
    expect(await sent()).toEqual({ token: null, key: undefined });
  }
});

test('a program names the variables, and ends as one that is not set up', async () => {
  expect((await runCli(['--help'], {})).stdout).toContain(
    'Environment: BEHIND, SECRET, HAFT_CALLER_TOKEN (optional), HAFT_CALLER_HEADER_X_NOTES_KEY (optional)',
  );
  expect((await runCli(['read_notes'], {})).code).toBe(3);
});

test('a recorded call is replayed without them', async () => {
  const { code, stdout, stderr } = await startHaft(folder, ['call', 'read_notes', '--record', '--yes'], {
    ...env,
    ...CALLER,
  });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Recorded in') });
  expect(stdout + stderr).not.toMatch(/of-ada|access-token-\d/);
  expect(await startHaft(folder, ['call', 'read_notes', '--replay'])).toMatchObject({ code: 0, stdout });
});
