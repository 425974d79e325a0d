/** One operation as the document of a tool. */
import type { JsonObject } from '@haft/runtime/language';
import { contradiction } from '../../check/prose/effects.ts';
import { nameWords } from '../../check/names/name-words.ts';
import type { Note } from '../../load/print-document.ts';
import type { ImportedDocument } from '../imported.ts';
import { addBody } from './body.ts';
import type { Connection } from './connections.ts';
import type { Environment } from './environment.ts';
import { failuresOf } from './failures.ts';
import { inlineDefinitions } from './inline.ts';
import type { Losses } from './losses.ts';
import type { Operation } from './operations.ts';
import { addParameters } from './parameters.ts';
import type { Follow } from './pointers.ts';
import { createDraft } from './request-draft.ts';
import type { Draft, RequestContext } from './request-draft.ts';
import { successOf } from './responses.ts';
import type { ResponseContext, Success } from './responses.ts';
import { addPaging, pagingOf } from './paging.ts';
import { pagedTable } from './paged-table.ts';
import type { SchemaReader } from './schemas.ts';
import { READING_WORDS } from './select.ts';
import { upgradedRequest, upgradedResponse } from './swagger.ts';
import { isLonger, toolText } from './text.ts';
import { reportOperationLosses } from './operation-losses.ts';
import { textAt } from './values.ts';
import type { RawNode } from './values.ts';

interface ToolContext {
  readonly root: RawNode;
  readonly isSwagger: boolean;
  readonly follow: Follow;
  /** Of the whole document. */
  readonly reader: SchemaReader;
  readonly server: string;
  readonly environment: Environment;
  readonly losses: Losses;
}

/** The document without its file; nothing where no tool can do what the operation does. */
export function toolOf(
  operation: Operation,
  name: string,
  connection: Connection,
  context: ToolContext,
): Omit<ImportedDocument, 'file'> | undefined {
  const { follow, reader, losses, environment, server } = context;
  const lose = losses.of(operation.from);
  const request: RequestContext = { follow, lose, reader, environment, server };
  const draft = drafted(operation, connection, request, context);
  const responses = responseContext(operation, context);
  const found = successOf(operation, responses);
  const skipped = draft.skipped ?? found.skipped ?? notPossible(operation);
  if (skipped !== undefined) {
    losses.add({ kind: 'skipped', from: operation.from, ...skipped });
    return undefined;
  }
  reportOperationLosses(operation, context);
  const notes: Note[] = [];
  const success = paged(operation, draft, found, { context: request, losses, notes });
  const { parameters, definitions, cut } = inlineDefinitions(draft.parameters, (one) => reader.definition(one, lose));
  if (cut > 0)
    lose(
      'large schemas',
      `${cut} parts of the parameters accept any value: their schemas would be too long.`,
      'Describe what these values must be.',
    );
  const effects = effectsOf(operation, name);
  if (effects === undefined) {
    notes.push({
      path: ['name'],
      text: `TODO The name does not match ${operation.method}: rename the tool, then declare its effects.`,
    });
    losses.add({
      kind: 'todo',
      subject: 'effects',
      from: operation.from,
      message: `The name "${name}" does not match the method.`,
      hint: 'Rename the tool, then declare its effects.',
    });
  }
  if (success.table !== undefined && success.table.left > 0) notes.push(moreNote(success.table));
  const value = {
    kind: 'tool',
    from: operation.from,
    name,
    description: descriptionOf(operation, name, context),
    ...(effects !== undefined && { effects }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(draft.required.size > 0 && { required: [...draft.required] }),
    ...(Object.keys(definitions).length > 0 && { definitions }),
    http: httpOf(operation.method, connection, draft, success, failuresOf(operation, responses)),
  } as unknown as ImportedDocument['value'];
  return { value, notes };
}

export function responseContext(
  operation: Operation,
  { root, isSwagger, follow, losses }: ToolContext,
): ResponseContext {
  const upgraded = (response: RawNode): RawNode =>
    isSwagger ? upgradedResponse(root, operation.node, response) : response;
  return { follow, lose: losses.of(operation.from), upgraded };
}

function drafted(
  operation: Operation,
  connection: Connection,
  request: RequestContext,
  { root, isSwagger }: ToolContext,
): Draft {
  const draft = createDraft();
  const { node, parameters } = operation;
  const whole = isSwagger
    ? upgradedRequest(root, node, parameters, request.follow)
    : { parameters, requestBody: node['requestBody'] };
  const keys = connection.requirement.flatMap((scheme) =>
    scheme.kind === 'key' ? [`${scheme.place} ${scheme.name.toLowerCase()}`] : [],
  );
  addParameters(draft, { ...operation, parameters: whole.parameters }, new Set(keys), request);
  if (whole.requestBody !== undefined) addBody(draft, operation, whole.requestBody, request);
  return draft;
}

interface PagedContext {
  readonly context: RequestContext;
  readonly losses: Losses;
  readonly notes: Note[];
}

/** The success with `paging:`, for which parameters of the draft change; the same where there are no pages for certain. */
function paged(
  { method, from }: Operation,
  draft: Draft,
  success: Success,
  { context, losses, notes }: PagedContext,
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
  losses.add({ kind: 'todo', subject: 'pages', from, message, hint });
  notes.push({ path: ['http', 'query', name], text: `TODO ${message} ${hint}` });
  return success;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

function notPossible({ method }: Operation) {
  if (METHODS.has(method)) return undefined;
  const message = `The method ${method} cannot be sent.`;
  return { subject: 'methods', message, hint: 'Write this tool by hand, with a handler.' };
}

function httpOf(
  method: string,
  connection: Connection,
  draft: Draft,
  success: Success,
  errors: JsonObject,
): JsonObject {
  const query = { ...connection.query, ...draft.query };
  const headers = { ...success.headers, ...draft.headers };
  return {
    connection: connection.name,
    request: `${method} ${draft.path}`,
    ...(Object.keys(query).length > 0 && { query }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...draft.body,
    ...success.keys,
    ...(success.table && { result: success.table.result }),
    ...(Object.keys(errors).length > 0 && { errors }),
  };
}

function moreNote({ at, more, left }: NonNullable<Success['table']>): Note {
  const rest = left > more.length ? ', …' : '';
  return {
    path: ['http', ...at],
    text: `more: ${more.map((name) => name.replaceAll(/[^\P{C}]/gu, '')).join(', ')}${rest}`,
  };
}

/** By the method; nothing where the name says something else, so that the author decides. */
function effectsOf({ method }: Operation, name: string): 'read' | 'write' | 'destroy' | undefined {
  const [verb = ''] = nameWords(name);
  const byMethod = method === 'PUT' || method === 'DELETE' ? 'destroy' : 'write';
  const isRead = method === 'GET' || method === 'HEAD' || (method === 'POST' && READING_WORDS.has(verb));
  const effects = isRead ? 'read' : byMethod;
  const http = { connection: 'api', request: `${method} /` };
  return contradiction({ name, description: { does: '', when: '' }, effects, http } as Parameters<
    typeof contradiction
  >[0])
    ? undefined
    : effects;
}

function descriptionOf(operation: Operation, name: string, { losses }: ToolContext): string {
  const { node, toolDescription, from } = operation;
  const description = textAt(node, 'description');
  const text = toolText(
    toolDescription ?? textAt(node, 'summary'),
    toolDescription === undefined ? description : undefined,
  );
  if (isLonger(description))
    losses.of(from)(
      'long descriptions',
      'Only the summary and the first paragraph of the description are kept.',
      'Add what a model has to know.',
    );
  if (text !== '') return text;
  const words = nameWords(name).join(' ');
  losses.add({
    kind: 'todo',
    subject: 'descriptions',
    from,
    message: `The document does not describe ${from}; the description is the name.`,
    hint: 'Describe what the tool does and when to use it.',
  });
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
