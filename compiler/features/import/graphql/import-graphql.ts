/** GraphQL operations as specs: a server, and a tool for each operation with its variables as parameters and its selection as result. */
import { type GraphQLSchema, NoDeprecatedCustomRule, isListType, isNonNullType, validate } from 'graphql';
import { type Json, type JsonObject, type Schema, ownMember } from '@haft/runtime/language';
import { DESTROYING_VERBS } from '../../../check/analysis/prose/effects.ts';
import { nameWords } from '../../../check/analysis/names/name-words.ts';
import { capital } from '../../../base/text/escape.ts';
import type { Effects } from '../../../spec/behaviors/behavior.ts';
import type { ImportResult, ImportedDocument, Loss, MadeTool } from '../imported.ts';
import { withoutEmpty, importOf, loss, serverDocument, todo, toolDocument } from '../builders.ts';
import { isHarmless, literal, plainName } from '../literal.ts';
import { type McpSource, declaredIn } from '../mcp/source.ts';
import { toolText } from '../openapi/text.ts';
import { secretParameterLosses } from '../remaining-credentials.ts';
import { nameTools } from '../tool-names.ts';
import { impliedEffects } from '../effects.ts';
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

export function importGraphql(server: string, source: GraphqlSource): ImportResult {
  const { schema, files, endpoint } = source;
  const { operations, losses } = readOperations(files, schema);
  const address = addressOf(String(endpoint.upstream['url']));
  const names = namesOf(server, operations, source);
  const tools = operations.map((one) => toolOf(one, schema, address, names.get(one.from) ?? 'call_service'));
  return importOf(serverOf(server, schema, address, endpoint), tools, losses);
}

type Address = ReturnType<typeof addressOf>;

/** `https://shop.example/api/graphql?key={env.KEY}`, as a connection and a request have it. */
function addressOf(url: string) {
  const [whole = '', query = ''] = url.split('?', 2);
  const [, base = whole, path = '/'] = /^([^/]*\/\/[^/]+(?:\/.*)?)(\/[^/]+)\/?$/.exec(whole) ?? [];
  return { base: base.replace(/\/$/, ''), path, query: Object.fromEntries(new URLSearchParams(query)) };
}

function serverOf(server: string, schema: GraphQLSchema, { base }: Address, endpoint: McpSource): ImportedDocument {
  const env = declaredIn(endpoint.variables, `Sent to the service ${server}.`);
  const { headers } = endpoint.upstream;
  const about = toolText(undefined, schema.description ?? '');
  const summary = about !== '' && isHarmless(about) ? about : `Queries the service ${server}.`;
  const api = { base_url: base, ...(headers !== undefined && { headers }) };
  return serverDocument('graphql', server, { summary, env, connections: { api } });
}

function namesOf(
  server: string,
  operations: readonly GraphqlOperation[],
  { schema, before }: GraphqlSource,
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
  const isList = ({ operation }: (typeof named)[number]): boolean => {
    const type = onlyField(operation, schema)?.type;
    return isListType(isNonNullType(type) ? type.ofType : type);
  };
  return new Map([...ownNames, ...nameTools(named, server, isList, new Set(ownNames.values()))]);
}

/** The only field that an operation selects. */
function onlyField({ definition }: GraphqlOperation, schema: GraphQLSchema) {
  const [only, other] = definition.selectionSet.selections;
  const fields = schema.getRootType(definition.operation)?.getFields() ?? {};
  return only?.kind === 'Field' && !other ? fields[only.name.value] : undefined;
}

function toolOf(operation: GraphqlOperation, schema: GraphQLSchema, { path, query }: Address, name: string): MadeTool {
  const { from, definition, text } = operation;
  const { parameters, definitions, required, variables, losses } = inputsOf(operation, schema);
  const result = dataSchema(operation, schema);
  const { text: description, losses: undescribed } = descriptionOf(operation, schema, name);
  const request = `POST ${path}`;
  const implied = impliedEffects({ from, name, description, effects: effectsOf(operation, name), request });
  const doubts = implied.doubt ? [todo(...implied.doubt)] : [];
  const http = {
    ...withoutEmpty({ connection: 'api', request, query }),
    json: withoutEmpty({ query: literal(text), operationName: operation.name, variables }),
    fails_when: failuresOf(definition.operation === 'query'),
    result: pointersTo(result),
  };
  const { effects } = implied;
  const keys = { description, effects, parameters, required, definitions, returns: resultOf(result), http };
  const document = toolDocument(
    from,
    name,
    keys,
    doubts.map(({ note }) => note),
  );
  return {
    document,
    losses: [
      ...losses,
      ...doubts.map((one) => one.loss),
      ...undescribed,
      ...deprecatedLosses(operation, schema),
      ...secretParameterLosses(document, SECRET_HINT),
    ],
  };
}

const SECRET_HINT =
  'Keep it where the user gives it in the conversation; otherwise declare a variable with `secret: true`, and write {env.NAME} under `variables`.';

/** The properties of the result are the fields of `data`. */
function resultOf({ properties = {}, required = [] }: Schema): Schema {
  const named = Object.entries(properties).map(([name, schema]) => [plainName(name), schema] as const);
  const needed = required.map(plainName);
  return { type: 'object', properties: Object.fromEntries(named), ...(needed.length > 0 && { required: needed }) };
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

function effectsOf({ definition: { operation } }: GraphqlOperation, name: string): Effects {
  const [verb = ''] = nameWords(name);
  return operation === 'query' ? 'read' : DESTROYING_VERBS.has(verb) ? 'destroy' : 'write';
}

/** What the operation's file says, else the schema of its only field. */
function descriptionOf(operation: GraphqlOperation, schema: GraphQLSchema, name: string) {
  const { comment, from } = operation;
  const own = onlyField(operation, schema)?.description ?? '';
  const text = toolText(undefined, comment) || toolText(undefined, own);
  if (text !== '') return { text: /[.!?…]$/.test(text) ? text : `${text}.`, losses: [] };
  const message = `Neither the operation "${operation.name}" nor the schema describes it; the description is the name.`;
  const hint = 'Describe what the tool does and when to use it, or write a comment above the operation.';
  const words = capital(nameWords(name).join(' '));
  return { text: `${words}.`, losses: [loss('todo', from, 'descriptions', message, hint)] };
}

function deprecatedLosses({ document, from }: GraphqlOperation, schema: GraphQLSchema): Loss[] {
  const hint = 'Change the operation, and run `haft import --update`.';
  const warnings = validate(schema, document, [NoDeprecatedCustomRule]);
  return warnings.map(({ message }) => loss('todo', from, 'deprecated fields', message, hint));
}
