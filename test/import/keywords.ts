/**
 * The keywords of OpenAPI 2.0, 3.0, 3.1 and 3.2, by the objects that have them (https://spec.openapis.org/oas/), and of the
 * dialect of JSON Schema that 3.1 brought (2020-12): what the importer makes of each.
 */
import type { Json, JsonObject } from '../../runtime/language/json.ts';

/** `carried`: the specs change with it. `told`: a finding with this subject names it. `idle`: nothing that a tool could say. */
export type Fate = 'carried' | { readonly told: string } | { readonly idle: string };

export interface Keyword {
  readonly keyword: string;
  readonly value: Json | undefined;
  readonly fate: Fate;
  /** Further members of the same object. */
  readonly beside?: Readonly<Record<string, Json | undefined>>;
}

export interface ObjectKeywords {
  readonly object: string;
  /** Where it is in the document of the test. */
  readonly at: readonly (string | number)[];
  readonly version: '2.0' | '3.2';
  readonly keywords: readonly Keyword[];
}

type Row = readonly [keyword: string, value: Json | undefined, fate: Fate, beside?: Keyword['beside']];

export function keywords(
  version: ObjectKeywords['version'],
  object: string,
  at: ObjectKeywords['at'],
  rows: readonly Row[],
): ObjectKeywords {
  const all = rows.map(([keyword, value, fate, beside]) => ({ keyword, value, fate, ...(beside && { beside }) }));
  return { object, at, version, keywords: all };
}

export const told = (subject: string): Fate => ({ told: subject });
export const idle = (reason: string): Fate => ({ idle: reason });

export const DOCUMENT: JsonObject = {
  openapi: '3.2.0',
  info: { title: 'Zoo', version: '1' },
  servers: [{ url: 'https://zoo.example/{part}', variables: { part: { default: 'v1' } } }],
  security: [{ key: [] }],
  tags: [{ name: 'pets' }],
  paths: {
    '/pets/{id}': {
      put: {
        operationId: 'replacePet',
        summary: 'Replace a pet',
        tags: ['pets'],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  name: { type: 'string' },
                  age: { type: 'integer' },
                  list: { type: 'array', items: { type: 'string' } },
                  map: { type: 'object', properties: { a: { type: 'string' } } },
                },
              },
            },
          },
        },
        responses: {
          200: {
            description: 'OK',
            content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } },
          },
          404: { description: 'No pet of this zoo has the identifier.' },
        },
      },
      post: {
        operationId: 'sendPicture',
        summary: 'Send a picture',
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { type: 'object', properties: { file: { type: 'string' } } },
              encoding: { file: {} },
            },
          },
        },
        responses: {},
      },
    },
    '/visits': {
      get: { operationId: 'listVisits', summary: 'List visits', security: [{ user: [] }], responses: {} },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      user: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://zoo.example/login',
            tokenUrl: 'https://zoo.example/token',
            scopes: {},
          },
        },
      },
    },
  },
};

export const SWAGGER_DOCUMENT: JsonObject = {
  swagger: '2.0',
  info: { title: 'Zoo', version: '1' },
  host: 'zoo.example',
  schemes: ['https'],
  paths: {
    '/pets/{id}': {
      put: {
        operationId: 'replacePet',
        summary: 'Replace a pet',
        parameters: [
          { name: 'id', in: 'path', required: true, type: 'string' },
          { name: 'tags', in: 'query', type: 'array', items: { type: 'string' } },
          { name: 'age', in: 'query', type: 'integer' },
          {
            name: 'body',
            in: 'body',
            schema: { type: 'object', properties: { name: { type: 'string' }, old: { type: 'integer' } } },
          },
        ],
        responses: { 200: { description: 'OK', schema: { type: 'object', properties: { id: { type: 'string' } } } } },
      },
    },
  },
  securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  security: [{ key: [] }],
};
