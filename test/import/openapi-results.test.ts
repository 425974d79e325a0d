/** Large results: which fields of a response a tool returns, as docs/import-openapi.md says it. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject, type JsonObject } from '@haft/runtime/language';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { runs } from '../support/runs.ts';

const TEXT = { type: 'string' };
const list = (items: JsonObject): JsonObject => ({ type: 'array', items });

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 && { required: [...required] }) };
}

/** As many fields, counted with the map around them. */
const large = (count: number): JsonObject =>
  object(Object.fromEntries(Array.from({ length: count - 1 }, (_, at) => [`part${at}`, TEXT])));

function resultOf(schema: JsonObject): unknown {
  const get = { responses: { 200: { description: 'x', content: { 'application/json': { schema } } } } };
  const root = { openapi: '3.1.0', info: { title: 'Boxes' }, paths: { '/boxes': { get } } };
  const made = importOpenapi({ name: 'boxes.json', text: JSON.stringify(root) });
  if (made.kind !== 'imported') throw new Error('not imported');
  const tool = made.documents.find(({ value }) => value['kind'] === 'tool')?.value;
  return isObject(tool?.['http']) ? tool['http']['result'] : undefined;
}

/** The names of the fields of each item; undefined where the result is whole. */
function chosen(schema: JsonObject, key?: string): readonly string[] | undefined {
  const result = resultOf(schema);
  const inner = key === undefined || !isObject(result) ? result : result[key];
  const fields = isObject(inner) && key !== undefined ? inner['fields'] : inner;
  return isObject(fields) ? Object.values(fields).map((pointer) => String(pointer).slice(1)) : undefined;
}

const SHORT: readonly JsonObject[] = [
  TEXT,
  { type: ['string', 'null'] },
  list(TEXT),
  list({ type: 'integer' }),
  list(object({ port: { type: 'integer' }, address: TEXT, a: TEXT, b: TEXT, c: TEXT, d: TEXT })),
];
const LONG: readonly JsonObject[] = [
  object({ a: TEXT }),
  list(list(TEXT)),
  list(object(Object.fromEntries([...'abcdefg'].map((name) => [name, TEXT])))),
  list(object({ inner: object({ a: TEXT }) })),
];

test('of a large item, plain values and small lists are in the result, and nothing else is', () => {
  const fields = fc.array(fc.constantFrom(...SHORT, ...LONG), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(fields, fc.boolean(), (schemas, isEnvelope) => {
      const own = schemas.map((schema, at) => [`field${at}`, schema] as const);
      const item = object({ id: TEXT, ...Object.fromEntries(own), rest: large(31) });
      const names = own.filter(([, schema]) => SHORT.includes(schema)).map(([name]) => name);
      const schema = isEnvelope ? object({ data: list(item), total: { type: 'integer' } }) : list(item);
      const read = chosen(schema, isEnvelope ? 'data' : 'items');
      expect(read?.toSorted()).toEqual(names.length === 0 ? undefined : ['id', ...names].toSorted());
    }),
    { numRuns: runs(60) },
  );
});

test('by what people name a thing is there before what says nothing, and before it only what is required', () => {
  const plain = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`x${at}`, TEXT]));
  for (const name of ['Names', 'RepoTags', 'tags', 'repo_tags', 'aliases', 'Labels']) {
    const item = object({ ...plain, [name]: list(TEXT), rest: large(20) }, ['x19']);
    expect(chosen(list(item), 'items')?.slice(0, 2)).toEqual(['x19', name]);
  }
  const lists = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`y${at}`, list(TEXT)]));
  expect(chosen(list(object({ ...lists, ...plain })), 'items')).toEqual(Object.keys(plain).slice(0, 12));
});

test('results up to the limits of the guide are whole', () => {
  const nested = (count: number): JsonObject => object({ a: TEXT, b: TEXT, c: TEXT, d: TEXT, rest: large(count - 4) });
  expect(chosen(list(nested(30)), 'items')).toBeUndefined();
  expect(chosen(list(nested(31)), 'items')).toEqual(['a', 'b', 'c', 'd']);
  expect(chosen(nested(100))).toBeUndefined();
  expect(chosen(nested(101))).toEqual(['a', 'b', 'c', 'd']);
  expect(chosen(list(large(32)), 'items')).toHaveLength(12);
  expect(chosen(large(102))).toHaveLength(24);
  expect(chosen(list(object({ a: TEXT, rest: large(40) })), 'items')).toBeUndefined();
  expect(chosen(object({ a: TEXT, b: TEXT, c: TEXT, rest: large(140) }))).toBeUndefined();
  const siblings = { notes: list(TEXT), total: { type: 'integer' }, more: list(large(9)) };
  expect(resultOf(object({ data: list(nested(31)), ...siblings }))).toMatchObject({ notes: '/notes', total: '/total' });
  expect(resultOf(object({ data: list(nested(31)), ...siblings }))).not.toHaveProperty('more');
});
