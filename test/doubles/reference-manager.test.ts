/** The double of the reference manager's local API against what was recorded of the real one: bytes, rejections and results. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { FULLTEXT_MARKER, KEYS, MISSING, USER } from './reference-manager/constants.ts';
import { ask, exchange, keysOf, rawRequest } from './raw.ts';
import { refusedPort } from './process.ts';
import { startReferenceManager } from './reference-manager/start.ts';
import type { ReferenceManager } from './reference-manager/start.ts';

let seven: ReferenceManager;
let nine: ReferenceManager;
let disabled: ReferenceManager;

beforeAll(async () => {
  [seven, nine, disabled] = await Promise.all([
    startReferenceManager('zotero7'),
    startReferenceManager('zotero9'),
    startReferenceManager('disabled'),
  ]);
});

afterAll(async () => {
  await Promise.all([seven, nine, disabled].map((double) => double.stop()));
});

const TOP = '/api/users/0/items/top';
const LONG_JSON = { 'Content-Length': '2', 'Content-Type': 'application/json' };

describe('the bytes of the local API', () => {
  it('speaks HTTP/1.0, closes, and leaves the length of a body open', async () => {
    const bytes = await exchange(nine.port, rawRequest('GET /api/'));
    expect(bytes.split('\r\n')).toEqual([
      'HTTP/1.0 200 OK',
      'X-Zotero-Version: 9.0.6',
      'X-Zotero-Connector-API-Version: 3',
      'Content-Type: text/plain',
      'Zotero-API-Version: 3',
      'Zotero-Schema-Version: 41',
      '',
      'Nothing to see here.',
    ]);
  });

  it.each([
    ['a path nobody has', 'GET /api', {}, 'HTTP/1.0 404 Not Found', 'No endpoint found\n'],
    ['another host', 'GET /api/', { Host: 'zotero.docker:23119' }, 'HTTP/1.0 400 Bad Request', 'Invalid Host header\n'],
    [
      'a POST without length',
      'POST /api/users/0/items',
      {},
      'HTTP/1.0 400 Bad Request',
      'Content-length not provided\n',
    ],
    ['a POST', 'POST /api/users/0/items', LONG_JSON, 'HTTP/1.0 400 Bad Request', 'Endpoint does not support method\n'],
    [
      'a PATCH',
      `PATCH /api/users/0/items/${KEYS.book}`,
      LONG_JSON,
      'HTTP/1.0 501 Not Implemented',
      'Method not implemented\n',
    ],
    ['a missing item', `GET /api/users/0/items/${MISSING.item}`, {}, 'HTTP/1.0 404 Not Found', 'Not found'],
    ['an unknown qmode', 'GET /api/users/0/items?q=a&qmode=all', {}, 'HTTP/1.0 500 Internal Server Error', ''],
    ['a file', `GET /api/users/0/items/${KEYS.pdf}/file`, {}, 'HTTP/1.0 302 undefined', ''],
    ['HEAD', 'HEAD /api/users/0/items', {}, 'HTTP/1.0 200 OK', ''],
  ])('answers %s', async (_what, line, headers, status, body) => {
    const bytes = await exchange(nine.port, rawRequest(line, headers, 'Content-Length' in headers ? '[]' : ''));
    expect(bytes.slice(0, bytes.indexOf('\r\n'))).toBe(status);
    expect(bytes.slice(bytes.indexOf('\r\n\r\n') + 4)).toBe(body);
    expect(bytes.includes('Content-Length: 0')).toBe(body === '');
  });

  it.each([
    ['a browser', { 'User-Agent': 'Mozilla/5.0' }, false],
    ['any Origin', { Origin: 'http://localhost' }, false],
    ['a browser that says please', { 'User-Agent': 'Mozilla/5.0', 'Zotero-Allowed-Request': '1' }, true],
  ])('closes without a byte on %s: unless allowed', async (_what, headers, answered) => {
    expect((await exchange(nine.port, rawRequest('GET /api/', headers))) !== '').toBe(answered);
  });
});

describe('what the local API rejects', () => {
  it.each([
    ['/api/users/99/items', 400, `Only data for the logged-in user is available locally -- use userID 0 or ${USER.id}`],
    ['/api/groups/5/items', 404, 'Not found'],
    ['/api/users/0/items?v=2', 501, 'API version not implemented: 2'],
    [`${TOP}?since=yesterday`, 400, "Invalid 'since' value 'yesterday'"],
    [`${TOP}?sort=color`, 400, "Invalid 'sort' value 'color'"],
    [`${TOP}?sort=title&direction=up`, 400, "Invalid 'direction' value 'up'"],
    [`${TOP}?format=atom`, 501, 'Local API does not support Atom output'],
    [`/api/users/0/items/${KEYS.book}?format=keys`, 400, 'Only multi-object requests can output keys'],
    ['/api/users/0/fulltext', 400, "Invalid 'since' value 'null'"],
    ['/api/items/new?itemType=book', 404, 'No endpoint found\n'],
  ])('%s', async (path, status, text) => {
    expect(await ask(nine.port, path)).toMatchObject({ status, text });
  });

  it('says which switch is off, but still answers ping and HEAD', async () => {
    expect(await ask(disabled.port, '/api/')).toMatchObject({ status: 403, text: 'Local API is not enabled' });
    expect((await ask(disabled.port, '/connector/ping')).text).toContain('Zotero is running');
    expect((await ask(disabled.port, '/api/', { method: 'HEAD' })).status).toBe(200);
  });

  it('has no fulltext in version 7', async () => {
    const path = `/api/users/0/items/${KEYS.pdf}/fulltext`;
    expect(await ask(seven.port, path)).toMatchObject({ status: 404, text: 'No endpoint found\n' });
    const { content } = (await ask(nine.port, path)).json() as { content: string };
    expect(content.length).toBeGreaterThan(29_000);
    expect(content.indexOf(FULLTEXT_MARKER)).toBeGreaterThan(19_000);
  });
});

describe('what the local API finds', () => {
  const all = (query: string) =>
    ask(nine.port, `/api/users/0/items${query}`).then((answer) => keysOf(answer).toSorted());

  it.each([
    ['title words, in any order', '?q=narrative%20tide', [KEYS.article]],
    ['a creator, letter for letter', '?q=S%C3%B8rlund', [KEYS.book]],
    ['no other case outside ASCII', '?q=S%C3%98RLUND', []],
    ['a year', '?q=1998', [KEYS.section]],
    ['publishers in fields mode only', '?q=fennel&qmode=fields', [KEYS.book, KEYS.secondBook]],
    ['not publishers otherwise', '?q=fennel', []],
    ['the full text in everything mode', `?q=${FULLTEXT_MARKER}&qmode=everything`, [KEYS.pdf]],
    ['both tags', '?tag=tides&tag=narrative', [KEYS.article]],
    ['either tag', '?tag=maps%20%7C%7C%20islands', [KEYS.section, KEYS.thesis]],
    ['neither tag', '?tag=-tides&itemType=book', [KEYS.book]],
    ['a tag that begins with a hyphen', `?tag=${encodeURIComponent('\\-draft')}`, [KEYS.webpage]],
    ['a type', '?itemType=book%20%7C%7C%20thesis', [KEYS.book, KEYS.secondBook, KEYS.thesis]],
    ['an item and, unasked, its children', `?itemKey=${KEYS.article}`, [KEYS.article, KEYS.pdf, KEYS.note]],
  ])('%s', async (_what, query, keys) => {
    expect(await all(query)).toEqual([...keys].toSorted());
  });

  it('never shows a child for a full-text hit in a top-level list', async () => {
    const answer = await ask(nine.port, `${TOP}?q=${FULLTEXT_MARKER}&qmode=everything`);
    expect(keysOf(answer)).toEqual([]);
  });

  it('drops an unknown collection from the question and answers with the library', async () => {
    const answer = await ask(nine.port, `/api/users/0/collections/${MISSING.collection}/items/top`);
    expect(keysOf(answer)).toContain(KEYS.undated);
    const tides = await ask(nine.port, `/api/users/0/collections/${KEYS.tides}/items/top?sort=title`);
    expect(keysOf(tides)).toEqual([KEYS.article, KEYS.webpage, KEYS.secondBook]);
  });

  it('has no default limit, and pages when told to', async () => {
    const whole = await ask(nine.port, TOP);
    expect(keysOf(whole)).toHaveLength(10);
    const page = await ask(nine.port, `${TOP}?limit=4&start=4&sort=title`);
    expect(keysOf(page)).toHaveLength(4);
    expect(page.headers.get('total-results')).toBe('10');
    const rels = [...(page.headers.get('link') ?? '').matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel);
    expect(rels).toEqual(['first', 'prev', 'last', 'next', 'alternate']);
  });

  it('gives keys, versions, bibliographies and includes', async () => {
    const keys = await ask(nine.port, '/api/users/0/collections/top?format=keys');
    expect(keys.text.split('\n').toSorted()).toEqual([KEYS.archive, KEYS.maps, KEYS.empty].toSorted());
    const versions = (await ask(seven.port, `${TOP}?format=versions&since=0`)).json();
    expect(versions).not.toHaveProperty(KEYS.unsynced);
    expect((await ask(nine.port, `${TOP}?format=versions&since=0`)).json()).toHaveProperty(KEYS.unsynced, 0);
    expect((await ask(nine.port, `${TOP}?format=bib&q=fog`)).text).toContain('Fog &amp; &lt;i&gt;');
    const item = (await ask(nine.port, `/api/users/0/items/${KEYS.report}?include=bib,citation,odd`)).json();
    expect(item).toMatchObject({ bib: expect.stringContaining('csl-entry'), meta: { numChildren: 1 } });
    expect(item).not.toHaveProperty('data');
  });
});

describe('the double itself', () => {
  it('rejects connections on the port of profile off', async () => {
    const failure = await ask(await refusedPort(), '/').catch((error: unknown) => error);
    expect(failure).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('records requests and reports what the contract does not describe', async () => {
    const double = await startReferenceManager('zotero9');
    await ask(double.port, '/api/users/0/items?qMode=fields&limit=1', { headers: { 'X-Test': 'yes' } });
    await ask(double.port, '/api/schema');
    await double.settle();
    expect(double.requests[0]).toMatchObject({ method: 'GET', headers: { 'x-test': 'yes' } });
    expect(double.unknown).toEqual([
      'UNKNOWN GET /api/users/0/items?qMode=fields&limit=1 (parameter qMode)',
      'UNKNOWN GET /api/schema (the double does not have this endpoint)',
    ]);
    await double.stop();
  });
});
