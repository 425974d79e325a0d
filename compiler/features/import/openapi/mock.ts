/** A mock of an OpenAPI document: judges a request by the operation that it is for, and answers with an example of the document. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json } from '@haft/runtime/language';
import { facetsOf } from '../../../versions/subset/form.ts';
import { accepts } from '../../../versions/subset/values.ts';
import { samplesOf } from '../../../versions/witness/samples.ts';
import { isReadOnly } from './objects.ts';
import { type Operation, operationsOf } from './operations.ts';
import { type Follow, createFollow } from './pointers.ts';
import { responsesOf } from './responses.ts';
import { createSchemaReader } from './schemas.ts';
import { type OpenapiSource, readSource } from './source.ts';
import { isJson, isJsonMedia, isRange, mayBeJson, mediaIn, mediaName } from './media.ts';
import { type RawNode, entriesOf, jsonOf, memberOf, nodeOf } from './values.ts';

export interface MockRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
}

/** `problem`: what the document does not allow in the request, a sentence. */
export type MockAnswer =
  | { readonly problem: string }
  | { readonly status: number; readonly type?: string; readonly body: string };

/** `from`: the operation that a request is for, as in `from:` of its tool. */
export function mockOf(source: OpenapiSource): (request: MockRequest, from: string) => MockAnswer {
  const document = readSource(source);
  if (document.kind === 'unreadable') return () => ({ problem: document.message });
  const { isSwagger, root } = document;
  const follow = createFollow(document.written, source);
  const operations = new Map(operationsOf(root, follow).map((operation) => [operation.from, operation]));
  return (request, from) => {
    const operation = operations.get(from);
    if (!operation) return { problem: `The document has no operation ${from}.` };
    const ofBody = isSwagger ? undefined : bodyProblem(request, operation, follow);
    const problem = requestProblem(request, operation, follow) ?? ofBody;
    if (problem !== undefined) return { problem };
    const responses = responsesOf(operation, { root, isSwagger, follow });
    const [status = '200', response = {}] = responses.find(([one]) => /^(?:2(?:\d\d|XX)|DEFAULT)$/.test(one)) ?? [];
    return answerOf(Number(status.replaceAll('X', '0')) || 200, response, follow);
  };
}

function requestProblem({ method, url, headers }: MockRequest, operation: Operation, follow: Follow) {
  if (method !== operation.method) return `The request is a ${method}, expected ${operation.method}.`;
  if (!hasPath(url.pathname, operation.path)) return `The path is ${url.pathname}, expected ${operation.path}.`;
  for (const raw of operation.parameters) {
    const node = nodeOf(follow(raw).node);
    const [name, place] = [String(node['name']), String(node['in'])];
    if (node['required'] !== true) continue;
    const isThere =
      place === 'query'
        ? [...url.searchParams.keys()].some((key) => key === name || key.startsWith(`${name}[`)) || isSpread(node)
        : place !== 'header' || headers.has(name);
    if (!isThere) return `The required ${place} parameter "${name}" is not sent.`;
  }
  return undefined;
}

/** The fields of an object are sent under their own names. */
function isSpread(node: RawNode): boolean {
  return memberOf(nodeOf(node['schema']), 'properties') !== undefined || nodeOf(node['schema'])['$ref'] !== undefined;
}

/** At the end of the path of the request: the base of the service comes before it. No regular expression: the text is the document's. */
function hasPath(path: string, template: string): boolean {
  const partsOf = (text: string): string[] => text.split('/').filter((part) => part !== '');
  const [wanted, parts] = [partsOf(template.replace(/[?#].*$/s, '')), partsOf(path)];
  const end = parts.slice(parts.length - wanted.length);
  const isSame = (part: string, at: number): boolean => /[{}]/.test(part) || part === decodeURIComponent(end[at] ?? '');
  return parts.length >= wanted.length && wanted.every(isSame);
}

/** By JSON Schema 2020-12 over the document itself; a schema that a validator does not take is not judged. */
function bodyProblem({ body, headers }: MockRequest, { node }: Operation, follow: Follow): string | undefined {
  const wanted = nodeOf(follow(node['requestBody']).node);
  if (body === '') return wanted['required'] === true ? 'The required body is not sent.' : undefined;
  const isSentAsJson = isJson(headers.get('content-type') ?? '');
  const media = mediaIn(wanted).find((one) => isSentAsJson && (isJsonMedia(one, follow) || mayBeJson(one, follow)));
  const schema = jsonOf(expandReferences(memberOf(media?.value, 'schema'), follow, DEPTH));
  if (typeof schema !== 'object' || schema === null) return undefined;
  try {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    const validate = ajv.compile(schema);
    if (validate(JSON.parse(body))) return undefined;
    return `The body is not that of the document: ${ajv.errorsText(validate.errors)}.`;
  } catch {
    return undefined;
  }
}

/** References further inside are judged no more. */
const DEPTH = 6;

function expandReferences(raw: unknown, follow: Follow, depth: number): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  if (Array.isArray(raw)) return raw.map((one) => expandReferences(one, follow, depth));
  const isReference = '$ref' in raw;
  if (isReference && depth === 0) return {};
  const node = nodeOf(isReference ? follow(raw).node : raw);
  const { required: all } = node;
  // What is read only is required in responses alone (OpenAPI 3, readOnly).
  const isSent = (name: unknown): boolean => !isReadOnly(nodeOf(node['properties'])[String(name)], follow);
  const required = Array.isArray(all) ? all.filter(isSent) : undefined;
  const rest = isReference ? depth - 1 : depth;
  const entries = Object.entries({ ...node, ...(required && { required }) });
  return Object.fromEntries(entries.map(([key, value]) => [key, expandReferences(value, follow, rest)]));
}

function answerOf(status: number, response: RawNode, follow: Follow): MockAnswer {
  const media = mediaIn(response);
  const json = media.find((one) => isJsonMedia(one, follow));
  const [first] = media;
  if (NO_CONTENT.has(status)) return { status, body: '' };
  if (json !== undefined)
    return { status, type: 'application/json', body: JSON.stringify(exampleOf(nodeOf(json.value), follow)) };
  if (first === undefined) return { status: status === 200 ? 204 : status, body: '' };
  const name = mediaName(first.type);
  const isSendable = !isRange(name) && /^[\w.+-]+\/[\w.+-]+$/.test(name);
  return {
    status,
    type: isSendable ? first.type.replaceAll(/[^ -~]/g, '') : 'application/octet-stream',
    body: 'Text.',
  };
}

/** Whatever the document describes for them (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
const NO_CONTENT: ReadonlySet<number> = new Set([204, 205, 304]);

function exampleOf(media: RawNode, follow: Follow): Json {
  const raw = memberOf(media, 'schema');
  const [, named] = entriesOf(media['examples'])[0] ?? [];
  const written = [media['example'], nodeOf(follow(named).node)['value'], nodeOf(follow(raw).node)['example']];
  const example = written.map(jsonOf).find((one) => one !== undefined);
  if (example !== undefined) return example;
  const schema = createSchemaReader(follow).read(raw, () => {});
  const own = { facets: facetsOf(schema), root: schema };
  return samplesOf(own, own).find((one) => accepts(own.facets, schema, one)) ?? {};
}

/** Whether a request asks for an access token (RFC 6749 §4.4, §6). */
export function asksForToken({ body }: MockRequest): boolean {
  return /(?:^|&)grant_type=/.test(body);
}
