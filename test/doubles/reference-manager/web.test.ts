/** The double of the web API: keys, reads and limits. */
import { describe, expect, it } from 'vitest';

import { FULLTEXT_MARKER, KEYS, MISSING, READ_KEY, USER } from './constants.ts';
import { ask, exchange, keysOf, rawRequest } from '../raw.ts';
import { read, startForTests, webRequests, write } from './for-tests.ts';
import { startReferenceManager } from './start.ts';

const double = await startForTests('web');
const { get, send } = webRequests(double);

const HOME = `/users/${USER.id}`;
const ITEMS = `${HOME}/items`;

describe('keys', () => {
  it('tells who a key belongs to and whether it may write', async () => {
    const answer = await get('/keys/current', write);
    expect(answer.json()).toMatchObject({ userID: USER.id, access: { user: { write: true } } });
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(answer.text)));
    const limited = (await get('/keys/current')).json() as { access: { user: { write?: boolean } } };
    expect(limited.access.user.write ?? false).toBe(false);
  });

  it.each([
    ['an invalid key', 'GET', ITEMS, { 'Zotero-API-Key': 'x' }, 403, 'Invalid key'],
    [
      'two different keys',
      'GET',
      `${ITEMS}?key=${READ_KEY}`,
      write,
      400,
      'Zotero-API-Key header and &#039;key&#039; parameter differ',
    ],
    ['no key on a write', 'POST', ITEMS, {}, 403, 'An API key is required for write requests.'],
    ['a read key on a write', 'POST', ITEMS, read, 403, 'Write access denied'],
    ['no key on a private list', 'GET', ITEMS, {}, 403, 'Forbidden'],
    [
      'a short write token',
      'POST',
      ITEMS,
      { ...write, 'Zotero-Write-Token': 'abc' },
      400,
      'Write token must be 5-32 characters in length',
    ],
  ])('%s', async (_what, method, path, headers, status, text) => {
    expect(await send(method, path, method === 'GET' ? undefined : [], headers)).toMatchObject({ status, text });
  });

  it('limits wrong keys, accepts bearer tokens, rejects Expect', async () => {
    const other = await startReferenceManager('web');
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push((await ask(other.port, ITEMS, { headers: { 'Zotero-API-Key': 'wrong' } })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    expect((await ask(other.port, ITEMS, { headers: { Authorization: `Bearer ${READ_KEY}` } })).status).toBe(200);
    const bytes = await exchange(
      other.port,
      rawRequest(`POST ${ITEMS}`, { Expect: '100-continue', 'Content-Length': '2', Connection: 'close' }),
    );
    expect(bytes).toMatch(/^HTTP\/1\.1 417 [\s\S]*Expect header is not supported$/);
    await other.stop();
  });
});

describe('reads', () => {
  it.each([
    [`${ITEMS}/${MISSING.item}`, 404, 'Item does not exist'],
    [`${HOME}/collections/${MISSING.collection}/items`, 404, 'Collection not found'],
    [`${ITEMS}?qmode=fields&q=a`, 400, 'Invalid &#039;qmode&#039; value &#039;fields&#039;'],
    [`${ITEMS}?sort=color`, 400, 'Invalid &#039;sort&#039; value &#039;color&#039;'],
    [`${ITEMS}?format=bib&limit=5`, 400, '&#039;limit&#039; is not valid for format=bib'],
    ['/items/new?itemType=banana', 400, 'Invalid item type &#039;banana&#039;'],
    ['/items/new?itemType=attachment', 400, 'linkMode required for itemType=attachment'],
    ['/users/0/items', 400, 'Invalid user ID'],
    ['/groups/1/items', 404, 'Not found'],
  ])('%s is rejected', async (path, status, text) => {
    expect(await get(path)).toMatchObject({ status, text });
  });

  it('limits to 25, at most 100, and not for keys', async () => {
    const other = await startReferenceManager('web');
    const ask101 = (query: string) => ask(other.port, `${ITEMS}?${query}`, { headers: read });
    for (let batch = 0; batch < 3; batch += 1) {
      const body = JSON.stringify(Array.from({ length: 40 }, (_, n) => ({ itemType: 'book', title: `Extra ${n}` })));
      await ask(other.port, ITEMS, { method: 'POST', headers: write, body });
    }
    expect(keysOf(await ask101(''))).toHaveLength(25);
    expect(keysOf(await ask101('limit=500'))).toHaveLength(100);
    expect((await ask101('format=keys')).text.trim().split('\n')).toHaveLength(132);
    await other.stop();
  });

  it('finds a parent by the text of its attachment, and knows nothing unsynced', async () => {
    expect(keysOf(await get(`${ITEMS}/top?q=${FULLTEXT_MARKER}&qmode=everything`))).toEqual([KEYS.article]);
    expect((await get(`${ITEMS}/${KEYS.unsynced}`)).status).toBe(404);
    expect((await get(ITEMS, { ...read, 'If-Modified-Since-Version': '999999' })).status).toBe(304);
  });

  it('has templates that can be posted as they are', async () => {
    const template = (await get('/items/new?itemType=journalArticle')).json();
    expect(template).toMatchObject({
      title: '',
      creators: [{ creatorType: 'author', firstName: '', lastName: '' }],
      relations: {},
    });
    expect((await send('POST', ITEMS, [template])).json()).toMatchObject({
      failed: {},
      success: { 0: expect.any(String) },
    });
  });
});

it('slows callers down when told to', async () => {
  const slow = await startReferenceManager('web', { backoff: 2, rateLimit: 1, retryAfter: 1 });
  const limited = await ask(slow.port, ITEMS, { headers: read });
  expect(limited).toMatchObject({ status: 429, text: 'Request rate limit exceeded' });
  expect([limited.headers.get('retry-after'), limited.headers.get('backoff')]).toEqual(['1', '2']);
  expect((await ask(slow.port, ITEMS, { headers: read })).headers.get('backoff')).toBe('2');
  await slow.stop();
});
