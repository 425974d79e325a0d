/** What is known of a response or an output before there is one, and whether a pointer can find something in it. */
import type { OutputFormat } from '@haft/runtime';
import {
  type Json,
  type Schema,
  escapeToken,
  findPointer,
  isElement,
  isJsonObject,
  ownMember,
  parsePointer,
} from '@haft/runtime/language';

/** What tests and results read. */
export interface OutputShape {
  /** The start of a sentence about it; empty where the shape is any JSON. */
  readonly start: string;
  /** `{}` for any JSON. */
  readonly schema: Schema;
  /** Of a list. */
  readonly element?: OutputShape;
  /** The one property of a result without `result:`; absent where there are others. */
  readonly whole?: string;
}

export const ANY_JSON: OutputShape = { start: '', schema: {} };

const TEXT: Schema = { type: 'string' };
const NOTHING: Schema = { type: 'object', additionalProperties: false };

interface ReadOutput {
  readonly stdout?: OutputFormat;
  readonly columns?: readonly string[];
  readonly empty?: Json;
}

export function programOutput({ stdout = 'json', columns, empty }: ReadOutput): OutputShape {
  if (stdout === 'bytes') return { start: 'The output is not read (`stdout: bytes`)', schema: NOTHING };
  const own = formatShape(stdout, `stdout: ${stdout}`, 'output', columns);
  return empty === undefined || own === ANY_JSON ? own : { ...own, schema: { anyOf: [own.schema, { enum: [empty] }] } };
}

interface ReadResponse {
  readonly request: string;
  readonly response?: 'json' | 'text' | 'lines' | 'bytes' | 'none';
  readonly redirect?: unknown;
}

export function serviceResponse({ request, response = 'json', redirect }: ReadResponse): OutputShape {
  if (redirect !== undefined) return ANY_JSON;
  if (/^HEAD\b/.test(request)) return { start: 'The response to HEAD has no body', schema: NOTHING };
  if (response === 'bytes' || response === 'none')
    return { start: `The body of the response is not read (\`response: ${response}\`)`, schema: NOTHING };
  return formatShape(response, `response: ${response}`, 'response', undefined);
}

function formatShape(
  format: Exclude<OutputFormat, 'bytes'>,
  written: string,
  what: string,
  columns: readonly string[] | undefined,
): OutputShape {
  const list = (of: 'line' | 'row', items: Schema): OutputShape => ({
    start: `The ${what} is a list of ${of}s (\`${written}\`)`,
    schema: { type: 'array', items },
    element: {
      start: items.type === undefined ? '' : `A ${of} of the ${what} (\`${written}\`) is a ${ROWS[of]}`,
      schema: items,
    },
    whole: `${of}s`,
  });
  switch (format) {
    case 'json':
      return ANY_JSON;
    case 'size':
      return { start: `The output is a map with the size (\`${written}\`)`, schema: SIZE };
    case 'text':
      return { start: `The ${what} is one text (\`${written}\`)`, schema: TEXT, whole: 'text' };
    case 'lines':
      return list('line', TEXT);
    case 'jsonl':
      return list('row', {});
    case 'csv':
    case 'tsv':
      return list('row', rowOf(columns));
  }
}

const SIZE: Schema = { type: 'object', properties: { bytes: { type: 'integer' } }, additionalProperties: false };

const ROWS = { line: 'text', row: 'map of texts' } as const;

/** Without `columns` the first row names them. */
function rowOf(columns: readonly string[] | undefined): Schema {
  if (columns === undefined) return { type: 'object', additionalProperties: TEXT };
  const properties = Object.fromEntries(columns.map((name) => [name, TEXT]));
  return { type: 'object', properties, additionalProperties: false };
}

/** What recorded outputs of a tool have in common: what finds nothing in any of them, finds nothing in this shape. */
export function recordedOutput(samples: readonly Json[], { whole }: OutputShape): OutputShape {
  const start = `This was read from ${samples.length === 1 ? 'the recorded call' : `${samples.length} recorded calls`}`;
  return { start, schema: anyOfThese(samples.map(formOf)), ...(whole !== undefined && { whole }) };
}

function anyOfThese(forms: readonly Schema[]): Schema {
  const different = [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
  return different.length === 1 ? (different[0] ?? {}) : { anyOf: different };
}

/** Of null and of an empty list nothing is known: another answer may have anything there. */
function formOf(value: Json): Schema {
  if (Array.isArray(value)) return { type: 'array', items: value.length === 0 ? {} : anyOfThese(value.map(formOf)) };
  if (!isJsonObject(value)) return value === null ? {} : typeof value === 'string' ? TEXT : { enum: [value] };
  const properties = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, formOf(inner)]));
  return { type: 'object', properties, additionalProperties: false };
}

/** The shape of what the pointer finds; undefined where it finds nothing in any value of this shape. */
export function shapeAt(schema: Schema, pointer: string): Schema | undefined {
  const tokens = parsePointer(pointer);
  return tokens && follow(schema, tokens);
}

/** The longest part of a pointer that finds something. */
export function foundPart(schema: Schema, pointer: string): string {
  const parts = pointer.split('/');
  const ends = parts.map((_part, at) => parts.slice(0, parts.length - at).join('/'));
  return ends.find((start) => shapeAt(schema, start) !== undefined) ?? '';
}

function follow(schema: Schema, tokens: readonly string[]): Schema | undefined {
  const { type, items, properties = {}, additionalProperties: others, anyOf, enum: values } = schema;
  if (anyOf) {
    const parts = anyOf.flatMap((one) => follow(one, tokens) ?? []);
    return parts.length > 1 ? { anyOf: parts } : parts[0];
  }
  if (values) {
    const rest = tokens.map((token) => `/${escapeToken(token)}`).join('');
    const parts = values.flatMap((value) => findPointer(value, rest) ?? []);
    return parts.length > 0 ? { enum: parts } : undefined;
  }
  const [token, ...more] = tokens;
  if (token === undefined) return schema;
  if (type === undefined) return {};
  if (type === 'array') return isElement(token) ? follow(items ?? {}, more) : undefined;
  if (type !== 'object') return undefined;
  const own = ownMember(properties, token) ?? (others === false ? undefined : (others ?? {}));
  return typeof own === 'object' ? follow(own, more) : undefined;
}

/** Whether a value of this shape can count as something: not null, false, "" or an empty list or map. */
export function canBeSomething({
  type,
  anyOf,
  enum: values,
  properties = {},
  additionalProperties: others,
}: Schema): boolean {
  if (anyOf) return anyOf.some(canBeSomething);
  if (values) return values.some(isSomething);
  return type !== 'object' || others !== false || Object.keys(properties).length > 0;
}

function isSomething(value: Json): boolean {
  if (value === null || value === false || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
