/** The shipped spec reads a library: search, details, attachments, full texts, on every version. */
// In depth: one spec in depth; libraries of every version.
import { describe, expect, test } from 'vitest';
import { planSpecs } from '../../../compiler/plan/plan-specs.ts';
import { toolDescriptor } from '../../../compiler/emit/server/descriptor.ts';
import { FULLTEXT_MARKER, KEYS, MISSING } from '../../doubles/reference-manager/constants.ts';
import { SOME_MODES } from '../../support/official-client.ts';
import { ROOT, callerOf, local, openClient, start } from '../../support/reference-manager.ts';
import { sourcesOf } from '../../support/sources.ts';

describe.each(SOME_MODES)('over %s', (_name, mode) => {
  test('the list is the Plan, and a call reaches the library with every default filled in', async () => {
    const { specs, files } = sourcesOf(ROOT);
    const tools =
      planSpecs(specs, { files }).value?.plan.servers.find(({ name }) => name === 'reference-manager')?.tools ?? [];
    const double = await start('zotero9');
    const client = await openClient({ ZOTERO_PORT: String(double.port) }, mode);
    const listed = await client.listTools();
    const planned = tools
      .map((one) => toolDescriptor(one))
      .map(({ behavior: _b, timeout_ms: _t, ...visible }) => visible);
    expect(listed.tools).toEqual(planned);
    expect(planned.map(({ name }) => name)).toContain('search_references');

    const call = callerOf(client);
    const found = await call('search_references', { query: 'tide' });
    expect(found).toMatchObject({ success: true, data: { total: expect.any(Number) } });
    await double.settle();
    const query = new URL(double.requests.at(-1)?.path ?? '', 'http://localhost').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      q: 'tide',
      qmode: 'titleCreatorYear',
      limit: '25',
      start: '0',
      format: 'json',
    });

    expect(await call('search_references', { query: 'x', limit: 500 })).toMatchObject({
      success: false,
      code: 'invalid_arguments',
      error: expect.stringMatching(/limit must be.*100.*500/),
    });
    expect((await call('search_references', { quary: 'x' })).error).toContain('Did you mean "query"');
    expect((await call('search_references', { query: 'x', scope: 'title' })).error).toMatch(/"titles".*"everything"/);
    await expect(call('search_reference')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('search_reference'),
    });
  });
});

test.each(['zotero7', 'zotero9', 'zotero10'] as const)('%s: search → details → attachments → text', async (profile) => {
  const { call } = await local(profile);
  const found = await call('search_references', { query: 'tide', limit: 2 });
  expect(found.data).toMatchObject({
    references: expect.arrayContaining([
      expect.objectContaining({ key: expect.any(String), item_type: expect.any(String) }),
    ]),
  });
  expect(await call('get_reference', { item_key: KEYS.article })).toMatchObject({
    success: true,
    data: { key: KEYS.article, item_type: 'journalArticle', title: expect.any(String) },
  });
  const attached = await call('list_attachments', { item_key: KEYS.article });
  expect(attached).toMatchObject({ success: true, data: { total: expect.any(Number) } });
  expect(await call('get_reference', { item_key: MISSING.item })).toMatchObject({ success: false, code: 'not_found' });
  const text = await call('get_fulltext', { attachment_key: KEYS.pdf });
  if (profile === 'zotero7') expect(text).toMatchObject({ success: false, code: 'not_supported' });
  else expect(text).toMatchObject({ success: true, data: { start: 0, text: expect.any(String) } });
});

test('a full text is read in windows until its end; a search in everything finds it', async () => {
  const { call } = await local('zotero9');
  let text = '';
  let total = Number.POSITIVE_INFINITY;
  for (let start = 0; start < total; start = text.length) {
    const { data } = await call('get_fulltext', { attachment_key: KEYS.pdf, start, max_characters: 9000 });
    const window = data as unknown as { text: string; total_characters: number; start: number };
    expect(window).toMatchObject({ start });
    expect(window.text.length).toBeGreaterThan(0);
    text += window.text;
    total = window.total_characters;
  }
  expect(text).toHaveLength(total);
  expect(text).toContain(FULLTEXT_MARKER);
  const { data } = await call('search_references', { query: FULLTEXT_MARKER, scope: 'everything' });
  expect(data).toMatchObject({
    references: [{ key: KEYS.pdf, item_type: 'attachment', parent_key: expect.any(String) }],
  });
});

test('collections, tags and saved searches', async () => {
  const { call } = await local('zotero9');
  const { data } = await call('list_collections');
  const { collections } = data as { collections: { key: string; parent_key?: string }[] };
  expect(collections.find(({ key }) => key === KEYS.tides)).toMatchObject({
    parent_key: KEYS.archive,
    name: expect.any(String),
  });
  expect(collections.find(({ key }) => key === KEYS.archive)).not.toHaveProperty('parent_key');

  const all = await call('list_tags');
  expect(all.data).toMatchObject({ tags: expect.arrayContaining([{ name: 'narrative', items: 2 }]) });
  expect((await call('list_tags', { contains: 'tide' })).data).toMatchObject({ total: 1, tags: [{ name: 'tides' }] });
  expect((await call('list_tags', { contains: 'Tide' })).data).toEqual({ total: 0, tags: [] });
  const page = await call('list_tags', { limit: 2, start: 1 });
  expect(page.data).toEqual({ total: all.data?.['total'], tags: expect.any(Array) });
  expect(page.data?.['tags']).toHaveLength(2);

  const conditions = [{ field: 'tag', operator: 'is', value: 'tides' }];
  expect((await call('list_saved_searches')).data).toEqual({
    total: 1,
    searches: [{ key: KEYS.search, name: 'Everything about tides', conditions }],
  });
  const run = await call('run_saved_search', { search_key: KEYS.search, limit: 3 });
  expect(run.data?.['references']).toHaveLength(3);
  expect(Number(run.data?.['total'])).toBeGreaterThan(3);
  expect(await call('run_saved_search', { search_key: KEYS.tides })).toMatchObject({
    code: 'not_found',
    retry_hint: expect.stringContaining('list_saved_searches'),
  });
});

test('a bibliography is plain text in the named style, each work once', async () => {
  const { call, double } = await local('zotero9');
  const item_keys = [KEYS.undated, KEYS.book, KEYS.book];
  expect((await call('get_bibliography', { item_keys, style: 'ieee' })).data).toEqual({
    style: 'ieee',
    total: 2,
    entries: expect.arrayContaining([
      'Per Östlund. Fog & <i>Littorina</i>: A Note Without a Date.',
      'Ingrid Sørlund. Harbours of Salt and Paper: A History of Port Ledgers. 2014.',
    ]),
  });
  expect(await call('get_bibliography', { item_keys: [KEYS.book] })).toMatchObject({ data: { style: 'apa' } });
  await double.settle();
  const styles = double.requests.map(({ path }) => new URL(path, 'http://localhost').searchParams.get('style'));
  expect(styles).toEqual(['ieee', 'apa']);

  for (const [args, code, named] of [
    [{ item_keys: [KEYS.book, MISSING.item] }, 'not_found', MISSING.item],
    [{ item_keys: [KEYS.pdf] }, 'not_found', KEYS.pdf],
    [{ item_keys: [KEYS.book], style: 'no-such-style' }, 'unknown_style', 'no-such-style'],
    [{ item_keys: [KEYS.book], style: 'http://x' }, 'invalid_arguments', 'style'],
    [{ item_keys: [] }, 'invalid_arguments', 'item_keys'],
  ] as const) {
    expect(await call('get_bibliography', args)).toMatchObject({ code, error: expect.stringContaining(named) });
  }
});
