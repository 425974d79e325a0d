/** The parts of a curl request, its body included, as `http:` expresses them: literal, a parameter, or a variable of the environment. */
import { type Json, type JsonObject, type Schema, isObject, isSecretParameter } from '@haft/runtime/language';
import { type DeclaredVariables, encodedPath, literal, plainName } from '../literal.ts';
import {
  type RequestBuilder,
  fromEnvironment,
  isSecret,
  parameter,
  secret,
  splitOnce,
  toTemplate,
  valuesByName,
} from './request-builder.ts';
import { type CurlProblem, type CurlRequest, problem } from './options.ts';
import { hasVariable } from './tokens.ts';
import { readJson } from '../../../plan/read-json.ts';

export interface CurlParts {
  readonly base: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the connection: credentials. */
  readonly connectionHeaders: Readonly<Record<string, string>>;
  readonly auth?: JsonObject;
  readonly body: JsonObject;
  /** Names of variables that the tool and its connection read. */
  readonly variables: readonly string[];
  /** What was taken out of the line: `The header X-Api-Key`. */
  readonly moved: readonly string[];
}

export function requestParts(
  request: CurlRequest,
  prefix: string,
  environment: DeclaredVariables,
): CurlParts | CurlProblem {
  const builder: RequestBuilder = {
    prefix,
    environment,
    parameters: {},
    required: [],
    variables: new Set(),
    moved: [],
  };
  const address = addressOf(request.url);
  if ('message' in address) return address;
  const path = pathOf(address.path, builder);
  const query = queryOf([...address.query, ...request.query], builder);
  const { own, shared, auth } = headersOf(request, address.login, builder);
  const type = own['Content-Type'] ?? '';
  const body = bodyOf(request, type, builder);
  if ('json' in body && /^application\/json\b/i.test(type)) delete own['Content-Type'];
  if ('form' in body || 'multipart' in body) delete own['Content-Type'];
  return {
    base: toTemplate(address.base, builder),
    path,
    query,
    headers: own,
    connectionHeaders: shared,
    body,
    parameters: builder.parameters,
    required: builder.required,
    variables: [...builder.variables],
    moved: builder.moved,
    ...(auth && { auth }),
  };
}

interface Address {
  readonly base: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly login?: string;
}

function addressOf(url: string): Address | CurlProblem {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) || url.startsWith('\uE000') ? url : `https://${url}`;
  const [, scheme = '', login, host, rest = ''] =
    /^(?:(https?):\/\/)?(?:([^/@?#]*)@)?([^/?#]+)([^#]*)/i.exec(whole) ?? [];
  if (host === undefined || (scheme === '' && !host.startsWith('\uE000'))) {
    return problem('The address of the command is not an http or https URL.', 'Write it as https://host/path.');
  }
  const [path = '', query = ''] = splitOnce(rest, '?');
  const base = scheme === '' ? host : `${scheme.toLowerCase()}://${host}`;
  return {
    base,
    path: path === '' ? '/' : path,
    query: query.split('&').filter((pair) => pair !== ''),
    ...(login !== undefined && { login }),
  };
}

/** Numbers, UUIDs and long hashes in a path are what changes from call to call; tokens are secrets. */
function pathOf(path: string, builder: RequestBuilder): string {
  let before = '';
  const steps = path.split('/').map((step) => {
    const token = steppedToken(step);
    if (token !== undefined)
      return step.replace(token, () => secret('path-token', token, 'A step of the path', builder));
    const isValue = /^(?:\d+|[\da-f]{8}-[\da-f-]{27}|[\da-f]{12,})$/i.test(step);
    const result = isValue ? pathParameter(before, step, builder) : encodedPath(toTemplate(step, builder));
    before = step;
    return result;
  });
  return steps.join('/');
}

/** Letters of both cases and digits without order, such as in the address of a webhook. */
function steppedToken(step: string): string | undefined {
  return step
    .match(/[\w-]{20,}/g)
    ?.find((word) => /[a-z]/.test(word) && /[A-Z]/.test(word) && (word.match(/\d/g)?.length ?? 0) >= 2);
}

function pathParameter(before: string, value: string, builder: RequestBuilder): string {
  const noun = plainName(before.replace(/s$/, ''));
  const schema: Schema = /^\d{1,15}$/.test(value) ? { type: 'integer' } : { type: 'string' };
  return parameter(before === '' || noun.startsWith('value') ? 'id' : `${noun}_id`, schema, builder);
}

function queryOf(pairs: readonly string[], builder: RequestBuilder): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, values] of valuesByName(pairs)) {
    const hidden = values.find((value) => isSecret(name, value));
    query[name] =
      hidden === undefined
        ? optional(name, values, builder)
        : secret(name, hidden, `The query parameter "${name}"`, builder);
  }
  return query;
}

/** A parameter that has the value of the line where a call does not give it. */
function optional(name: string, [value = '', ...more]: readonly string[], builder: RequestBuilder): string {
  if (hasVariable(value)) return toTemplate(value, builder);
  const typed = [value, ...more].map(typedValue);
  const [first = ''] = typed;
  const type = typed.every((one) => typeOf(one) === typeOf(first)) ? typeOf(first) : 'string';
  const schema: Schema =
    more.length === 0
      ? { type, default: first }
      : { type: 'array', items: { type }, default: type === 'string' ? [value, ...more] : typed };
  return parameter(plainName(name), schema, builder, false);
}

function typedValue(text: string): string | number | boolean {
  if (/^-?(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

function typeOf(value: string | number | boolean): 'string' | 'integer' | 'boolean' {
  return typeof value === 'number' ? 'integer' : typeof value === 'boolean' ? 'boolean' : 'string';
}

function headersOf({ headers, user }: CurlRequest, login: string | undefined, builder: RequestBuilder) {
  const own: Record<string, string> = {};
  const shared: Record<string, string> = {};
  let credentials = user ?? login;
  for (const [name, value] of headers) {
    const [, scheme = '', rest = ''] = /^(\S+)\s+([^]+)$/.exec(value) ?? [];
    if (/^authorization$/i.test(name)) {
      if (/^basic$/i.test(scheme) && !hasVariable(rest)) credentials ??= '';
      else
        shared['Authorization'] =
          scheme === ''
            ? secret('authorization', value, 'The header Authorization', builder)
            : `${literal(scheme)} ${fromEnvironment(rest, 'TOKEN', 'The token', builder)}`;
    } else if (isSecret(name, value)) shared[name] = secret(name, value, `The header ${name}`, builder);
    else
      own[/^content-type$/i.test(name) ? 'Content-Type' : name] = toTemplate(value, builder).replaceAll(
        /[^\t\x20-\x7e\xa0-\xff]/g,
        '',
      );
  }
  return { own, shared, ...(credentials !== undefined && { auth: basicOf(credentials, builder) }) };
}

function basicOf(login: string, builder: RequestBuilder): JsonObject {
  const [user = '', password = ''] = splitOnce(login, ':');
  const { prefix, environment } = builder;
  // Without a password, the user is a key.
  if (login.endsWith(':') && password === '') {
    const description = 'The password of the curl command, which is empty.';
    environment.add(`${prefix}_PASSWORD`, { description, secret: true, optional: true });
    const key = fromEnvironment(user, 'USER', 'The user', builder);
    return { basic: { user: key, password: `{env.${prefix}_PASSWORD|}` } };
  }
  const basic = {
    user: fromEnvironment(user, 'USER', 'The user', builder, false),
    password: fromEnvironment(password, 'PASSWORD', 'The password', builder),
  };
  return { basic };
}

/** The body of a curl command: fields become required parameters of the type that they have in the line. */
function bodyOf({ body }: CurlRequest, type: string, builder: RequestBuilder): JsonObject {
  if (body === undefined) return {};
  if (body.kind === 'form')
    return {
      multipart: Object.fromEntries(body.fields.map(([name, value]) => [name, formField(name, value, builder)])),
    };
  const text = body.pieces.join('&');
  const json =
    body.isJson || /json/i.test(type) || type === '' ? parseJson(body.isJson ? body.pieces.join('') : text) : undefined;
  if (json !== undefined) return { json: jsonBody(json, builder) };
  if (/^(?:application\/x-www-form-urlencoded|)$/i.test(type.split(';')[0] ?? '') && /^[^=&\s{]+=/.test(text)) {
    const fields = [...valuesByName(text.split('&'))].map(([name, [value = '', ...more]]) => {
      return [name, bodyValue(name, more.length === 0 ? value : [value, ...more], builder)] as const;
    });
    return { form: Object.fromEntries(fields) };
  }
  return { text: bodyValue('text', text, builder) };
}

function parseJson(text: string): Json | undefined {
  const read = readJson(text);
  return 'value' in read ? read.value : undefined;
}

function jsonBody(json: Json, builder: RequestBuilder): Json {
  if (!isObject(json)) return bodyValue('body', json, builder);
  const entries = Object.entries(json).filter(([name]) => name !== '__proto__');
  return Object.fromEntries(entries.map(([name, value]) => [name, bodyValue(name, value, builder)]));
}

/** A required parameter of the type of the value; the value is an example, and no secret is told. Null has no type, and stays. */
function bodyValue(name: string, value: Json, builder: RequestBuilder): Json {
  if (value === null) return null;
  if (typeof value === 'string' && hasVariable(value)) return toTemplate(value, builder, isSecretParameter(name));
  if (typeof value === 'string' && isSecret(name, value)) return secret(name, value, `The field "${name}"`, builder);
  return parameter(plainName(name), schemaOf(value), builder);
}

function schemaOf(value: Json, depth = 0): Schema {
  if (value === null || depth > 6) return {};
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0] ?? null, depth + 1) };
  if (isObject(value)) {
    const properties = Object.entries(value).filter(([name]) => name !== '__proto__');
    return {
      type: 'object',
      properties: Object.fromEntries(properties.map(([name, inner]) => [name, schemaOf(inner, depth + 1)])),
    };
  }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  return { type: typeof value === 'boolean' ? 'boolean' : 'string' };
}

/** `@path` sends a file: from a folder that the user names. */
function formField(name: string, value: string, builder: RequestBuilder): Json {
  if (!/^[@<]/.test(value)) return bodyValue(name, value, builder);
  const folder = fromEnvironment('', 'FILES', 'Folder of the files', builder, false);
  const description = `Path of the file below the folder ${builder.prefix}_FILES.`;
  return { folder, path: parameter(plainName(name), { type: 'string', description }, builder) };
}
