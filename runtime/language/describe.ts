/** Words for a model: what a schema allows, and what came instead. */
import { isObject } from './json.ts';
import type { Schema } from './schema.ts';

const CLIP = 60;
const LISTED = 400;

const NOUNS = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
} as const;

/** What a schema allows, as in `an integer from 1 to 100` or `one of "a", "b"`. */
export function describeSchema(schema: Schema): string {
  if (schema.enum !== undefined) return `one of ${listed(schema.enum.map((value) => clip(JSON.stringify(value))))}`;
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const kind = typeof schema.type === 'string' ? NOUNS[schema.type] : 'a value';
  switch (schema.type) {
    case 'integer':
    case 'number':
      return kind + range(' from ', minimum, maximum, '');
    case 'string':
      return (
        kind +
        range(' of ', minLength, maxLength, ' characters') +
        (pattern === undefined ? '' : ` matching /${clip(pattern)}/`)
      );
    case 'array':
      return kind + range(' of ', minItems, maxItems, ' items');
    default:
      return kind;
  }
}

/** What came: its type and its value, clipped, as in `the string "tomorrow"`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `the string ${clip(JSON.stringify(value.slice(0, CLIP + 1)))}`;
  if (typeof value === 'number') return `the number ${value}`;
  if (Array.isArray(value)) return value.length === 1 ? 'an array of 1 item' : `an array of ${value.length} items`;
  if (isObject(value)) return `an object with the properties ${members(Object.keys(value))}`;
  return value === null || value === undefined ? 'null' : clip(String(value));
}

/** Names in a row, cut off before they get long. */
export function listed(names: readonly string[]): string {
  let text = '';
  for (const [at, name] of names.entries()) {
    if (text.length + name.length > LISTED) return `${text}, … (${names.length} in total)`;
    text += at === 0 ? name : `, ${name}`;
  }
  return text;
}

/** Text of at most 60 characters. */
export function clip(text: string): string {
  return text.length > CLIP ? `${text.slice(0, CLIP - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

function members(names: readonly string[]): string {
  return names.length === 0 ? '(none)' : clip(names.slice(0, CLIP).join(', '));
}

/** From `least` to `most`, or one of the two, or nothing. */
export function range(between: string, least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (least === undefined) return ` of at most ${most}${unit}`;
  if (most === undefined) return ` of at least ${least}${unit}`;
  return least === most ? ` of exactly ${most}${unit}` : `${between}${least} to ${most}${unit}`;
}
