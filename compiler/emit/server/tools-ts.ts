/** `tools.ts`: types of arguments and results, the interface of the handlers, and the tool table as data. */
import { typeName } from '../../plan/names.ts';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import { type Code, doc, identifier, join, literal, propertyName, ts } from '../code.ts';
import { serverDescriptor } from './descriptor.ts';
import { placedTools, toolTable } from './listed-tools.ts';
import { header } from './header.ts';
import { type AnyType, type Schema, plain } from '@haft/runtime/language';

export function toolsTs(server: ServerPlan): string {
  const module = ts`
${imports(server)}

${server.tools.flatMap(toolTypes)}${connectionType(server)}${environmentType(server)}
/** Handler functions to implement. */
export interface Handlers {
  ${server.tools.flatMap((tool) => handlerMember(tool, server))}
}

/** All tools: their schemas for the model, and their behavior. */
export const tools = ${literal(toolTable(server))} as const satisfies haft.ToolTable;

export const server = {
  ${serverMembers(server)}
  tools,
} as const satisfies haft.ServerDescriptor;
`;
  return header(server.source) + module;
}

function imports({ skills }: ServerPlan): Code[] {
  const runtime = ts`import type * as haft from '@haft/runtime';`;
  return skills ? [runtime, ts`import { skills } from './skills.ts';`] : [runtime];
}

function serverMembers(server: ServerPlan): Code[] {
  const members = Object.entries(
    serverDescriptor(
      server,
      placedTools(server).map(({ tool }) => tool),
    ),
  ).map(([key, value]) => ts`${propertyName(key)}: ${literal(value)},`);
  return server.skills ? [...members, ts`skills,`] : members;
}

function toolTypes(tool: ToolPlan): Code[] {
  return [
    doc(`Arguments of \`${tool.name}\`, validated and with defaults.`),
    ts`export type ${argumentsType(tool)} = ${typeOf(tool.inputSchema)};\n`,
    doc(`Result data of \`${tool.name}\`.`),
    ts`export type ${resultType(tool)} = ${tool.results === 'raw' ? ts`haft.Json` : typeOf(tool.returns)};\n`,
  ];
}

function handlerMember(tool: ToolPlan, server: ServerPlan): Code[] {
  if (tool.behavior.kind !== 'handler') return [];
  const name = identifier(tool.behavior.export);
  const { programs, folders } = tool.behavior;
  const more = [
    hasConnectionType(server) && identifier('Connection'),
    hasEnvironmentType(server) && identifier('Environment'),
    programs && unionOf(Object.keys(programs)),
    folders && unionOf(folders),
  ];
  const defaults = [ts`string`, ts`Record<string, never>`, ts`never`, ts`never`];
  const given = more.slice(0, more.findLastIndex(Boolean) + 1);
  const types = [
    argumentsType(tool),
    resultType(tool),
    ...given.map((type, at) => type || (defaults[at] ?? ts`never`)),
  ];
  return [doc(tool.description.text), ts`readonly ${name}: haft.Handler<${join(types, ', ')}>;`];
}

function unionOf(texts: readonly string[]): Code {
  return join(
    texts.map((text) => literal(text)),
    ' | ',
  );
}

/** Only where handlers can use it. */
function hasConnectionType({ connections, tools }: ServerPlan): boolean {
  return Object.keys(connections).length > 0 && tools.some(({ behavior }) => behavior.kind === 'handler');
}

function connectionType(server: ServerPlan): Code[] {
  if (!hasConnectionType(server)) return [];
  const names = unionOf(Object.keys(server.connections));
  return [ts`\n`, doc('Connections that handlers can use.'), ts`export type Connection = ${names};\n`];
}

function hasEnvironmentType({ env, tools }: ServerPlan): boolean {
  return Object.keys(env).length > 0 && tools.some(({ behavior }) => behavior.kind === 'handler');
}

/** Calls fail before a handler starts where a required variable is not set. */
function environmentType(server: ServerPlan): Code[] {
  if (!hasEnvironmentType(server)) return [];
  const members = Object.entries(server.env).map(([name, { description, optional }]) => [
    doc(description),
    ts`readonly ${propertyName(name)}${optional ? ts`?` : ts``}: string;`,
  ]);
  // A type and no interface: it fits where any variables are taken.
  return [ts`\n`, doc('Variables that handlers can read.'), ts`export type Environment = {\n  ${members.flat()}\n};\n`];
}

function argumentsType(tool: ToolPlan): Code {
  return identifier(`${typeName(tool.name)}Arguments`);
}

function resultType(tool: ToolPlan): Code {
  return identifier(`${typeName(tool.name)}Result`);
}

/** Defaults are filled before a handler runs, so a property with one is always there. */
function typeOf(given: Schema): Code {
  return plainType(plain(given));
}

function plainType(schema: Schema): Code {
  const { type, enum: values, const: only, anyOf, oneOf = anyOf } = schema;
  if (values) return union(values.map((value) => literal(value)));
  if (only !== undefined) return literal(only);
  if (typeof type === 'string') return singleType(schema, type);
  if (type) return union(type.map((one) => singleType(schema, one)));
  // What references and combinations come to is more than a type can say.
  return oneOf && !schema.$ref && !schema.allOf ? union(oneOf.map(typeOf)) : ts`haft.Json`;
}

function union(types: readonly Code[]): Code {
  return join([...new Set(types)], ' | ');
}

function singleType(schema: Schema, type: AnyType): Code {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'null':
      return identifier(type);
    case 'integer':
      return identifier('number');
    case 'array':
      return arrayType(schema);
    case 'object':
      return objectType(schema);
  }
}

function arrayType({ items, prefixItems }: Schema): Code {
  if (!items || prefixItems) return ts`readonly haft.Json[]`;
  // A union or a list inside a list needs its brackets.
  const simple = !items.enum && typeof items.type === 'string' && items.type !== 'array';
  return simple ? ts`readonly ${plainType(items)}[]` : ts`readonly (${plainType(items)})[]`;
}

function objectType(schema: Schema): Code {
  const { properties = {}, additionalProperties: others, patternProperties, allOf, anyOf, oneOf, $ref } = schema;
  if (patternProperties || allOf || anyOf || oneOf || $ref) return ts`haft.JsonObject`;
  const members = Object.entries(properties);
  // With members of their own types an index would have to fit them all.
  if (typeof others === 'object')
    return members.length > 0 ? ts`haft.JsonObject` : ts`{ readonly [name: string]: ${plainType(others)} }`;
  if (schema.properties === undefined) return ts`haft.JsonObject`;
  if (members.length === 0) return ts`Record<string, never>`;
  return ts`{
  ${members.map(([name, property]) => member(name, property, schema))}
}`;
}

function member(name: string, property: Schema, owner: Schema): Code {
  const certain = owner.required?.includes(name) || property.default !== undefined;
  const line = certain
    ? ts`readonly ${propertyName(name)}: ${plainType(property)};`
    : ts`readonly ${propertyName(name)}?: ${plainType(property)};`;
  return property.description === undefined ? line : ts`${doc(property.description)}\n${line}`;
}
