/** What a success is, and which of its fields a model needs: lists of large items are cut to the fields that matter. */
import type { JsonObject } from '@haft/runtime/language';
import { isHeaderName, literal } from '../literal.ts';
import type { DocumentContext, OperationContext, OperationSkip } from './context.ts';
import { isJson, isPlainJson, type Media, mediaIn, preferredMedia } from './media.ts';
import { type RawNode, entriesOf, memberOf, nodeOf, textAt } from './values.ts';
import type { Operation } from './operations.ts';
import type { PagedResponse } from './page-fields.ts';
import { type ImportedResult, tableFor } from './result-table.ts';
import { upgradedResponse } from './swagger.ts';

export interface Success {
  /** Keys of `http:`. */
  readonly keys: JsonObject;
  readonly table?: ImportedResult;
  /** Of JSON. */
  readonly json?: PagedResponse;
  readonly headers: Readonly<Record<string, string>>;
  /** Why no tool can read it. */
  readonly skipped?: OperationSkip;
}

/** The responses of an operation with their references followed, by status, as version 3 has them. */
export function responsesOf(
  { node }: Operation,
  { root, isSwagger, follow }: Pick<DocumentContext, 'root' | 'isSwagger' | 'follow'>,
): [string, RawNode][] {
  return entriesOf(node['responses']).map(([status, entry]) => {
    const response = nodeOf(follow(entry).node);
    return [status.toUpperCase(), isSwagger ? upgradedResponse(root, node, response) : response];
  });
}

const NO_HEADERS = {};

export function successOf(operation: Operation, context: OperationContext): Success {
  const responses = responsesOf(operation, context);
  const success = pick(responses);
  if (operation.method === 'HEAD') return headSuccess(success);
  if (success === undefined) return { keys: redirectKeys(operation, responses, context), headers: NO_HEADERS };
  const media = mediaOf(success);
  if (media === undefined) return { keys: {}, headers: NO_HEADERS };
  const { type, value } = media;
  const types = mediaIn(success).length;
  if (types > 1)
    context.lose('types of responses', `The response can have ${types} media types; ${type} is requested.`);
  const headers = isPlainJson(type) || type.includes('*') ? NO_HEADERS : { Accept: literal(type) };
  if (!isJson(type)) return { ...otherSuccess(type, context), headers };
  const json = { raw: memberOf(value, 'schema'), headers: success['headers'] };
  return { ...jsonSuccess(operation, json.raw, context), headers, json };
}

/** After a write, 307 and 308 ask for the same request again: they are no success. */
function redirectKeys({ method }: Operation, responses: readonly [string, RawNode][], { lose }: OperationContext) {
  const successes = method === 'GET' ? /^30[12378]$/ : /^30[123]$/;
  const status = responses.map(([one]) => one).find((one) => successes.test(one));
  if (status === undefined) return {};
  const message = `The only documented success is a redirect (${status}): it is not followed, and the result is its address.`;
  lose('redirects', message, 'Read what it leads to with another tool.');
  return { redirect: 'location' };
}

/** 200 before 201, a class such as 2XX, and `default` where nothing else is said. */
function pick(responses: readonly [string, RawNode][]): RawNode | undefined {
  const isSuccess = ([status]: readonly [string, unknown]): boolean => /^2(?:\d\d|XX)$/.test(status);
  const all = responses.filter(isSuccess).sort(([a], [b]) => (a < b ? -1 : 1));
  const withContent = all.find(([, response]) => entriesOf(response['content']).length > 0);
  const fallback = responses.length === 1 ? responses.find(([status]) => status === 'DEFAULT') : undefined;
  return (withContent ?? all[0] ?? fallback)?.[1];
}

function mediaOf(response: RawNode): Media | undefined {
  return preferredMedia(
    mediaIn(response).filter(({ type }) => /^[\w*.+-]+\/[\w*.+-]+/.test(type)),
    [isPlainJson, (type) => isJson(type) && !/seq\b/.test(type), (type) => /^text\/(?!event-stream)/i.test(type)],
  );
}

function jsonSuccess({ method }: Operation, raw: unknown, { follow, lose }: OperationContext) {
  const schema = nodeOf(follow(raw).node);
  if (schema['type'] === 'string' && schema['format'] === 'binary') return { keys: { response: 'bytes' } };
  const table = method === 'GET' || method === 'POST' ? tableFor(raw, follow) : undefined;
  if (table && table.left > 0) {
    const message = `The result has ${table.chosen} of ${table.chosen + table.left} fields of each response; the others are named in a comment.`;
    lose('fields of results', message, 'Add the fields that you need to `result`.');
  }
  return { keys: {}, ...(table && { table }) };
}

function otherSuccess(type: string, { lose }: OperationContext): Pick<Success, 'keys' | 'skipped'> {
  if (/event-stream/i.test(type)) {
    const message = 'The response is an endless stream of events.';
    return { keys: {}, skipped: { subject: 'streams', message, hint: 'Write this tool by hand, with a handler.' } };
  }
  if (/ndjson|jsonl|json-seq/i.test(type)) return { keys: { response: 'lines' } };
  if (/^text\/(?!xml)/i.test(type)) return { keys: { response: 'text' } };
  if (!/\bxml\b|html|yaml|javascript|csv|x-www-form-urlencoded|graphql|sql/i.test(type))
    return { keys: { response: 'bytes' } };
  if (/xml/i.test(type)) {
    const message = 'The response is XML; the result is its text.';
    lose('XML responses', message, 'Extract what matters with a handler.');
  }
  return { keys: { response: 'text' } };
}

/** A HEAD has headers alone. */
function headSuccess(success: RawNode | undefined): Success {
  const names = entriesOf(success?.['headers']).flatMap(([name]) => (isHeaderName(name) ? [name] : []));
  const all = names.length > 0 ? names : ['Content-Length', 'Content-Type', 'Last-Modified'];
  const result = all.slice(0, 12).map((name) => {
    const plain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
    return [plain.replace(/^(?=\d)|^$/, 'value_'), { header: name }] as const;
  });
  return { keys: { result: Object.fromEntries(result) }, headers: NO_HEADERS };
}

/** Whether a success has a list at its root, or in an envelope; for names. */
export function hasList(operation: Operation, context: DocumentContext): boolean {
  const success = pick(responsesOf(operation, context));
  const media = success && mediaOf(success);
  const schema = nodeOf(context.follow(memberOf(media?.value, 'schema')).node);
  if (media === undefined || textAt(schema, 'type') === undefined) return /s\/?$/.test(operation.path);
  if (schema['type'] === 'array') return true;
  const properties = entriesOf(schema['properties']);
  const lists = properties.filter(([, raw]) => nodeOf(context.follow(raw).node)['type'] === 'array');
  return lists.length === 1 || lists.some(([name]) => /^(?:data|items|results|values?|entries|records)$/.test(name));
}
