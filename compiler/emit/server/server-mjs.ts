/** `server.mjs`: the tool table and the whole runtime as one file that `node` runs from any folder. */
import type { SkillTable } from '@haft/runtime';
import { hasImported } from '@haft/runtime/language';
import type { ServerPlan } from '../../plan/model.ts';
import { compactLiteral, literal, ts } from '../code.ts';
import type { Code } from '../code.ts';
import type { BundledCode, OutputFile } from '../output-file.ts';
import { serverDescriptor, toolDescriptor } from './descriptor.ts';
import { handlerFiles, handlerImports } from './handler-imports.ts';
import { header } from './header.ts';
import { STANDALONE, STANDALONE_SKILLS, STANDALONE_STDIO } from './standalone.generated.ts';

/** Text at once where there are no handlers; otherwise the edge bundles the author's files into it. */
export function serverMjs(server: ServerPlan, skills: SkillTable, path: string): OutputFile {
  const shared = { path, source: server.source };
  if (handlerFiles(server).length === 0) {
    return {
      ...shared,
      kind: 'text',
      executable: true,
      get text() {
        return `${head(server, skills)}const HAFT_HANDLERS = {};\n${runtimeOf(server)}`;
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
    print: (code) => withHandlers(head(server, skills), code) + runtimeOf(server),
  };
}

function head(server: ServerPlan, skills: SkillTable): string {
  return `#!/usr/bin/env node\n${header(server.source)}${descriptor(server, skills)}\n`;
}

/** The handlers load inside a function, so that what is thrown then is caught and reported. */
function withHandlers(before: string, { text, origins }: BundledCode): string {
  const opening = `${before}const HAFT_HANDLERS = async (haftTrace, require) => {
`;
  // Two lines of our own stand between.
  const first = opening.split('\n').length + 2;
  return `${opening}haftTrace(${compactLiteral({ first, ...origins })});
let HAFT_FOUND;
${text}return HAFT_FOUND;
};
`;
}

/** A server carries what it can use: HTTP, imported tools, requests of handlers and skills only where it has them. */
function runtimeOf(server: ServerPlan): string {
  const { transports, tools, skills } = server;
  if (skills) return STANDALONE_SKILLS;
  const imported = tools.some(({ inputSchema, returns }) => hasImported(inputSchema) || hasImported(returns));
  const onlyStdio = transports.every((transport) => transport === 'stdio') && handlerFiles(server).length === 0;
  return !imported && onlyStdio ? STANDALONE_STDIO : STANDALONE;
}

/** One tool a line, and one skill: a change of one tool is a change of one line. */
function descriptor(server: ServerPlan, skills: SkillTable): Code {
  const members = Object.entries(serverDescriptor(server)).map(
    ([key, value]) => ts`${literal(key)}: ${compactLiteral(value)},`,
  );
  const served = ts`"skills": [
  ${skills.map((skill) => ts`${compactLiteral(skill)},`)}
],`;
  return ts`const HAFT_SERVER = {
  ${server.skills ? [...members, served] : members}
  "tools": [
    ${server.tools.map((tool) => ts`${compactLiteral(toolDescriptor(tool))},`)}
  ],
};`;
}
