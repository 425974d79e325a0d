/** A property that the schema of the result no longer declares, while the tool returns it as before. */
import { type Json, ownMember, sameJson } from '@haft/runtime/language';
import type { ResultTable } from '@haft/runtime';
import type { SchemaPair } from '../change.ts';
import { json } from '../compare/changed.ts';
import { resultMapping } from '../compare/failures.ts';

/** What handlers and other tools return is not compared. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['handler', 'via']);

export function isStillReturned({ before, after, side, path, holder, tool }: SchemaPair): boolean {
  const [old, now] = [tool.before, tool.after];
  if (side !== 'result' || !before || after || !old || !now) return false;
  const { kind } = old.behavior;
  const { additionalProperties: others = true, patternProperties } = holder.after ?? {};
  if (kind !== now.behavior.kind || NOT_COMPARED.has(kind) || others !== true || patternProperties) return false;
  if (sameJson({ ...old.behavior }, { ...now.behavior })) return true;
  const [was, is] = [old, now].map((one) => sourceOf(resultMapping(one.behavior), path.slice(1)));
  return was !== undefined && is !== undefined && sameJson(was, is);
}

/** The rules that read a property: its own, and that of each map or list around it. */
function sourceOf(table: ResultTable | undefined, [step, name = '', ...rest]: readonly string[]): Json | undefined {
  if (step === 'items') return sourceOf(table, [name, ...rest]);
  const rule = table && ownMember(table, name);
  if (rule === undefined || rest.length === 0 || typeof rule === 'string' || !('fields' in rule))
    return rule && json(rule);
  const { fields, ...from } = rule;
  const inner = sourceOf(fields, rest);
  return inner === undefined ? undefined : [json(from), inner];
}
