/** Emitter `skill`: an Agent Skills folder for each skill. */
import { memoizeBy } from '../../base/memo.ts';
import type { SkillPlan } from '../../plan/model.ts';
import { type Emitter, textFile } from '../emitter.ts';
import type { OutputFile } from '../output-file.ts';
import { skillMd } from '../skill/skill-md.ts';

export const skill: Emitter = {
  id: 'skill',
  title: 'Skills',
  of: 'skill',
  standard: true,
  required: 'Skills are what specs of skills are compiled to.',
  paths: [
    ['skills/<name>/SKILL.md', 'the skill, as every host reads it'],
    ['skills/<name>/<file>', 'its references, scripts and assets, copied'],
  ],
  files: memoizeBy((plan: SkillPlan): OutputFile[] => {
    const { name, source, files } = plan;
    return [
      textFile(`skills/${name}/SKILL.md`, source, () => skillMd(plan)),
      ...files.map(({ path, from, executable }): OutputFile => {
        return { kind: 'copy', path: `skills/${name}/${path}`, source, from, executable };
      }),
    ];
  }),
};
