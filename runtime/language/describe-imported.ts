/** Describes schemas of profile `mcp` in messages. */
import { clip, describeSchema, listed, range } from './describe.ts';
import { formatExample } from './format.ts';
import type { AnyType, Schema } from './schema.ts';

const MAX_ALTERNATIVES = 8;

/** What a schema allows, as in `a string or null` or `a number above 0 in steps of 0.5`. */
export function describeImported(schema: Schema): string {
  const { type, $ref, anyOf, oneOf = anyOf, allOf } = schema;
  if (schema.const !== undefined) return clip(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return `one of ${listed(schema.enum.map((value) => clip(JSON.stringify(value))))}`;
  if (typeof type === 'string') return describeType(schema, type);
  if (type !== undefined) return joined(type.map((one) => describeType({ ...schema, type: one }, one)));
  if ($ref !== undefined) return `a value that matches ${clip(JSON.stringify($ref.slice('#/$defs/'.length)))}`;
  if (oneOf !== undefined) return joined(oneOf.map(describeImported));
  return allOf === undefined ? 'a value that the schema allows' : joined(allOf.map(describeImported), ' and ');
}

function joined(alternatives: readonly string[], word = ' or '): string {
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
        qualified(' above ', schema.exclusiveMinimum) +
        qualified(' below ', schema.exclusiveMaximum) +
        qualified(' that is a multiple of ', schema.multipleOf)
      );
    case 'string':
      return qualified(' in the format ', schema.format) + shown(formatExample(schema.format));
    case 'array':
      return schema.uniqueItems ? ' with unique items' : '';
    case 'object':
      return range('with', schema.minProperties, schema.maxProperties, ['property', 'properties']);
    default:
      return '';
  }
}

function shown(example: string | undefined): string {
  return example === undefined ? '' : ` (such as ${JSON.stringify(example)})`;
}

function qualified(label: string, value: number | string | undefined): string {
  return value === undefined ? '' : label + clip(String(value));
}
