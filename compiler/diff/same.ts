/** Whether the two sides of a pair say the same, to the letter: most do, and nothing more is asked of them. */
import { oncePer } from '../once.ts';
import type { SkillPlan, ToolPlan } from '../plan/model.ts';
import type { Pair } from './change.ts';

/** Where things stand in the specs makes no difference. */
export function isSame({ before, after }: Pair<ToolPlan | SkillPlan>): boolean {
  if (before === undefined || after === undefined) return before === after;
  return before === after || textOf(before) === textOf(after);
}

const textOf = oncePer((part: ToolPlan | SkillPlan): string => {
  const files = 'files' in part ? { files: part.files.map((file) => ({ ...file, from: undefined })) } : {};
  return JSON.stringify({ ...part, ...files, source: undefined, handlerFile: undefined });
});
