/** Libraries of groups: found, read and written like the user's own, in the desktop application and on the web. */
// In depth: one shipped spec beyond the way through it.
import { describe, expect, test } from 'vitest';
import { GROUP, GROUP_KEYS, KEYS } from '../../doubles/reference-manager/constants.ts';
import { asked, local, writingLocally, writingToWeb } from '../../support/reference-manager.ts';

const IN_GROUP = { library: 'group', group_id: GROUP.id };
const PLACE = `/groups/${GROUP.id}`;

test.each(['zotero7', 'zotero9', 'zotero10'] as const)(
  '%s: everything that reads can read the group',
  async (profile) => {
    const { call, double } = await local(profile);
    expect((await call('list_groups')).data).toEqual({
      total: 1,
      groups: [{ group_id: GROUP.id, name: GROUP.name, description: 'Reads about shores.', items: 2 }],
    });
    const calls = [
      ['search_references', { query: 'tides' }, { references: [{ key: GROUP_KEYS.article }] }],
      ['get_reference', { item_key: GROUP_KEYS.article }, { publication: 'Shoreline Quarterly' }],
      ['list_collections', {}, { total: 2 }],
      ['list_tags', {}, { tags: expect.arrayContaining([{ name: 'shared', items: 1 }]) }],
      ['list_saved_searches', {}, { searches: [{ key: GROUP_KEYS.search }] }],
      ['run_saved_search', { search_key: GROUP_KEYS.search }, { total: 2 }],
      ['list_attachments', { item_key: GROUP_KEYS.article }, { attachments: [{ key: GROUP_KEYS.pdf }] }],
      ['get_bibliography', { item_keys: [GROUP_KEYS.book] }, { entries: [expect.stringContaining('A Common Atlas')] }],
    ] as const;
    const before = (await asked(double)).length;
    for (const [name, args, data] of calls) {
      expect(await call(name, { ...args, ...IN_GROUP })).toMatchObject({ success: true, data });
    }
    expect((await asked(double)).slice(before).every((line) => line.startsWith(`GET /api${PLACE}/`))).toBe(true);
    if (profile !== 'zotero7') {
      const { data } = await call('get_fulltext', { attachment_key: GROUP_KEYS.pdf, ...IN_GROUP });
      expect(data).toMatchObject({ text: 'The group met at low tide.' });
    }
  },
);

test('without the two parameters every tool stays in the own library', async () => {
  const { call, double } = await local('zotero10');
  expect(await call('get_reference', { item_key: GROUP_KEYS.article })).toMatchObject({ code: 'not_found' });
  expect(await call('get_reference', { item_key: KEYS.article, ...IN_GROUP })).toMatchObject({ code: 'not_found' });
  await call('search_references', { query: 'x' });
  expect((await asked(double)).at(-1)).toBe('GET /api/users/0/items');
});

describe.each([
  ['desktop', () => writingLocally({ dialog: 'always' }), 'local', `/api${PLACE}`],
  ['web', () => writingToWeb(), 'web', PLACE],
] as const)('%s', (_name, open, written_to, place) => {
  test('everything that writes can write to the group', async () => {
    const { call, double } = await open();
    const created = await call('create_reference', { item_type: 'book', title: 'New in the Group', ...IN_GROUP });
    expect(created).toMatchObject({ success: true, data: { written_to } });
    const item_keys = [String(created.data?.['key']), GROUP_KEYS.article];
    const { shared, done } = GROUP_KEYS;
    const steps = [
      ['add_to_collection', { collection_key: shared, item_keys }, 1],
      ['move_to_collection', { from_collection_key: shared, to_collection_key: done, item_keys }, 2],
      ['add_tags', { item_keys, tags: ['cited'] }, 2],
      ['remove_tags', { item_keys, tags: ['tides'] }, 1],
    ] as const;
    for (const [name, args, changed] of steps) {
      expect(await call(name, { ...args, ...IN_GROUP })).toMatchObject({
        success: true,
        data: { changed, written_to },
      });
    }
    const lines = (await asked(double)).filter((line) => line.endsWith('/items'));
    expect(new Set(lines)).toEqual(new Set([`POST ${place}/items`]));
    expect(await call('add_tags', { item_keys: [KEYS.book], tags: ['x'], ...IN_GROUP })).toMatchObject({
      code: 'not_found',
    });
  });

  test('parameters that do not go together, and a group that there is not, are reported', async () => {
    const { call, double } = await open();
    const book = { item_type: 'book', title: 'Nowhere' };
    for (const whose of [{ group_id: GROUP.id }, { library: 'group' }]) {
      expect(await call('create_reference', { ...book, ...whose })).toMatchObject({ code: 'library_mismatch' });
      expect(await call('add_tags', { item_keys: [KEYS.book], tags: ['x'], ...whose })).toMatchObject({
        code: 'library_mismatch',
        retry_hint: expect.stringContaining('list_groups'),
      });
    }
    const other = { library: 'group', group_id: 999 };
    for (const [name, args] of [
      ['create_reference', book],
      ['add_tags', { item_keys: [KEYS.book], tags: ['x'] }],
      ['add_to_collection', { item_keys: [KEYS.book], collection_key: KEYS.maps }],
    ] as const) {
      expect(await call(name, { ...args, ...other })).toMatchObject({ code: 'group_not_found' });
    }
    // Nobody was asked for leave to write where nothing can be written.
    expect((await asked(double)).filter((line) => line.startsWith('POST'))).toEqual([]);
  });
});

test('reading: parameters that do not go together, and a group that there is not, are reported', async () => {
  const { call } = await local('zotero10');
  expect(await call('search_references', { query: 'x', group_id: GROUP.id })).toMatchObject({
    code: 'library_mismatch',
  });
  expect(await call('get_bibliography', { item_keys: [KEYS.book], library: 'group' })).toMatchObject({
    code: 'library_mismatch',
  });
  for (const [name, args] of [
    ['search_references', { query: 'x' }],
    ['list_collections', {}],
    ['get_bibliography', { item_keys: [KEYS.book] }],
  ] as const) {
    for (const group_id of [0, 999]) {
      const { code, retry_hint } = await call(name, { ...args, library: 'group', group_id });
      expect(code).toMatch(/^(?:group_not_found|library_mismatch)$/);
      expect(retry_hint).toContain('list_groups');
    }
  }
});
