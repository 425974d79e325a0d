/** Definitions that the schemas of a tool refer to changed. */
import { sameJson } from '@haft/runtime/language';
import type { Json } from '@haft/runtime/language';
import type { ToolPlan } from '../../../plan/model.ts';
import { changeKind } from '../../kind.ts';

export const toolDefinitions = changeKind({
  id: 'tool/definitions',
  scope: 'tool',
  axis: 'wire',
  level: 'unknown',
  says: 'Definitions that the schemas of a tool refer to changed.',
  why: 'Whether every call and every result keeps its form cannot be told from two sets of definitions.',
  next: 'Compare the definitions; if the new ones refuse anything, run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before:
      'definitions: { day: { type: string, maxLength: 10 } }\nparameters: { day: { $ref: "#/$defs/day", description: Day of the visit. } }',
    after:
      'definitions: { day: { type: string, maxLength: 8 } }\nparameters: { day: { $ref: "#/$defs/day", description: Day of the visit. } }',
  },
  mirror: 'tool/definitions',
  detect({ before, after }, found) {
    if (!before || !after) return;
    const [old, now] = [definitionsOf(before), definitionsOf(after)];
    if (!sameJson(old, now)) found({ path: ['definitions'], before: old, after: now });
  },
});

function definitionsOf({ inputSchema }: ToolPlan): Json {
  const definitions: unknown = Reflect.get(inputSchema, '$defs');
  return definitions === undefined ? {} : (JSON.parse(JSON.stringify(definitions)) as Json);
}
