/** `skills.ts`: the skills that a server serves, as data; only where it serves some. */
import type { SkillTable } from '@haft/runtime';
import type { ServerPlan } from '../../plan/model.ts';
import { literal, ts } from '../code.ts';
import { header } from './header.ts';

export function skillsTs(server: ServerPlan, skills: SkillTable): string {
  return (
    header(server.source) +
    ts`
import type * as haft from '@haft/runtime';

/** All skills that the server offers, with their files. */
export const skills: haft.SkillTable = ${literal(skills)};
`
  );
}
