/** `tools.ts`: types of arguments and results, the interface of the handlers, and the tool table as data. */
import { typeName } from '../../plan/names.ts';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import { doc, identifier, literal, propertyName, ts } from '../code.ts';
import type { Code } from '../code.ts';
import { serverDescriptor, toolDescriptor } from './descriptor.ts';
import { header } from './header.ts';
import { typeOf } from './type-of.ts';

export function toolsTs(server: ServerPlan): string {
  const module = ts`
import type * as haft from '@haft/runtime';

${server.tools.flatMap(toolTypes)}
/** The functions of the author's that tools call. */
export interface Handlers {
  ${server.tools.flatMap(handlerMember)}
}

/** Every tool: what the model sees, and what a call does. */
export const tools = ${literal(server.tools.map(toolDescriptor))} as const satisfies haft.ToolTable;

export const server = {
  ${Object.entries(serverDescriptor(server)).map(([key, value]) => ts`${propertyName(key)}: ${literal(value)},`)}
  tools,
} as const satisfies haft.ServerDescriptor;
`;
  return header(server.source) + String(module);
}

function toolTypes(tool: ToolPlan): Code[] {
  return [
    doc(`Arguments of \`${tool.name}\`, checked and with defaults filled in.`),
    ts`export type ${argumentsType(tool)} = ${typeOf(tool.inputSchema)};\n`,
    doc(`What \`${tool.name}\` gives as \`data\`.`),
    ts`export type ${resultType(tool)} = ${typeOf(tool.returns)};\n`,
  ];
}

function handlerMember(tool: ToolPlan): Code[] {
  if (tool.behaviour.kind !== 'handler') return [];
  const name = identifier(tool.behaviour.export);
  return [doc(tool.description.text), ts`readonly ${name}: haft.Handler<${argumentsType(tool)}, ${resultType(tool)}>;`];
}

function argumentsType(tool: ToolPlan): Code {
  return identifier(`${typeName(tool.name)}Arguments`);
}

function resultType(tool: ToolPlan): Code {
  return identifier(`${typeName(tool.name)}Result`);
}
