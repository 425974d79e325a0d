/** The whole way: the shipped spec, compiled, alone in an empty folder, spoken to by the official client, over the double. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { FULLTEXT_MARKER, KEYS, MISSING, READ_KEY, USER, WRITE_KEY } from '../doubles/reference-manager/constants.ts';
import type { Profile } from '../doubles/reference-manager/constants.ts';
import { refusedPort } from '../doubles/process.ts';
import { startReferenceManager } from '../doubles/reference-manager/start.ts';
import type { ReferenceManager } from '../doubles/reference-manager/start.ts';
import { MODES, connect } from '../support/official-client.ts';
import type { Mode } from '../support/official-client.ts';
import { caller as callerOf, lonelyServer, plannedTools } from '../support/shipped-server.ts';
import type { Call } from '../support/shipped-server.ts';

async function start(profile: Profile, options = {}): Promise<ReferenceManager> {
  const double = await startReferenceManager(profile, options);
  onTestFinished(() => double.stop());
  return double;
}

const caller = (env: Record<string, string>, mode?: Mode): Promise<Call> =>
  callerOf(lonelyServer('reference-manager'), env, mode);

async function local(profile: Profile, mode?: Mode): Promise<{ call: Call; double: ReferenceManager }> {
  const double = await start(profile);
  return { double, call: await caller({ ZOTERO_PORT: String(double.port) }, mode) };
}

describe.each(MODES)('over %s', (_name, mode) => {
  test('the list is the Plan, and a call reaches the library with every default filled in', async () => {
    const double = await start('zotero9');
    const client = await connect(mode, lonelyServer('reference-manager'), { ZOTERO_PORT: String(double.port) });
    const listed = await client.listTools();
    const planned = plannedTools('reference-manager');
    expect(listed.tools).toEqual(planned);
    expect(planned).toContainEqual(expect.objectContaining({ name: 'search_references' }));

    const result = await client.callTool({ name: 'search_references', arguments: { query: 'tide' } });
    expect(result.structuredContent).toMatchObject({ success: true, data: { total: expect.any(Number) } });
    await double.settle();
    const query = new URL(double.requests.at(-1)?.path ?? '', 'http://localhost').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      q: 'tide',
      qmode: 'titleCreatorYear',
      limit: '25',
      start: '0',
      format: 'json',
    });
    expect(double.unknown).toEqual([]);
  });

  test('bad arguments are envelopes, an unknown tool is an error that names it', async () => {
    const { call } = await local('zotero9', mode);
    expect((await call('search_references', { query: 'x', limit: 500 })).envelope).toMatchObject({
      success: false,
      code: 'invalid_arguments',
      error: expect.stringMatching(/limit must be.*100.*500/),
    });
    expect((await call('search_references', { quary: 'x' })).envelope.error).toContain('did you mean "query"');
    expect((await call('search_references', { query: 'x', scope: 'title' })).envelope.error).toMatch(
      /"titles".*"everything"/,
    );
    await expect(call('search_reference')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('search_reference'),
    });
  });
});

describe.each(['zotero7', 'zotero9', 'zotero10'] as const)('reading, %s', (profile) => {
  test('search → details → attachments', async () => {
    const { call, double } = await local(profile);
    const found = await call('search_references', { query: 'tide', limit: 2 });
    expect(found.envelope.data).toMatchObject({
      references: expect.arrayContaining([
        expect.objectContaining({ key: expect.any(String), item_type: expect.any(String) }),
      ]),
    });
    const details = await call('get_reference', { item_key: KEYS.article });
    expect(details.envelope).toMatchObject({
      success: true,
      data: { key: KEYS.article, item_type: 'journalArticle', title: expect.any(String) },
    });
    const attached = await call('list_attachments', { item_key: KEYS.article });
    expect(attached.envelope).toMatchObject({ success: true, data: { total: expect.any(Number) } });
    await double.settle();
    expect(double.unknown).toEqual([]);
  });

  test('collections have names, parents and sizes', async () => {
    const { call } = await local(profile);
    const { envelope } = await call('list_collections');
    const { collections } = envelope.data as { collections: { key: string; parent_key?: string }[] };
    expect(collections.find(({ key }) => key === KEYS.tides)).toMatchObject({
      parent_key: KEYS.archive,
      name: expect.any(String),
    });
    expect(collections.find(({ key }) => key === KEYS.archive)).not.toHaveProperty('parent_key');
  });

  test('a key that does not exist', async () => {
    const { call } = await local(profile);
    expect((await call('get_reference', { item_key: MISSING.item })).envelope).toMatchObject({
      success: false,
      code: 'not_found',
    });
  });
});

test('a full text is read in windows until its end', async () => {
  const { call } = await local('zotero9');
  let text = '';
  let total = Number.POSITIVE_INFINITY;
  for (let start = 0; start < total; start = text.length) {
    const { envelope } = await call('get_fulltext', { attachment_key: KEYS.pdf, start, max_characters: 9000 });
    const window = envelope.data as { text: string; total_characters: number; start: number };
    expect(window).toMatchObject({ start });
    expect(window.text.length).toBeGreaterThan(0);
    text += window.text;
    total = window.total_characters;
  }
  expect(text).toHaveLength(total);
  expect(text).toContain(FULLTEXT_MARKER);
});

test('a search in everything finds the attachment and names its reference', async () => {
  const { call } = await local('zotero9');
  const { envelope } = await call('search_references', { query: FULLTEXT_MARKER, scope: 'everything' });
  expect(envelope.data).toMatchObject({
    references: [{ key: KEYS.pdf, item_type: 'attachment', parent_key: expect.any(String) }],
  });
});

describe('the symptoms of EXT §7', () => {
  test('the application is not running', async () => {
    const call = await caller({ ZOTERO_PORT: String(await refusedPort()) });
    for (const name of ['search_references', 'list_collections']) {
      const { envelope } = await call(name, name === 'search_references' ? { query: 'x' } : {});
      expect(envelope).toEqual({
        success: false,
        error: 'The reference manager does not answer; it is not running, or its port is closed.',
        code: 'not_running',
        retry_hint: 'Ask the user to start Zotero, then try again.',
      });
    }
  });

  test('the local interface is switched off', async () => {
    const { call } = await local('disabled');
    expect((await call('search_references', { query: 'x' })).envelope).toMatchObject({
      success: false,
      code: 'local_api_off',
      retry_hint: expect.stringContaining('Allow other applications on this computer'),
    });
  });

  test('writing without a key says what is missing and sends nothing', async () => {
    const web = await start('web');
    const url = `http://127.0.0.1:${web.port}`;
    const call = await caller({ ZOTERO_WEB_URL: url, ZOTERO_USER_ID: String(USER.id) });
    const { envelope } = await call('create_reference', { item_type: 'book', title: 'A Book' });
    expect(envelope).toMatchObject({
      success: false,
      code: 'key_missing',
      error: expect.stringContaining('read-only'),
      retry_hint: expect.stringContaining('ZOTERO_API_KEY'),
    });
    const nameless = await caller({ ZOTERO_WEB_URL: url, ZOTERO_API_KEY: WRITE_KEY });
    expect((await nameless('create_reference', { item_type: 'book', title: 'A Book' })).envelope).toMatchObject({
      code: 'user_id_missing',
    });
    await web.settle();
    expect(web.requests).toEqual([]);
  });

  test('full texts before version 8', async () => {
    const { call } = await local('zotero7');
    expect((await call('get_fulltext', { attachment_key: KEYS.pdf })).envelope).toMatchObject({
      success: false,
      code: 'not_supported',
    });
  });
});

describe('writing', () => {
  async function web(key: string, options = {}): Promise<{ call: Call; double: ReferenceManager }> {
    const double = await start('web', options);
    const env = {
      ZOTERO_WEB_URL: `http://127.0.0.1:${double.port}`,
      ZOTERO_API_KEY: key,
      ZOTERO_USER_ID: String(USER.id),
    };
    return { double, call: await caller(env) };
  }

  test('a reference is created as the web interface wants it, and filed', async () => {
    const { call, double } = await web(WRITE_KEY);
    const created = await call('create_reference', {
      item_type: 'journalArticle',
      title: 'Attention in Gardens — a "study"',
      authors: [{ family_name: 'Lee', given_name: 'Ada' }, { family_name: 'Institute of Gardens' }],
      date: '2021',
      doi: '10.5555/12345678',
    });
    const { key } = created.envelope.data as { key: string };
    expect(key).toMatch(/^[A-Z0-9]{8}$/);
    const filed = await call('add_to_collection', { collection_key: KEYS.tides, item_keys: [key, KEYS.book] });
    expect(filed.envelope.data).toEqual({ collection_key: KEYS.tides, item_keys: [key, KEYS.book] });
    await double.settle();
    expect(double.unknown).toEqual([]);
    const [post, file] = double.requests;
    expect(post?.headers).toMatchObject({ 'zotero-api-key': WRITE_KEY, 'zotero-api-version': '3' });
    expect(JSON.parse(String(post?.body))).toEqual([
      {
        itemType: 'journalArticle',
        title: 'Attention in Gardens — a "study"',
        creators: [
          { creatorType: 'author', lastName: 'Lee', firstName: 'Ada' },
          { creatorType: 'author', lastName: 'Institute of Gardens', firstName: '' },
        ],
        date: '2021',
        url: '',
        abstractNote: '',
        extra: 'DOI: 10.5555/12345678',
        collections: [],
      },
    ]);
    expect(file?.body).toBe(`${key} ${KEYS.book}`);
  });

  test('a failure inside an answer of 200 is a failure', async () => {
    const { call } = await web(WRITE_KEY);
    const { envelope } = await call('create_reference', {
      item_type: 'book',
      title: 'X',
      collection_keys: [MISSING.collection],
    });
    expect(envelope).toMatchObject({
      success: false,
      code: 'not_accepted',
      error: expect.stringContaining(MISSING.collection),
    });
  });

  test.each([
    ['a key that nobody knows', 'NoSuchKey', {}, 'key_invalid'],
    ['a key that may only read', READ_KEY, {}, 'key_read_only'],
    ['too many requests', WRITE_KEY, { rateLimit: true, retryAfter: 7 }, 'http_error'],
  ])('%s', async (_name, key, options, code) => {
    const { call } = await web(key, options);
    const { envelope } = await call('create_reference', { item_type: 'book', title: 'X' });
    expect(envelope).toMatchObject({ success: false, code });
    expect(JSON.stringify(envelope)).not.toContain(key);
    if (code === 'http_error') expect(envelope.retry_hint).toContain('7');
  });

  test.each([
    ['an unknown collection', MISSING.collection, KEYS.book, 'not_found'],
    ['an unknown reference', KEYS.tides, MISSING.item, 'not_found'],
    ['an attachment', KEYS.tides, KEYS.pdf, 'not_a_reference'],
  ])('filing fails clearly: %s', async (_name, collection_key, item, code) => {
    const { call } = await web(WRITE_KEY);
    expect((await call('add_to_collection', { collection_key, item_keys: [item] })).envelope).toMatchObject({
      success: false,
      code,
    });
  });
});
