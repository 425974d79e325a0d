/** GraphQL operations as specs: a server, and a tool for each operation with its variables as parameters and its selection as result. */
import { type GraphQLSchema, NoDeprecatedCustomRule, isListType, isNonNullType, validate } from 'graphql';
import { type Json, type JsonObject, type Schema, ownMember } from '@haft/runtime/language';
import { DESTROYING_VERBS, contradiction } from '../../../check/analysis/prose/effects.ts';
import { nameWords } from '../../../check/analysis/names/name-words.ts';
import type { YamlComment } from '../../../spec/yaml/print-document.ts';
import type { ImportResult, ImportedDocument, Loss } from '../imported.ts';
import { isHarmless, literal, plainName } from '../literal.ts';
import type { McpSource } from '../mcp/source.ts';
import { toolText } from '../openapi/text.ts';
import { secretParameterLosses } from '../remaining-credentials.ts';
import { nameTools } from '../tool-names.ts';
import { inputsOf, dataSchema } from './inputs.ts';
import { type GraphqlFile, type GraphqlOperation, readOperations } from './operations.ts';

interface GraphqlSource {
  readonly schema: GraphQLSchema;
  readonly files: readonly GraphqlFile[];
  /** Where operations are sent. */
  readonly endpoint: McpSource;
  /** As they were imported, by `from`: names that are written stay. */
  readonly before: Readonly<Record<string, JsonObject>>;
}

export function importGraphql(server: string, { schema, files, endpoint, before }: GraphqlSource): ImportResult {
  const { operations, losses } = readOperations(files, schema);
  const address = addressOf(String(endpoint.upstream['url']));
  const names = namesOf(server, operations, schema, before);
  const tools = operations.map((operation) =>
    toolOf({ operation, schema, address, name: names.get(operation.from) ?? 'call_service' }),
  );
  return {
    documents:
      tools.length === 0 ? [] : [serverOf(server, schema, address, endpoint), ...tools.map((one) => one.document)],
    files: [],
    losses: [...losses, ...tools.flatMap((one) => one.losses)],
  };
}

interface Address {
  readonly base: string;
  readonly path: string;
  readonly query: JsonObject;
}

/** `https://shop.example/api/graphql?key={env.KEY}`, as a connection and a request have it. */
function addressOf(url: string): Address {
  const [whole = '', query = ''] = url.split('?', 2);
  const [, base = whole, path = '/'] = /^([^/]*\/\/[^/]+(?:\/.*)?)(\/[^/]+)\/?$/.exec(whole) ?? [];
  return { base: base.replace(/\/$/, ''), path, query: Object.fromEntries(new URLSearchParams(query)) };
}

function serverOf(server: string, schema: GraphQLSchema, { base }: Address, endpoint: McpSource): ImportedDocument {
  const env = endpoint.variables.map(({ name, secret }) => {
    return [name, { description: `Sent to the service ${server}.`, ...(secret && { secret }) }] as const;
  });
  const { headers } = endpoint.upstream;
  const about = toolText(undefined, schema.description ?? '');
  const value = {
    kind: 'server',
    from: 'graphql',
    name: server,
    version: '1.0.0',
    summary: about !== '' && isHarmless(about) ? about : `Queries the service ${server}.`,
    ...(env.length > 0 && { env: Object.fromEntries(env) }),
    connections: { api: { base_url: base, ...(headers !== undefined && { headers }) } },
  };
  return { file: 'server.yaml', value, notes: [] };
}

function namesOf(
  server: string,
  operations: readonly GraphqlOperation[],
  schema: GraphQLSchema,
  before: GraphqlSource['before'],
): ReadonlyMap<string, string> {
  const written = operations.flatMap(({ from }) => {
    const name = ownMember(before, from)?.['name'];
    return typeof name === 'string' ? [[from, name] as const] : [];
  });
  const ownNames = new Map(written);
  const named = operations
    .filter(({ from }) => !ownNames.has(from))
    .map((operation) => {
      const { from, name, definition } = operation;
      const id = name.replace(/(?<=.)_?(?:Query|Mutation)$/, '');
      return { from, id, method: definition.operation === 'query' ? 'GET' : 'POST', path: '', operation };
    });
  const isList = ({ operation }: (typeof named)[number]): boolean => isListResult(operation, schema);
  return new Map([...ownNames, ...nameTools(named, { server, isList }, new Set(ownNames.values()))]);
}

function isListResult({ definition }: GraphqlOperation, schema: GraphQLSchema): boolean {
  const [only, other] = definition.selectionSet.selections;
  const fields = schema.getRootType(definition.operation)?.getFields() ?? {};
  const type = only?.kind === 'Field' && !other ? fields[only.name.value]?.type : undefined;
  return isListType(isNonNullType(type) ? type.ofType : type);
}

interface ToolParts {
  readonly operation: GraphqlOperation;
  readonly schema: GraphQLSchema;
  readonly address: Address;
  readonly name: string;
}

interface Tool {
  readonly document: ImportedDocument;
  readonly losses: readonly Loss[];
}

function toolOf({ operation, schema, address, name }: ToolParts): Tool {
  const { from, definition, text } = operation;
  const { parameters, definitions, required, variables, losses } = inputsOf(operation, schema);
  const { effects, notes, losses: doubts } = effectsOf(operation, name);
  const returns = dataSchema(operation, schema);
  const described = descriptionOf(operation, schema, name);
  const query = Object.keys(address.query).length > 0 && { query: address.query };
  const json = {
    query: literal(text),
    operationName: operation.name,
    ...(Object.keys(variables).length > 0 && { variables }),
  };
  const value = {
    kind: 'tool',
    from,
    name,
    description: described.text,
    ...(effects !== undefined && { effects }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(required.length > 0 && { required }),
    ...(Object.keys(definitions).length > 0 && { definitions }),
    ...resultOf(returns),
    http: {
      connection: 'api',
      request: `POST ${address.path}`,
      ...query,
      json,
      fails_when: failuresOf(definition.operation === 'query'),
      result: pointersTo(returns),
    },
  };
  const secret = secretParameterLosses({ value }, SECRET_HINT);
  return {
    document: { file: 'tools.yaml', value, notes },
    losses: [...losses, ...doubts, ...described.losses, ...deprecatedLosses(operation, schema), ...secret],
  };
}

const SECRET_HINT =
  'Keep it where the user gives it in the conversation; otherwise declare a variable with `secret: true`, and write {env.NAME} under `variables`.';

/** The properties of the result are the fields of `data`. */
function resultOf({ properties = {}, required = [] }: Schema): { readonly returns: Schema } {
  const named = Object.entries(properties).map(([name, schema]) => [plainName(name), schema] as const);
  const needed = required.map(plainName);
  return {
    returns: { type: 'object', properties: Object.fromEntries(named), ...(needed.length > 0 && { required: needed }) },
  };
}

function pointersTo({ properties = {} }: Schema): JsonObject {
  return Object.fromEntries(Object.keys(properties).map((name) => [plainName(name), `/data/${name}`]));
}

/** Errors come with status 200. Those of a mutation may follow a part of its effects. */
function failuresOf(isQuery: boolean): Json {
  return [
    {
      pointer: '/errors',
      error: 'The service reports an error.',
      detail: '/errors/0/message',
      retry_hint: isQuery
        ? 'Fix the arguments and call the tool again; if they are correct, tell the user.'
        : 'The change may have been made in part: check that before you fix the arguments and call the tool again.',
    },
    {
      pointer: '/data',
      finds: 'nothing',
      error: 'The response has no data.',
      retry_hint: 'Ask the user to check the address of the service. Do not retry.',
    },
  ];
}

interface Effects {
  readonly effects?: 'read' | 'write' | 'destroy';
  readonly notes: readonly YamlComment[];
  readonly losses: readonly Loss[];
}

/** Queries read. No effects if the name contradicts them: the author decides. */
function effectsOf({ definition: { operation }, from }: GraphqlOperation, name: string): Effects {
  const [verb = ''] = nameWords(name);
  const effects = operation === 'query' ? 'read' : DESTROYING_VERBS.has(verb) ? 'destroy' : 'write';
  const http = { connection: 'api', request: 'POST /graphql' };
  if (!contradiction({ name, description: { does: '', when: '' }, effects, http }))
    return { effects, notes: [], losses: [] };
  const message = `The name "${name}" does not match a ${operation}.`;
  const hint = 'Rename the tool, then declare its effects.';
  return {
    notes: [{ path: ['name'], text: `TODO ${message} ${hint}` }],
    losses: [{ kind: 'todo', subject: 'effects', from, message, hint }],
  };
}

interface Described {
  readonly text: string;
  readonly losses: readonly Loss[];
}

/** What the operation's file says, else the schema of its only field. */
function descriptionOf(operation: GraphqlOperation, schema: GraphQLSchema, name: string): Described {
  const { definition, comment, from } = operation;
  const [only, other] = definition.selectionSet.selections;
  const fields = schema.getRootType(definition.operation)?.getFields() ?? {};
  const field = only?.kind === 'Field' && !other ? fields[only.name.value] : undefined;
  const text = toolText(undefined, comment) || toolText(undefined, field?.description ?? '');
  if (text !== '') return { text: /[.!?…]$/.test(text) ? text : `${text}.`, losses: [] };
  const words = nameWords(name).join(' ');
  const message = `Neither the operation "${operation.name}" nor the schema describes it; the description is the name.`;
  const hint = 'Describe what the tool does and when to use it, or write a comment above the operation.';
  return {
    text: `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
    losses: [{ kind: 'todo', subject: 'descriptions', from, message, hint }],
  };
}

function deprecatedLosses({ document, from }: GraphqlOperation, schema: GraphQLSchema): Loss[] {
  return validate(schema, document, [NoDeprecatedCustomRule]).map(({ message }) => {
    return {
      kind: 'todo',
      subject: 'deprecated fields',
      from,
      message,
      hint: 'Change the operation, and run `haft import --update`.',
    };
  });
}
