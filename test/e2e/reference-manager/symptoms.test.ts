/** What the model reads when something around the library is not in order (EXT §7), and where a change goes then. */
// In depth: one spec in depth.
import { expect, test } from 'vitest';
import { KEYS, WRITE_KEY } from '../../doubles/reference-manager/constants.ts';
import { refusedPort } from '../../doubles/process.ts';
import { asked, caller, local, start, webVariables, writingLocally } from '../../support/reference-manager.ts';

const BOOK = { item_type: 'book', title: 'A Book' };

test('the application is not running', async () => {
  const call = await caller({ ZOTERO_PORT: String(await refusedPort()), ZOTERO_LOCAL_WRITES: 'yes' });
  for (const [name, args] of [
    ['search_references', { query: 'x' }],
    ['list_collections', {}],
    ['get_bibliography', { item_keys: [KEYS.book] }],
    ['create_reference', BOOK],
  ] as const) {
    expect(await call(name, args)).toEqual({
      success: false,
      error: 'The reference manager does not answer; it is not running, or its port is closed.',
      code: 'not_running',
      // EXT §4.4 names both settings.
      retry_hint: expect.stringMatching(
        /start Zotero.*extensions\.zotero\.httpServer\.enabled must be true.*extensions\.zotero\.httpServer\.port is 23119.*ZOTERO_PORT/,
      ),
    });
  }
});

test('the local interface is disabled', async () => {
  const { call } = await writingLocally({}, 'disabled');
  for (const [name, args] of [
    ['search_references', { query: 'x' }],
    ['get_bibliography', { item_keys: [KEYS.book] }],
    ['create_reference', BOOK],
  ] as const) {
    expect(await call(name, args)).toMatchObject({
      code: 'local_api_off',
      retry_hint: expect.stringContaining('Allow other applications on this computer'),
    });
  }
});

test('a change without leave names both ways, and nothing is sent', async () => {
  const { call, double } = await local('zotero10');
  for (const [name, args] of [
    ['create_reference', BOOK],
    ['add_to_collection', { collection_key: KEYS.maps, item_keys: [KEYS.book] }],
    ['add_tags', { item_keys: [KEYS.book], tags: ['x'] }],
  ] as const) {
    expect(await call(name, args)).toMatchObject({
      success: false,
      code: 'writing_not_set_up',
      error: expect.stringContaining('read-only'),
      retry_hint: expect.stringMatching(/ZOTERO_LOCAL_WRITES[^]*ZOTERO_API_KEY/),
    });
  }
  expect(await asked(double)).toEqual([]);
});

test('before version 10 leave to write locally is not enough; with a key the change goes to the web', async () => {
  const { call, double } = await writingLocally({}, 'zotero9');
  expect(await call('create_reference', BOOK)).toMatchObject({ code: 'writing_not_set_up' });
  expect(await asked(double)).toEqual(['GET /api/']);
  const web = await start('web');
  const both = { ...webVariables(web), ZOTERO_PORT: String(double.port), ZOTERO_LOCAL_WRITES: 'yes' };
  expect(await (await caller(both))('create_reference', BOOK)).toMatchObject({ data: { written_to: 'web' } });
  const without = { ...both, ZOTERO_PORT: String(await refusedPort()) };
  expect(await (await caller(without))('create_reference', BOOK)).toMatchObject({ data: { written_to: 'web' } });
});

test('the key for the web is in no message, and the web is not mentioned where no one is asked', async () => {
  const ZOTERO_WEB_URL = `http://127.0.0.1:${await refusedPort()}`;
  const call = await caller({ ZOTERO_WEB_URL, ZOTERO_API_KEY: WRITE_KEY });
  const envelope = await call('create_reference', BOOK);
  expect(envelope).toMatchObject({ success: false, error: expect.stringContaining('web interface') });
  expect(JSON.stringify(envelope)).not.toContain(WRITE_KEY);
});
