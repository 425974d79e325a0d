/** Whatever a document says: nothing is thrown, and what comes out is accepted by `check` in profile mcp. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { compileImport } from '../judges/imported.ts';
import { runs } from '../support/runs.ts';

const name = fc.constantFrom(
  'id',
  'name',
  'tags',
  'filter[a]',
  'X-Trace',
  '$top',
  'env',
  'body',
  '__proto__',
  'constructor',
  '9',
  '',
  'größe',
  'each',
  'as',
);
const words = fc.constantFrom(
  '',
  'A book.',
  'See https://a.example/b.',
  '<b>x</b>',
  '{a} }',
  'line\n\nmore',
  '# Head\n\nText [a](b).',
  'é\u0000',
  '\ud800',
);
const scalar = fc.oneof(
  fc.constantFrom<unknown>('', 'a', 'true', null, true, -1, 0, 1.5, 1e300),
  fc.constant([]),
  fc.constant({}),
);

/** Rarely what a keyword should be: documents are written by hand and by programs. */
const schema = fc.letrec<{ one: unknown }>((tie) => {
  const map = fc.dictionary(name, tie('one'), { maxKeys: 3 });
  return {
    one: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<unknown>(true, false, null, 'x', 3),
      fc
        .constantFrom('A', 'B', 'C', 'Missing', 'A/properties/name')
        .map((to) => ({ $ref: `#/components/schemas/${to}` })),
      fc.record(
        {
          type: fc.constantFrom<unknown>(
            'string',
            'integer',
            'number',
            'boolean',
            'array',
            'object',
            'file',
            'any',
            7,
            ['string', 'null'],
            [],
          ),
          description: words,
          format: fc.constantFrom<unknown>('date', 'binary', 'uuid', 'int64', 3),
          enum: fc.array(scalar, { maxLength: 3 }),
          default: scalar,
          nullable: fc.boolean(),
          readOnly: fc.boolean(),
          deprecated: fc.boolean(),
          minimum: scalar,
          maximum: scalar,
          exclusiveMinimum: fc.oneof(fc.boolean(), scalar),
          minLength: scalar,
          maxLength: scalar,
          multipleOf: scalar,
          pattern: fc.constantFrom<unknown>('^a$', '(', '/x/', '\\_', '', 4, 'a{9999}{9999}'),
          items: fc.oneof(tie('one'), fc.array(tie('one'), { maxLength: 2 })),
          minItems: scalar,
          maxItems: scalar,
          properties: fc.oneof(map, scalar),
          required: fc.oneof(fc.array(name, { maxLength: 2 }), fc.boolean()),
          additionalProperties: fc.oneof(fc.boolean(), tie('one')),
          allOf: fc.array(tie('one'), { maxLength: 2 }),
          anyOf: fc.array(tie('one'), { maxLength: 2 }),
          oneOf: fc.array(tie('one'), { maxLength: 2 }),
          not: tie('one'),
          const: scalar,
        },
        { requiredKeys: [] },
      ),
    ),
  };
}).one;

const parameter = fc.record(
  {
    name: fc.oneof(name, fc.constant(4)),
    in: fc.constantFrom('path', 'query', 'header', 'cookie', 'body', 'formData', 'other'),
    required: fc.constantFrom<unknown>(true, false, 'yes'),
    description: words,
    schema,
    style: fc.constantFrom('form', 'deepObject', 'pipeDelimited', 'matrix', 'simple'),
    explode: fc.boolean(),
    collectionFormat: fc.constantFrom('csv', 'multi', 'tsv'),
    type: fc.constantFrom('string', 'array', 'file'),
    content: fc.constantFrom<unknown>({}, { 'application/json': {} }),
  },
  { requiredKeys: ['name', 'in'] },
);

const mediaType = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
  'application/xml',
  'image/png',
  '*/*',
  'odd',
  'text/event-stream',
);
const content = fc.dictionary(
  mediaType,
  fc.record(
    { schema, encoding: fc.constantFrom<unknown>({}, { tags: { style: 'deepObject' } }, { tags: { explode: false } }) },
    { requiredKeys: [] },
  ),
  { maxKeys: 2 },
);

const operation = fc.record(
  {
    operationId: fc.oneof(name, fc.constantFrom('books/list', 'getBook', 'deleteAll', 'x'.repeat(300))),
    summary: words,
    description: words,
    tags: fc.array(fc.constantFrom('a', 'server', '', 'Größe'), { maxLength: 2 }),
    deprecated: fc.boolean(),
    parameters: fc.array(fc.oneof(parameter, fc.constantFrom<unknown>({ $ref: '#/nowhere' }, null)), { maxLength: 5 }),
    requestBody: fc.record({ required: fc.boolean(), content, description: words }, { requiredKeys: [] }),
    responses: fc.dictionary(
      fc.constantFrom('200', '204', '404', '2XX', 'default', '302', 'x'),
      fc.record({ description: words, content, headers: fc.constant({ 'X-A': {} }) }, { requiredKeys: [] }),
      { maxKeys: 3 },
    ),
    security: fc.array(
      fc.dictionary(fc.constantFrom('key', 'basic', 'oauth', 'missing'), fc.constant(['a']), { maxKeys: 2 }),
      { maxLength: 2 },
    ),
    servers: fc.array(fc.record({ url: fc.constantFrom('https://b.example/{v}', '/v2', '{odd', '//c.example') }), {
      maxLength: 1,
    }),
  },
  { requiredKeys: [] },
);

const path = fc.constantFrom(
  '/books',
  '/books/{id}',
  '/books/{id}/pages/{page-no}',
  '/a b/{x',
  '/v1/{+name}:run',
  '/q?a=b',
  '',
  'odd',
);
const item = fc.dictionary(
  fc.constantFrom('get', 'post', 'put', 'delete', 'patch', 'head', 'query', 'trace', 'parameters'),
  operation,
  { maxKeys: 3 },
);

const securitySchemes = {
  key: { type: 'apiKey', in: 'query', name: 'key' },
  basic: { type: 'http', scheme: 'basic' },
  oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: {} } } },
};

const document = fc.record({
  version: fc.constantFrom({ openapi: '3.0.3' }, { openapi: '3.1.0' }, { openapi: '3.2.0' }, { swagger: '2.0' }),
  title: fc.oneof(words, fc.constantFrom('Book Shop', 'workspace', 'API', '本')),
  paths: fc.dictionary(path, item, { minKeys: 1, maxKeys: 4 }),
  schemas: fc.record({ A: schema, B: schema, C: schema }),
});

test('any document', () => {
  fc.assert(
    fc.property(
      document,
      fc.constantFrom({}, { split: 'tag' as const }),
      ({ version, title, paths, schemas }, options) => {
        const text = JSON.stringify({
          ...version,
          info: { title, description: title },
          servers: [{ url: 'https://shop.example' }],
          host: 'shop.example',
          paths,
          components: { schemas, securitySchemes },
          securityDefinitions: securitySchemes,
        });
        const made = importOpenapi({ text, name: 'api.json' }, { ...options, deprecated: true });
        if (made.kind !== 'imported') return;
        const froms = made.documents.map(({ value }) => value.from);
        expect(new Set(froms).size).toBe(froms.length);
        if (!made.documents.some(({ value }) => value['kind'] === 'tool')) return;
        expect(compileImport(made.documents).errors.map(({ message }) => message)).toEqual([]);
      },
    ),
    { numRuns: runs(400) },
  );
});
