/** The media types of a body or of a response, what each of them means, and which of several is used. */
import type { Follow } from './pointers.ts';
import { typesOf } from './scalars.ts';
import { type RawNode, entriesOf, listAt, memberOf, nodeOf } from './values.ts';

export interface Media {
  readonly type: string;
  readonly value: unknown;
}

/** Parts of its text (RFC 9110 §8.3.1, RFC 6838 §4.2.8), in lower case: the suffix is `json` of `application/json-patch+json`. */
export function mediaType(text: string) {
  const [type = '', subtype = ''] = mediaName(text).toLowerCase().split('/');
  const rest = text.toLowerCase().split(';').slice(1);
  const parameters = rest.map((one) => (one.split('=')[0] ?? '').trim()).filter((one) => one !== '');
  return { type, subtype, suffix: /\+([^+]*)$/.exec(subtype)?.[1] ?? '', parameters };
}

/** Without its parameters. */
export function mediaName(text: string): string {
  return (text.split(';')[0] ?? '').trim();
}

export function mediaIn({ content }: RawNode): readonly Media[] {
  return entriesOf(content).map(([type, value]) => ({ type: type.trim(), value }));
}

/** The first one that the earliest of the tests accepts; any where none of them does. */
export function preferredMedia(
  all: readonly Media[],
  tests: readonly ((media: Media) => boolean)[],
): Media | undefined {
  const [best] = tests.flatMap((test) => all.find(test) ?? []);
  return best ?? all[0];
}

/** What a request with this type can be sent as without its name: a charset says nothing more. */
function isPlain(text: string, name: string): boolean {
  const { type, subtype, parameters } = mediaType(text);
  return `${type}/${subtype}` === name && parameters.every((parameter) => parameter === 'charset');
}

export const isPlainJson = (text: string): boolean => isPlain(text, 'application/json');
export const isPlainText = (text: string): boolean => isPlain(text, 'text/plain');

export function isJson(text: string): boolean {
  const { type, subtype, suffix } = mediaType(text);
  return suffix === 'json' || (subtype === 'json' && (type === 'application' || type === 'text'));
}

/** A text of any kind other than XML. */
export function isText(text: string): boolean {
  const { type, subtype, suffix } = mediaType(text);
  return type === 'text' && subtype !== 'xml' && suffix !== 'xml';
}

/** A media range: any of many types (RFC 9110 §12.5.1). */
export function isRange(text: string): boolean {
  return mediaType(text).subtype === '*';
}

/** A range that JSON is in: what is sent is what the schema describes. */
function isOpenRange(text: string): boolean {
  const { type } = mediaType(text);
  return isRange(text) && (type === '*' || type === 'application');
}

/** By its type, or by the schema of a range; a schema that says nothing is that of no type. */
export function isJsonMedia({ type, value }: Media, follow: Follow): boolean {
  if (isJson(type)) return true;
  return isOpenRange(type) && schemaTypes(value, follow).some((one) => one !== 'string' && one !== 'null');
}

/** A body of which the document says no more than that it may be JSON. */
export function mayBeJson({ type, value }: Media, follow: Follow): boolean {
  return isOpenRange(type) && schemaTypes(value, follow).length === 0;
}

/** A text that any type may have. */
export function isAnyText({ type, value }: Media, follow: Follow): boolean {
  const schema = nodeOf(follow(memberOf(value, 'schema')).node);
  return mediaType(type).type === '*' && isRange(type) && typesOf(schema).includes('string') && !isBinary(schema);
}

export function isBinary(schema: RawNode): boolean {
  return schema['type'] === 'file' || (typesOf(schema).includes('string') && schema['format'] === 'binary');
}

function schemaTypes(value: unknown, follow: Follow): readonly string[] {
  const schema = nodeOf(follow(memberOf(value, 'schema')).node);
  const alternatives = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => listAt(schema, key));
  return [...typesOf(schema), ...alternatives.flatMap((one) => typesOf(nodeOf(follow(one).node)))];
}
