/** Emitter `server`: an MCP server for each server, as one file and as typed sources. */
import type { SkillTable } from '@haft/runtime';
import { memoizeBy, memoizeText } from '../../base/memo.ts';
import type { ServerPlan } from '../../plan/model.ts';
import { type Emitter, textFile } from '../emitter.ts';
import type { OutputFile } from '../output-file.ts';
import { hasOffers, withOffered } from '../server/offers.ts';
import { serverMjs } from '../server/server-mjs.ts';
import { toolsTs } from '../server/tools-ts.ts';
import { servedSkill } from '../skill/served.ts';
import { literal, ts } from '../code.ts';
import { handlerImports } from '../server/handler-imports.ts';
import { header } from '../server/header.ts';

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
    const served = plan.skills ?? [];
    if (!plan.skills && !hasOffers(plan)) return withoutSkills(toProject)(plan);
    const own = skills.filter(({ name }) => served.includes(name));
    return filesOf(
      withOffered(plan, skills, carried),
      own.map((one) => servedSkill(one, carried)),
      toProject,
    );
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
