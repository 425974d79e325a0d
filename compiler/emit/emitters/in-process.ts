/** Emitter `in-process`: a module that opens a server in the process that imports it, with what the SDKs of models take. */
import { memoizeBy } from '../../base/memo.ts';
import { isListed } from '../../check/tool-names.ts';
import { type Code, doc, identifier, literal, propertyName, ts } from '../code.ts';
import { type Emitter, textFile } from '../emitter.ts';
import type { OutputFile } from '../output-file.ts';
import { header } from '../server/header.ts';
import { ADAPTERS } from '../server/runtime-text.ts';
import { inputType, resultType, toolTypes } from '../server/schema-types.ts';
import { inProcessMjs } from '../server/server-mjs.ts';
import { IN_PROCESS_TYPES } from '../server/standalone.generated.ts';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';

export const inProcess: Emitter = {
  id: 'in-process',
  title: 'Tools in your process',
  of: 'server',
  standard: false,
  paths: [
    ['servers/<name>/in-process.mjs', 'opens the server for calls without MCP, and adapts its tools to SDKs of models'],
    ['servers/<name>/in-process.d.mts', 'the types of its tools, arguments and results'],
  ],
  files: memoizeBy((server: ServerPlan): OutputFile[] => {
    const folder = `servers/${server.name}`;
    return [
      inProcessMjs(server, `${folder}/in-process.mjs`),
      textFile(`${folder}/in-process.d.mts`, server.source, () => inProcessTypes(server)),
    ];
  }),
};

/** `in-process.d.mts`: the types of a server that is opened in the process that imports it. */
function inProcessTypes(server: ServerPlan): string {
  const module = ts`
${server.tools.flatMap((tool) => toolTypes(tool, 'given'))}
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

function toolMember(tool: ToolPlan): Code[] {
  const { name, description } = tool;
  return [
    doc(description.text),
    ts`readonly ${propertyName(name)}: OpenTool<${literal(name)}, ${inputType(tool)}, ${resultType(tool)}>;`,
  ];
}
