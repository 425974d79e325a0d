/** Converts Swagger 2.0 to OpenAPI 3: moves what version 2 declares in other places to where version 3 has it. References stay valid. */
import { withoutUndefined } from '../../../base/json.ts';
import { ownMember } from '@haft/runtime/language';
import type { Follow } from './pointers.ts';
import { isJson, isRange } from './media.ts';
import { entriesOf, memberOf, nodeOf, type RawNode, textAt, textsAt } from './values.ts';

/** The document with `servers` and `components.securitySchemes`. */
export function upgradedRoot(root: RawNode): RawNode {
  return {
    ...root,
    servers: serversOf(root),
    components: { securitySchemes: securitySchemesOf(root['securityDefinitions']) },
  };
}

function serversOf(root: RawNode): readonly RawNode[] {
  const host = textAt(root, 'host');
  const path = textAt(root, 'basePath') ?? '';
  if (host === undefined) return path === '' ? [] : [{ url: path }];
  const schemes = new Set(textsAt(root, 'schemes').map((scheme) => scheme.toLowerCase()));
  const best = ['https', 'http'].find((scheme) => schemes.has(scheme)) ?? 'https';
  return [{ url: `${best}://${host}${path.startsWith('/') || path === '' ? path : `/${path}`}` }];
}

const FLOWS: Readonly<Record<string, string>> = { application: 'clientCredentials', accessCode: 'authorizationCode' };

function securitySchemesOf(definitions: unknown): RawNode {
  const schemes = entriesOf(definitions).map(([name, scheme]) => {
    const { type, flow, authorizationUrl, tokenUrl, scopes } = nodeOf(scheme);
    if (type === 'basic') return [name, { ...nodeOf(scheme), type: 'http', scheme: 'basic' }];
    if (type !== 'oauth2') return [name, scheme];
    const kind = flow === 'password' ? flow : (ownMember(FLOWS, String(flow)) ?? 'implicit');
    return [name, { ...nodeOf(scheme), flows: { [kind]: withoutUndefined({ authorizationUrl, tokenUrl, scopes }) } }];
  });
  return Object.fromEntries(schemes);
}

/** The parameters and the body of an operation; `parameters` are those of its path as well. */
export function upgradedRequest(
  root: RawNode,
  operation: RawNode,
  parameters: readonly unknown[],
  follow: Follow,
): { readonly parameters: readonly unknown[]; readonly requestBody: unknown } {
  const all = parameters.map((parameter) => nodeOf(follow(parameter).node));
  const consumes = typesOf(operation, root, 'consumes');
  const body = all.find((parameter) => parameter['in'] === 'body');
  const fields = all.filter((parameter) => parameter['in'] === 'formData');
  const others = all.filter((parameter) => !['body', 'formData'].includes(String(parameter['in'])));
  const form = fields.length > 0 ? formBody(fields, consumes) : undefined;
  return { parameters: others.map(upgradedParameter), requestBody: body ? jsonBody(body, consumes) : form };
}

function typesOf(operation: RawNode, root: RawNode, key: string): readonly string[] {
  const own = textsAt(operation, key);
  return own.length > 0 ? own : textsAt(root, key);
}

/** In version 2 the keywords of the schema stand in the parameter itself. */
function upgradedParameter(parameter: RawNode): RawNode {
  const { name, in: place, description, required, collectionFormat, allowEmptyValue, ...schema } = parameter;
  const style = listStyle(collectionFormat, place);
  return { name, in: place, description, required, allowEmptyValue, schema: nestedItems(schema), ...style };
}

/** `collectionFormat` of items says how lists inside lists are joined, which version 3 cannot say either. */
function nestedItems(schema: RawNode): RawNode {
  const { collectionFormat: _format, ...rest } = schema;
  return 'items' in rest ? { ...rest, items: nestedItems(nodeOf(rest['items'])) } : rest;
}

/** `tsv` has no style in version 3. */
function listStyle(format: unknown, place: unknown): RawNode {
  if (format === 'multi') return { style: 'form', explode: true };
  if (place !== 'query' && place !== 'formData') return {};
  return { style: ownMember(STYLES, String(format)) ?? 'form', explode: false };
}

const STYLES: Readonly<Record<string, string>> = { ssv: 'spaceDelimited', pipes: 'pipeDelimited', tsv: 'tabDelimited' };

function jsonBody(body: RawNode, consumes: readonly string[]): RawNode {
  const types = consumes.length > 0 ? consumes : ['application/json'];
  const media = { schema: body['schema'] };
  return withoutUndefined({
    description: body['description'],
    required: body['required'],
    content: Object.fromEntries(types.map((type) => [type, media])),
    'x-body-name': body['x-ms-parameter-name'] ?? body['name'],
  });
}

function formBody(fields: readonly RawNode[], consumes: readonly string[]): RawNode {
  const takes = (kind: RegExp): boolean => consumes.some((one) => kind.test(one));
  const hasFile = fields.some((field) => field['type'] === 'file');
  const isMultipart = hasFile || (takes(/multipart/i) && !takes(/urlencoded/i));
  const type = isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const named = fields.flatMap((field) => (typeof field['name'] === 'string' ? [[field['name'], field] as const] : []));
  const properties = named.map(([name, field]) => [name, propertyOf(field)] as const);
  const lists = named.filter(([, field]) => field['type'] === 'array');
  const encoding = lists.map(([name, field]) => [name, listStyle(field['collectionFormat'], 'formData')] as const);
  const required = named.flatMap(([name, field]) => (field['required'] === true ? [name] : []));
  const schema = { type: 'object', properties: Object.fromEntries(properties), required };
  return { required: required.length > 0, content: { [type]: { schema, encoding: Object.fromEntries(encoding) } } };
}

function propertyOf(field: RawNode): RawNode {
  const { name: _name, in: _in, required: _required, type, ...rest } = field;
  return type === 'file' ? { ...nestedItems(rest), type: 'string', format: 'binary' } : { ...nestedItems(rest), type };
}

/** The responses with `content` by media type; without a schema, only a success of types that are read in their own way. */
export function upgradedResponse(root: RawNode, operation: RawNode, status: string, response: RawNode): RawNode {
  const { schema } = response;
  const produces = typesOf(operation, root, 'produces');
  const isOther = /^(?:2(?!04|05)|DEFAULT)/.test(status) && !produces.some((type) => isJson(type) || isRange(type));
  if (schema === undefined && (!isOther || produces.length === 0)) return response;
  const isFile = memberOf(schema, 'type') === 'file';
  const types = produces.length > 0 ? produces : [isFile ? 'application/octet-stream' : 'application/json'];
  const media = withoutUndefined({ schema: isFile ? { type: 'string', format: 'binary' } : schema });
  return { ...response, content: Object.fromEntries(types.map((type) => [type, media])) };
}
