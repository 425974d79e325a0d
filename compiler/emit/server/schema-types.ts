/** Schemas as types of TypeScript, and what the types of a tool are called. */
import { type AnyType, type Schema, plain } from '@haft/runtime/language';
import type { ToolPlan } from '../../plan/model.ts';
import { typeName } from '../../plan/names.ts';
import { type Code, doc, identifier, join, literal, propertyName, ts } from '../code.ts';

export function argumentsType(tool: ToolPlan): Code {
  return identifier(`${typeName(tool.name)}Arguments`);
}

export function resultType(tool: ToolPlan): Code {
  return identifier(`${typeName(tool.name)}Result`);
}

export function inputType(tool: ToolPlan): Code {
  return identifier(`${typeName(tool.name)}Input`);
}

/** The types of arguments at a stage, and of results, with their comments. */
export function toolTypes(tool: ToolPlan, stage: Stage): Code[] {
  const isGiven = stage === 'given';
  const about = isGiven ? '; those with a default can be left out.' : ', validated and with defaults.';
  const data = tool.results === 'raw' ? ts`haft.Json` : typeOf(tool.returns, 'validated');
  return [
    doc(`Arguments of \`${tool.name}\`${about}`),
    ts`export type ${isGiven ? inputType(tool) : argumentsType(tool)} = ${typeOf(tool.inputSchema, stage)};\n`,
    doc(`Result data of \`${tool.name}\`.`),
    ts`export type ${resultType(tool)} = ${data};\n`,
  ];
}

export function unionOf(texts: readonly string[]): Code {
  return union(texts.map((text) => literal(text)));
}

/** `validated`: defaults are filled, so a property with one is always there. `given`: a caller can leave it out. */
type Stage = 'validated' | 'given';

function typeOf(schema: Schema, stage: Stage): Code {
  return plainType(plain(schema), stage);
}

function plainType(schema: Schema, stage: Stage): Code {
  const { type, enum: values, const: only, anyOf, oneOf = anyOf } = schema;
  if (values) return union(values.map((value) => literal(value)));
  if (only !== undefined) return literal(only);
  if (typeof type === 'string') return singleType(schema, type, stage);
  if (type) return union(type.map((one) => singleType(schema, one, stage)));
  // What references and combinations come to is more than a type can say.
  return oneOf && !schema.$ref && !schema.allOf ? union(oneOf.map((one) => typeOf(one, stage))) : ts`haft.Json`;
}

function union(types: readonly Code[]): Code {
  return join([...new Set(types)], ' | ');
}

function singleType(schema: Schema, type: AnyType, stage: Stage): Code {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'null':
      return identifier(type);
    case 'integer':
      return identifier('number');
    case 'array':
      return arrayType(schema, stage);
    case 'object':
      return objectType(schema, stage);
  }
}

function arrayType({ items, prefixItems }: Schema, stage: Stage): Code {
  if (!items || prefixItems) return ts`readonly haft.Json[]`;
  // A union or a list inside a list needs its brackets.
  const simple = !items.enum && typeof items.type === 'string' && items.type !== 'array';
  return simple ? ts`readonly ${plainType(items, stage)}[]` : ts`readonly (${plainType(items, stage)})[]`;
}

function objectType(schema: Schema, stage: Stage): Code {
  const { properties = {}, additionalProperties: others, patternProperties, allOf, anyOf, oneOf, $ref } = schema;
  if (patternProperties || allOf || anyOf || oneOf || $ref) return ts`haft.JsonObject`;
  const members = Object.entries(properties);
  // With members of their own types an index would have to fit them all.
  if (typeof others === 'object')
    return members.length > 0 ? ts`haft.JsonObject` : ts`{ readonly [name: string]: ${plainType(others, stage)} }`;
  if (schema.properties === undefined) return ts`haft.JsonObject`;
  if (members.length === 0) return ts`Record<string, never>`;
  return ts`{
  ${members.map(([name, property]) => member(name, property, schema, stage))}
}`;
}

function member(name: string, property: Schema, owner: Schema, stage: Stage): Code {
  const isFilled = stage === 'validated' && property.default !== undefined;
  const optional = owner.required?.includes(name) || isFilled ? ts`` : ts`?`;
  const line = ts`readonly ${propertyName(name)}${optional}: ${plainType(property, stage)};`;
  return property.description === undefined ? line : ts`${doc(property.description)}\n${line}`;
}
