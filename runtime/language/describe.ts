/** Describes schemas and values in messages: what is allowed, and what was given. */
import { isObject } from './json.ts';
import type { AnyType, Schema } from './schema.ts';
import { formatExample } from './format.ts';

const MAX_ALTERNATIVES = 8;
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
  if (schema.enum !== undefined)
    return `one of ${clippedList(schema.enum.map((value) => clip(JSON.stringify(value))))}`;
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const kind = typeof schema.type === 'string' ? NOUNS[schema.type] : 'a value';
  switch (schema.type) {
    case 'integer':
    case 'number':
      return kind + range('from', minimum, maximum);
    case 'string':
      return (
        kind +
        range('of', minLength, maxLength, ['character', 'characters']) +
        (pattern === undefined ? '' : ` matching /${clip(pattern)}/`)
      );
    case 'array':
      return kind + range('of', minItems, maxItems, ['item', 'items']);
    default:
      return kind;
  }
}

/** The type and the value of what was given, clipped, as in `the string "tomorrow"`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `the string ${clip(JSON.stringify(value.slice(0, CLIP + 1)))}`;
  if (typeof value === 'number') return `the number ${value}`;
  if (Array.isArray(value)) return value.length === 1 ? 'an array of 1 item' : `an array of ${value.length} items`;
  if (isObject(value)) return describeObject(Object.keys(value));
  return value === null || value === undefined ? 'null' : clip(String(value));
}

/** Names in a row, cut off before they get long. */
export function clippedList(names: readonly string[]): string {
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

function describeObject(names: readonly string[]): string {
  if (names.length === 0) return 'an object without properties';
  return `an object with the ${names.length === 1 ? 'property' : 'properties'} ${clip(names.slice(0, CLIP).join(', '))}`;
}

/** A range in words, such as ` from 1 to 5` or ` of at least 1 item`; nothing without limits. `unit` is singular and plural. */
function range(
  link: 'from' | 'of' | 'with',
  min: number | undefined,
  max: number | undefined,
  [one, many]: readonly [string, string] = ['', ''],
): string {
  const counted = (limit: number): string => `${limit} ${limit === 1 ? one : many}`.trim();
  const bound = link === 'from' ? 'of' : link;
  if (min === undefined) return max === undefined ? '' : ` ${bound} at most ${counted(max)}`;
  if (max === undefined) return ` ${bound} at least ${counted(min)}`;
  return min === max ? ` ${bound} exactly ${counted(max)}` : ` ${link} ${min} to ${max} ${many}`.trimEnd();
}

/** What a schema allows, as in `a string or null` or `a number above 0 in steps of 0.5`. */
export function describeImported(schema: Schema): string {
  const { type, $ref, anyOf, oneOf = anyOf, allOf } = schema;
  if (schema.const !== undefined) return clip(JSON.stringify(schema.const));
  if (schema.enum !== undefined)
    return `one of ${clippedList(schema.enum.map((value) => clip(JSON.stringify(value))))}`;
  if (typeof type === 'string') return describeType(schema, type);
  if (type !== undefined) return joinAlternatives(type.map((one) => describeType({ ...schema, type: one }, one)));
  if ($ref !== undefined) return `a value that matches ${clip(JSON.stringify($ref.slice('#/$defs/'.length)))}`;
  if (oneOf !== undefined) return joinAlternatives(oneOf.map(describeImported));
  return allOf === undefined
    ? 'a value that the schema allows'
    : joinAlternatives(allOf.map(describeImported), ' and ');
}

function joinAlternatives(alternatives: readonly string[], word = ' or '): string {
  const all = [...new Set(alternatives)];
  return all.length > MAX_ALTERNATIVES ? `${all.slice(0, MAX_ALTERNATIVES).join(word)}${word}…` : all.join(word);
}

function describeType(schema: Schema, type: AnyType): string {
  return describeSchema({ ...schema, type }) + more(schema, type);
}

function more(schema: Schema, type: AnyType): string {
  switch (type) {
    case 'integer':
    case 'number':
      return (
        labelledText(' above ', schema.exclusiveMinimum) +
        labelledText(' below ', schema.exclusiveMaximum) +
        labelledText(' that is a multiple of ', schema.multipleOf)
      );
    case 'string':
      return labelledText(' in the format ', schema.format) + exampleText(formatExample(schema.format));
    case 'array':
      return schema.uniqueItems ? ' with unique items' : '';
    case 'object':
      return range('with', schema.minProperties, schema.maxProperties, ['property', 'properties']);
    default:
      return '';
  }
}

function exampleText(example: string | undefined): string {
  return example === undefined ? '' : ` (such as ${JSON.stringify(example)})`;
}

function labelledText(label: string, value: number | string | undefined): string {
  return value === undefined ? '' : label + clip(String(value));
}

/** What was thrown, in its own words. */
export function thrownMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The code that the system or a library gives an error, or the flag of the permission that is missing; else `unknown`. */
export function errorCode(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  const code = 'code' in thrown ? String(thrown.code) : 'unknown';
  // Deno and Node name the flag.
  const flag = thrown.name === 'NotCapable' || code === 'ERR_ACCESS_DENIED' ? PERMISSION.exec(thrown.message) : null;
  return flag?.[0] ?? code;
}

const PERMISSION = /--allow-[a-z-]+/;
