/** Which values of a request are credentials: those of the caller come from the environment, never from a model. */
import { isSecretCookie, isSecretHeader, isSecretProperty } from '@haft/runtime/language';
import { asksForSecret } from '../../../check/analysis/secrets/secret-name.ts';
import type { DocumentRoot as Document } from './context.ts';
import { mediaIn } from './media.ts';
import { type RawNode, entriesOf, memberOf, nodeOf, textAt } from './values.ts';
import { objectShape } from './objects.ts';
import { type Operation, securityOf } from './operations.ts';
import { foundIn, normalName } from './page-fields.ts';
import { responsesOf } from './responses.ts';
import { typesOf } from './scalars.ts';

/** A value of a request, as its document declares it. */
export interface DeclaredValue {
  readonly name: string;
  /** `path`, `query`, `header`, `cookie` or `body`, which forms are too; in front of the name where it is taken: `body_id`. */
  readonly place: string;
  /** Its schema. */
  readonly raw: unknown;
  readonly description?: string | undefined;
}

/**
 * Whether a value says who calls. A header, a cookie, or the key of a declared scheme does whenever it is a secret. Not so
 * what the operation is about: everything in a path; in a body passwords, and what the service gives back or only stores;
 * in the query a password that has its own format, that a type of the document has, or that is beside another credential.
 */
export function isCredential(value: DeclaredValue, operation: Operation, document: Document): boolean {
  const { name, place } = value;
  if (place === 'path') return false;
  const schema = nodeOf(document.follow(value.raw).node);
  const description = value.description ?? textAt(schema, 'description') ?? '';
  if (namesScheme(value, description, document)) return true;
  if (!isSecret(value, schema, description, operation) || isPageToken(value, operation, document)) return false;
  if (place === 'header' || place === 'cookie') return true;
  if (!isText(schema)) return false;
  const isPassword = PASSWORDS.test(isSecretProperty(name) ? name : description);
  if (place === 'query') return !isPassword || isOnlyCredential(name, schema, operation, document);
  const isStored = schema['writeOnly'] === true || returnedFields(operation, document).has(name);
  return !isPassword && !isStored;
}

/** The same text for what is the same credential: `X-Api-Key`, `api_key`. */
export function credentialName(name: string): string {
  return normalName(name.replace(/^x[-_]/i, ''));
}

/** Of a person, who knows them; keys and tokens are of programs. */
const PASSWORDS = /pass(?:word|wd|phrase|code)|\bpwd|pwd$|cvv|cvc|otp\b|\bpin\b|\bcode\b|(?:recovery|seed) phrase/i;

function isSecret({ name, place }: DeclaredValue, schema: RawNode, description: string, operation: Operation): boolean {
  const isKey = place === 'header' || place === 'cookie';
  const types = typesOf(schema).filter((type) => type !== 'null');
  const type = isKey ? undefined : (types.find((one) => /string|object|array/.test(one)) ?? types[0]);
  const isListed = Array.isArray(schema['enum']) || 'const' in schema;
  const parameter = { name, description, type, tool: operation.id ?? operation.path, isListed };
  const isNamed = place === 'header' ? isSecretHeader : place === 'cookie' ? isSecretCookie : isOneSecret;
  return asksForSecret(parameter, isNamed);
}

/** A name of many secrets is about all of them, such as a setting: one value of a caller has a singular name. */
function isOneSecret(name: string): boolean {
  return isSecretProperty(name) && !(/s$/i.test(name) && isSecretProperty(name.slice(0, -1)));
}

/** The key of a scheme, or a value of which the document says that it may be sent as one. */
function namesScheme({ name, place }: DeclaredValue, description: string, { root, follow }: Document): boolean {
  return keysOf(root, follow).some((key) => {
    if (key.place === place) return key.name.toLowerCase() === name.toLowerCase();
    const isEnd = normalName(name).length > 3 && normalName(key.name).endsWith(normalName(name));
    return isEnd && /[-_]/.test(key.name) && description.includes(key.name);
  });
}

function keysOf(root: RawNode, follow: Document['follow']) {
  return entriesOf(memberOf(root['components'], 'securitySchemes')).flatMap(([, entry]) => {
    const { type, in: place, name } = nodeOf(follow(entry).node);
    const isKey = String(type).toLowerCase() === 'apikey' && typeof name === 'string' && name !== '';
    return isKey ? [{ place: String(place), name }] : [];
  });
}

/** Lists and objects are filters and settings. */
function isText(schema: RawNode): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.includes('string');
}

function isOnlyCredential(name: string, schema: RawNode, operation: Operation, document: Document): boolean {
  const { root, follow } = document;
  if (schema['format'] === 'password' || hasResourceWith(name, document)) return false;
  if (securityOf(operation, root).some((one) => entriesOf(one).length > 0)) return false;
  return !operation.parameters.some((parameter) => {
    const { name: other, in: place } = nodeOf(follow(parameter).node);
    const isKey = place === 'header' ? isSecretHeader : place === 'query' ? isSecretProperty : undefined;
    return typeof other === 'string' && !PASSWORDS.test(other) && isKey?.(other) === true;
  });
}

/** The response has the token of the next page. */
function isPageToken({ name, place }: DeclaredValue, operation: Operation, document: Document): boolean {
  if (place !== 'query') return false;
  const wanted = { kind: 'cursor', parameter: normalName(name) } as const;
  return successSchemes(operation, document).some((raw) => foundIn(raw, wanted, document.follow) !== undefined);
}

function successSchemes(operation: Operation, document: Document): readonly unknown[] {
  const successes = responsesOf(operation, document).filter(([status]) => /^(?:2|DEFAULT)/.test(status));
  return successes.flatMap(([, response]) => mediaIn(response).map(({ value }) => memberOf(value, 'schema')));
}

/** A type of the document has a field of this name. */
function hasResourceWith(name: string, { root, follow }: Document): boolean {
  const types = [...entriesOf(memberOf(root['components'], 'schemas')), ...entriesOf(root['definitions'])];
  return types.some(([, raw]) => objectShape(raw, follow)?.properties.has(name) === true);
}

/** Fields of what the operation, or another one with its resource, returns: itself, or one level below. */
function returnedFields(operation: Operation, document: Document): ReadonlySet<string> {
  const resource = resourceOf(operation.path);
  const fields = new Set<string>();
  const add = (raw: unknown, depth: number): void => {
    const { items } = nodeOf(document.follow(raw).node);
    if (items !== undefined && depth > 0) add(items, depth - 1);
    for (const [name, property] of objectShape(raw, document.follow)?.properties ?? []) {
      fields.add(name);
      if (depth > 0) add(property, depth - 1);
    }
  };
  for (const [path, item] of entriesOf(document.root['paths'])) {
    if (resourceOf(path) !== resource) continue;
    for (const [, node] of entriesOf(item))
      for (const raw of successSchemes({ ...operation, node: nodeOf(node) }, document)) add(raw, 2);
  }
  return fields;
}

function resourceOf(path: string): string {
  return path.replace(/(?:\/\{[^{}]*\})?\/?$/, '');
}
