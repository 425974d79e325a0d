/** `tools.ts`: types of arguments and results, the interface of the handlers, and the tool table as data. */
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import { type Code, doc, identifier, join, literal, propertyName, ts } from '../code.ts';
import { serverDescriptor } from './descriptor.ts';
import { placedTools, toolTable } from './listed-tools.ts';
import { header } from './header.ts';
import { argumentsType, dataType, resultType, typeOf, unionOf } from './schema-types.ts';

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
    ts`export type ${resultType(tool)} = ${dataType(tool)};\n`,
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
