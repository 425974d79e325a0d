/** Whether the two sides of a pair say the same, to the letter: most do, and nothing more is asked of them. */
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

const NONE: ReadonlySet<string> = new Set();
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

/** As JSON. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  return Array.isArray(a) === Array.isArray(b) && haveSameMembers(a, b, NONE);
}

/** In the same order; a member without a value is none. */
function haveSameMembers(a: object, b: object, ignored: ReadonlySet<string>): boolean {
  const others = Object.keys(b).values();
  for (const key of Object.keys(a)) {
    const value: unknown = Reflect.get(a, key);
    if (value === undefined || ignored.has(key)) continue;
    if (nextMember(others, b, ignored) !== key || !isEqual(value, Reflect.get(b, key))) return false;
  }
  return nextMember(others, b, ignored) === undefined;
}

function nextMember(keys: Iterator<string>, of: object, ignored: ReadonlySet<string>): string | undefined {
  for (let next = keys.next(); !next.done; next = keys.next())
    if (!ignored.has(next.value) && Reflect.get(of, next.value) !== undefined) return next.value;
  return undefined;
}
