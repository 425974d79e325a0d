/** Builds one HTTP request from arguments; no value can change its origin or its path. */
import { badConfiguration, badValue } from '../../server/bad-value.ts';
import { badArgument } from '../../server/call-failures.ts';
import type { ConnectionDescriptor, HttpStep } from '../../descriptor/descriptor.ts';
import type { PairStyle, QueryValue, RetryPolicy } from '../../descriptor/http-descriptor.ts';
import { type ToolFailure, isFailure } from '../../server/failure.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import {
  type Template,
  type TemplatePart,
  type TemplateScope,
  type TemplateVariable,
  callValue,
  isLeftOut,
  parseTemplate,
  renderText,
  renderValue,
  resolveVariable,
  toText,
} from '../../language/template.ts';
import { percentEncode } from '../../language/percent-encode.ts';
import { NO_STEPS, climbs } from '../shared/path-steps.ts';

/** `fetch` of Node takes the part of a compressed body that it received for all of it. */
export const WHOLE = { 'accept-encoding': 'identity' };

/** Names and values, not encoded. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** A list repeats its name; a value that is absent or null has no pair. */
export function repeatedPairs(name: string, value: Json | undefined): QueryPairs {
  const items: readonly Json[] = Array.isArray(value) ? value : [value ?? null];
  return items.flatMap((item) => (item === null ? [] : [[name, toText(item)] as const]));
}

/** The text of a query or a form (WHATWG URL, application/x-www-form-urlencoded). */
export function encodePairs(pairs: QueryPairs): string {
  return pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
}

/** A request that is ready to be sent. */
export interface OutgoingRequest {
  readonly url: URL;
  /** Its path for the log, without the values of arguments; absent where another one chose the path. */
  readonly logPath?: string | undefined;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | FormData | undefined;
  readonly retry?: RetryPolicy | undefined;
  /** Whether a read follows redirects; it does where absent. */
  readonly follow?: boolean;
  /** Bytes of the response. */
  readonly maxBytes?: number | undefined;
}

/** Builds the request for one set of arguments, or the failure of invalid ones. */
type BuildRequest = (scope: TemplateScope) => OutgoingRequest | ToolFailure;

/** Templates by name. */
type Named = readonly (readonly [name: string, template: Template])[];

/** Reads the templates of a step once. */
export function compileRequest(
  step: HttpStep,
  connection: ConnectionDescriptor,
  { forms, content: contentOf, login, isJson }: RequestParts,
): BuildRequest {
  const base = parseTemplate(connection.base_url);
  const path = parseTemplate(step.path);
  const query = compileQuery(step, forms);
  const headers = namedTemplates({ ...(isJson ? {} : WHOLE), ...connection.headers, ...step.headers });
  const hasContent = [step.json, step.text, step.form].some((one) => one !== undefined);
  const body = hasContent ? contentOf()(step, forms) : () => undefined;
  const { method, retry } = step;
  return (scope) => {
    const root = rootUrl(base, scope);
    if (isFailure(root)) return root;
    const url = urlBelow(root, path, scope);
    if (isFailure(url)) return url;
    url.search = query(scope);
    const content = body(scope);
    const fields = buildHeaders(headers, scope);
    if (isFailure(fields)) return fields;
    if (needsLogin(url, connection)) login()(url, connection, scope, fields);
    if (content !== undefined && !fields.has('content-type')) fields.set('content-type', content.type);
    // With the boundary, which only the sender knows.
    if (step.multipart !== undefined) fields.delete('content-type');
    const logPath = rootPath(root) + step.path;
    return { url, logPath, method, headers: fields, body: content?.text, retry };
  };
}

function compileQuery({ query = {}, style }: HttpStep, forms: () => FormParts): (scope: TemplateScope) => string {
  const values = Object.entries(query).map(([name, value]) => {
    const one: QueryValue = typeof value === 'string' ? { value: value } : value;
    const template = parseTemplate(one.value);
    const { style: own = style, join } = one;
    const pairs = own === undefined && join === undefined ? repeatedPairs : forms().pairsOf;
    return (scope: TemplateScope) => pairs(name, renderValue(template, scope), own, join);
  });
  return (scope) => encodePairs(values.flatMap((pairs) => pairs(scope)));
}

/** Templates by name, read once. */
export function namedTemplates(table: Readonly<Record<string, string>> = {}): Named {
  return Object.entries(table).map(([name, text]) => [name, parseTemplate(text)]);
}

/** The address, on the origin of the connection and below its path. */
export function buildUrl(base: Template, path: Template, scope: TemplateScope): URL | ToolFailure {
  const root = rootUrl(base, scope);
  return isFailure(root) ? root : urlBelow(root, path, scope);
}

function rootUrl(base: Template, scope: TemplateScope): URL | ToolFailure {
  const root = renderText(base, scope);
  const url = 'text' in root && URL.canParse(root.text) ? new URL(root.text) : undefined;
  return url && /^https?:$/.test(url.protocol)
    ? url
    : badConfiguration('The configured base URL is not an http or https URL.');
}

function rootPath({ pathname }: URL): string {
  return pathname.replace(/(?<!\/)\/+$/, '');
}

function urlBelow(root: URL, path: Template, scope: TemplateScope): URL | ToolFailure {
  const steps = renderPath(path, scope);
  if (isFailure(steps)) return steps;
  const url = new URL(root);
  url.pathname = rootPath(root) + steps;
  return url;
}

/** RFC 6570 simple expansion; a value may fill a segment but never remove it or climb out of it. */
function renderPath(path: Template, scope: TemplateScope): string | ToolFailure {
  let wrong: ToolFailure | undefined;
  const rendered = renderText(path, scope, (value, { name }) => {
    const text = expand(value);
    if (text === '') wrong ??= badValue(name, 'is part of the URL and must not be empty', scope);
    const items: readonly Json[] = Array.isArray(value) ? value : [value];
    if (items.some((item) => climbs(toText(item)))) wrong ??= badValue(name, NO_STEPS, scope);
    return text;
  });
  if ('absent' in rendered) return badArgument(`"${rendered.absent}" is required for this request but has no value.`);
  // Values that are harmless alone may make a step together, or with the text around them.
  if (climbs(rendered.text)) wrong ??= badArgument(`The path of this request ${NO_STEPS}.`);
  return wrong ?? rendered.text;
}

function expand(value: Json): string {
  return Array.isArray(value) ? value.map(expand).join(',') : percentEncode(toText(value));
}

/** The headers that have a value. */
export function buildHeaders(headers: Named, scope: TemplateScope): Headers | ToolFailure {
  const fields = new Headers();
  for (const [name, template] of headers) {
    const text = headerText(name, template, scope);
    if (typeof text !== 'string')
      return badValue(text.name, `has characters that cannot be in the header ${name}`, scope);
    // A header without a value would only confuse; `{env.KEY|}` is how an author makes one optional.
    if (text !== '') fields.set(name, text);
  }
  return fields;
}

/** Anything outside Latin-1, and above all a line break, cannot be part of a header (RFC 9110 §5.5). */
const NO_HEADER = /[^\t -~\u0080-\u00FF]/;

/** Without the cookies, and the credentials behind a scheme, that have no value. Else the first variable whose value cannot be there. */
function headerText(name: string, template: Template, scope: TemplateScope): string | TemplateVariable {
  const isCookie = /^cookie$/i.test(name);
  const isWhole = isCookie || /authorization$/i.test(name);
  let wrong: TemplateVariable | undefined;
  const texts = (isCookie ? cookiesOf(template) : [template]).flatMap((one) => {
    const rendered = renderText(one, scope, (value, variable) => {
      const text = toText(value);
      // A value of one cookie would be the next cookies, too; without the spaces at its ends a claim is that of another user.
      const isOther = text !== text.trim() && callValue(variable.name, scope) !== undefined;
      if (isOther || NO_HEADER.test(text) || (isCookie && one.parts.length > 1 && text.includes(';')))
        wrong ??= variable;
      return text;
    });
    const isGap = (part: TemplatePart): boolean =>
      typeof part === 'object' && isLeftOut(part, resolveVariable(part, scope));
    return 'absent' in rendered || (isWhole && one.parts.some(isGap)) ? [] : [rendered.text];
  });
  return wrong ?? texts.join('; ');
}

function cookiesOf({ parts }: Template): Template[] {
  const cookies: TemplatePart[][] = [[]];
  for (const part of parts) {
    const [first = '', ...more] = typeof part === 'string' ? part.split('; ') : [part];
    if (first !== '') cookies.at(-1)?.push(first);
    cookies.push(...more.map((one) => [one]));
  }
  return cookies.map((own) => ({ parts: own }));
}

/** Writes lists and objects as pairs. */
export interface FormParts {
  readonly pairsOf: (name: string, value: Json | undefined, style?: PairStyle, join?: string) => QueryPairs;
  readonly compileForm: (form: JsonObject, style: PairStyle | undefined) => (scope: TemplateScope) => QueryPairs;
}

/** Reads the templates of a body once. */
export type CompileContent = (
  step: HttpStep,
  forms: () => FormParts,
) => (scope: TemplateScope) => { readonly type: string; readonly text: string } | undefined;

/** Adds the credentials of a connection, or of its address, to the headers of a request. */
export type Authenticate = (url: URL, connection: ConnectionDescriptor, scope: TemplateScope, fields: Headers) => void;

export function needsLogin({ username, password }: URL, { auth }: ConnectionDescriptor): boolean {
  return auth?.basic !== undefined || username + password !== '';
}

/** Each function throws where the server does not include it. */
interface RequestParts {
  readonly forms: () => FormParts;
  readonly content: () => CompileContent;
  readonly login: () => Authenticate;
  /** Whether the response is read as JSON, which does not parse where it breaks off. */
  readonly isJson: boolean;
}
