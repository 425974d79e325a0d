/** A request while it is put together: the parameters of the tool, and where each of them is sent. */
import type { Json, Schema } from '@haft/runtime/language';
import { nameWords } from '../../../check/analysis/names/name-words.ts';
import { upperName, freeName, isTakenBy, literal, plainName } from '../literal.ts';
import type { OperationContext, OperationSkip } from './context.ts';
import { type DeclaredValue, credentialName, isCredential } from './credentials.ts';
import type { Follow } from './pointers.ts';
import { fitsSchema } from './scalars.ts';
import { firstSentence, valueText } from './text.ts';
import { type RawNode, jsonOf, listAt, nodeOf, textAt } from './values.ts';

export interface RequestDraft {
  readonly parameters: Record<string, Schema>;
  readonly required: Set<string>;
  readonly query: Record<string, Json>;
  /** The parameters of the document by their names in the query. */
  readonly queryNodes: Map<string, RawNode>;
  readonly headers: Record<string, string>;
  /** The path as a template. */
  path: string;
  body: Readonly<Record<string, Json>>;
  /** Why the operation cannot be a tool; the first reason stays. */
  skipped: OperationSkip | undefined;
}

export function createDraft(): RequestDraft {
  const request = { query: {}, queryNodes: new Map(), headers: {}, path: '', body: {} };
  return { parameters: {}, required: new Set(), ...request, skipped: undefined };
}

export function skip(draft: RequestDraft, subject: string, message: string, hint: string): void {
  draft.skipped ??= { subject, message, hint };
}

/** A required value that cannot be sent ends the operation; an optional one is left out. */
export function loseValue(
  draft: RequestDraft,
  required: boolean,
  subject: string,
  message: string,
  { lose }: OperationContext,
): void {
  if (required) skip(draft, subject, message, 'Write this tool by hand, for example with a handler.');
  else lose(subject, `${message} It is left out.`, 'Write this part of the request by hand where it is needed.');
}

/** One value that a caller gives. */
export interface CallerValue extends DeclaredValue {
  readonly required: boolean;
  /** In place of that of the document. */
  readonly schema?: Schema;
}

/** What the request has: a constant of the document, or the variable of a new parameter. */
type Sent = { readonly constant: string | number | boolean } | { readonly variable: string };

export function declare(draft: RequestDraft, parameter: CallerValue, context: OperationContext): Sent {
  const constant =
    parameter.required && parameter.schema === undefined ? constantOf(parameter.raw, context.follow) : undefined;
  if (constant !== undefined) return { constant };
  // Not by the importer, such as the path of a file.
  const isFilled = parameter.schema === undefined || parameter.place === 'query';
  if (isFilled && isCredential(parameter, context.operation, context))
    return { variable: credentialVariable(parameter, context) };
  const name = nameOf(parameter, draft);
  const read = parameter.schema ?? context.reader.read(parameter.raw, context.lose);
  const own = isLargeIdentifier(parameter, context.follow) ? withDigits(read) : read;
  const description = valueText(parameter.description ?? '');
  const text = description === '' ? (own.description ?? '') : withDefaultOf(description, own.description);
  // Where a value is required, its default is used.
  const preset = parameter.required ? usableDefault(context.follow(parameter.raw).node, own) : undefined;
  const { description: _description, ...rest } = own;
  draft.parameters[name] = {
    ...rest,
    ...(text !== '' && { description: (preset !== undefined && text.replace(/ ?Default: [^]*$/, '')) || text }),
    ...(preset !== undefined && { default: preset }),
  };
  if (parameter.required && preset === undefined) draft.required.add(name);
  return { variable: name };
}

/** Where values are sent as text. */
const IN_TEXT: ReadonlySet<string> = new Set(['path', 'query', 'header', 'cookie']);

/** Of 64 bits: a number of JSON would lose its last digits. Sizes and pages are never as large. */
function isLargeIdentifier({ name, place, raw }: CallerValue, follow: Follow): boolean {
  const { node } = follow(raw);
  const isLong = textAt(node, 'format') === 'int64' || /^(?:int64|long)$/i.test(textAt(node, 'type') ?? '');
  return isLong && IN_TEXT.has(place) && (place === 'path' || nameWords(name).at(-1) === 'id');
}

/** Also as a text of digits, unless its bounds or values say that it is small. */
function withDigits(schema: Schema): Schema {
  const types = [schema.type ?? []].flat();
  const { minimum = -Infinity, maximum = Infinity, enum: values, const: only } = schema;
  const isSmall = (minimum >= -SAFE && maximum <= SAFE) || (values ?? only) !== undefined;
  if (isSmall || !types.includes('integer') || types.includes('string')) return schema;
  return { ...schema, type: [...types, 'string'], pattern: String.raw`^-?\d+$` };
}

const SAFE = Number.MAX_SAFE_INTEGER;

/** As in a template: of a credential that the connection sends elsewhere as well, or of its own. */
function credentialVariable(
  { name, description, raw, required }: CallerValue,
  { server, title, environment, keys, follow, lose }: OperationContext,
): string {
  const prefix = upperName(server);
  const shared = keys.find((key) => credentialName(key.name).endsWith(credentialName(name)));
  const own = `${prefix}_${upperName(name).replace(/^X_/, '')}`;
  const variable = environment.nameFor(credentialName(shared?.name ?? name), own, `${prefix}_${upperName(name)}`);
  const about = firstSentence(description ?? textAt(follow(raw).node, 'description'), 200);
  const what = shared === undefined ? `Credential "${name}"` : 'API key';
  const text = `${what} of ${title}.${about === '' ? '' : ` ${about}`}`;
  environment.add(variable, { description: text, secret: true, ...(!required && { optional: true }) });
  const message = `"${name}" is a credential: it is sent from the variable ${variable}, and is not a parameter.`;
  const hint = `If a model has to give it, declare a parameter, and write it in place of {env.${variable}}.`;
  lose(CREDENTIALS, message, hint);
  return `env.${variable}${required ? '' : '|'}`;
}

export const CREDENTIALS = 'credentials of callers';

/** The default of a required value, which the tool fills in; undefined if it does not fit. */
function usableDefault(raw: unknown, schema: Schema): Json | undefined {
  const value = jsonOf(nodeOf(raw)['default']);
  return value !== undefined && value !== null && fitsSchema(value, schema) ? value : undefined;
}

/** The description of a parameter, and the default that its schema tells. */
function withDefaultOf(description: string, own = ''): string {
  const [stated] = /(?:^| )Default: [^]*$/.exec(own) ?? [];
  return stated === undefined || /\bdefaults?\b/i.test(description) ? description : `${description} ${stated.trim()}`;
}

/** Only one value is allowed. */
function constantOf(raw: unknown, follow: Follow): string | number | boolean | undefined {
  const schema = nodeOf(follow(raw).node);
  const values = listAt(schema, 'enum');
  const value = 'const' in schema ? schema['const'] : values.length === 1 ? values[0] : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function nameOf({ name, place }: CallerValue, { parameters }: RequestDraft): string {
  const isTaken = isTakenBy(parameters);
  const plain = plainName(name);
  const placed = `${place}_${plain}`.slice(0, 64);
  return isTaken(plain) ? freeName(placed, isTaken, (count) => `${placed.slice(0, 60)}_${count}`) : plain;
}

/** As the text of a header, of a query or of a path. */
export function templateOf(sent: Sent): string {
  return 'constant' in sent ? literal(String(sent.constant)) : `{${sent.variable}}`;
}

/** As a value of a body. */
export function bodyTemplate(sent: Sent): Json {
  if ('variable' in sent) return `{${sent.variable}}`;
  return typeof sent.constant === 'string' ? literal(sent.constant) : sent.constant;
}
