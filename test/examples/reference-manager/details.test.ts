/** A saved reference has what a citation of its kind needs, under the names that the reference manager has for it. */
// In depth: one shipped spec beyond the way through it.
import { expect, test } from 'vitest';
import { FIELDS, WITH_EDITORS } from '../../../specs/reference-manager/handlers/library/fields.ts';
import { WRITE_KEY } from '../../doubles/reference-manager/constants.ts';
import { itemIn, start, writingLocally, writingToWeb } from '../../support/reference-manager.ts';

type ItemType = keyof typeof FIELDS;

const TYPES = Object.keys(FIELDS) as ItemType[];

/** What the server says of a kind of work. */
async function ask(port: number, path: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'Zotero-API-Key': WRITE_KEY } });
  return response.json();
}

test('every field that is written is in the template of its kind of work, and editors are among its creators', async () => {
  const { port } = await start('web');
  for (const type of TYPES) {
    const template = (await ask(port, `/items/new?itemType=${type}`)) as object;
    expect(Object.values(FIELDS[type]).filter((field) => !Object.hasOwn(template, field))).toEqual([]);
    const creators = (await ask(port, `/itemTypeCreatorTypes?itemType=${type}`)) as { creatorType: string }[];
    expect([type, creators.some(({ creatorType }) => creatorType === 'editor')]).toEqual([
      type,
      WITH_EDITORS.has(type),
    ]);
  }
});

const DETAILS: Readonly<Record<ItemType, object>> = {
  journalArticle: { publication: 'J', volume: '12', issue: '1', pages: '33-58', issn: '1234-5678' },
  book: { publisher: 'P', place: 'Bergen', edition: '2', isbn: '978-0-00-000014-2', volume: '1', pages: '312' },
  bookSection: { publication: 'A Book', publisher: 'P', place: 'Oslo', edition: '3', pages: '1-9', isbn: '978-0' },
  conferencePaper: {
    publication: 'Proceedings',
    pages: '4-19',
    publisher: 'P',
    place: 'Oslo',
    series: 'LN',
    volume: '7',
  },
  preprint: { publisher: 'arXiv', number: '2101.00001', genre: 'Preprint' },
  report: { publisher: 'Board', number: 'NLBR-7', genre: 'Survey', pages: '1-40', place: 'Tromsø' },
  thesis: { publisher: 'University of Vessel Bay', genre: 'PhD thesis', place: 'Vessel Bay', pages: '210' },
  webpage: { publication: 'Slow Water Data', genre: 'Index' },
};

test.each([
  ['the desktop application', () => writingLocally({ dialog: 'always' }), false],
  ['the web', () => writingToWeb(), true],
] as const)('every kind of work is saved with all of its details, to %s', async (_name, open, web) => {
  const { call, double } = await open();
  for (const item_type of TYPES) {
    const details = DETAILS[item_type];
    const editors = WITH_EDITORS.has(item_type) ? [{ family_name: 'Dubreuil', given_name: 'Hélène' }] : [];
    const authors = [{ family_name: 'Lee', given_name: 'Ada' }];
    const { data } = await call('create_reference', { item_type, title: 'T', authors, editors, ...details });
    const item = await itemIn(double, String(data?.['key']), web);
    const fields = new Map<string, string>(Object.entries(FIELDS[item_type]));
    for (const [detail, value] of Object.entries(details)) expect(item[fields.get(detail) ?? '']).toBe(value);
    expect(item['creators']).toEqual([
      { creatorType: 'author', lastName: 'Lee', firstName: 'Ada' },
      ...editors.map(() => ({ creatorType: 'editor', lastName: 'Dubreuil', firstName: 'Hélène' })),
    ]);
  }
});

test('a saved article is cited with its journal, volume and pages', async () => {
  const { call } = await writingLocally({ dialog: 'always' });
  const { data } = await call('create_reference', {
    item_type: 'journalArticle',
    title: 'Reading Ebb',
    authors: [{ family_name: 'Lee', given_name: 'Ada' }],
    date: '2021',
    ...DETAILS.journalArticle,
  });
  const item_key = String(data?.['key']);
  expect((await call('get_reference', { item_key })).data).toMatchObject({
    publication: 'J',
    volume: '12',
    issue: '1',
    pages: '33-58',
    issn: '1234-5678',
  });
});

test('a detail that the kind of work does not have is reported before anything is written or asked', async () => {
  const { call, double } = await writingLocally({ dialog: 'always' });
  for (const [item_type, detail] of [
    ['journalArticle', { publisher: 'P' }],
    ['book', { issue: '3' }],
    ['thesis', { editors: [{ family_name: 'X' }] }],
    ['webpage', { isbn: '978-0' }],
    ['report', { publication: 'J' }],
  ] as const) {
    const envelope = await call('create_reference', { item_type, title: 'T', ...detail });
    const [name = ''] = Object.keys(detail);
    expect(envelope).toMatchObject({ success: false, code: 'field_not_allowed' });
    expect(envelope.error).toBe(`A ${item_type} has no field for "${name}", so nothing was saved.`);
    expect(envelope.retry_hint).toContain(`Leave "${name}" out`);
  }
  await double.settle();
  expect(double.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a blank detail is none', async () => {
  const { call, double } = await writingToWeb();
  const { data } = await call('create_reference', { item_type: 'book', title: 'T', issue: '', publication: '  ' });
  await double.settle();
  const post = double.requests.find(({ method }) => method === 'POST');
  expect(JSON.parse(post?.body ?? '')).toEqual([
    { itemType: 'book', title: 'T', creators: [], date: '', url: '', abstractNote: '', collections: [] },
  ]);
  expect(data?.['written_to']).toBe('web');
});
