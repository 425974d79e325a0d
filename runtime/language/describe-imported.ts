/** Words for a model about schemas of profile `mcp`. */
import { clip, describeSchema, listed, range } from './describe.ts';
import type { AnyType, Schema } from './schema.ts';

const MOST_FORMS = 8;

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

function joined(forms: readonly string[], word = ' or '): string {
  const all = [...new Set(forms)];
  return all.length > MOST_FORMS ? `${all.slice(0, MOST_FORMS).join(word)}${word}…` : all.join(word);
}

function describeType(schema: Schema, type: AnyType): string {
  return describeSchema({ ...schema, type }) + more(schema, type);
}

function more(schema: Schema, type: AnyType): string {
  switch (type) {
    case 'integer':
    case 'number':
      return (
        told(' above ', schema.exclusiveMinimum) +
        told(' below ', schema.exclusiveMaximum) +
        told(' that is a multiple of ', schema.multipleOf)
      );
    case 'string':
      return told(' in the format ', schema.format);
    case 'array':
      return schema.uniqueItems ? ' with unique items' : '';
    case 'object':
      return range(' of ', schema.minProperties, schema.maxProperties, ' members');
    default:
      return '';
  }
}

function told(words: string, value: number | string | undefined): string {
  return value === undefined ? '' : words + clip(String(value));
}
