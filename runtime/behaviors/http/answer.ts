/** The response of a service as results are read from it, and what it is without a result table. */
import type { HttpBehavior } from '../../descriptor/descriptor.ts';
import type { ToolFailure } from '../../server/failure.ts';
import { failure } from '../../server/failure.ts';
import type { Repeat } from '../../server/repeat.ts';
import { repeatHint, retryOnce } from '../../server/repeat.ts';
import type { JsonObject } from '../../language/json.ts';
import { isObject } from '../../language/json.ts';
import type { Schema } from '../../language/schema.ts';
import type { Redact } from '../../redaction/redact.ts';
import type { Received } from './exchange.ts';
import type { ServiceResponse } from '../shared/response.ts';
import { dataOf, readSafely } from '../shared/response.ts';

/** The answer of a success in JSON; without a body, an empty object. */
export function answerOf(received: Received, text: string, args: JsonObject, redact: Redact): ServiceResponse {
  const read = readSafely(text, redact);
  return { ...read, ...(isEmpty(received) && { json: {} }), args, header: headerOf(received, redact) };
}

/** No body, or nothing but white space in it. */
export function isEmpty({ status, bytes }: Received): boolean {
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
  return failure(
    'bad_response',
    'The service response is not in the expected format.',
    repeatHint('sent', repeat, retryOnce('tell the user that the service may have changed')),
  );
}

export function headerOf({ headers }: Received, redact: Redact): ServiceResponse['header'] {
  return (name) => {
    const value = headers.get(name);
    return value === null ? undefined : redact.text(value);
  };
}
