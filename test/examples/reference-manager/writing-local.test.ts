/** Changes through the desktop application of version 10: the question to the user, every answer to it, and keys that end. */
// In depth: one shipped spec beyond the way through it.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEYS, SERVER_ID } from '../../doubles/reference-manager/constants.ts';
import { startReferenceManager } from '../../doubles/reference-manager/start.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { haft } from '../../support/haft.ts';
import {
  ROOT,
  asked,
  callerOf,
  caller,
  itemIn,
  openClient,
  start,
  writingLocally,
} from '../../support/reference-manager.ts';

const BOOK = { item_type: 'book', title: 'Quillon and Ferns' };
const AUTHORIZE = 'POST /api/local/authorize';
const WRITE = 'POST /api/users/0/items';
const writes = (lines: readonly string[]): string[] => lines.filter((line) => line.startsWith('POST'));

test('"always allow": one question for everything', async () => {
  const { call, double } = await writingLocally({ dialog: 'always' });
  const { data } = await call('create_reference', BOOK);
  expect(data).toEqual({ key: expect.any(String), written_to: 'local' });
  const item_keys = [String(data?.['key']), KEYS.article];
  const way = { from_collection_key: KEYS.maps, to_collection_key: KEYS.empty };
  expect((await call('add_to_collection', { collection_key: KEYS.maps, item_keys })).data).toMatchObject({
    changed: 2,
  });
  expect((await call('move_to_collection', { ...way, item_keys })).data).toMatchObject({
    changed: 2,
    written_to: 'local',
  });
  expect((await call('add_tags', { item_keys, tags: ['cited'] })).data).toMatchObject({ changed: 2 });
  expect((await call('remove_tags', { item_keys, tags: ['tides'] })).data).toMatchObject({ changed: 1 });
  expect(await itemIn(double, KEYS.article)).toMatchObject({
    collections: [KEYS.tides, KEYS.archive, KEYS.empty],
    tags: [{ tag: 'narrative' }, { tag: 'cited' }],
  });
  expect(writes(await asked(double))).toEqual([AUTHORIZE, WRITE, WRITE, WRITE, WRITE, WRITE]);
  const post = double.requests.find(({ path }) => path === '/api/users/0/items');
  expect(post?.headers).toMatchObject({ 'zotero-server-id': SERVER_ID, 'zotero-api-key': expect.any(String) });
});

test('"allow": a question for each change, and none where there is nothing to change', async () => {
  const { call, double } = await writingLocally({ rival: { key: KEYS.thesis, times: 1 } });
  const tag = (item_keys: string[], ...tags: string[]) => call('add_tags', { item_keys, tags });
  expect((await tag([KEYS.book], 'cited')).data).toMatchObject({ changed: 1 });
  expect((await tag([KEYS.book], 'cited', 'ports')).data).toMatchObject({ changed: 0 });
  expect(await tag([KEYS.pdf], 'cited')).toMatchObject({ code: 'not_found' });
  expect(writes(await asked(double))).toEqual([AUTHORIZE, WRITE]);
});

test('two changes at once ask one after the other, and a conflict asks again', async () => {
  const { call, double } = await writingLocally({ dialogDelayMs: 50, rival: { key: KEYS.thesis, times: 1 } });
  const both = await Promise.all([
    call('add_tags', { item_keys: [KEYS.thesis], tags: ['cited'] }),
    call('create_reference', BOOK),
  ]);
  expect(both).toMatchObject([{ data: { changed: 1 } }, { success: true }]);
  expect(writes(await asked(double))).toEqual([AUTHORIZE, WRITE, AUTHORIZE, WRITE, AUTHORIZE, WRITE]);
});

test('"deny" is an answer, and too many questions are reported with the time to wait', async () => {
  const { call, double } = await writingLocally({ dialog: 'deny' });
  for (let prompt = 0; prompt < 5; prompt += 1) {
    expect(await call('create_reference', BOOK)).toMatchObject({ success: false, code: 'denied' });
  }
  expect(await call('create_reference', BOOK)).toMatchObject({
    code: 'asked_too_often',
    retry_hint: expect.stringMatching(/Wait [56]\d seconds/),
  });
  expect(await asked(double)).not.toContain(WRITE);
});

test('a library that cannot be edited', async () => {
  const { call } = await writingLocally({ dialog: 'always', readOnlyLibrary: true });
  expect(await call('create_reference', BOOK)).toMatchObject({ code: 'library_read_only' });
});

test('a permission that was kept and is no longer good is asked for again', async () => {
  const before = await startReferenceManager('zotero10', { dialog: 'always' });
  const call = await caller({ ZOTERO_PORT: String(before.port), ZOTERO_LOCAL_WRITES: 'yes' });
  expect(await call('create_reference', BOOK)).toMatchObject({ success: true });
  await before.stop();
  const after = await start('zotero10', { port: before.port, dialog: 'always' });
  expect(await call('create_reference', BOOK)).toMatchObject({ success: true });
  expect(writes(await asked(after))).toEqual([WRITE, AUTHORIZE, WRITE]);
});

test('a cancelled call does not wait for the user, and does not hold up the next one', async () => {
  const double = await start('zotero10', { dialogDelayMs: 600_000 });
  const client = await openClient({ ZOTERO_PORT: String(double.port), ZOTERO_LOCAL_WRITES: 'yes' });
  const questions = (): number => double.requests.filter(({ path }) => path === '/api/local/authorize').length;
  for (const question of [1, 2]) {
    const stop = new AbortController();
    const call = client.callTool({ name: 'create_reference', arguments: BOOK }, { signal: stop.signal });
    const ended = expect(call).rejects.toThrow();
    await expect.poll(questions).toBe(question);
    stop.abort();
    await ended;
  }
  const found = await callerOf(client)('search_references', { query: 'Quillon' });
  expect(found).toMatchObject({ success: true, data: { total: 0 } });
});

test('a question without an answer times out, and is reported; the handlers are bundled from any folder', async () => {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'specs/reference-manager'), join(folder, 'specs/reference-manager'), { recursive: true });
  const spec = join(folder, 'specs/reference-manager/server.yaml');
  const text = readFileSync(spec, 'utf8');
  writeFileSync(spec, text.replace('timeout_ms: 120000', 'timeout_ms: 200'));
  expect(haft(folder, 'compile')).toMatchObject({ code: 0, stderr: '' });
  const double = await start('zotero10', { dialogDelayMs: 600_000 });
  const env = { ZOTERO_PORT: String(double.port), ZOTERO_LOCAL_WRITES: 'yes' };
  const server = join(folder, 'generated/servers/reference-manager/server.mjs');
  const call = callerOf(await openClient(env, undefined, server));
  expect(await call('create_reference', BOOK)).toMatchObject({
    success: false,
    code: 'not_answered',
    retry_hint: expect.stringContaining('window of Zotero'),
  });
});
