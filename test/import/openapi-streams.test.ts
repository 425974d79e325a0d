/** A response that is or can be a stream is named, and one that leaves HTTP is no tool. */
import { expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import type { Loss } from '../../compiler/features/import/imported.ts';

function lossesOf(operation: object): readonly Loss[] {
  const post = { summary: 'Make a book', responses: {}, ...operation };
  const servers = [{ url: 'https://a.example' }];
  const whole = {
    openapi: '3.1.0',
    info: { title: 'Shop' },
    servers,
    paths: { '/books': { post }, '/more': { get: { responses: {} } } },
  };
  const made = importOpenapi({ text: JSON.stringify(whole), name: 'api.json' });
  if (made.kind !== 'imported') throw new Error(JSON.stringify(made));
  return made.losses;
}

const NAME = { type: 'string' };
const answer = (content: object, description = 'Done.'): object => ({ responses: { 200: { description, content } } });
const flag = { type: 'object', properties: { stream: { type: ['boolean', 'null'] }, name: NAME } };
const JSON_BODY = { 'application/json': { schema: flag } };

test.each<readonly [what: string, sign: string, operation: object]>([
  ['lines', 'media type application/x-ndjson', answer({ 'application/x-ndjson': {} })],
  ['a sequence', 'media type application/json-seq', answer({ 'application/json-seq': {} })],
  [
    'bytes of a vendor',
    'media type application/vnd.docker.raw-stream',
    answer({ 'application/vnd.docker.raw-stream': {} }),
  ],
  ['a stream of JSON', 'media type application/stream+json', answer({ 'application/stream+json': {} })],
  [
    'a type with a parameter',
    'media type application/json;stream',
    answer({ 'application/json': {}, 'application/json;stream=watch': {} }),
  ],
  [
    'a flag of the query',
    'parameter "stream"',
    { parameters: [{ name: 'stream', in: 'query', schema: { type: 'boolean' } }] },
  ],
  ['a flag of the body', 'parameter "stream"', { requestBody: { content: JSON_BODY } }],
  ['a description', 'its description', answer({ 'application/json': {} }, 'A stream of JSON.')],
])('%s: see %s', (_what, sign, operation) => {
  const told = lossesOf(operation).filter(({ subject }) => subject === 'streams');
  expect(told).toMatchObject([
    { kind: 'todo', from: 'POST /books', message: expect.stringContaining(`(see ${sign})`) },
  ]);
});

test('a response that changes the protocol is no tool', () => {
  const told = lossesOf({ responses: { 101: { description: 'Switched.' }, 200: { description: 'Done.' } } });
  expect(told).toContainEqual(
    expect.objectContaining({ kind: 'skipped', from: 'POST /books', subject: 'upgrades of connections' }),
  );
});

test.each<readonly [what: string, operation: object]>([
  ['bytes', answer({ 'application/octet-stream': {} })],
  ['a text that flows', answer({ 'text/csv': {} }, 'The file as a stream.')],
  ['streams as things', answer({ 'application/json': {} }, 'Streams of the user.')],
  ['a list of names', { parameters: [{ name: 'streams', in: 'query', schema: NAME }] }],
])('%s are no stream', (_what, operation) => {
  expect(lossesOf(operation).filter(({ subject }) => subject === 'streams')).toEqual([]);
});
