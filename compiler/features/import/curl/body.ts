/** The body of a curl command: fields become required parameters of the type that they have in the line. */
import { readJson } from '../../../plan/read-json.ts';
import { isObject, isSecretParameter } from '@haft/runtime/language';
import type { Json, JsonObject, Schema } from '@haft/runtime/language';
import { plainName } from '../parameter-names.ts';
import { fromEnvironment, isSecret, parameter, secret, templated, valuesByName } from './request-builder.ts';
import type { RequestBuilder } from './request-builder.ts';
import type { CurlRequest } from './options.ts';
import { hasVariable } from './tokens.ts';

export function bodyOf({ body }: CurlRequest, type: string, builder: RequestBuilder): JsonObject {
  if (body === undefined) return {};
  if (body.kind === 'form')
    return {
      multipart: Object.fromEntries(body.fields.map(([name, value]) => [name, formField(name, value, builder)])),
    };
  const text = body.pieces.join('&');
  const json =
    body.isJson || /json/i.test(type) || type === '' ? parsed(body.isJson ? body.pieces.join('') : text) : undefined;
  if (json !== undefined) return { json: jsonBody(json, builder) };
  if (/^(?:application\/x-www-form-urlencoded|)$/i.test(type.split(';')[0] ?? '') && /^[^=&\s{]+=/.test(text)) {
    const fields = [...valuesByName(text.split('&'))].map(([name, [value = '', ...more]]) => {
      return [name, bodyValue(name, more.length === 0 ? value : [value, ...more], builder)] as const;
    });
    return { form: Object.fromEntries(fields) };
  }
  return { text: bodyValue('text', text, builder) };
}

function parsed(text: string): Json | undefined {
  const read = readJson(text);
  return 'value' in read ? (read.value as Json) : undefined;
}

function jsonBody(json: Json, builder: RequestBuilder): Json {
  if (!isObject(json)) return bodyValue('body', json, builder);
  const entries = Object.entries(json).filter(([name]) => name !== '__proto__');
  return Object.fromEntries(entries.map(([name, value]) => [name, bodyValue(name, value, builder)]));
}

/** A required parameter of the type of the value; the value is an example, and no secret is told. Null has no type, and stays. */
function bodyValue(name: string, value: Json, builder: RequestBuilder): Json {
  if (value === null) return null;
  if (typeof value === 'string' && hasVariable(value)) return templated(value, builder, isSecretParameter(name));
  if (typeof value === 'string' && isSecret(name, value)) return secret(name, value, `The field "${name}"`, builder);
  return parameter(plainName(name), schemaOf(value), builder);
}

function schemaOf(value: Json, depth = 0): Schema {
  if (value === null || depth > 6) return {};
  if (Array.isArray(value)) return { type: 'array', items: schemaOf((value as readonly Json[])[0] ?? null, depth + 1) };
  if (isObject(value)) {
    const properties = Object.entries(value as JsonObject).filter(([name]) => name !== '__proto__');
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
