/** The body of a curl command: fields become required parameters of the types that they have in the line. */
import {
  type Json,
  type JsonObject,
  isObject,
  isSecretParameter,
  type Schema,
  isJsonObject,
} from '@haft/runtime/language';
import { groupBy } from '../../../base/groups.ts';
import { readJson } from '../../../plan/read-json.ts';
import { plainName } from '../literal.ts';
import type { FormField } from './form-fields.ts';
import type { CurlRequest } from './options.ts';
import {
  pairProblem,
  valuesByName,
  type RequestBuilder,
  fromEnvironment,
  isSecret,
  parameter,
  secret,
  toTemplate,
} from './request-builder.ts';
import { fail, hasVariable } from './tokens.ts';
import { isPlainJson, isPlainText } from '../openapi/media.ts';
import { orNull } from '../openapi/own-schema.ts';

const FORM = 'application/x-www-form-urlencoded';

/** `type` is that of the line; in the result the header Content-Type, undefined where the content implies it. */
export function bodyOf(
  { body }: CurlRequest,
  type: string | undefined,
  builder: RequestBuilder,
): { readonly content: JsonObject; readonly type?: string | undefined } {
  if (body === undefined) return { content: {}, type };
  if (body.kind === 'form') return { content: { multipart: multipartOf(body.fields, builder) } };
  const text = body.pieces.join(body.isJson ? '' : '&');
  const sent = type ?? (body.isJson ? 'application/json' : FORM);
  if (text === '') return { content: {}, type: sent };
  const json = /json/i.test(sent) || type === undefined ? parseJson(text) : undefined;
  if (json !== undefined) {
    if (type === undefined && !body.isJson) builder.changes.push(JSON_TYPE);
    const isPlain = type === undefined || isPlainJson(type);
    return { content: { json: jsonBody(json, builder) }, type: isPlain ? undefined : type };
  }
  const pairs = text.split('&').filter((piece) => piece !== '');
  const isForm = /^application\/x-www-form-urlencoded$/i.test(sent.split(';')[0]?.trim() ?? '');
  // A text that no form can be made of is sent as it is.
  if (isForm && pairs.every((pair) => /^[^=\s{<]+=/.test(pair) && pairProblem(pair) === undefined))
    return { content: { form: formOf(pairs, builder) } };
  return { content: { text: bodyValue('text', text, builder) }, type: sent };
}

const JSON_TYPE = {
  message: `The command has JSON without a Content-Type, which curl sends as ${FORM}; the tool sends application/json.`,
  hint: 'Add the header Content-Type to the tool if the service expects another one.',
};

function formOf(pairs: readonly string[], builder: RequestBuilder): JsonObject {
  const fields = [...valuesByName(pairs)].map(([name, [value = '', ...more]]) => {
    return [name, bodyValue(name, more.length === 0 ? value : [value, ...more], builder)] as const;
  });
  return Object.fromEntries(fields);
}

function parseJson(text: string): Json | undefined {
  const read = readJson(text);
  if (!('value' in read)) return undefined;
  const typed = readJson(withFractions(text));
  return 'value' in typed ? typed.value : read.value;
}

function jsonBody(json: Json, builder: RequestBuilder): Json {
  for (const key of keysIn(json)) {
    const what = key === '__proto__' ? 'the key "__proto__"' : hasVariable(key) ? 'a variable in a key' : undefined;
    if (what !== undefined) fail(`The JSON body has ${what}, which a tool cannot send.`, 'Write another key.');
  }
  // A map with these two keys alone would be a list of the template.
  const isMapping = isObject(json) && 'each' in json && 'as' in json && Object.keys(json).length === 2;
  if (!isObject(json) || isMapping) return bodyValue('body', json, builder);
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, bodyValue(name, value, builder)]));
}

function keysIn(json: Json): readonly string[] {
  if (Array.isArray(json)) return json.flatMap(keysIn);
  return isObject(json) ? Object.entries(json).flatMap(([key, value]) => [key, ...keysIn(value)]) : [];
}

/** A required parameter of the type of the value; the value is an example, and no secret is shown. Null has no type, and stays. */
function bodyValue(name: string, value: Json, builder: RequestBuilder): Json {
  if (value === null) return null;
  if (typeof value === 'string') return textValue(name, value, builder);
  return parameter(plainName(name), schemaOf([value]), builder);
}

function textValue(name: string, value: string, builder: RequestBuilder): string {
  if (hasVariable(value)) return toTemplate(value, builder, isSecretParameter(name));
  if (isSecret(name, value)) return secret(name, value, `The field "${name}"`, builder);
  return parameter(plainName(name), { type: 'string' }, builder);
}

/** Texts of one name are a list; a file is alone in its field. */
function multipartOf(fields: readonly FormField[], builder: RequestBuilder): JsonObject {
  const groups = [...groupBy(fields, ({ name }) => name)];
  return Object.fromEntries(groups.map(([name, group]) => [name, formField(name, group, builder)]));
}

function formField(name: string, all: readonly [FormField, ...FormField[]], builder: RequestBuilder): Json {
  const [field, ...more] = all;
  if (name === '__proto__' || hasVariable(name)) {
    const what = name === '__proto__' ? 'the name "__proto__"' : 'a variable in its name';
    fail(`A form field has ${what}, which a tool cannot send.`, 'Write another name.');
  }
  for (const one of all) reportCut(one, builder);
  if (more.length === 0) return field.isFile ? fileOf(field, builder) : textValue(name, field.value, builder);
  if (all.some(({ isFile }) => isFile))
    fail(`The form has "${name}" several times, and a tool sends one file in a field.`, 'Leave one of them.');
  const values = all.map(({ value }) => value);
  return bodyValue(name, values, builder);
}

/** A field is sent without a type, which is that of plain text (RFC 7578 §4.4); a file has one. */
function reportCut({ name, type, isFile, isCut }: FormField, { changes }: RequestBuilder): void {
  const key = JSON.stringify(name);
  if (isCut)
    changes.push({
      message: `The form field ${key} has a file name, headers or parameters of its type, which are not sent.`,
      hint: 'Of a file, write its name as `name:` under `multipart:` if the service needs it.',
    });
  if (type === undefined || isFile || isPlainText(type)) return;
  const hint = `If the service needs the type, write \`${key}: { text: …, type: ${type} }\` under \`multipart:\`, with the template of the field as its text: it is then sent as a file.`;
  changes.push({ message: `The form field ${key} has type ${type}, which is not sent.`, hint });
}

/** From a folder that the user names. */
function fileOf({ name, type }: FormField, builder: RequestBuilder): JsonObject {
  const folder = fromEnvironment('', 'FILES', 'Folder of the files', builder, false);
  const description = `Path of the file below the folder ${builder.prefix}_FILES.`;
  const path = parameter(plainName(name), { type: 'string', description }, builder);
  return { folder, path, ...(type !== undefined && { type }) };
}

const MAX_DEPTH = 6;

/** Values of different types have no type in common, other than numbers. */
function schemaOf(values: readonly Json[], depth = 0): Schema {
  const present = values.filter((value) => value !== null);
  const types = new Set(present.map(typeOf));
  if (types.has('number')) types.delete('integer');
  const [type, ...more] = types;
  if (type === undefined || more.length > 0 || depth > MAX_DEPTH) return {};
  const schema: Schema = { type, ...innerOf(type, present, depth + 1) };
  return present.length === values.length ? schema : orNull(schema);
}

type Type = 'array' | 'object' | 'string' | 'boolean' | 'integer' | 'number';

function typeOf(value: Json): Type {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'string') return 'string';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

function innerOf(type: Type, values: readonly Json[], depth: number): Schema {
  if (type === 'array') return { items: schemaOf(values.filter(Array.isArray).flat(), depth) };
  if (type !== 'object') return {};
  const members = new Map<string, Json[]>();
  for (const value of values.filter(isJsonObject))
    for (const [name, inner] of Object.entries(value)) members.set(name, [...(members.get(name) ?? []), inner]);
  return { properties: Object.fromEntries([...members].map(([name, all]) => [name, schemaOf(all, depth)])) };
}

/** Only types are read of the values: a number with a fraction or an exponent, such as 10.0, becomes one that is not whole. */
function withFractions(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\[^])*"?|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, (token) =>
    !token.startsWith('"') && /[.e]/i.test(token) ? '0.5' : token,
  );
}
