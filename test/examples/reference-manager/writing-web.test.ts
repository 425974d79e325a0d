/** Changes through the web interface: what is sent, what is believed of the answer, and what is reported. */
// In depth: one shipped spec beyond the way through it.
import { describe, expect, test } from 'vitest';
import { KEYS, MISSING, READ_KEY, USER, WRITE_KEY } from '../../doubles/reference-manager/constants.ts';
import { asked, itemIn, writingToWeb } from '../../support/reference-manager.ts';

const HOME = `/users/${USER.id}`;

test('a reference is created, filed, moved and tagged', async () => {
  const { call, double } = await writingToWeb();
  const created = await call('create_reference', {
    item_type: 'journalArticle',
    title: 'Attention in Gardens — a "study" of {beds}',
    authors: [{ family_name: 'Lee', given_name: 'Ada' }, { family_name: 'Institute of Gardens' }],
    date: '2021',
    doi: '10.5555/12345678',
  });
  expect(created.data).toEqual({ key: expect.stringMatching(/^[A-Z0-9]{8}$/), written_to: 'web' });
  const key = String(created.data?.['key']);
  const item_keys = [key, KEYS.book];
  const filed = await call('add_to_collection', { collection_key: KEYS.tides, item_keys });
  expect(filed.data).toEqual({ collection_key: KEYS.tides, item_keys, changed: 2, written_to: 'web' });
  const way = { from_collection_key: KEYS.tides, to_collection_key: KEYS.maps };
  expect((await call('move_to_collection', { ...way, item_keys })).data).toMatchObject({ ...way, changed: 2 });
  expect((await call('move_to_collection', { ...way, item_keys })).data).toMatchObject({ changed: 0 });
  expect((await call('add_tags', { item_keys, tags: ['cited', 'ports'] })).data).toMatchObject({ changed: 2 });
  expect((await call('remove_tags', { item_keys, tags: ['ports', 'never there'] })).data).toMatchObject({ changed: 2 });

  const book = await call('create_reference', { item_type: 'book', title: 'X', doi: '10.5555/1' });
  expect(await itemIn(double, String(book.data?.['key']), true)).toMatchObject({ extra: 'DOI: 10.5555/1' });
  expect(await itemIn(double, KEYS.book, true)).toMatchObject({
    collections: [KEYS.archive, KEYS.maps],
    tags: [{ tag: 'archives' }, { tag: 'cited' }],
  });
  await double.settle();
  const [who, post, ...rest] = double.requests;
  expect(who?.path).toBe('/keys/current');
  expect(rest.filter(({ path }) => path === '/keys/current')).toEqual([]);
  expect(post?.headers).toMatchObject({ 'zotero-api-key': WRITE_KEY, 'zotero-api-version': '3' });
  expect(JSON.parse(String(post?.body))).toEqual([
    {
      itemType: 'journalArticle',
      title: 'Attention in Gardens — a "study" of {beds}',
      creators: [
        { creatorType: 'author', lastName: 'Lee', firstName: 'Ada' },
        { creatorType: 'author', name: 'Institute of Gardens' },
      ],
      date: '2021',
      url: '',
      abstractNote: '',
      DOI: '10.5555/12345678',
      collections: [],
    },
  ]);
});

test('what cannot be done is reported before anything is written', async () => {
  const { call, double } = await writingToWeb();
  const { tides, maps, archive } = KEYS;
  const move = (from: string, to: string, key: string) =>
    ['move_to_collection', { from_collection_key: from, to_collection_key: to, item_keys: [key] }] as const;
  for (const [[name, args], code, named] of [
    [
      ['add_to_collection', { collection_key: MISSING.collection, item_keys: [KEYS.book] }],
      'not_found',
      MISSING.collection,
    ],
    [['add_to_collection', { collection_key: tides, item_keys: [KEYS.book, MISSING.item] }], 'not_found', MISSING.item],
    [['add_to_collection', { collection_key: tides, item_keys: [KEYS.pdf] }], 'not_found', KEYS.pdf],
    [['add_tags', { item_keys: [KEYS.note], tags: ['x'] }], 'not_found', KEYS.note],
    [move(tides, MISSING.collection, KEYS.article), 'not_found', MISSING.collection],
    [move(maps, archive, KEYS.secondBook), 'not_in_collection', maps],
    [move(maps, maps, KEYS.section), 'same_collection', 'same'],
    [['add_tags', { item_keys: [KEYS.book], tags: [] }], 'invalid_arguments', 'tags'],
    [['remove_tags', { item_keys: ['book'], tags: ['x'] }], 'invalid_arguments', 'item_keys'],
  ] as const) {
    expect(await call(name, args)).toMatchObject({ success: false, code, error: expect.stringContaining(named) });
  }
  expect((await asked(double)).filter((line) => !line.startsWith('GET'))).toEqual([]);

  const misfiled = { item_type: 'book', title: 'X', collection_keys: [MISSING.collection] };
  expect(await call('create_reference', misfiled)).toMatchObject({
    success: false,
    code: 'not_accepted',
    error: expect.stringContaining(`Collection ${MISSING.collection} not found`),
  });
});

describe('another program writes at the same moment', () => {
  test('once: the item is read again and written', async () => {
    const { call, double } = await writingToWeb({ rival: { key: KEYS.book, times: 1 } });
    const args = { item_keys: [KEYS.book, KEYS.article], tags: ['cited'] };
    expect((await call('add_tags', args)).data).toMatchObject({ changed: 2 });
    expect((await asked(double)).slice(1)).toEqual([
      `GET ${HOME}/items/top`,
      `POST ${HOME}/items`,
      `GET ${HOME}/items/top`,
      `POST ${HOME}/items`,
    ]);
  });

  test('again and again: what was written and what was not is reported', async () => {
    const { call } = await writingToWeb({ rival: { key: KEYS.book, times: 4 } });
    expect(await call('add_tags', { item_keys: [KEYS.book, KEYS.article], tags: ['cited'] })).toMatchObject({
      code: 'partly_done',
      error: expect.stringMatching(
        new RegExp(`^1 of 2 references were changed.*${KEYS.book} \\(Item has been modified`),
      ),
    });
    expect(await call('remove_tags', { item_keys: [KEYS.book], tags: ['ports'] })).toMatchObject({
      code: 'changed_meanwhile',
      retry_hint: 'Try again once.',
    });
  });
});

test.each([
  ['a key that nobody knows', 'NoSuchKey', {}, 'key_invalid', 'ZOTERO_API_KEY'],
  ['a key that may only read', READ_KEY, {}, 'key_read_only', 'write access'],
  ['too many requests', WRITE_KEY, { rateLimit: true, retryAfter: 30 }, 'http_error', 'Wait 30 s,'],
  ['a pause that the service asked for', WRITE_KEY, { backoff: 30 }, 'rate_limited', '30 s'],
])('%s', async (_name, key, options, code, hint) => {
  const { call } = await writingToWeb(options, key);
  const envelope = await call('create_reference', { item_type: 'book', title: 'X' });
  expect(envelope).toMatchObject({ success: false, code, retry_hint: expect.stringContaining(hint) });
  expect(JSON.stringify(envelope)).not.toContain(key);
});

test('an answer that gets lost: the same reference does not come into the library twice', async () => {
  const { call, double } = await writingToWeb({ lost: 1 });
  const reference = { item_type: 'book', title: 'Quillon and Ferns' };
  expect(await call('create_reference', reference)).toMatchObject({ success: false, code: 'connection_lost' });
  expect(await call('create_reference', reference)).toMatchObject({ success: false, code: 'saved_before' });
  // From now on it is a wish of its own again.
  expect(await call('create_reference', reference)).toMatchObject({ success: true });
  await double.settle();
  const tokens = double.requests.flatMap(({ headers }) => headers['zotero-write-token'] ?? []);
  expect([tokens.length, new Set(tokens).size]).toEqual([3, 2]);
});
