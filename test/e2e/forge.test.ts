/** The whole way: the spec of a forge without one handler, compiled, called by the official client, over a double in a process of its own. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLIENT, LOGIN, PNG } from '../doubles/forge/constants.ts';
import { startForgeProcess } from '../doubles/forge/start.ts';
import type { Double } from '../doubles/process.ts';
import { haft } from '../support/haft.ts';
import { connect } from '../support/official-client.ts';

const ROOT = join(import.meta.dirname, '../..');
const ends: (() => Promise<void>)[] = [];
let forge: Double;
let client: Client;
let folder: string;
let log = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'haft forge '));
  cpSync(join(ROOT, 'test/specs/forge'), join(folder, 'specs'), { recursive: true });
  expect(haft(folder, 'compile')).toMatchObject({ code: 0 });
  mkdirSync(join(folder, 'files'));
  writeFileSync(join(folder, 'files', 'notes.md'), '# Notes\n');
  forge = await startForgeProcess();
  const env = {
    FORGE_URL: `http://127.0.0.1:${forge.port}`,
    FORGE_CLIENT: CLIENT.id,
    FORGE_SECRET: CLIENT.secret,
    FORGE_USER: LOGIN.user,
    FORGE_PASSWORD: LOGIN.password,
    FORGE_FILES: join(folder, 'files'),
    HAFT_LOG: 'debug',
  };
  const server = join(folder, 'generated/servers/forge/server.mjs');
  client = await connect('auto', server, env, { atEnd: (end) => ends.push(end), log: (text) => (log += text) });
  await client.listTools();
});

afterAll(async () => {
  for (const end of ends) await end();
  await forge.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function result(name: string, args: Record<string, unknown> = {}) {
  return client.callTool({ name, arguments: args });
}

async function call(name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  return (await result(name, args)).structuredContent as Record<string, unknown>;
}

async function data(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const { success, data: found, ...failure } = await call(name, args);
  expect(failure).toEqual({});
  expect(success).toBe(true);
  return found;
}

test('calls at the same time share one token', async () => {
  await Promise.all([data('list_labels'), data('star_project'), data('list_labels')]);
  await forge.settle();
  expect(forge.requests.filter(({ path }) => path === '/login/token')).toHaveLength(1);
});

test('a list at the root, an empty success and lines', async () => {
  expect(await data('list_labels')).toEqual({ items: ['bug', 'help wanted'] });
  expect(await data('star_project')).toEqual({});
  expect(await data('read_introduction')).toEqual({ lines: ['# Haft', '', 'Handles.'] });
});

test('pages by the Link header: all issues come once, whatever the size of a call', async () => {
  const numbers: number[] = [];
  let cursor: string | undefined;
  const sizes: number[] = [];
  do {
    const page = (await data('list_issues', { limit: 40, ...(cursor !== undefined && { cursor }) })) as {
      issues: { number: number }[];
      more: boolean;
      next?: string;
    };
    expect(page.more).toBe(page.next !== undefined);
    sizes.push(page.issues.length);
    numbers.push(...page.issues.map(({ number }) => number));
    cursor = page.next;
  } while (cursor !== undefined);
  expect(sizes).toEqual([40, 35]);
  expect(numbers).toEqual(Array.from({ length: 75 }, (_, index) => index + 1));
  expect(await call('list_issues', { cursor: 'made up' })).toMatchObject({
    success: false,
    code: 'invalid_arguments',
  });
});

test('PATCH: what is absent goes with its parents, null stays', async () => {
  expect(await data('update_issue', { number: 3, title: 'New' })).toEqual({
    number: 3,
    received: { title: 'New', milestone: null },
  });
  expect(await data('update_issue', { number: 3, assignee: 'ada', labels: ['bug'] })).toMatchObject({
    received: { milestone: null, assignee: { account: { login: 'ada' } }, labels: ['bug'] },
  });
});

test('a form with brackets, and a translated boolean', async () => {
  const args = { target: 'https://ci.example/?a=1&b', events: ['push', 'tag'], config: { secret_name: 'ü' } };
  expect(await data('create_hook', args)).toEqual({
    type: 'application/x-www-form-urlencoded',
    fields: [
      ['target', args.target],
      ['events[]', 'push'],
      ['events[]', 'tag'],
      ['active', '1'],
      ['config[secret_name]', 'ü'],
    ],
  });
});

test('queries: joined, with indices, with brackets', async () => {
  const args = { words: ['parser', 'yaml'], languages: ['ts', 'c'], filter: { path: 'src', size: 10 }, archived: true };
  expect(await data('search_code', args)).toEqual({
    query: [
      ['q', 'parser+yaml'],
      ['lang[0]', 'ts'],
      ['lang[1]', 'c'],
      ['filter[path]', 'src'],
      ['filter[size]', '10'],
      ['archived', 'yes'],
    ],
    total: 1,
  });
});

test('bytes as an image, and as a new file that is never replaced', async () => {
  const { content, structuredContent } = await result('show_avatar');
  const bytes = Buffer.from(PNG, 'base64');
  expect(content).toEqual([{ type: 'image', data: PNG, mimeType: 'image/png' }]);
  expect(structuredContent).toBeUndefined();
  expect(await data('save_avatar', { file: 'ada.png' })).toEqual({
    path: 'ada.png',
    media_type: 'image/png',
    bytes: bytes.length,
  });
  expect(readFileSync(join(folder, 'files', 'ada.png'))).toEqual(bytes);
  expect(await call('save_avatar', { file: 'ada.png' })).toMatchObject({ code: 'file_exists' });
  expect(await call('save_avatar', { file: '../ada.png' })).toMatchObject({ code: 'invalid_arguments' });
  expect(await call('save_avatar', { file: 'nowhere/ada.png' })).toMatchObject({ code: 'folder_missing' });
});

test('multipart: a file of the folder, and a text', async () => {
  expect(await data('upload_asset', { file: 'notes.md', label: 'Notes "1"' })).toEqual({
    label: 'Notes "1"',
    name: 'notes.md',
    type: 'text/markdown',
    text: '# Notes\n',
  });
  expect(await data('upload_note', { text: 'hello' })).toMatchObject({ name: 'note.txt', text: 'hello', label: null });
  expect(await call('upload_asset', { file: '/etc/hosts' })).toMatchObject({ code: 'invalid_arguments' });
  expect(await call('upload_asset', { file: 'gone.md' })).toMatchObject({ code: 'not_found' });
});

test('a busy service is asked again, and a job is waited for', async () => {
  expect(await data('count_commits')).toEqual({ commits: 12 });
  expect(await data('export_project')).toEqual({ status: 'done', size: 4096 });
  await forge.settle();
  expect(forge.requests.filter(({ path }) => path === '/api/exports/9')).toHaveLength(3);
});

test('a redirect and a HEAD request as the result', async () => {
  expect(await data('find_archive')).toEqual({ location: 'https://cdn.forge.example/archive.zip?sig=1' });
  expect(await data('measure_archive')).toEqual({ size: 2048 });
});

test('failures: filled with arguments, by class with the detail, and with the pause that the service requires', async () => {
  expect(await call('delete_issue', { number: 99 })).toMatchObject({ error: 'There is no issue 99.' });
  expect(await call('delete_issue', { number: 98 })).toMatchObject({
    error: 'The forge limits the rate of requests.',
    retry_hint: 'Tell the user that it takes a while. The service requires a pause of 7 s.',
  });
});

test('Basic credentials in UTF-8, and a revoked token is renewed once', async () => {
  expect(await data('show_account')).toEqual({ login: 'ada', via: 'Basic' });
  const tokens = (): number => forge.requests.filter(({ path }) => path === '/login/token').length;
  await forge.settle();
  const before = tokens();
  expect(await data('revoke_tokens')).toEqual({});
  expect(await data('list_labels')).toEqual({ items: ['bug', 'help wanted'] });
  await forge.settle();
  expect(tokens()).toBe(before + 1);
});

test('no token reaches the model or the log', async () => {
  expect(await data('show_token')).toEqual({ said: 'Bearer [redacted]' });
  expect(log).not.toMatch(/of-the-forge/);
  expect(forge.unknown).toEqual([]);
});
