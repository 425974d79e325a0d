/** The parts of a curl request as `http:` expresses them: literal, a parameter, or a variable of the environment. */
import type { JsonObject, Schema } from '@haft/runtime/language';
import { type DeclaredVariables, encodedPath, literal, plainName } from '../literal.ts';
import { bodyOf } from './body.ts';
import type { CurlRequest } from './options.ts';
import {
  pairProblem,
  valuesByName,
  type RequestBuilder,
  fromEnvironment,
  isSecret,
  parameter,
  secret,
  splitOnce,
  toTemplate,
} from './request-builder.ts';
import { fail, hasVariable } from './tokens.ts';

export interface CurlParts extends Pick<RequestBuilder, 'parameters' | 'required' | 'variables' | 'moved' | 'changes'> {
  readonly base: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the connection: credentials. */
  readonly connectionHeaders: Readonly<Record<string, string>>;
  readonly auth?: JsonObject;
  readonly body: JsonObject;
}

export function requestParts(request: CurlRequest, prefix: string, environment: DeclaredVariables): CurlParts {
  const builder: RequestBuilder = {
    prefix,
    environment,
    parameters: {},
    required: [],
    variables: new Set(),
    moved: [],
    changes: [],
  };
  const address = addressOf(request);
  const path = pathOf(address.path, builder);
  const query = queryOf([...address.query, ...request.query], builder);
  const { own, shared, auth } = headersOf(request, address.login, builder);
  const { 'Content-Type': written, ...headers } = own;
  const { content, type } = bodyOf(request, written, builder);
  return {
    ...builder,
    base: toTemplate(address.base, builder),
    path,
    query,
    headers: { ...headers, ...(type !== undefined && { 'Content-Type': type }) },
    connectionHeaders: shared,
    body: content,
    ...(auth && { auth }),
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

function queryOf(pieces: readonly string[], builder: RequestBuilder): Record<string, string> {
  const query: Record<string, string> = {};
  const pairs = pieces.filter((piece) => piece !== '').map((piece) => asPair(piece, builder));
  for (const [name, values] of valuesByName(pairs)) {
    const [first = '', ...more] = values;
    if (more.length > 0 && values.some((value) => hasVariable(value) || isSecret(name, value)))
      fail(
        `The query has "${name}" several times, and one of its values is a secret or a variable.`,
        'Leave one of them.',
      );
    query[name] = isSecret(name, first)
      ? secret(name, first, `The query parameter "${name}"`, builder)
      : optional(name, values, builder);
  }
  return query;
}

/** A name alone gets "=", which services read as the same. */
function asPair(piece: string, { changes }: RequestBuilder): string {
  if (/^[\w.~-]+$/.test(piece) && !isSecret('', piece)) {
    const message = `The query has "${piece}" without "="; the tool sends "${piece}=".`;
    changes.push({ message, hint: 'Check that the service reads both as the same.' });
    return `${piece}=`;
  }
  const what = pairProblem(piece);
  if (what !== undefined)
    fail(
      `The query has ${what}, which a tool cannot send.`,
      'Write each part of the query as name=value, with a fixed name, in UTF-8.',
    );
  return piece;
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
  if (/^(?:0|-?[1-9]\d{0,14})$/.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

function typeOf(value: string | number | boolean): 'string' | 'integer' | 'boolean' {
  return typeof value === 'number' ? 'integer' : typeof value === 'boolean' ? 'boolean' : 'string';
}

function headersOf({ headers, user }: CurlRequest, login: string | undefined, builder: RequestBuilder) {
  const own: Record<string, string> = {};
  const shared: Record<string, string> = {};
  // A header replaces what -u and the address say.
  let credentials = headers.some(([name]) => /^authorization$/i.test(name)) ? undefined : (user ?? login);
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
    else own[/^content-type$/i.test(name) ? 'Content-Type' : name] = toTemplate(value, builder);
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

function addressOf({ url, keepsPath }: CurlRequest) {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) || url.startsWith('\uE000') ? url : `https://${url}`;
  const [, scheme = '', login, host, rest = ''] =
    /^(?:(https?):\/\/)?(?:([^/@?#]*)@)?([^/?#]+)([^#]*)/i.exec(whole) ?? [];
  if (host === undefined || (scheme === '' && !host.startsWith('\uE000')))
    fail('The address of the command is not an http or https URL.', 'Write it as https://host/path.');
  const [written = '', query = ''] = splitOnce(rest, '?');
  const path = keepsPath || written === '' ? written : withoutDots(written);
  if (hasDots(path))
    fail(
      'The path of the URL has a "." or ".." step, which a tool never sends.',
      'Write the path without such steps, and leave --path-as-is out.',
    );
  return {
    base: scheme === '' ? host : `${scheme.toLowerCase()}://${host}`,
    path: path === '' ? '/' : path,
    query: query.split('&'),
    login,
  };
}

/** RFC 3986 §5.2.4, as curl does it before it sends a path. */
function withoutDots(path: string): string {
  const written = path.split('/').slice(1);
  const steps: string[] = [];
  for (const step of written) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  const endsInFolder = /^\.{1,2}$/.test(written.at(-1) ?? '');
  return `/${[...steps, ...(endsInFolder ? [''] : [])].join('/')}`;
}

/** Also where they are percent-encoded, which the runtime rejects in every call. */
function hasDots(path: string): boolean {
  const decoded = path.replaceAll(/%(?:25)*2e/gi, '.').replaceAll(/%(?:25)*(?:2f|5c)/gi, '/');
  return /(?:^|[/\\])\s*\.{1,2}\s*(?:[;/\\]|$)/.test(decoded);
}
