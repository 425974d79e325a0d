/** A tool as one line of types, such as `search_books(query: string, limit?: integer 1-100 = 10)`: what a model needs to call it. */
import { isObject } from './json.ts';
import type { Schema } from './schema.ts';

/** Deeper objects and longer lists of values are cut short: the line is no schema. */
const MAX_DEPTH = 2;
const MAX_VALUES = 12;
const MAX_VALUE = 60;

/** With `returns`, the line ends in its type. */
export function typedLine(name: string, { properties, required = [] }: Schema, returns?: Schema): string {
  const result = returns ? `: ${typeText(returns, 0)}` : '';
  return `${name}(${members(isObject(properties) ? properties : {}, required, 0).join(', ')})${result}`;
}

export function firstSentence(text: string): string {
  return /^.*?[.!?。](?=\s|$)/su.exec(text)?.[0] ?? text;
}

function members(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  depth: number,
): readonly string[] {
  return Object.entries(properties).map(([key, schema]) => {
    const name = /^[\w$]+$/.test(key) ? key : JSON.stringify(key);
    const byDefault = schema.default === undefined ? '' : ` = ${jsonText(schema.default)}`;
    return `${name}${required.includes(key) ? '' : '?'}: ${typeText(schema, depth)}${byDefault}`;
  });
}

function typeText(schema: Schema, depth: number): string {
  if (schema.const !== undefined) return jsonText(schema.const);
  if (schema.enum) {
    const others = schema.enum.length - MAX_VALUES;
    return [...schema.enum.slice(0, MAX_VALUES).map(jsonText), ...(others > 0 ? [`${others} more`] : [])].join(' | ');
  }
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return alternatives(schema, depth);
  return types.map((type) => ofType(type, schema, depth)).join(' | ');
}

function alternatives({ anyOf, oneOf = anyOf }: Schema, depth: number): string {
  const those = Array.isArray(oneOf) ? oneOf.slice(0, MAX_VALUES) : [];
  return [...new Set(those.map((one) => typeText(one, depth)))].join(' | ') || 'any';
}

function ofType(type: string, schema: Schema, depth: number): string {
  const { properties, required = [], items, minimum, maximum, format } = schema;
  if (type === 'object') {
    if (!isObject(properties) || depth === MAX_DEPTH) return 'object';
    return `{ ${members(properties, required, depth + 1).join(', ')} }`;
  }
  if (type === 'array') {
    const element = isObject(items) ? typeText(items, depth) : 'any';
    return /[ |]/.test(element) ? `(${element})[]` : `${element}[]`;
  }
  if (type === 'string') return format === undefined ? type : `${type} (${format})`;
  if (type !== 'integer' && type !== 'number') return type;
  return minimum === undefined && maximum === undefined ? type : `${type} ${minimum ?? ''}-${maximum ?? ''}`;
}

function jsonText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
