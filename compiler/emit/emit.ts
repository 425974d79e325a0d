/** Plan → OutputFile[]: every file of the output folder, sorted by path; total. */
import type { SkillTable } from '@haft/runtime';
import { compareText, invariant } from '../base/diagnostic.ts';
import { memoizeBy, memoizeText } from '../base/memo.ts';
import type { Plan, ServerPlan, SkillPlan } from '../plan/model.ts';
import { skillEvals, skillTriggers } from './evals/skill-evals.ts';
import { toolEvals } from './evals/tool-evals.ts';
import { addCommands } from './host-files/add-commands.ts';
import { hostFile, hostFileName } from './host-files/host-file.ts';
import type { Host } from '../spec/hosts/host.ts';
import { claudeCode } from '../spec/hosts/claude-code.ts';
import { DEFAULT_HOSTS } from '../spec/hosts/index.ts';
import type { OutputFile, TextFile } from './output-file.ts';
import { serverMjs } from './server/server-mjs.ts';
import { skillsTs } from './server/skills-ts.ts';
import { serverTs } from './server/server-ts.ts';
import { toolsTs } from './server/tools-ts.ts';
import type { Carried } from './skill/served.ts';
import { servedSkill } from './skill/served.ts';
import { skillMd } from './skill/skill-md.ts';

/**
 * `toProject` leads from the output folder to the project, such as `..`: generated TypeScript imports the author's files.
 * `carried` has the files of the skills that servers serve, `hosts` are those that get a file.
 */
export function emit(
  plan: Plan,
  toProject: string,
  carried: Carried = new Map(),
  hosts: readonly Host[] = DEFAULT_HOSTS,
): readonly OutputFile[] {
  const files = [
    ...plan.skills.flatMap(skillFiles),
    ...plan.servers.flatMap((server) => serverFiles(server, plan.skills, { toProject, carried })),
    ...(plan.servers.length > 0 ? hostFiles(plan, hosts) : []),
  ].sort((a, b) => compareText(a.path, b.path));
  files.forEach((file, index) => invariant(file.path !== files[index - 1]?.path, `"${file.path}" is emitted once`));
  return files;
}

function text(path: string, source: string, print: () => string): TextFile {
  return {
    kind: 'text',
    path,
    source,
    get text() {
      return print();
    },
  };
}

const skillFiles = memoizeBy((skill: SkillPlan): OutputFile[] => {
  const folder = `skills/${skill.name}`;
  const { source } = skill;
  return [
    text(`${folder}/SKILL.md`, source, () => skillMd(skill)),
    ...skill.files.map(({ path, from, executable }): OutputFile => {
      return { kind: 'copy', path: `${folder}/${path}`, source, from, executable };
    }),
    ...(skill.evals.length === 0
      ? []
      : [
          text(`${folder}/evals/evals.json`, source, () => skillEvals(skill)),
          text(`${folder}/evals/triggers.json`, source, () => skillTriggers(skill)),
        ]),
  ];
});

interface Project {
  readonly toProject: string;
  readonly carried: Carried;
}

/** A server that serves skills is emitted each time: its files contain files that are not in its plan. */
function serverFiles(server: ServerPlan, skills: readonly SkillPlan[], { toProject, carried }: Project): OutputFile[] {
  if (!server.skills) return toolFiles(toProject)(server);
  const own = skills.filter(({ name }) => server.skills?.includes(name));
  return filesOf(
    server,
    own.map((skill) => servedSkill(skill, carried)),
    toProject,
  );
}

const toolFiles = memoizeText((toProject: string) => memoizeBy((server: ServerPlan) => filesOf(server, [], toProject)));

function filesOf(server: ServerPlan, skills: SkillTable, toProject: string): OutputFile[] {
  const folder = `servers/${server.name}`;
  const { source } = server;
  return [
    text(`${folder}/tools.ts`, source, () => toolsTs(server)),
    text(`${folder}/server.ts`, source, () => serverTs(server, `../../${toProject}`)),
    ...(server.skills ? [text(`${folder}/skills.ts`, source, () => skillsTs(server, skills))] : []),
    serverMjs(server, skills, `${folder}/server.mjs`),
    text(`${folder}/evals.json`, source, () => toolEvals(server)),
  ];
}

/** One file for all servers, so it comes from the spec folder as a whole. */
function hostFiles(plan: Plan, hosts: readonly Host[]): OutputFile[] {
  const source = '*';
  return [
    ...[claudeCode, ...hosts.filter((host) => host !== claudeCode)].map((host) => {
      return text(`hosts/${hostFileName(host)}`, source, () => hostFile(plan, host));
    }),
    text('hosts/add-commands.md', source, () => addCommands(plan, hosts)),
  ];
}
