/** Whether both sides of a pair are identical: most are, and need no further comparison. */
import { haveSameMembers, isEqual } from '../base/json.ts';
import type { Description, SkillPlan, ToolPlan } from '../plan/model.ts';
import type { Pair } from './change.ts';

/** Places in the specs are ignored; the order of properties is not. */
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
  'from',
  'description',
  'files',
]);

/** The hashes follow from the texts. */
function isSameDescription(a: Description, b: Description): boolean {
  if (a.text !== b.text || a.parts.length !== b.parts.length) return false;
  return a.parts.every(({ part, text }, at) => part === b.parts[at]?.part && text === b.parts[at]?.text);
}

function filesOf(part: ToolPlan | SkillPlan): unknown {
  return 'files' in part ? part.files.map(({ from: _from, ...file }) => file) : undefined;
}
