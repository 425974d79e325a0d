/** A skill's evals: EXT's fields, and next to them the names that other runners read. */
import type { SkillEval, SkillPlan } from '../../plan/model.ts';
import { json } from '../json.ts';

/** `evals/evals.json` (EXT §2.1; agentskills evaluating-skills). */
export function skillEvals(skill: SkillPlan): string {
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
export function skillTriggers(skill: SkillPlan): string {
  return json(skill.evals.map(({ input, should_trigger }) => ({ query: input, should_trigger })));
}
