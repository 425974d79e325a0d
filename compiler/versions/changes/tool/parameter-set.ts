/** Which parameters a model can fill. */
import type { Schema } from '@haft/runtime/language';
import { changeKinds } from '../../kind.ts';
import { someOf } from '../../compare/changed.ts';

export const TOOL_PARAMETER_SET = changeKinds('tool', [
  {
    id: 'tool/parameter-set',
    axis: 'model',
    level: 'risky',
    says: 'The set of parameters that a model can fill changed.',
    why: 'A model reads every parameter when it chooses a tool and fills it: a new one attracts values, and a missing one sends them elsewhere.',
    next: 'Rerun the evals of "<tool>" and record the results with `haft eval --tier model --record`.',
    example: {
      before: 'parameters: { words: { type: string, description: Words to look for. } }',
      after:
        'parameters: { words: { type: string, description: Words to look for. }, author: { type: string, description: Who wrote it., default: "" } }',
    },
    detect({ before, after }, found) {
      if (!before || !after) return;
      const removed = missingIn(after.inputSchema, before.inputSchema);
      const added = missingIn(before.inputSchema, after.inputSchema);
      if (removed.length + added.length > 0)
        found({ path: ['parameters'], before: someOf(removed), after: someOf(added) });
    },
  },
]);

/** Parameters of the second schema that the first one does not have: `limit`, `cargo[].wet`. Nothing of what is inside them. */
function missingIn(first: Schema, second: Schema, prefix = ''): string[] {
  const here = Object.entries(second.properties ?? {}).flatMap(([name, schema]) => {
    const counterpart = first.properties?.[name];
    if (counterpart) return missingIn(counterpart, schema, `${prefix}${name}.`);
    return first.properties || prefix === '' ? [`${prefix}${name}`] : [];
  });
  const [items, others] = [first.items, second.items];
  return items && others ? [...here, ...missingIn(items, others, `${prefix.replace(/\.$/, '')}[].`)] : here;
}
