/** Descriptions of types for messages: what was found, what was expected, and the typo that explains the difference. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { show } from './place.ts';

export const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
};

export function typeName(value: unknown): string {
  if (value === null) return 'no value';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? `the string ${show(value)}` : `the ${typeof value} ${show(value)}`;
}

/** A common mistake in YAML that explains the value. */
export function typeHint({ data, parentSchema }: ErrorObject, wanted: readonly string[]): string | undefined {
  const form: unknown = parentSchema?.['patternErrorMessage'];
  const listed: unknown = parentSchema?.['enum'];
  if (data === null && Array.isArray(listed) && listed.includes('null'))
    return 'Put it in quotes: "null". Without quotes, YAML reads it as no value.';
  if (wanted.includes('string') && (typeof data === 'number' || typeof data === 'boolean')) {
    return typeof form === 'string' ? `Put it in quotes; expected ${form}.` : 'Put it in quotes.';
  }
  const variable = wanted.includes('string') ? loneKey(data) : undefined;
  if (variable !== undefined) return `Quote it: "{${variable}}". Without quotes, YAML reads it as a map.`;
  if (wanted.includes('object') && typeof data === 'string') return mapHint(parentSchema);
  return undefined;
}

/** `q: {query}` is a map with one key and nothing behind it. */
function loneKey(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const [first, ...rest] = Object.entries(data);
  return first && rest.length === 0 && first[1] === null ? first[0] : undefined;
}

/** The keys that the map has to have, as a pattern to type. */
function mapHint(schema: ErrorObject['parentSchema']): string | undefined {
  const forms: readonly unknown[] = [schema, ...(schema?.['allOf'] ?? []).map((form: { then?: unknown }) => form.then)];
  const required = forms.flatMap((form) => {
    const keys: unknown = typeof form === 'object' && form !== null ? Reflect.get(form, 'required') : undefined;
    return Array.isArray(keys) && keys.length > 0 ? [keys.map(String)] : [];
  });
  const [keys] = required;
  return keys && `Write { ${keys.map((key) => `${key}: …`).join(', ')} }.`;
}
