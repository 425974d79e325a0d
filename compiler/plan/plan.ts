/** Plans a checked spec; total, because check rejects everything that could not be planned. */
import type { CheckedSpec } from '../check/model.ts';
import { compareText } from '../base/diagnostic.ts';
import type { Plan } from './model.ts';
import type { OnStep } from '../base/progress.ts';
import { mapInSteps } from '../base/progress.ts';
import { planServer } from './server.ts';
import { planSkill } from './skill.ts';

export function plan(spec: CheckedSpec, onStep?: OnStep): Plan {
  const folders = spec.skills.map(({ folder }) => folder);
  return {
    planVersion: 1,
    servers: mapInSteps(spec.servers, ['planning', 'servers'], onStep, (server) =>
      planServer(server, spec.skills),
    ).sort((a, b) => compareText(a.name, b.name)),
    skills: mapInSteps(spec.skills, ['planning', 'skills'], onStep, (skill) =>
      planSkill(skill, spec.files, folders),
    ).sort((a, b) => compareText(a.name, b.name)),
  };
}
