/** Emitter `cli`: a program for each server, whose commands are the tools. */
import { memoizeBy } from '../../base/memo.ts';
import type { ServerPlan } from '../../plan/model.ts';
import { type Emitter, textFile } from '../emitter.ts';
import type { OutputFile } from '../output-file.ts';
import { programMjs } from '../server/server-mjs.ts';
import { PROGRAM, programSkillMd, programSkillName } from '../skill/program-skill.ts';

export const cli: Emitter = {
  id: 'cli',
  title: 'Command lines',
  of: 'server',
  standard: false,
  paths: [
    ['servers/<name>/cli.mjs', 'a program without dependencies whose commands are the tools'],
    ['skills/<name>-cli/SKILL.md', 'with `skill: true`: how a model with a shell uses the program'],
    ['skills/<name>-cli/scripts/cli.mjs', 'with `skill: true`: the program again, so that it travels with the skill'],
  ],
  files: memoizeBy((server: ServerPlan): OutputFile[] => [programMjs(server, `servers/${server.name}/cli.mjs`)]),
  skillFiles: memoizeBy((server: ServerPlan): OutputFile[] => {
    const folder = `skills/${programSkillName(server)}`;
    return [
      textFile(`${folder}/SKILL.md`, server.source, () => programSkillMd(server)),
      programMjs(server, `${folder}/${PROGRAM}`),
    ];
  }),
};
