/** Emitter `server`: an MCP server for each server, as one file and as typed sources. */
import type { SkillTable } from '@haft/runtime';
import { memoizeBy, memoizeText } from '../../base/memo.ts';
import { type Code, doc, identifier, join, literal, propertyName, ts } from '../code.ts';
import { type Emitter, textFile } from '../emitter.ts';
import type { OutputFile } from '../output-file.ts';
import { serverDescriptor } from '../server/descriptor.ts';
import { hasOffers, withOffered } from '../server/offers.ts';
import { handlerImports } from '../server/handler-imports.ts';
import { header } from '../server/header.ts';
import { placedTools, toolTable } from '../server/listed-tools.ts';
import { argumentsType, resultType, toolTypes, unionOf } from '../server/schema-types.ts';
import { serverMjs } from '../server/server-mjs.ts';
import { servedSkills } from '../skill/served.ts';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';

export const server: Emitter = {
  id: 'server',
  title: 'Servers',
  of: 'server',
  standard: true,
  required: 'Servers are what specs of tools are compiled to.',
  paths: [
    ['servers/<name>/server.mjs', 'the server as one file without dependencies'],
    ['servers/<name>/server.ts', 'its entry, for projects that build it themselves'],
    ['servers/<name>/tools.ts', 'the types of arguments, results and handlers, and the table of tools'],
    ['servers/<name>/skills.ts', 'the skills that it serves over MCP'],
  ],
  /** A server with skills, prompts or resources is emitted each time: its files contain files that are not in its plan. */
  files(plan, { toProject, carried }, { skills }) {
    if (!plan.skills && !hasOffers(plan)) return withoutSkills(toProject)(plan);
    return filesOf(withOffered(plan, skills, carried), servedSkills(plan, skills, carried), toProject);
  },
};

const withoutSkills = memoizeText((toProject: string) => memoizeBy((plan: ServerPlan) => filesOf(plan, [], toProject)));

function filesOf(plan: ServerPlan, skills: SkillTable, toProject: string): OutputFile[] {
  const folder = `servers/${plan.name}`;
  const { source } = plan;
  return [
    textFile(`${folder}/tools.ts`, source, () => toolsTs(plan)),
    textFile(`${folder}/server.ts`, source, () => serverTs(plan, `../../${toProject}`)),
    ...(plan.skills ? [textFile(`${folder}/skills.ts`, source, () => skillsTs(plan, skills))] : []),
    serverMjs(plan, skills, `${folder}/server.mjs`),
  ];
}

/** `toProject` leads from the server's folder to the project. */
function serverTs(server: ServerPlan, toProject: string): string {
  const { imports, object } = handlerImports(server, toProject);
  if (imports.length === 0) {
    return (
      header(server.source) +
      ts`
import { serve } from '@haft/runtime';
import { server } from './tools.ts';

serve(server, {});
`
    );
  }
  return (
    header(server.source) +
    ts`
import '@haft/runtime/guard';
import { serve } from '@haft/runtime';
${imports}
import { server } from './tools.ts';
import type { Handlers } from './tools.ts';

const handlers: Handlers = ${object};

serve(server, handlers);
`
  );
}

/** `skills.ts`: the skills that a server serves, as data; only where it serves some. */
function skillsTs(server: ServerPlan, skills: SkillTable): string {
  return (
    header(server.source) +
    ts`
import type * as haft from '@haft/runtime';

/** All skills that the server offers, with their files. */
export const skills: haft.SkillTable = ${literal(skills)};
`
  );
}

/** `tools.ts`: types of arguments and results, the interface of the handlers, and the tool table as data. */
function toolsTs(server: ServerPlan): string {
  const module = ts`
${imports(server)}

${server.tools.flatMap((tool) => toolTypes(tool, 'validated'))}${connectionType(server)}${environmentType(server)}
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
  const called = placedTools(server).map(({ tool }) => tool);
  const all = Object.entries(serverDescriptor(server, called));
  const members = all.map(([key, value]) => ts`${propertyName(key)}: ${literal(value)},`);
  return server.skills ? [...members, ts`skills,`] : members;
}

function handlerMember(tool: ToolPlan, server: ServerPlan): Code[] {
  if (tool.behavior.kind !== 'handler') return [];
  const name = identifier(tool.behavior.export);
  const { programs, folders } = tool.behavior;
  const more = [
    hasTypeOf('connections', server) && identifier('Connection'),
    hasTypeOf('env', server) && identifier('Environment'),
    programs && unionOf(Object.keys(programs)),
    folders && unionOf(folders),
  ];
  const defaults = [ts`string`, ts`Record<string, never>`, ts`never`, ts`never`];
  const extra = more.slice(0, more.findLastIndex(Boolean) + 1);
  const types = [
    argumentsType(tool),
    resultType(tool),
    ...extra.map((type, at) => type || (defaults[at] ?? ts`never`)),
  ];
  return [doc(tool.description.text), ts`readonly ${name}: haft.Handler<${join(types, ', ')}>;`];
}

/** Only where handlers can use it. */
function hasTypeOf(key: 'connections' | 'env', { tools, ...server }: ServerPlan): boolean {
  return Object.keys(server[key]).length > 0 && tools.some(({ behavior }) => behavior.kind === 'handler');
}

function connectionType(server: ServerPlan): Code[] {
  if (!hasTypeOf('connections', server)) return [];
  const names = unionOf(Object.keys(server.connections));
  return [ts`\n`, doc('Connections that handlers can use.'), ts`export type Connection = ${names};\n`];
}

/** Calls fail before a handler starts where a required variable is not set. */
function environmentType(server: ServerPlan): Code[] {
  if (!hasTypeOf('env', server)) return [];
  const members = Object.entries(server.env).map(([name, { description, optional }]) => [
    doc(description),
    ts`readonly ${propertyName(name)}${optional ? ts`?` : ts``}: string;`,
  ]);
  // A type and no interface: it fits where any variables are taken.
  return [ts`\n`, doc('Variables that handlers can read.'), ts`export type Environment = {\n  ${members.flat()}\n};\n`];
}
