/** Stored logins: renewed by one process at a time, and never lost with one that ends in between. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { loginFile, readLogin, endLogins, withLock, writeLogin } from '../../runtime/credentials/store.ts';
import { tokensFor } from '../../runtime/credentials/tokens.ts';
import { logins } from '../../runtime/modules.ts';
import { systemClock } from '../../runtime/server/clock.ts';
import { temporaryFolder } from '../support/folder.ts';
import { http } from './support/loopback.ts';

const RESOURCE = 'https://notes.example/api';
let folder = '';
let file = '';
beforeEach(async () => {
  const state = temporaryFolder();
  vi.stubEnv('XDG_STATE_HOME', state);
  vi.stubEnv('LOCALAPPDATA', state);
  onTestFinished(() => void vi.unstubAllEnvs());
  folder = join(state, 'haft/logins');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  file = await loginFile(RESOURCE, '');
});

const login = {
  resource: RESOURCE,
  issuer: 'https://login.example',
  client_id: 'me',
  redirect: 'http://127.0.0.1:1/',
  scope: 'read',
  access_token: 'first-access-token',
  refresh_token: 'first-refresh-token',
};

/** A login that has ended, and its tokens; the token endpoint gives `replies` in turn. */
async function ended(...replies: readonly (object | string)[]) {
  let count = 0;
  const token_url = await http((_request, response) => {
    const reply = replies[count];
    count += 1;
    const isText = typeof reply === 'string';
    response.writeHead(isText || !('error' in (reply ?? {})) ? 200 : 400);
    response.end(isText ? reply : JSON.stringify(reply));
  });
  await writeLogin(folder, file, { ...login, token_url, ends: 1 });
  const context = { env: {}, clock: systemClock, modules: logins, name: 'notes/api', resource: RESOURCE };
  return tokensFor({ auth: { login: {} } }, context);
}

const log = (): void => {};
const NEXT = { access_token: 'second-access-token', refresh_token: 'second-refresh-token', expires_in: 600 };

test('a server that ends waits until the tokens are stored that it is getting', async () => {
  const tokens = await ended(NEXT);
  const call = tokens.current(log);
  await vi.waitUntil(async () => (await withLocked()) === 'locked');
  await endLogins();
  expect(await readLogin(folder, file)).toMatchObject({ refresh_token: 'second-refresh-token' });
  expect(await call).toMatchObject({ text: 'second-access-token' });
});

/** Whether the login is locked, or was renewed already. */
async function withLocked(): Promise<string> {
  const stored = await readLogin(folder, file);
  const isRenewed = stored !== undefined && 'refresh_token' in stored && stored.refresh_token !== login.refresh_token;
  return isRenewed || existsSync(join(folder, `${file}.lock`)) ? 'locked' : 'open';
}

describe('a lock', () => {
  const lock = (owner: object): void => writeFileSync(join(folder, `${file}.lock`), JSON.stringify(owner));
  const goneProcess = (): number => Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));

  test('of a process that has ended is taken over at once', async () => {
    lock({ pid: goneProcess(), host: hostname(), id: 'a' });
    expect(await withLock(folder, file, async () => 'done')).toBe('done');
  });

  test.each([
    ['of a process that runs', () => ({ pid: process.pid, host: hostname(), id: 'a' })],
    ['of another machine', () => ({ pid: goneProcess(), host: `${hostname()}-other`, id: 'a' })],
    ['of which nothing is written yet', () => ({})],
  ])('%s is waited for', async (_whose, owner) => {
    lock(owner());
    const order: string[] = [];
    const work = withLock(folder, file, async () => void order.push('work'));
    order.push('removed');
    rmSync(join(folder, `${file}.lock`));
    await work;
    expect(order).toEqual(['removed', 'work']);
  });

  test('of another machine is named at once, with the file to delete', async () => {
    lock({ pid: 4711, host: 'other-machine', id: 'a' });
    await new Promise<void>((resolve) => {
      const removed = (text: string): void => {
        expect(text).toMatch(/process 4711 on the machine "other-machine".*delete ".*\.lock"/);
        rmSync(join(folder, `${file}.lock`));
      };
      void withLock(folder, file, async () => resolve(), removed);
    });
  });

  test('is held by one of many, also where all find the same abandoned one', async () => {
    lock({ pid: goneProcess(), host: hostname(), id: 'a' });
    let inside = 0;
    const most: number[] = [];
    const enter = async (): Promise<void> => {
      inside += 1;
      most.push(inside);
      await new Promise(setImmediate);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => withLock(folder, file, enter)));
    expect(most).toEqual(Array.from({ length: 8 }, () => 1));
  });
});

test.each([
  ['has ended', { error: 'invalid_grant' }, 'login_required', /has ended/],
  ['is behind a proxy that answers with a page', '<html>', 'auth_failed', /\(HTTP 200\): it is no JSON object/],
  ['is of a client that is no longer known', { error: 'invalid_client' }, 'auth_failed', /HTTP 400, invalid_client/],
])('a login that %s is called that', async (_what, reply, code, error) => {
  const tokens = await ended(reply, NEXT);
  expect(await tokens.current(log)).toMatchObject({ code, error: expect.stringMatching(error) });
  // What was wrong on the way is over with the next call.
  expect(await tokens.current(log)).toMatchObject({ text: 'second-access-token' });
});

test('a login with more scopes that was stored meanwhile is used, and the same one is not enough', async () => {
  const tokens = await ended(NEXT);
  const challenge = { status: 403, error: 'insufficient_scope', scopes: ['admin'], metadata: '' };
  const first = await tokens.current(log);
  if (first === undefined || 'error' in first) throw new Error('there is no token');
  expect(await tokens.another(first, challenge, log)).toMatchObject({
    code: 'login_required',
    retry_hint: expect.stringContaining('haft login notes/api --scope "admin"'),
  });
  expect(await tokens.current(log)).toBe(first);
  await writeLogin(folder, file, {
    ...login,
    token_url: 'https://login.example/token',
    access_token: 'wider-access-token',
  });
  expect(await tokens.another(first, challenge, log)).toMatchObject({ text: 'wider-access-token' });
});
