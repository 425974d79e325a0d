/** Result tables: what each rule reads from a response. */
import { expect, test } from 'vitest';
import { resultRules } from '../../runtime/behaviors/shared/result-rules.ts';
import { compileReading } from '../../runtime/language/value-reading.ts';
import { compileResult, fit } from '../../runtime/behaviors/shared/result.ts';
import type { ResultTable } from '../../runtime/descriptor/descriptor.ts';
import type { Json } from '../../runtime/language/json.ts';
import type { Schema, SchemaType } from '../../runtime/language/schema.ts';

const modules = { resultRules, valueReading: compileReading };

const json: Json = {
  total: '12',
  title: null,
  text: 'héllo 😀 world',
  none: null,
  info: { 'cat.name': 'x', 'cat.legs': 4, legs: 5 },
  state: 'off',
  items: [{ id: 1, tags: [{ tag: 'x' }] }, { id: 2 }],
};
const answer = {
  json,
  text: JSON.stringify(json),
  args: { start: 0, one: 1, length: 7, key: 'K' },
  header: (name: string) => (name === 'Count' ? '7' : undefined),
};

test.each<[string, ResultTable, Record<string, Schema>, Json]>([
  ['a pointer', { id: '/items/0/id' }, {}, { id: 1 }],
  ['nothing found', { a: '/nope', b: { pointer: '/nope', default: [] } }, {}, { b: [] }],
  [
    'null is absent',
    { title: { pointer: '/title', default: 'none' } },
    { title: { type: 'string' } },
    { title: 'none' },
  ],
  [
    'with null among the types null stays, and text becomes the other type',
    { title: '/title', total: '/total', state: { value: false } },
    {
      title: { type: ['string', 'null'] },
      total: { type: ['integer', 'null'] },
      state: { type: ['string', 'null'] },
    },
    { title: null, total: 12, state: null },
  ],
  ['text becomes a number', { total: '/total' }, { total: { type: 'integer' } }, { total: 12 }],
  ['a number becomes text', { id: '/items/0/id' }, { id: { type: 'string' } }, { id: '1' }],
  ['a header', { n: { header: 'Count' }, none: { header: 'Other' } }, { n: { type: 'integer' } }, { n: 7 }],
  ['an argument', { key: { argument: 'key' }, no: { argument: 'constructor' } }, {}, { key: 'K' }],
  ['a value', { saved: { value: true } }, {}, { saved: true }],
  ['lengths', { a: { length: '/items' }, b: { length: '/text' }, c: { length: '/nope' } }, {}, { a: 2, b: 14 }],
  [
    'a window that would split a character',
    { t: { pointer: '/text', slice: { start: 'start', length: 'length' } } },
    {},
    { t: 'héllo ' },
  ],
  [
    'a window of a list',
    { t: { pointer: '/items', slice: { start: 'start', length: 'none' } } },
    {},
    { t: [{ id: 1, tags: [{ tag: 'x' }] }, { id: 2 }] },
  ],
  [
    'each, also inside each',
    { list: { each: '/items', fields: { id: '/id', tags: { each: '/tags', fields: { name: '/tag' } } } } },
    {
      list: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
    },
    { list: [{ id: '1', tags: [{ name: 'x' }] }, { id: '2' }] },
  ],
  [
    'a list that is not there stands empty where the author says so',
    {
      a: { each: '/none', fields: {}, default: [] },
      b: { length: '/none', default: 0 },
      c: { header: 'Other', default: 1 },
    },
    {},
    { a: [], b: 0, c: 1 },
  ],
  [
    'a window of each',
    { t: { each: '/items', fields: { id: '/id' }, slice: { start: 'one', length: 'length' } } },
    {},
    { t: [{ id: 2 }] },
  ],
  [
    'the member with a suffix',
    {
      a: { pointer: '/info', suffix: '.legs' },
      b: { pointer: '/info', suffix: '.wings', default: 0 },
      c: { pointer: '/text', suffix: '.legs' },
    },
    {},
    { a: 4, b: 0 },
  ],
  [
    'words of the other side',
    {
      a: { pointer: '/state', translate: { off: 'asleep' } },
      b: { pointer: '/text', translate: { off: 'asleep' } },
      c: { pointer: '/none', default: 'off', translate: { off: 'asleep' } },
    },
    {},
    { a: 'asleep', b: 'héllo 😀 world', c: 'asleep' },
  ],
  ['each of no list', { list: { each: '/total', fields: {} } }, {}, {}],
  ['the last element', { id: '/items/-1/id', none: '/info/-1' }, {}, { id: 2 }],
  [
    'elements that match',
    {
      a: { each: '/items', where: { '/id': 2 }, item: '/id' },
      b: { each: '/items', where: { '/id': ['2', 1] }, item: '/id' },
      c: { each: '/items', where: { '/tags': null }, item: '/id' },
      d: { length: '/items', where: { '/id': '1' } },
      e: { length: '/text', where: { '': 'x' } },
      f: { each: '/items', where: { '/tags': 'x' }, item: '/id' },
    },
    {},
    { a: [2], b: [1, 2], c: [2], d: 1, f: [] },
  ],
  [
    'names and members of a map',
    {
      names: { keys: '/info' },
      all: { entries: '/info', item: '/value' },
      some: { entries: '/info', where: { '/value': 4 }, fields: { part: '/key', count: '/value' } },
      none: { keys: '/items' },
    },
    { all: { type: 'array', items: { type: 'string' } } },
    { names: ['cat.name', 'cat.legs', 'legs'], all: ['x', '4', '5'], some: [{ part: 'cat.legs', count: 4 }] },
  ],
  [
    'whether something is there',
    { a: { exists: '/total' }, b: { exists: '/title' }, c: { exists: '/nope' }, d: { exists: '/items/1' } },
    { b: { type: 'boolean' } },
    { a: true, b: false, c: false, d: true },
  ],
  [
    'as many as a parameter says, and how many are left out',
    { list: { each: '/items', item: '/id', limit: '{one}' }, more: { note: '{left_out} more.' } },
    {},
    { list: [1], more: '1 more.' },
  ],
  ['as many as there are', { list: { each: '/items', item: '/id', limit: '{none}' } }, {}, { list: [1, 2] }],
  [
    'numbers and dates of other forms',
    {
      a: { pointer: '/total', as: 'number' },
      b: { pointer: '/text', as: 'number', default: 0 },
      c: { header: 'Count', as: { date: 'unix' } },
      d: { argument: 'one', as: { number: { unit: 'EUR' } } },
      e: { pointer: '/items', as: 'number' },
    },
    { a: { type: 'number' } },
    { a: 12, b: 0, c: '1970-01-01T00:00:07Z', d: 1 },
  ],
])('%s', (_name, table, properties, expected) => {
  expect(compileResult(table, { type: 'object', properties }, modules)(answer)).toEqual(expected);
});

test.each<[Json, SchemaType, Json | undefined]>([
  ['12', 'integer', 12],
  [' 12 ', 'integer', 12],
  ['-1.5', 'number', -1.5],
  ['1.5', 'integer', '1.5'],
  ['1e3', 'number', '1e3'],
  ['12345678901234567890', 'integer', '12345678901234567890'],
  ['', 'integer', ''],
  ['true', 'boolean', true],
  ['yes', 'boolean', 'yes'],
  [5, 'string', '5'],
  [true, 'string', 'true'],
  [false, 'string', undefined],
  [null, 'string', undefined],
  [[1], 'string', [1]],
  ['12', 'string', '12'],
])('%j as %s is %j', (value, type, expected) => {
  expect(fit(value, { type })).toEqual(expected);
});

const rows: Json = {
  people: [{ name: 'Ada', mail: '' }, { name: 'Bob', mail: 'b@x' }, {}],
  owner: { login: 'ada', team: { id: 7 } },
  text: 'aé😀b',
};

test.each<[string, ResultTable, Record<string, Schema>, Json]>([
  ['a list of texts', { names: { each: '/people', item: '/name' } }, {}, { names: ['Ada', 'Bob'] }],
  [
    'a list of texts that are numbers there',
    { ids: { each: '', item: '/id' } },
    { ids: { type: 'array', items: { type: 'string' } } },
    {},
  ],
  ['a joined list', { names: { each: '/people', item: '/name', join: ', ' } }, {}, { names: 'Ada, Bob' }],
  [
    'a map in a map',
    { owner: { fields: { login: '/owner/login', id: '/owner/team/id' } } },
    {},
    { owner: { login: 'ada', id: 7 } },
  ],
  [
    'a map below a pointer',
    { owner: { pointer: '/owner', fields: { id: '/team/id', all: { argument: 'key' } } } },
    {},
    { owner: { id: 7, all: 'K' } },
  ],
  ['a map of nothing', { owner: { pointer: '/nope', fields: { id: '/id' } } }, {}, { owner: {} }],
  [
    'the first that finds something',
    { people: { each: '/people', fields: { mail: { first: ['/mail', '/name', { value: 'none' }] } } } },
    {},
    { people: [{ mail: 'Ada' }, { mail: 'b@x' }, { mail: 'none' }] },
  ],
  ['the first of nothing', { a: { first: ['/nope', '/no'], default: 'x' } }, {}, { a: 'x' }],
  [
    'a limit with its note',
    { note: { note: 'More.' }, people: { each: '/people', limit: 2, item: '/name' } },
    {},
    { people: ['Ada', 'Bob'] },
  ],
  [
    'a limit that cuts',
    { note: { note: 'More.' }, people: { each: '/people', limit: 1, item: '/name' } },
    {},
    { people: ['Ada'], note: 'More.' },
  ],
  [
    'a limit inside a list',
    { note: { note: 'More.' }, people: { each: '/people', fields: { name: { pointer: '/name', limit: 2 } } } },
    {},
    { people: [{ name: 'Ad' }, { name: 'Bo' }, {}], note: 'More.' },
  ],
  [
    'a limit of a text, not within a character',
    { t: { pointer: '/text', limit: 3 }, note: { note: 'More.' } },
    {},
    { t: 'aé', note: 'More.' },
  ],
])('%s', (_name, table, properties, expected) => {
  expect(compileResult(table, { type: 'object', properties }, modules)({ ...answer, json: rows, text: '' })).toEqual(
    expected,
  );
});

test('the note of output that was truncated', () => {
  const read = compileResult({ note: { note: 'More.' } }, undefined, modules);
  expect(read({ ...answer, truncated: true })).toEqual({ note: 'More.' });
  expect(read(answer)).toEqual({});
});
