/** `in-process.d.mts`: the types of a server that is opened in the process that imports it. */
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import { isListed } from '../../check/tool-names.ts';
import { type Code, doc, identifier, literal, propertyName, ts } from '../code.ts';
import { header } from './header.ts';
import { dataType, inputType, resultType, typeOf } from './schema-types.ts';
import { ADAPTERS } from './runtime-text.ts';
import { IN_PROCESS_TYPES } from './standalone.generated.ts';

export function inProcessTypes(server: ServerPlan): string {
  const module = ts`
${server.tools.flatMap(toolTypes)}
/** The tools to give to a model. */
export type Tools = {
  ${server.tools.filter(isListed).flatMap(toolMember)}
};

/** Deprecated tools that are no longer listed, for code that still calls them. */
export type UnlistedTools = {
  ${server.tools.filter((tool) => !isListed(tool)).flatMap(toolMember)}
};

/** Opens the server: once for many calls. Rejects where a file of handlers does not load. */
export declare function open(options?: OpenOptions): Promise<OpenServer<Tools, UnlistedTools>>;
${ADAPTERS.map(([name]) => ts`\nexport declare const ${identifier(name)}: Adapters[${literal(name)}];`)}

${JSON_TYPES}
`;
  return `${header(server.source)}${module}\n${IN_PROCESS_TYPES}`;
}

/** Under the names that they have in the package of the runtime. */
const JSON_TYPES = ts`declare namespace haft {
  type Json = null | boolean | number | string | readonly Json[] | JsonObject;
  interface JsonObject {
    readonly [key: string]: Json;
  }
}`;

function toolTypes(tool: ToolPlan): Code[] {
  return [
    doc(`Arguments of \`${tool.name}\`; those with a default can be left out.`),
    ts`export type ${inputType(tool)} = ${typeOf(tool.inputSchema, 'given')};\n`,
    doc(`Result data of \`${tool.name}\`.`),
    ts`export type ${resultType(tool)} = ${dataType(tool)};\n`,
  ];
}

function toolMember(tool: ToolPlan): Code[] {
  const { name, description } = tool;
  return [
    doc(description.text),
    ts`readonly ${propertyName(name)}: OpenTool<${literal(name)}, ${inputType(tool)}, ${resultType(tool)}>;`,
  ];
}
