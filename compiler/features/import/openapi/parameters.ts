/** Parameters of the path, the query and the headers of an operation. */
import type { Json } from '@haft/runtime/language';
import { capital } from '../../../base/text/escape.ts';
import { encodedPath, isHeaderName, literal } from '../literal.ts';
import { isSent } from './auth.ts';
import type { OperationContext } from './context.ts';
import { isCredential } from './credentials.ts';
import { type ObjectShape, objectShape, reportShapeLosses } from './objects.ts';
import type { Operation } from './operations.ts';
import { type RawNode, nodeOf, parameterSchema, textAt, textsAt } from './values.ts';
import {
  type CallerValue,
  CREDENTIALS,
  declare,
  loseValue,
  type RequestDraft,
  skip,
  templateOf,
} from './request-draft.ts';
import { typesOf } from './scalars.ts';

/** Headers that the runtime or the body decide. */
const OWN_HEADERS =
  /^(?:accept|content-type|content-length|authorization|host|connection|user-agent|cookie|transfer-encoding|expect)$/i;

export function addParameters(draft: RequestDraft, operation: Operation, context: OperationContext): void {
  const all = operation.parameters.map((raw) => context.follow(raw));
  for (const { problem } of all)
    if (problem !== undefined) context.lose('references', `${problem} A parameter is left out.`);
  const named = all.map(({ node }) => nodeOf(node)).filter((node) => typeof node['name'] === 'string');
  const nodes = named.filter(({ name }) => name !== '__proto__');
  for (const node of named.filter((one) => !nodes.includes(one)))
    loseValue(draft, node['required'] === true, 'names of parameters', NO_NAME, context);
  // Required ones first: that is how they are listed.
  const rank = (node: RawNode): number => (node['in'] === 'path' ? 0 : node['required'] === true ? 1 : 2);
  const inOrder = nodes.sort((a, b) => rank(a) - rank(b));
  addPath(draft, operation.path, inOrder, context);
  for (const node of inOrder) addOther(draft, node, context);
}

const NO_NAME = 'Parameter "__proto__" has a name that no parameter of a tool can have.';

function addPath(draft: RequestDraft, path: string, nodes: readonly RawNode[], context: OperationContext): void {
  if (/[?#]/.test(path)) {
    const hint = 'Write this tool by hand: put what follows "?" under `query:`.';
    skip(draft, 'paths', `The path ${path} has "?" or "#" in it.`, hint);
    return;
  }
  const ofPath = nodes.filter((node) => node['in'] === 'path');
  const declared = new Map(ofPath.map((node) => [String(node['name']), node]));
  const filled = path.trim().replaceAll(/\{\+?([^{}]*)\}/g, (_all, name: string) => {
    const node = declared.get(name) ?? {};
    const style = String(node['style']);
    if (/^(?:label|matrix)$/.test(style))
      skip(draft, 'path styles', `Path parameter "${name}" has style ${style}.`, 'Write this tool by hand.');
    const raw = parameterSchema(node) ?? { type: 'string' };
    const parameter = { ...givenOf(node, name, 'path'), raw, required: true };
    if (isUnwritten(draft, node, parameter, context)) return '';
    return `\u0001${templateOf(declare(draft, parameter, context))}\u0002`;
  });
  // Braces that are no parameters, and characters that no address has.
  const parts = filled.split(/[\u0001\u0002]/);
  draft.path = parts.map((part, at) => (at % 2 === 1 ? part : encodedPath(literal(part)))).join('');
  if (!draft.path.startsWith('/')) draft.path = `/${draft.path}`;
}

function addOther(draft: RequestDraft, node: RawNode, context: OperationContext): void {
  const place = String(node['in']);
  const name = String(node['name']);
  const required = node['required'] === true;
  if (isSent({ place, name }, context.keys)) {
    const message = `Parameter "${name}" is not one of the tool: the connection sends the credential.`;
    context.lose(CREDENTIALS, message, 'Set the variables of the connection.');
    return;
  }
  if (node['deprecated'] === true && !required) {
    context.lose('deprecated parameters', `Parameter "${name}" is deprecated and optional; it is left out.`);
    return;
  }
  if (place === 'query') addQuery(draft, node, name, context);
  else if (place === 'header') addHeader(draft, node, name, context);
  else if (place === 'cookie') {
    const parameter = givenOf(node, name, 'cookie');
    if (isUnwritten(draft, node, parameter, context)) return;
    const sent = templateOf(declare(draft, parameter, context));
    const before = draft.headers['Cookie'] === undefined ? '' : `${draft.headers['Cookie']}; `;
    draft.headers['Cookie'] = `${before}${literal(name)}=${sent}`;
  } else if (place === 'querystring')
    loseValue(draft, required, 'query strings', `Parameter "${name}" is the whole query string.`, context);
}

/** Values in a path, a header or a cookie that no template writes as the document says: they are not sent. */
function isUnwritten(draft: RequestDraft, node: RawNode, value: CallerValue, context: OperationContext): boolean {
  const { name, place, raw, required } = value;
  const types = typesOf(nodeOf(context.follow(raw).node));
  const isObject = types.includes('object') || objectShape(raw, context.follow) !== undefined;
  const isText = hasOnlyContent(node);
  const style = textAt(node, 'style') ?? (place === 'cookie' ? 'form' : 'simple');
  const explode = (node['explode'] ?? style === 'form') === true;
  // An object is JSON text in a template, and the elements of a list are joined.
  const isWritten = isText
    ? !types.includes('array')
    : !isObject && !(place === 'cookie' && explode && types.includes('array'));
  if (isWritten) return false;
  const what = `${isObject ? 'an object' : 'a list'} of ${isText ? 'a media type' : `style ${style}`}`;
  const message = `${capital(place)} parameter "${name}" is ${what}.`;
  loseValue(draft, required, `objects and lists in ${PLURALS[place] ?? place}`, message, context);
  return true;
}

const PLURALS: Readonly<Record<string, string>> = { path: 'paths', header: 'headers', cookie: 'cookies' };

/** Its value is a text of this type. */
function hasOnlyContent(node: RawNode): boolean {
  return node['content'] !== undefined && node['schema'] === undefined;
}

function givenOf(node: RawNode, name: string, place: string): CallerValue {
  const raw = parameterSchema(node) ?? {};
  return { name, place, raw, required: node['required'] === true, description: textAt(node, 'description') };
}

function addHeader(draft: RequestDraft, node: RawNode, name: string, context: OperationContext): void {
  // Some services refuse a header that names other types as well.
  const types = /^accept$/i.test(name) ? textsAt(context.follow(parameterSchema(node)).node, 'enum') : [];
  const type = types.find((one) => /^[\w.+-]+\/(?:[\w.+-]+\+)?json$/i.test(one));
  if (type !== undefined) {
    draft.headers['Accept'] = type;
    if (types.length > 1) context.lose('headers', `Header "${name}" is not a parameter: ${type} is requested.`);
    return;
  }
  const parameter = givenOf(node, name, 'header');
  const isKey = /^(?:authorization|cookie)$/i.test(name) && isCredential(parameter, context.operation, context);
  if (OWN_HEADERS.test(name) && !isKey) {
    const hint = 'Set it under `headers:` where the service needs another value.';
    context.lose('headers', `Header "${name}" is not a parameter: the connection or the body decides it.`, hint);
    return;
  }
  if (!isHeaderName(name)) {
    loseValue(draft, node['required'] === true, 'headers', `"${name}" is not the name of a header.`, context);
    return;
  }
  if (!isKey && isUnwritten(draft, node, parameter, context)) return;
  draft.headers[name] = templateOf(declare(draft, parameter, context));
}

const JOINED: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|', tabDelimited: '\t' };

function addQuery(draft: RequestDraft, node: RawNode, name: string, context: OperationContext): void {
  const { follow, lose } = context;
  const parameter = givenOf(node, name, 'query');
  if (hasOnlyContent(node)) {
    addJsonText(draft, name, parameter, context);
    return;
  }
  const style = textAt(node, 'style') ?? 'form';
  const explode = (node['explode'] ?? style === 'form') === true;
  const isList = typesOf(nodeOf(follow(parameter.raw).node)).includes('array');
  const shape = isList || style === 'deepObject' ? undefined : objectShape(parameter.raw, follow);
  if (shape !== undefined) {
    const message = `Query parameter "${name}" is an object of style ${style}.`;
    if (explode && shape.properties.size > 0) addFields(draft, shape, parameter.required, context);
    else loseValue(draft, parameter.required, 'objects in the query', message, context);
    return;
  }
  if (node['allowEmptyValue'] === true)
    lose('empty values', `Query parameter "${name}" may be sent without a value, which a tool cannot express.`);
  if (node['allowReserved'] === true)
    lose('reserved characters', `Query parameter "${name}" is percent-encoded, reserved characters as well.`);
  const value = templateOf(declare(draft, parameter, context));
  draft.queryNodes.set(name, node);
  draft.query[name] = listStyle(value, style, explode, isList, name);
}

/** The fields of an object are parameters of the query. */
function addFields(draft: RequestDraft, shape: ObjectShape, needed: boolean, context: OperationContext): void {
  reportShapeLosses(shape, context.lose);
  for (const [name, raw] of shape.properties) {
    const required = needed && shape.required.has(name);
    draft.query[name] = templateOf(declare(draft, { name, place: 'query', raw, required }, context));
  }
}

function listStyle(value: string, style: string, explode: boolean, isList: boolean, name: string): Json {
  if (style === 'deepObject') return { value, style: 'brackets' };
  // `ids[]` is repeated as it is.
  if (!isList || (explode && !(style in JOINED)) || name.endsWith('[]')) return value;
  return { value, join: JOINED[style] ?? ',' };
}

/** A parameter with a media type: the caller writes its JSON. */
function addJsonText(draft: RequestDraft, name: string, parameter: CallerValue, context: OperationContext): void {
  const text = [parameter.description ?? '', 'As JSON text.'].filter((part) => part !== '').join(' ');
  const schema = { type: 'string' as const, description: text };
  draft.query[name] = templateOf(declare(draft, { ...parameter, schema, description: text }, context));
}
