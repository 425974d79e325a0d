/** Nothing of a document is dropped in silence: one case for each part that no tool can say, with its count. */
import { expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';

interface Case {
  readonly part: string;
  readonly subject: string;
  /** Words of the message. */
  readonly says: string;
  readonly operation?: object;
  readonly document?: object;
  readonly schema?: object;
}

const NAME = { type: 'string' };
const BODY = { type: 'object', properties: { name: NAME } };
const JSON_BODY = { 'application/json': { schema: BODY } };
const GET = { get: { responses: {} } };

const PROTO: object = { name: '__proto__', in: 'query', schema: NAME };

const CASES: readonly Case[] = [
  {
    part: 'a parameter that cannot have its name',
    subject: 'names of parameters',
    says: 'It is left out.',
    operation: { parameters: [PROTO] },
  },
  {
    part: 'a required parameter that cannot have its name',
    subject: 'names of parameters',
    says: 'is not imported. Parameter "__proto__"',
    operation: { parameters: [{ ...PROTO, required: true }] },
  },
  {
    part: 'a property that cannot have its name',
    subject: 'names of properties',
    says: 'Property "__proto__" is left out',
    schema: { type: 'object', properties: Object.fromEntries([['__proto__', NAME]]) },
  },
  {
    part: 'types that exclude each other',
    subject: 'contradictory types',
    says: 'property "a"',
    schema: {
      allOf: [
        { type: 'object', properties: { a: NAME, b: { type: 'number' } } },
        { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } } },
      ],
    },
  },
  { part: 'callbacks', subject: 'callbacks', says: '2', operation: { callbacks: { done: {}, failed: {} } } },
  {
    part: 'links',
    subject: 'links',
    says: '1',
    operation: { responses: { 201: { description: 'Made.', links: { self: {} } } } },
  },
  {
    part: 'headers of responses',
    subject: 'response headers',
    says: '2',
    operation: { responses: { 200: { headers: { Link: {}, ETag: {} } }, 404: { headers: { link: {} } } } },
  },
  {
    part: 'security alternatives',
    subject: 'security alternatives',
    says: '2 kinds',
    operation: { security: [{ token: [] }, { key: [] }, {}] },
    document: {
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer' },
          key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        },
      },
    },
  },
  {
    part: 'addresses',
    subject: 'server alternatives',
    says: '2 addresses',
    document: { servers: [{ url: 'https://a.example' }, { url: 'https://b.example' }] },
  },
  {
    part: 'webhooks',
    subject: 'webhooks',
    says: 'webhook sold is not imported',
    document: { webhooks: { sold: { post: {} } } },
  },
  {
    part: 'OPTIONS',
    subject: 'methods',
    says: 'OPTIONS /more',
    document: { paths: { '/more': { options: { responses: {} }, ...GET } } },
  },
  {
    part: 'paths that lead nowhere',
    subject: 'references',
    says: '/more is not imported',
    document: { paths: { '/more': { $ref: '#/none' }, '/other': GET } },
  },
  {
    part: 'operations that lead nowhere',
    subject: 'references',
    says: 'GET /more',
    document: { paths: { '/more': { get: { $ref: '#/none' } }, '/other': GET } },
  },
  {
    part: 'hidden operations',
    subject: 'hidden operations',
    says: 'GET /more',
    document: { paths: { '/more': { get: { 'x-mcp': false, responses: {} } }, '/other': GET } },
  },
  {
    part: 'types of bodies',
    subject: 'types of bodies',
    says: '2 media types',
    operation: { requestBody: { content: { ...JSON_BODY, 'application/xml': {} } } },
  },
  {
    part: 'types of responses',
    subject: 'types of responses',
    says: '2 media types',
    operation: { responses: { 200: { content: { 'application/json': {}, 'text/csv': {} } } } },
  },
  {
    part: 'headers of the connection',
    subject: 'headers',
    says: '"Accept"',
    operation: { parameters: [{ name: 'Accept', in: 'header', schema: NAME }] },
  },
  {
    part: 'reserved characters',
    subject: 'reserved characters',
    says: '"q"',
    operation: { parameters: [{ name: 'q', in: 'query', allowReserved: true, schema: NAME }] },
  },
  ...(
    [
      ['discriminator', 'discriminators', { discriminator: { propertyName: 'kind' } }],
      ['xml', 'XML names', { xml: { name: 'a' } }],
      ['example', 'examples', { example: {} }],
      ['if', 'schema keywords', { if: {} }],
      ['patternProperties', 'schema keywords', { patternProperties: { '^a': {} } }],
      ['propertyNames', 'schema keywords', { propertyNames: {} }],
      ['contains', 'schema keywords', { contains: {} }],
    ] as const
  ).flatMap(([keyword, subject, schema]): Case[] => [
    { part: `\`${keyword}\` of a body`, subject, says: `\`${keyword}\``, schema: { ...BODY, ...schema } },
    {
      part: `\`${keyword}\` inside`,
      subject,
      says: `\`${keyword}\``,
      schema: { type: 'object', properties: { a: { ...BODY, ...schema }, b: NAME } },
    },
    {
      part: `\`${keyword}\` in allOf`,
      subject,
      says: `\`${keyword}\``,
      schema: { type: 'object', properties: { a: { allOf: [{ ...BODY, ...schema }, BODY] }, b: NAME } },
    },
  ]),
  {
    part: 'alternatives of required fields',
    subject: 'required alternatives',
    says: 'alternatives',
    schema: { ...BODY, anyOf: [{ required: ['name'] }] },
  },
  {
    part: 'required fields of a body that are not described',
    subject: 'undescribed fields',
    says: '"kind"',
    schema: { ...BODY, required: ['kind'] },
  },
  {
    part: 'required fields that are not described',
    subject: 'undescribed fields',
    says: '"kind"',
    schema: { type: 'object', properties: { a: { ...BODY, required: ['kind'] }, b: NAME } },
  },
  {
    part: 'oneOf',
    subject: 'alternatives',
    says: '`anyOf`',
    schema: { type: 'object', properties: { a: { oneOf: [BODY, BODY] }, b: NAME } },
  },
  {
    part: 'bounds that exclude each other',
    subject: 'bounds',
    says: '`minimum`',
    schema: { type: 'object', properties: { a: { type: 'integer', minimum: 2, maximum: 1 } } },
  },
  {
    part: 'formats',
    subject: 'formats',
    says: '"phone"',
    schema: { type: 'object', properties: { a: { type: 'string', format: 'phone' } } },
  },
  {
    part: 'long enums',
    subject: 'long enums',
    says: '60 values',
    schema: {
      type: 'object',
      properties: { a: { type: 'string', enum: Array.from({ length: 60 }, (_, at) => `v${at}`) } },
    },
  },
];

test.each(CASES)('$part', ({ subject, says, operation, document, schema }) => {
  const body = schema && { requestBody: { content: { 'application/json': { schema } } } };
  const post = { summary: 'Make a book', responses: {}, ...body, ...operation };
  const { paths, ...more } = { paths: {}, ...document };
  const whole = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://a.example' }],
    ...more,
    paths: { '/books': { post }, ...paths },
  };
  const made = importOpenapi({ text: JSON.stringify(whole), name: 'api.json' });
  if (made.kind !== 'imported') throw new Error(JSON.stringify(made));
  const told = made.losses.filter((loss) => loss.subject === subject && loss.message.includes(says));
  expect(told, JSON.stringify(made.losses)).toHaveLength(1);
  expect(told[0]?.hint).not.toBe('');
});

test('an ordinary document loses nothing', () => {
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://a.example' }],
    paths: {
      '/books': { post: { summary: 'Make a book', responses: {}, requestBody: { content: JSON_BODY } } },
    },
  });
  expect(importOpenapi({ text, name: 'api.json' })).toMatchObject({ kind: 'imported', losses: [] });
});

test('what a service asks for next to a reference, and in Accept, is in the request', () => {
  const schema = { $ref: '#/components/schemas/Book', required: ['name'] };
  const accept = { name: 'Accept', in: 'header', schema: { enum: ['application/yaml', 'application/json'] } };
  const post = {
    summary: 'Make a book',
    parameters: [accept],
    requestBody: { content: { 'application/json': { schema } } },
    responses: {},
  };
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://a.example' }],
    paths: {
      '/books': { post },
      '/more': {
        post: { ...post, requestBody: { content: { 'application/json': { schema: { $ref: schema.$ref } } } } },
      },
    },
    components: { schemas: { Book: BODY } },
  });
  const made = importOpenapi({ text, name: 'api.json' });
  if (made.kind !== 'imported') throw new Error(JSON.stringify(made));
  const tools = made.documents.filter(({ value }) => value['kind'] === 'tool').map(({ value }) => value);
  expect(tools.map(({ required }) => required)).toEqual([['name'], undefined]);
  expect(tools.map(({ http }) => Object(http).headers)).toEqual(tools.map(() => ({ Accept: 'application/json' })));
});
