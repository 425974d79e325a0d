/** The double of the web API: writes of items, collections and tags, and their failures. */
import { describe, expect, it } from 'vitest';

import { KEYS, MISSING, SYNCED_VERSION, USER } from './constants.ts';
import { ask, keysOf } from '../raw.ts';
import { read, startForTests, webRequests, write } from './for-tests.ts';
import { startReferenceManager } from './start.ts';

const double = await startForTests('web');
const { get, send } = webRequests(double);

const HOME = `/users/${USER.id}`;
const ITEMS = `${HOME}/items`;

async function versionOf(key: string): Promise<number> {
  return ((await get(`${ITEMS}/${key}`)).json() as { version: number }).version;
}

describe('writes', () => {
  it('puts every failure into a 200', async () => {
    const answer = await send('POST', ITEMS, [
      { itemType: 'book', title: 'Fine', collections: [KEYS.maps] },
      { itemType: 'book', collections: [MISSING.collection] },
      { itemType: 'banana' },
      { itemType: 'book', color: 'red' },
      { itemType: 'book', publicationTitle: 'Not for books' },
      { itemType: 'book', creators: [{ creatorType: '<b>"&', name: 'x' }] },
      { itemType: 'note', note: 'x', parentItem: MISSING.item },
      { key: KEYS.book, title: 'No version' },
      { key: KEYS.book, version: 1, title: 'Old version' },
      { key: KEYS.book, version: SYNCED_VERSION, title: 'Harbours of Salt and Paper: A History of Port Ledgers' },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      success: { 0: expect.stringMatching(/^[A-Z2-9]{8}$/) },
      successful: { 0: { data: { title: 'Fine', collections: [KEYS.maps] } } },
      unchanged: { 9: KEYS.book },
      failed: {
        1: {
          code: 409,
          message: `Collection ${MISSING.collection} not found`,
          data: { collection: MISSING.collection },
        },
        2: { code: 400, message: "'banana' is not a valid itemType" },
        3: { code: 400, message: "Invalid property 'color'" },
        4: { code: 400, message: "'publicationTitle' is not a valid field for type 'book'" },
        5: { code: 400, message: "'&lt;b&gt;&quot;&amp;' is not a valid creator type" },
        6: { code: 409, data: { parentItem: MISSING.item } },
        7: { code: 428, key: KEYS.book },
        8: { code: 412, key: KEYS.book },
      },
    });
  });

  it.each([
    ['an object instead of an array', {}, 400, 'Uploaded data must be a JSON array'],
    ['51 items', Array.from({ length: 51 }, () => ({})), 413, 'Cannot add more than 50 items at a time'],
    ['broken JSON', '[{', 400, 'JSON Error: Syntax error, malformed JSON'],
    ['nothing', '', 400, 'POST data not provided'],
  ])('rejects %s as a whole', async (_what, body, status, text) => {
    expect(await send('POST', ITEMS, body)).toMatchObject({ status, text });
  });

  it('takes a write token once', async () => {
    const headers = { ...write, 'Zotero-Write-Token': 'once-only' };
    expect((await send('POST', ITEMS, [{ itemType: 'book' }], headers)).status).toBe(200);
    expect(await send('POST', ITEMS, [{ itemType: 'book' }], headers)).toMatchObject({
      status: 412,
      text: 'Write token already used',
    });
  });

  it('guards single items by version', async () => {
    const path = `${ITEMS}/${KEYS.thesis}`;
    const version = await versionOf(KEYS.thesis);
    const since = (value: number) => ({ ...write, 'If-Unmodified-Since-Version': String(value) });
    expect((await send('PATCH', path, { title: 'x' })).status).toBe(428);
    expect((await send('DELETE', path, undefined)).text).toBe(
      'If-Unmodified-Since-Version must be provided for delete requests',
    );
    const stale = await send('PATCH', path, { title: 'x', version: 1 });
    expect([stale.status, stale.headers.get('last-modified-version')]).toEqual([412, String(version)]);
    expect((await send('PATCH', path, { title: 'x', version: 1 }, since(2))).status).toBe(400);
    const unknown = await send('PATCH', path, { collections: [MISSING.collection], version });
    expect(unknown).toMatchObject({ status: 409, text: `Collection ${MISSING.collection} not found` });
    expect((await send('PATCH', path, { collections: [KEYS.maps], version })).status).toBe(204);
    expect((await send('DELETE', path, undefined, since(await versionOf(KEYS.thesis)))).status).toBe(204);
    expect((await send('PATCH', path, { title: 'x' })).text).toMatch(/^Item not found \(to create/);
    const post = await send('POST', `${ITEMS}/${KEYS.book}`, {});
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'HEAD, GET, PUT, PATCH, DELETE']);
  });

  it('files items into collections and takes them out again', async () => {
    const shelf = `${HOME}/collections/${KEYS.empty}/items`;
    expect((await send('POST', shelf, `${KEYS.book} ${KEYS.paper}`)).status).toBe(204);
    expect(keysOf(await get(`${shelf}/top?sort=title`))).toEqual([KEYS.book, KEYS.paper]);
    expect((await send('POST', shelf, KEYS.note)).text).toBe('Child items cannot be added to collections directly');
    expect((await send('POST', shelf, MISSING.item)).text).toBe(
      `Item &#039;${MISSING.item}&#039; not found in library`,
    );
    expect((await send('POST', `${HOME}/collections/${MISSING.collection}/items`, KEYS.book)).status).toBe(404);
    expect((await send('DELETE', `${shelf}/${KEYS.book}`, undefined)).status).toBe(204);
    expect((await send('DELETE', `${shelf}/${KEYS.book}`, undefined)).text).toBe('Item not found in collection');
  });

  it('simulates concurrent writers as often as configured', async () => {
    const contested = await startReferenceManager('web', { rival: { key: KEYS.book, times: 1 } });
    const path = `${ITEMS}/${KEYS.book}`;
    const { version } = (await ask(contested.port, path, { headers: read })).json() as { version: number };
    const post = (seen: number) =>
      ask(contested.port, ITEMS, {
        method: 'POST',
        headers: write,
        body: JSON.stringify([{ key: KEYS.book, version: seen, tags: [] }]),
      });
    const first = (await post(version)).json() as { failed: Record<string, { code: number; message: string }> };
    expect(first.failed[0]).toMatchObject({ code: 412, key: KEYS.book });
    const found = Number(/found (\d+)/.exec(first.failed[0]?.message ?? '')?.[1]);
    expect(found).toBeGreaterThan(version);
    expect((await post(found)).json()).toMatchObject({ success: { 0: KEYS.book }, failed: {} });
    await contested.stop();
  });
});
