/** Parameters of a Toolbox tool as JSON Schema, and what of them a spec cannot say. */
import { type Json, type JsonObject, isJsonObject } from '@haft/runtime/language';
import { valueText } from '../openapi/text.ts';
import type { Loss } from '../imported.ts';
import { freeName, isTakenBy, plainName } from '../literal.ts';

export interface ToolboxParameters {
  readonly parameters: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
  /** Names in the spec, in the order of the source. */
  readonly names: readonly string[];
  /** Without a value in some calls: neither required nor with a default. */
  readonly optional: ReadonlySet<string>;
  readonly losses: readonly Loss[];
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'integer',
  float: 'number',
  boolean: 'boolean',
  array: 'array',
  map: 'object',
};

const CARRIED = new Set([
  'name',
  'type',
  'description',
  'default',
  'required',
  'items',
  'valueType',
  'minValue',
  'maxValue',
  'allowedValues',
]);

export function parametersOf(entries: readonly JsonObject[], from: string): ToolboxParameters {
  const parameters: Record<string, JsonObject> = {};
  const [names, required, losses]: [string[], string[], Loss[]] = [[], [], []];
  const optional = new Set<string>();
  for (const one of entries) {
    const source = String(one['name'] ?? 'value');
    const name = freeName(plainName(source), isTakenBy(parameters));
    parameters[name] = schemaOf(one);
    names.push(name);
    if (one['default'] !== undefined) parameters[name] = { ...parameters[name], default: one['default'] };
    else if (one['required'] === false) optional.add(name);
    else required.push(name);
    losses.push(...lossesOf(one, source, from));
  }
  return { parameters, required, names, optional, losses };
}

function lossesOf(one: JsonObject, name: string, from: string): Loss[] {
  return Object.keys(one)
    .filter((key) => !CARRIED.has(key))
    .map((key) => {
      const message = `\`${key}\` of parameter "${name}" has no counterpart in a spec.`;
      return {
        kind: 'lossy',
        subject: `parameter key ${key}`,
        from,
        message,
        hint: 'Check whether the tool needs it.',
      };
    });
}

function schemaOf(one: JsonObject): JsonObject {
  const { type, items, valueType, minValue, maxValue, description, allowedValues } = one;
  const own = Object.hasOwn(TYPES, String(type)) ? TYPES[String(type)] : 'string';
  const text = valueText(typeof description === 'string' ? description : undefined);
  const inner = Object.hasOwn(TYPES, String(valueType)) ? TYPES[String(valueType)] : undefined;
  return {
    type: own ?? 'string',
    ...(text !== '' && { description: text }),
    ...(own === 'array' && { items: isJsonObject(items) ? schemaOf(items) : { type: 'string' } }),
    ...(own === 'object' && inner !== undefined && { additionalProperties: { type: inner } }),
    ...(minValue !== undefined && { minimum: minValue }),
    ...(maxValue !== undefined && { maximum: maxValue }),
    ...enumOf(allowedValues),
  };
}

/** Texts without a character that a pattern reads otherwise are values; of patterns the whole text has to match. */
function enumOf(values: Json | undefined): JsonObject {
  if (!Array.isArray(values) || values.length === 0) return {};
  const arePlain = values.every((value) => typeof value !== 'string' || /^[\w -]*$/.test(value));
  return arePlain ? { enum: [...values] } : { pattern: `^(?:${values.map(String).join('|')})$` };
}
