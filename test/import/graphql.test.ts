/** Operations as tools: arguments are those that the service accepts, results those that it gives, and what is not imported is told. */
import * as fc from 'fast-check';
import { type GraphQLSchema, OperationTypeNode, getVariableValues, introspectionFromSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { type GraphqlFile, readSchema } from '../../compiler/features/import/graphql/operations.ts';
import { importGraphql } from '../../compiler/features/import/graphql/import-graphql.ts';
import { compileImported } from '../../runtime/language/imported.ts';
import type { Schema } from '../../runtime/language/schema.ts';
import type { ImportResult } from '../../compiler/features/import/imported.ts';
import { answerOf, pickFrom, randomInput, randomOperation, randomSdl, schemaOf } from '../support/random-graphql.ts';
import { WHOLE_RUN, costlyRuns } from '../support/runs.ts';

const ENDPOINT = { upstream: { url: 'https://shop.example/api/graphql' }, variables: [], values: {}, unknown: [] };

function imported(schema: GraphQLSchema, ...texts: readonly (string | GraphqlFile)[]): ImportResult {
  const files = texts.map((one, at) => (typeof one === 'string' ? { path: `file-${at}.graphql`, text: one } : one));
  return importGraphql('shop', { schema, files, endpoint: ENDPOINT, before: {} });
}

interface MadeTool {
  readonly parameters?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly returns: Schema;
  readonly http: { readonly json: { readonly query: string }; readonly result: Readonly<Record<string, string>> };
}

/** As a server judges values. */
function judgeOf(schema: Schema): (value: unknown) => boolean {
  const judge = compileImported(schema);
  return (value) => 'value' in judge(value);
}

function inputsOf({ parameters = {}, required = [], definitions = {} }: MadeTool): (value: unknown) => boolean {
  return judgeOf({ type: 'object', properties: parameters, required, $defs: definitions, additionalProperties: false });
}

test(
  'a service accepts what a tool accepts, a tool what a service accepts, and each answer is a result',
  async () => {
    let [tools, answers, accepted] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (gen) => {
        const pick = pickFrom(gen);
        const schema = schemaOf(randomSdl(pick));
        const { documents } = imported(schema, randomOperation(pick, schema));
        const tool = documents[1]?.value as unknown as MadeTool | undefined;
        // Two fields of one name may have types that a response cannot have at once.
        if (!tool) return;
        tools += 1;
        const query = tool.http.json.query.replaceAll('{{', '{').replaceAll('}}', '}');
        const [definition] = parse(query).definitions;
        if (definition?.kind !== 'OperationDefinition') throw new Error('No operation is sent.');
        const fits = inputsOf(tool);
        const isMutation = definition.operation === OperationTypeNode.MUTATION;
        const field = schema.getRootType(definition.operation)?.getFields()[isMutation ? 'set' : 'get'];
        const valuesOf = (isBad: boolean): Record<string, unknown> =>
          Object.fromEntries(
            (field?.args ?? []).map(({ name, type }) => [
              name,
              randomInput(pick, type, { isBad, hasNull: isMutation }),
            ]),
          );
        const good = valuesOf(false);
        const { variableDefinitions = [] } = definition;
        expect(getVariableValues(schema, variableDefinitions, good).errors).toBe(undefined);
        expect(fits(good), JSON.stringify([good, tool.parameters, tool.definitions])).toBe(true);
        const bad = valuesOf(true);
        if (fits(bad)) {
          accepted += 1;
          expect(getVariableValues(schema, variableDefinitions, bad).errors, JSON.stringify(bad)).toBe(undefined);
        }
        const answer = (await answerOf(pick, schema, query, good)) as {
          data?: Record<string, unknown>;
          errors?: unknown;
        };
        expect(answer.errors).toBe(undefined);
        const data = Object.entries(tool.http.result).map(([name, pointer]) => [
          name,
          answer.data?.[pointer.slice('/data/'.length)],
        ]);
        answers += 1;
        expect(judgeOf(tool.returns)(Object.fromEntries(data)), JSON.stringify([data, tool.returns])).toBe(true);
      }),
      { numRuns: costlyRuns(10_000) },
    );
    expect(Math.min(tools, answers)).toBeGreaterThan(costlyRuns(10_000) / 2);
    expect(accepted).toBeGreaterThan(0);
  },
  WHOLE_RUN,
);

const SHOP = `
type Query { "Finds books." books(limit: Int, by: Key): [Book!]! secret(token: String!): Int }
type Mutation { deleteBook(id: ID!): Boolean updateBook(id: ID!): Boolean }
type Subscription { sold: Int }
type Book { title: String! kind: Kind old: Int @deprecated(reason: "Use kind.") }
enum Kind { NOVEL }
scalar Key @specifiedBy(url: "https://keys.example")
`;

test('an introspection is the same schema as its SDL, and anything else has a reason', () => {
  const operation = 'query Books($limit: Int) { books(limit: $limit) { title } }';
  const json = JSON.stringify({ data: introspectionFromSchema(schemaOf(SHOP)) });
  const read = readSchema({ path: 'schema.json', text: json });
  if ('problem' in read) throw new Error(read.problem);
  expect(imported(read, operation)).toEqual(imported(schemaOf(SHOP), operation));
  const problems = ['{"data": {}}', 'type Query {', 'type Query { a: Missing }', 'query { a }', '{"data":', ''].map(
    (text) => readSchema({ path: 's', text }),
  );
  expect(problems.map((one) => ('problem' in one ? one.problem : 'none'))).toMatchInlineSnapshot(`
    [
      ""s" is neither GraphQL type definitions with a query type nor the JSON of an introspection.",
      ""s" is not a GraphQL schema: line 1: Syntax Error: Expected Name, found <EOF>.",
      ""s" is not a GraphQL schema: Unknown type: "Missing".",
      ""s" is neither GraphQL type definitions with a query type nor the JSON of an introspection.",
      ""s" is neither GraphQL type definitions with a query type nor the JSON of an introspection.",
      ""s" is not a GraphQL schema: line 1: Syntax Error: Unexpected <EOF>.",
    ]
  `);
});

test.each([
  ['query Wrong { nothing }', 'The schema rejects "Wrong": Cannot query field "nothing" on type "Query".'],
  ['query Broken {', '"file-0.graphql" is not a GraphQL document: line 1: Syntax Error: Expected Name, found <EOF>.'],
  ['subscription Sold { sold }', '"Sold" is a subscription: its results have no end.'],
  ['type More { a: Int }', '"file-0.graphql" has types; they are read from the schema alone.'],
  ['query A($x: Key) { books(by: $x) { title } }', 'A value of the scalar "Key" is sent as a string.'],
  ['query A { books { old } }', 'The field Book.old is deprecated. Use kind.'],
  [
    'mutation GetIt { updateBook(id: 1) }',
    'No effects are declared: "write" is what its request implies, but its name starts with "get".',
  ],
  [
    'query UpdateIt { books { title } }',
    'No effects are declared: "read" is what its request implies, but its name starts with "update".',
  ],
  ['query A { books { title } } query A { books { kind } }', 'Another operation has the name "A".'],
  [
    'query Own($token: String!) { secret(token: $token) }',
    'Neither the operation "Own" nor the schema describes it; the description is the name.',
  ],
])('%s: %s', (text, message) => {
  const { losses } = imported(schemaOf(SHOP), text);
  expect(losses.map((one) => one.message)).toContain(message);
});

test('effects, names and descriptions are those of the operation', () => {
  const { documents } = imported(
    schemaOf(SHOP),
    { path: 'all/list-books.graphql', text: '{ books { title } }' },
    '# Removes a book\n# for good.\nmutation DeleteBookMutation($id: ID!) { deleteBook(id: $id) }',
    '"Renames it." mutation UpdateBook($id: ID!) { updateBook(id: $id) }',
    'query BooksQuery { books { ...Title } }',
    'fragment Title on Book { title }',
  );
  const tools = documents
    .slice(1)
    .map(({ value: { from, name, description, effects } }) => [from, name, description, effects]);
  expect(tools).toEqual([
    ['graphql:list_books', 'list_books', 'Finds books.', 'read'],
    ['graphql:DeleteBookMutation', 'delete_book', 'Removes a book for good.', 'destroy'],
    ['graphql:UpdateBook', 'update_book', 'Renames it.', 'write'],
    ['graphql:BooksQuery', 'list_books_b', 'Finds books.', 'read'],
  ]);
});

test('names of tools stay when an operation with a better claim to them is added', () => {
  const schema = schemaOf(SHOP);
  const before = { 'graphql:Books': { name: 'search_shelf' } };
  const files = [{ path: 'a.graphql', text: 'query Books { books { title } } query SearchShelf { books { kind } }' }];
  const { documents } = importGraphql('shop', { schema, files, endpoint: ENDPOINT, before });
  const names = documents.slice(1).map(({ value }) => value['name']);
  expect(names[0]).toBe('search_shelf');
  expect(new Set(names).size).toBe(2);
});

test.each([
  ['https://shop.example/graphql', 'https://shop.example', 'POST /graphql', undefined],
  ['https://shop.example/api/v1/graphql/', 'https://shop.example/api/v1', 'POST /graphql', undefined],
  ['https://shop.example', 'https://shop.example', 'POST /', undefined],
  ['http://127.0.0.1:4000/?key={env.SHOP_KEY}', 'http://127.0.0.1:4000', 'POST /', { key: '{env.SHOP_KEY}' }],
])('%s is the connection %s and the request %s', (url, base, request, query) => {
  const files = [{ path: 'a.graphql', text: 'query Books { books { title } }' }];
  const endpoint = { ...ENDPOINT, upstream: { url } };
  const { documents } = importGraphql('shop', { schema: schemaOf(SHOP), files, endpoint, before: {} });
  expect(documents[0]?.value['connections']).toEqual({ api: { base_url: base } });
  expect(documents[1]?.value['http']).toMatchObject({ request, ...(query && { query }) });
});
