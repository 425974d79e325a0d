/** `server.mjs`: the tool table and the whole runtime as one file that `node` runs from any folder. */
import type { SkillTable } from '@haft/runtime';
import { hasImported } from '@haft/runtime/language';
import type { ServerPlan } from '../../plan/model.ts';
import { compactLiteral, literal, ts } from '../code.ts';
import type { Code } from '../code.ts';
import type { OutputFile } from '../output-file.ts';
import { serverDescriptor, toolDescriptor } from './descriptor.ts';
import { handlerFiles, handlerImports } from './handler-imports.ts';
import { header } from './header.ts';
import { STANDALONE, STANDALONE_SKILLS, STANDALONE_STDIO } from './standalone.generated.ts';

/** Text at once where there are no handlers; otherwise a module that the edge bundles with the author's files. */
export function serverMjs(server: ServerPlan, skills: SkillTable, path: string): OutputFile {
  const shared = { path, source: server.source };
  if (handlerFiles(server).length === 0) {
    return {
      ...shared,
      kind: 'text',
      executable: true,
      get text() {
        return `#!/usr/bin/env node\n${header(server.source)}const HAFT_HANDLERS = {};\n${descriptor(server, skills)}\n${runtimeOf(server)}`;
      },
    };
  }
  const { imports, object } = handlerImports(server, '.');
  const entry = ts`
${imports}
const HAFT_HANDLERS = ${object};
${descriptor(server, skills)}
`;
  return { ...shared, kind: 'bundle', module: entry + runtimeOf(server) };
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
