/** The response of a service as results are read from it, in each mode, and what it is without a result table. */
import { textOf } from '../../language/template.ts';
import { translatorFor } from '../../language/translate.ts';
import { content } from '../../server/content.ts';
import type { ConnectionDescriptor, HttpBehavior } from '../../descriptor/descriptor.ts';
import { saveFile } from '../file/inside.ts';
import { blockOf } from '../shared/read-bytes.ts';
import { type Repeat, type ToolFailure, isFailure } from '../../server/failure.ts';
import { type JsonObject, isObject, ownMember } from '../../language/json.ts';
import type { Schema } from '../../language/schema.ts';
import type { Redact } from '../../redaction/redact.ts';
import { type RawResponse, isRead, textIn } from './exchange.ts';
import { type ServiceResponse, dataOf, notExpected, readSafely } from '../shared/response.ts';
import { linesOf } from '../command/output.ts';
import { type PartContext, type ReadBytes, type ReadMode, transportFor } from './parts.ts';

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

/** `response: bytes`: as a file, or by the media type that the service names: an image, audio, a text, or an embedded resource. */
export function compileBytes(behavior: HttpBehavior, context: PartContext): ReadBytes {
  const { server, tool, env } = context;
  const { save_to: target } = behavior;
  // Checked when the spec was compiled.
  const connection: ConnectionDescriptor = ownMember(server.connections, behavior.connection) ?? { base_url: '' };
  const { redact, hide } = transportFor(connection, context);
  const translated = translatorFor(context, behavior.translate);
  return async (received, { args, call, data }) => {
    const mimeType = mediaTypeIn(received);
    const facts = { media_type: mimeType, bytes: received.bytes.length };
    if (target !== undefined) {
      const scope = { ...translated(args), env };
      const path = textOf(target.path, scope);
      const folder = textOf(target.folder, scope);
      const failed = await saveFile({ folder, path, bytes: received.bytes, signal: call.signal });
      return failed ?? { path, ...facts, ...data };
    }
    if (isEmpty(received) && received.bytes.length === 0) return data ?? facts;
    const uri = `tool://${server.name}/${tool.name}`;
    const { bytes: plain, headers } = received;
    const bytes = hide?.bytes(plain) ?? plain;
    const contentType = headers.get('content-type') ?? undefined;
    return content([blockOf({ bytes, contentType }, mimeType, uri, (text) => redact.text(text))], data ?? facts);
  };
}

/** RFC 9110 §8.3, without parameters. */
function mediaTypeIn({ headers }: RawResponse): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const name = type.trim().toLowerCase();
  return /^[\w.+-]{1,80}\/[\w.+-]{1,80}$/.test(name) ? name : 'application/octet-stream';
}
