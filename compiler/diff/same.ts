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
  const { text, parts } = part.description;
  // The hashes say nothing that the texts do not.
  const description = [text, ...parts.flatMap((one) => [one.part, one.text])];
  return JSON.stringify({ ...part, ...files, description, source: undefined, handlerFile: undefined });
});
