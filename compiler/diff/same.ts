/** Whether the two sides of a pair say the same, to the letter: most do, and nothing more is asked of them. */
import { haveSameMembers, isEqual } from '../equal.ts';
import type { Description, SkillPlan, ToolPlan } from '../plan/model.ts';
import type { Pair } from './change.ts';

/** Where things stand in the specs makes no difference; the order of properties does. */
export function isSame({ before, after }: Pair<ToolPlan | SkillPlan>): boolean {
  if (before === undefined || after === undefined) return before === after;
  if (before === after) return true;
  return (
    isSameDescription(before.description, after.description) &&
    isEqual(filesOf(before), filesOf(after)) &&
    haveSameMembers(before, after, COMPARED_ABOVE)
  );
}

const COMPARED_ABOVE: ReadonlySet<string> = new Set<keyof ToolPlan | keyof SkillPlan>([
  'source',
  'handlerFile',
  'description',
  'files',
]);

/** The hashes say nothing that the texts do not. */
function isSameDescription(a: Description, b: Description): boolean {
  if (a.text !== b.text || a.parts.length !== b.parts.length) return false;
  return a.parts.every(({ part, text }, at) => part === b.parts[at]?.part && text === b.parts[at]?.text);
}

function filesOf(part: ToolPlan | SkillPlan): unknown {
  return 'files' in part ? part.files.map(({ from: _from, ...file }) => file) : undefined;
}
