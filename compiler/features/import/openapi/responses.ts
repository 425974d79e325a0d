/** What a success is, and which of its fields a model needs: lists of large items are cut to the fields that matter. */
import type { JsonObject } from '@haft/runtime/language';
import { wordSet } from '../../../base/word-lists.ts';
import { isHeaderName, literal } from '../literal.ts';
import type { DocumentContext, OperationContext, OperationSkip, DocumentRoot } from './context.ts';
import {
  isBinary,
  isJsonMedia,
  isPlainJson,
  isRange,
  isText,
  type Media,
  mediaIn,
  mediaType,
  preferredMedia,
} from './media.ts';
import { type RawNode, entriesOf, memberOf, nodeOf, textAt } from './values.ts';
import type { Operation } from './operations.ts';
import type { Follow } from './pointers.ts';
import type { PagedResponse } from './page-fields.ts';
import { type ImportedResult, tableFor } from './result-table.ts';
import { UPGRADE, isDocuments, describesStream, streamType } from './streams.ts';
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
  /** What says that it is a stream. */
  readonly stream?: string;
}

/** The responses of an operation with their references followed, by status, as version 3 has them. */
export function responsesOf({ node }: Operation, { root, isSwagger, follow }: DocumentRoot): [string, RawNode][] {
  return entriesOf(node['responses']).map(([status, entry]) => {
    const response = nodeOf(follow(entry).node);
    const upper = status.toUpperCase();
    return [upper, isSwagger ? upgradedResponse(root, node, upper, response) : response];
  });
}

const NO_HEADERS = {};

export function successOf(operation: Operation, context: OperationContext): Success {
  const responses = responsesOf(operation, context);
  const success = pick(responses);
  if (responses.some(([status]) => status === '101')) return { keys: {}, headers: NO_HEADERS, skipped: UPGRADE };
  if (operation.method === 'HEAD') return headSuccess(success);
  if (success === undefined) return { keys: redirectKeys(operation, responses, context), headers: NO_HEADERS };
  const media = mediaOf(success, context.follow);
  if (media === undefined) return { keys: {}, headers: NO_HEADERS };
  const types = usableMedia(success).map(({ type }) => type);
  const isJson = isJsonMedia(media, context.follow);
  const isDescribed = isJson && describesStream(textAt(success, 'description'));
  const stream = streamType(media.type, types) ?? (isDescribed ? 'its description' : undefined);
  const shared = { headers: acceptOf(media, types, context), ...(stream !== undefined && { stream }) };
  if (!isJson) return { ...otherSuccess(media.type, context), ...shared };
  const json = { raw: memberOf(media.value, 'schema'), headers: success['headers'] };
  return { ...jsonSuccess(operation, json.raw, context), ...shared, json };
}

/** Without the header, any type is requested. Bytes of a range are read whatever they are. */
function acceptOf(media: Media, types: readonly string[], { follow, lose }: OperationContext): Success['headers'] {
  const { type } = media;
  const isAny = isRange(type) && !isText(type) && !isJsonMedia(media, follow);
  const wanted = isAny ? types : [type];
  if (types.length > wanted.length)
    lose('types of responses', `The response can have ${types.length} media types; ${type} is requested.`);
  if (wanted.includes('*/*') || (types.length === 1 && isPlainJson(type))) return NO_HEADERS;
  return { Accept: literal(wanted.join(', ')) };
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

function usableMedia(response: RawNode): readonly Media[] {
  return mediaIn(response).filter(({ type }) => /^[\w*.+-]+\/[\w*.+-]+/.test(type));
}

function mediaOf(response: RawNode, follow: Follow): Media | undefined {
  return preferredMedia(usableMedia(response), [
    ({ type }) => isPlainJson(type),
    (one) => isJsonMedia(one, follow),
    ({ type }) => isText(type) && !isRange(type) && !isEvents(type),
  ]);
}

const isEvents = (type: string): boolean => mediaType(type).subtype === 'event-stream';

function jsonSuccess({ method }: Operation, raw: unknown, { follow, lose }: OperationContext) {
  const schema = nodeOf(follow(raw).node);
  if (isBinary(schema)) return { keys: { response: 'bytes' } };
  const table = method === 'GET' || method === 'POST' ? tableFor(raw, follow) : undefined;
  if (table && table.left > 0) {
    const message = `The result has ${table.chosen} of ${table.chosen + table.left} fields of each response; the others are named in a comment.`;
    lose('fields of results', message, 'Add the fields that you need to `result`.');
  }
  return { keys: {}, ...(table && { table }) };
}

function otherSuccess(type: string, { lose }: OperationContext): Pick<Success, 'keys' | 'skipped'> {
  if (isEvents(type)) {
    const message = 'The response is an endless stream of events.';
    return { keys: {}, skipped: { subject: 'streams', message, hint: 'Write this tool by hand, with a handler.' } };
  }
  const { subtype } = mediaType(type);
  if (isDocuments(type)) return { keys: { response: 'lines' } };
  if (isText(type)) return { keys: { response: 'text' } };
  const words = subtype.split(/[.+-]/);
  if (!words.some((word) => TEXTS.has(word))) return { keys: { response: 'bytes' } };
  if (words.includes('xml')) {
    const message = 'The response is XML; the result is its text.';
    lose('XML responses', message, 'Extract what matters with a handler.');
  }
  return { keys: { response: 'text' } };
}

/** Words of types outside of `text/` whose content is a text. */
const TEXTS = wordSet('xml html xhtml yaml javascript csv urlencoded graphql sql');

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
  const media = success && mediaOf(success, context.follow);
  const schema = nodeOf(context.follow(memberOf(media?.value, 'schema')).node);
  if (media === undefined || textAt(schema, 'type') === undefined) return /s\/?$/.test(operation.path);
  if (schema['type'] === 'array') return true;
  const properties = entriesOf(schema['properties']);
  const lists = properties.filter(([, raw]) => nodeOf(context.follow(raw).node)['type'] === 'array');
  return lists.length === 1 || lists.some(([name]) => /^(?:data|items|results|values?|entries|records)$/.test(name));
}
