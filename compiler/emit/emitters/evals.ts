/** Emitter `evals`: the test cases of servers and skills in the forms that runners of evals read. */
import { memoizeBy } from '../../base/memo.ts';
import type { ServerPlan, SkillPlan } from '../../plan/model.ts';
import type { Emitter } from '../emitter.ts';
import { textFile } from '../emitter.ts';
import { skillEvals, skillTriggers } from '../evals/skill-evals.ts';
import { toolEvals } from '../evals/tool-evals.ts';
import type { OutputFile } from '../output-file.ts';

export const evals: Emitter = {
  id: 'evals',
  title: 'Evals',
  of: 'project',
  standard: true,
  paths: [
    ['servers/<name>/evals.json', 'the requests of a server: the expected tool and arguments, or none'],
    ['skills/<name>/evals/evals.json', 'the cases of a skill: the request and the expected behavior'],
    ['skills/<name>/evals/triggers.json', 'the requests that should or should not load the skill'],
  ],
  files: ({ servers, skills }) => [...servers.map(ofServer), ...skills.flatMap(ofSkill)],
};

const ofServer = memoizeBy((server: ServerPlan): OutputFile =>
  textFile(`servers/${server.name}/evals.json`, server.source, () => toolEvals(server)),
);

const ofSkill = memoizeBy((skill: SkillPlan): OutputFile[] => {
  if (skill.evals.length === 0) return [];
  const folder = `skills/${skill.name}/evals`;
  return [
    textFile(`${folder}/evals.json`, skill.source, () => skillEvals(skill)),
    textFile(`${folder}/triggers.json`, skill.source, () => skillTriggers(skill)),
  ];
});
