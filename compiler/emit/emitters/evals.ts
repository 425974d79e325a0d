/** Emitter `evals`: the test cases of servers and skills in the forms that runners of evals read. */
import { memoizeBy, memoizeByParts } from '../../base/memo.ts';
import type { ServerPlan, SkillEval, SkillPlan } from '../../plan/model.ts';
import { type PromptedServer, promptedBy, sentCase } from '../../plan/sent-case.ts';
import { isListed } from '../../check/tool-names.ts';
import { type Emitter, textFile } from '../emitter.ts';
import type { OutputFile } from '../output-file.ts';
import { json } from '../json.ts';

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
  files: ({ servers, skills }) => [
    ...servers.map((server) => ofServer({ server, skills })),
    ...skills.flatMap(ofSkill),
  ],
};

const ofServer = memoizeByParts(promptedBy, ({ server, skills }: PromptedServer): OutputFile =>
  textFile(`servers/${server.name}/evals.json`, server.source, () => toolEvals(server, skills)),
);

const ofSkill = memoizeBy((skill: SkillPlan): OutputFile[] => {
  if (skill.evals.length === 0) return [];
  const folder = `skills/${skill.name}/evals`;
  return [
    textFile(`${folder}/evals.json`, skill.source, () => skillEvals(skill)),
    textFile(`${folder}/triggers.json`, skill.source, () => skillTriggers(skill)),
  ];
});

/** `evals/evals.json` (EXT §2.1; agentskills evaluating-skills). */
function skillEvals(skill: SkillPlan): string {
  return json({ skill_name: skill.name, evals: skill.evals.map((one, index) => entry(skill, one, index + 1)) });
}

function entry(skill: SkillPlan, one: SkillEval, id: number): unknown {
  const behavior = one.should_trigger
    ? one.expected_behavior
    : [`Does not use the skill "${skill.name}"`, ...one.expected_behavior];
  return {
    id,
    input: one.input,
    expected_behavior: behavior,
    prompt: one.input,
    expected_output: behavior.join('; '),
    files: [],
    assertions: behavior,
  };
}

/** `evals/triggers.json`: the bare list that trigger runners take. */
function skillTriggers(skill: SkillPlan): string {
  return json(skill.evals.map(({ input, should_trigger }) => ({ query: input, should_trigger })));
}

/** `servers/<name>/evals.json`, with the texts of prompts and resources: which tool a model should choose for which request (EXT §9.3). */
function toolEvals(server: ServerPlan, skills: readonly SkillPlan[]): string {
  const evals = server.tools
    .filter(isListed)
    .flatMap((tool) => tool.evals)
    .map((test) => {
      const sent = sentCase(test, { servers: [server], skills });
      if (!sent) return test;
      const after = [...(test.after ?? []), ...sent.after];
      return { ...test, query: sent.request ?? test.query, ...(after.length > 0 && { after }) };
    });
  return json({ server: server.name, evals });
}
