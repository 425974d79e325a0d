/** The response of a service as results are read from it, in each mode, and what it is without a result table. */
import type { HttpBehavior } from '../../descriptor/descriptor.ts';
import { type Repeat, type ToolFailure, isFailure } from '../../server/failure.ts';
import { type JsonObject, isObject } from '../../language/json.ts';
import type { Schema } from '../../language/schema.ts';
import type { Redact } from '../../redaction/redact.ts';
import { type RawResponse, isRead, textIn } from './exchange.ts';
import { type ServiceResponse, dataOf, notExpected, readSafely } from '../shared/response.ts';
import { linesOf } from '../command/output.ts';
import type { ReadMode } from './parts.ts';

/** `response: text`, `lines`, `bytes` and `none` of `http` tools, and `redirect: location`. */
export const readMode: ReadMode = (received, { method, response, redirect }, { url, args, redact }) => {
  const header = headerOf(received, redact);
  const location = redirect === undefined ? undefined : locationIn(received, method, url);
  if (location !== undefined) {
    const text = redact.text(location);
    return { text, json: { location: text }, args, header };
  }
  if (received.status < 200 || received.status > 299 || response === undefined || response === 'json') return undefined;
  if (response === 'bytes' || response === 'none') return { text: '', json: {}, args, header };
  const text = textIn(received);
  if (isFailure(text)) return text;
  const safe = redact.text(text);
  return { text: safe, json: response === 'text' ? safe : linesOf(safe), args, header };
};

/** The answer of a success in JSON; without a body, an empty object. */
export function answerOf(received: RawResponse, text: string, args: JsonObject, redact: Redact): ServiceResponse {
  const read = readSafely(text, redact);
  return { ...read, ...(isEmpty(received) && { json: {} }), args, header: headerOf(received, redact) };
}

/** No body, or nothing but white space in it. */
export function isEmpty({ status, bytes }: RawResponse): boolean {
  return status === 204 || status === 205 || bytes.every((byte) => byte <= 0x20);
}

/** What an empty body leaves out: the lists that a schema requires. */
export function emptyLists(schema: Schema | undefined): JsonObject {
  const { properties = {}, required = [] } = schema ?? {};
  return Object.fromEntries(required.flatMap((name) => (properties[name]?.type === 'array' ? [[name, []]] : [])));
}

/** Data without a result table: an object as it is, anything else under a name. */
export function wholeData(
  { json }: ServiceResponse,
  { response, paging }: Pick<HttpBehavior, 'response' | 'paging'>,
  repeat: Repeat,
): JsonObject | ToolFailure {
  if (json === undefined) return notJson(repeat);
  if (response === 'text' || response === 'lines') return { [response]: json };
  if (paging === undefined || !isObject(json)) return dataOf(json);
  const { page: _page, ...pages } = json;
  return pages;
}

export function notJson(repeat: Repeat): ToolFailure {
  return notExpected('service response', 'service', repeat);
}

function headerOf({ headers }: RawResponse, redact: Redact): ServiceResponse['header'] {
  return (name) => {
    const value = headers.get(name);
    return value === null ? undefined : redact.text(value);
  };
}

/** The address of a redirect, complete. After a write, that of another host may be a login: nothing says that it is the success. */
function locationIn({ status, headers }: RawResponse, method: string, url: URL): string | undefined {
  const next = headers.get('location');
  if (status < 300 || status > 399 || next === null || !URL.canParse(next, url.href)) return undefined;
  const place = new URL(next, url);
  return isRead(method) || place.origin === url.origin ? place.href : undefined;
}
