/** Operations as the documents of tools, one by one. */
import { type Json, type JsonObject, isObject, ownMember } from '@haft/runtime/language';
import { nameWords } from '../../../check/analysis/names/name-words.ts';
import { capital } from '../../../base/text/escape.ts';
import type { Effects } from '../../../spec/behaviors/behavior.ts';
import { withoutEmpty, methodEffects, toolDocument } from '../builders.ts';
import type { YamlComment } from '../../../spec/yaml/print-value.ts';
import { impliedEffects } from '../effects.ts';
import { secretParameterLosses } from '../remaining-credentials.ts';
import { keysOf } from './auth.ts';
import { addBody } from './body.ts';
import { type Connection, connectionsFor } from './connections.ts';
import type { OperationContext, OperationSkip, ServerContext } from './context.ts';
import { failuresOf, reportOperationLosses } from './failures.ts';
import { inlineDefinitions } from './inline.ts';
import type { Operation } from './operations.ts';
import { type Paging, addPaging, pagingOf } from './paging.ts';
import { addParameters } from './parameters.ts';
import { type RequestDraft, createDraft } from './request-draft.ts';
import type { ImportedResult } from './result-table.ts';
import { type Success, hasList, successOf } from './responses.ts';
import { type OperationTool, READING_WORDS } from './select.ts';
import { streamParameter } from './streams.ts';
import { upgradedRequest } from './swagger.ts';
import { deprecationText, isLonger, toolText } from './text.ts';
import { textAt } from './values.ts';
import { isHarmless } from '../literal.ts';
import { nameTools } from '../tool-names.ts';

/** Of all pages; a page without its list may tell a failure, and a note why a page could not be read. */
const PAGES = { more: '/more', next: '/next', note: '/note', response: '/response' };

/** Undefined if no tool can do what the operation does. */
function toolOf(operation: Operation, name: string, connection: Connection, server: ServerContext) {
  const { from, method } = operation;
  const context: OperationContext = {
    ...server,
    operation,
    keys: keysOf(connection.requirement),
    lose: server.losses.of(from),
  };
  const draft = draftRequest(operation, context);
  const unpaged = successOf(operation, context);
  const skipped = draft.skipped ?? unpaged.skipped ?? notPossible(operation);
  if (skipped !== undefined)
    return void context.losses.add('skipped', from, skipped.subject, skipped.message, skipped.hint);
  reportOperationLosses(operation, context);
  const notes = streamNotes(draft, unpaged, context);
  const success = withPaging(operation, draft, unpaged, context, notes);
  const { table } = success;
  const { parameters, definitions } = inlineParameters(draft, context);
  if (table !== undefined && table.left > 0) notes.push(moreNote(table));
  const description = withDeprecation(descriptionOf(operation, name, context), operation, context);
  const request = `${method} ${draft.path}`;
  const { effects, doubt } = impliedEffects({ from, name, description, effects: effectsOf(method, name), request });
  if (doubt) notes.push(context.losses.todo(...doubt));
  const http = httpOf(method, connection, draft, success, failuresOf(operation, context));
  const keys = { description, effects, parameters, required: [...draft.required], definitions, http };
  const document = toolDocument(from, name, keys, notes);
  for (const { kind, subject, message, hint } of secretParameterLosses(document, SECRET_HINT))
    context.losses.add(kind, from, subject, message, hint);
  return document;
}

const SECRET_HINT =
  'Keep it where the user gives it in the conversation; otherwise declare a variable with `secret: true`, and write {env.NAME} where it is sent.';

function streamNotes(draft: RequestDraft, { stream }: Success, { operation, losses }: OperationContext): YamlComment[] {
  const sign = stream ?? streamParameter(draft.parameters);
  if (sign === undefined) return [];
  const message = `The response can be a stream (see ${sign}), for whose end a call waits.`;
  return [losses.todo(operation.from, 'streams', ['http'], message, STREAM_HINT)];
}

const STREAM_HINT =
  'Give the request a value that ends it, read several documents with `response: lines`, or write this tool with a handler.';

function draftRequest(operation: Operation, context: OperationContext): RequestDraft {
  const { root, isSwagger, follow } = context;
  const draft = createDraft();
  const { node, parameters } = operation;
  const whole = isSwagger
    ? upgradedRequest(root, node, parameters, follow)
    : { parameters, requestBody: node['requestBody'] };
  addParameters(draft, { ...operation, parameters: whole.parameters }, context);
  if (whole.requestBody !== undefined) addBody(draft, operation, whole.requestBody, context);
  return draft;
}

/** The success with `paging:`, for which parameters of the draft change; the same where there are no pages for certain. */
function withPaging(
  { method, from }: Operation,
  draft: RequestDraft,
  success: Success,
  context: OperationContext,
  notes: YamlComment[],
): Success {
  const { json, table, keys } = success;
  const paging = method === 'GET' && json ? pagingOf(draft.queryNodes, json, context.follow) : undefined;
  if (paging === undefined) return success;
  const rest = 'unsure' in paging || !table ? table : pagedTable(table, paging);
  if (!('unsure' in paging) && (rest || !table))
    return { ...success, keys: { ...keys, paging: addPaging(draft, paging, context) }, ...(rest && { table: rest }) };
  const name = 'unsure' in paging ? paging.unsure : String(paging.keys['query'] ?? '');
  const message = `Parameter "${name}" seems to select a page; the document does not say how the next one is found.`;
  const hint = 'Add `paging:` to read several pages in one call, or leave it to the model.';
  notes.push(context.losses.todo(from, 'pages', ['http', 'query', name], message, hint));
  return success;
}

function inlineParameters({ parameters }: RequestDraft, { reader, lose }: OperationContext) {
  const inlined = inlineDefinitions(parameters, (name) => reader.definition(name, lose));
  for (const reason of inlined.tooLong) lose(...reason);
  return inlined;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

function notPossible({ method }: Operation): OperationSkip | undefined {
  if (METHODS.has(method)) return undefined;
  const message = `The method ${method} cannot be sent.`;
  return { subject: 'methods', message, hint: 'Write this tool by hand, with a handler.' };
}

function httpOf(method: string, connection: Connection, draft: RequestDraft, success: Success, errors: JsonObject) {
  const query = { ...connection.query, ...draft.query };
  const headers = { ...success.headers, ...draft.headers };
  const shared = textAt(connection.spec['headers'], 'Cookie');
  // The header of a tool replaces that of its connection.
  if (headers['Cookie'] !== undefined && shared !== undefined) headers['Cookie'] = `${shared}; ${headers['Cookie']}`;
  return {
    ...withoutEmpty({ connection: connection.name, request: `${method} ${draft.path}`, query, headers }),
    ...draft.body,
    ...success.keys,
    ...withoutEmpty({ result: success.table?.result, errors: { ...rejectedOf(connection, draft), ...errors } }),
  };
}

/** Where the tool sends credentials of its own, the failure of its connection names only a part of them. */
function rejectedOf({ spec, query }: Connection, draft: RequestDraft): JsonObject {
  const own = variablesIn([draft.query, draft.headers, draft.body]);
  const rejected = ownMember(Object(spec['errors']), '401') ?? { error: 'The service rejected the credentials.' };
  const names = [...new Set([...variablesIn([spec['headers'], spec['auth'], query]), ...own])];
  const retry_hint = `Ask the user to check ${names.join(' and ')}. Do not retry.`;
  return own.length > 0 ? { 401: { ...Object(rejected), retry_hint } } : {};
}

function variablesIn(templates: unknown): string[] {
  return [...JSON.stringify(templates).matchAll(/\{env\.(\w+)/g)].map(([, name = '']) => name);
}

function moreNote({ at, more, left }: NonNullable<Success['table']>): YamlComment {
  const rest = left > more.length ? ', …' : '';
  return {
    path: ['http', ...at],
    text: `more: ${more.map((name) => name.replaceAll(/[^\P{C}]/gu, '')).join(', ')}${rest}`,
  };
}

function effectsOf(method: string, name: string): Effects {
  const [verb = ''] = nameWords(name);
  return method === 'POST' && READING_WORDS.has(verb) ? 'read' : methodEffects(method);
}

/** A model reads it, and the next update knows that it was said. */
function withDeprecation(text: string, { node, deprecated, from }: Operation, { losses }: OperationContext): string {
  if (!deprecated) return text;
  const reason = deprecationText(textAt(node, 'description') ?? textAt(node, 'summary') ?? '');
  const message = `The vendor deprecates ${from}.${reason === '' ? '' : ` The document says: ${reason}`}`;
  losses.add('deprecated', from, 'deprecated operations', message, 'Import what replaces it, and deprecate the tool.');
  return text.includes(reason) && reason !== '' ? text : `${text} Deprecated.${reason === '' ? '' : ` ${reason}`}`;
}

function descriptionOf(operation: Operation, name: string, { losses, lose }: OperationContext): string {
  const { node, toolDescription, from } = operation;
  const description = textAt(node, 'description');
  const isOwn = toolDescription !== undefined;
  const text = isOwn ? toolText(toolDescription, undefined) : toolText(textAt(node, 'summary'), description);
  if (isLonger(description)) {
    const message = 'Only the summary and the first paragraph of the description are kept.';
    lose('long descriptions', message, 'Add what a model has to know.');
  }
  if (text !== '') return text;
  const message = `The document does not describe ${from}; the description is the name.`;
  losses.add('todo', from, 'descriptions', message, 'Describe what the tool does and when to use it.');
  const words = nameWords(name);
  const sentence = `${capital(words.join(' '))}.`;
  return isHarmless(sentence) ? sentence : `${capital(words[0] ?? 'call')}.`;
}

/** The table of a single response for the result of several pages; undefined if it is not about their items. */
function pagedTable(table: ImportedResult, { items, keys }: Paging): ImportedResult | undefined {
  const [key = ''] = table.at.slice(1);
  const list = table.result[key];
  if (!isObject(list) || list['each'] !== items) return undefined;
  // What leads to the next page is in `next`.
  const isOfPages = (pointer: Json): boolean => `${String(keys['pointer'])}/`.startsWith(`${String(pointer)}/`);
  const others = Object.entries(table.result).filter(([name]) => name !== key && !Object.hasOwn(PAGES, name));
  const facts = others.filter(([, pointer]) => !isOfPages(pointer));
  const pointers = facts.map(([name, pointer]) => [name, `/page${String(pointer)}`] as const);
  const result = { [key]: { ...list, each: '/items' }, ...Object.fromEntries(pointers), ...PAGES };
  return { ...table, result };
}

/**
 * Tools are made one after the other and only once: the costs of a large document need none of them for long. `used`: the
 * connections that the tools made so far need.
 */
export function toolDocuments(operations: readonly Operation[], context: ServerContext) {
  const { server, inUse, onStep } = context;
  const { connected, all } = connectionsFor(operations, context);
  const isList = (operation: Operation): boolean => hasList(operation, context);
  const names = nameTools(operations, server, isList, inUse);
  const used = new Set<Connection>();
  function* tools(): Iterable<OperationTool> {
    for (const [done, { operation, connection }] of connected.entries()) {
      onStep?.('importing', done, operations.length, 'operations');
      const document = toolOf(operation, names.get(operation.from) ?? 'call_service', connection, context);
      if (document === undefined) continue;
      used.add(connection);
      yield { operation, document };
    }
  }
  return { tools: tools(), used: () => all.filter((connection) => used.has(connection)) };
}
