/** `server.mjs`: the tool table and what it needs of the runtime as one file that `node` runs from any folder. */
import type { SkillTable } from '@haft/runtime';
import type { ServerPlan } from '../../plan/model.ts';
import { isListed } from '../../check/tool-names.ts';
import { type Code, compactLiteral, join, literal, quoteLiteral, ts } from '../code.ts';
import type { BundledCode, OutputFile } from '../output-file.ts';
import { AROUND_DATA, listedAndRest, serverDescriptor } from './descriptor.ts';
import { handlerFiles, handlerImports } from './handler-imports.ts';
import { type PlacedTool, placedTools } from './listed-tools.ts';
import { header } from './header.ts';
import { driversText, inProcessText, modulesOf, platformText, programText, runtimeText } from './runtime-text.ts';

export function serverMjs(server: ServerPlan, skills: SkillTable, path: string): OutputFile {
  return printedFile({ server, skills, path, isProgram: true, serve: runtimeText });
}

/** The same without a wire: a module that opens the server in the process that imports it. */
export function inProcessMjs(server: ServerPlan, path: string): OutputFile {
  return printedFile({ server: withoutWire(server), skills: [], path, isProgram: false, serve: inProcessText });
}

/** A module that a platform imports, and whose export it calls with each request. */
export function platformMjs(server: ServerPlan, skills: SkillTable, root: 'worker' | 'lambda'): OutputFile {
  const path = `servers/${server.name}/${root}.mjs`;
  return printedFile({ server, skills, path, isProgram: false, serve: (modules) => platformText(root, modules) });
}

/** A program that makes one call in each run. */
export function programMjs(server: ServerPlan, path: string): OutputFile {
  const serve: Printed['serve'] = (modules) => programText(modules, hasFind(server));
  return printedFile({ server: withoutWire(server), skills: [], path, isProgram: true, serve });
}

/** Whether its program has `find`, and its help lists groups (`runtime/command-line/help.ts`). */
export function hasFind({ tools }: ServerPlan): boolean {
  return tools.filter(isListed).length > MANY_TOOLS;
}

/** What a search finds is called by its own name, and skills are read over MCP. */
function withoutWire({ list: _list, skills: _skills, ...own }: ServerPlan): ServerPlan {
  return own;
}

const MANY_TOOLS = 40;

interface Printed {
  readonly server: ServerPlan;
  readonly skills: SkillTable;
  readonly path: string;
  /** A person can run it. */
  readonly isProgram: boolean;
  /** What is behind the constants. */
  readonly serve: typeof runtimeText;
}

/** Text at once where there are no handlers; otherwise the edge bundles the author's files into it. */
function printedFile({ server, skills, path, isProgram: executable, serve }: Printed): OutputFile {
  const shared = { path, source: server.source, executable };
  const head = (): string => (executable ? serverHead(server, skills) : moduleHead(server, skills));
  const tail = (): string => {
    const modules = modulesOf(server);
    return driversText(modules) + serve(modules);
  };
  if (handlerFiles(server).length === 0) {
    return {
      ...shared,
      kind: 'text',
      get text() {
        return `${head()}const HAFT_HANDLERS = {};\n${tail()}`;
      },
    };
  }
  const { imports, object } = handlerImports(server, '.');
  return {
    ...shared,
    kind: 'bundle',
    module: ts`
${imports}
HAFT_FOUND = ${object};
`,
    print: (code) => withHandlers(head(), code) + tail(),
  };
}

/** Everything before the handlers: the constant `HAFT_SERVER`. */
export function serverHead(server: ServerPlan, skills: SkillTable): string {
  return `#!/usr/bin/env node\n${moduleHead(server, skills)}`;
}

function moduleHead(server: ServerPlan, skills: SkillTable): string {
  return `${header(server.source)}${descriptor(server, skills)}\n`;
}

/**
 * The handlers load inside a function, so that what is thrown then is caught and reported. Parentheses make V8 compile it at
 * once: read twice, a server with 1.6 MB of packages takes 1.5 times as long to start (an arrow function is read twice whatever is around it).
 */
function withHandlers(before: string, { text, origins }: BundledCode): string {
  const opening = `${before}const HAFT_HANDLERS = (async function (haftTrace, require) {
`;
  // Two lines of generated code are between them.
  const first = opening.split('\n').length + 2;
  return `${opening}haftTrace(${compactLiteral({ first, ...origins })});
let HAFT_FOUND;
${text}return HAFT_FOUND;
});
`;
}

/** One tool a line, and one skill: a change of one tool is a change of one line. */
function descriptor(server: ServerPlan, skills: SkillTable): Code {
  const placed = placedTools(server);
  const tools = placed.map(({ tool }) => tool);
  const members = Object.entries(serverDescriptor(server, tools)).map(
    ([key, value]) => ts`${literal(key)}: ${compactLiteral(value)},`,
  );
  const served = ts`"skills": [
  ${skills.map((skill) => ts`${compactLiteral(skill)},`)}
],`;
  return ts`${SHARED}
const HAFT_SERVER = {
  ${server.skills ? [...members, served] : members}
  "printed": [
    ${placed.map((one) => printedTool(one, server))}
  ],
};`;
}

/** What is around `data` in the schema of every envelope is printed once. */
const SHARED = ts`const HAFT_A = ${quoteLiteral(AROUND_DATA[0])}, HAFT_Z = ${quoteLiteral(AROUND_DATA[1])};`;

function printedTool({ tool, isFound }: PlacedTool, { limits }: ServerPlan): Code {
  const [listed, rest] = listedAndRest(tool, limits);
  const [before, after] = AROUND_DATA;
  const parts = JSON.stringify(listed)
    .split(before)
    .map((part) => join(part.split(after).map(quoteLiteral), '+HAFT_Z+'));
  return ts`[${literal(tool.name)},${join(parts, '+HAFT_A+')},${quoteLiteral(JSON.stringify(rest))}${isFound ? ts`,"found"` : isListed(tool) ? ts`` : ts`,true`}],`;
}
