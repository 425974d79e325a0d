/** From the spec of a tool to its part: what is remembered with specs outlives the parts of one draft. */
import { invariant } from '../diagnostic.ts';
import { memoizeBy } from '../memo.ts';
import type { Draft, ToolPart } from './model.ts';
import type { ToolSpec } from './documents/tool.ts';

export const partsOf = memoizeBy((draft: Draft): ((spec: ToolSpec) => ToolPart) => {
  let parts: ReadonlyMap<ToolSpec, ToolPart> | undefined;
  return (spec) => {
    parts ??= new Map(draft.tools.map((tool) => [tool.spec, tool]));
    const part = parts.get(spec);
    invariant(part, 'every spec of a draft has its part');
    return part;
  };
});
