/** Maps the spec of a tool to its part in the current build: cached findings outlive the parts of one build. */
import { invariant } from '../../base/diagnostic.ts';
import { memoizeBy } from '../../base/memo.ts';
import type { SpecDraft, ToolPart } from '../model.ts';
import type { ToolSpec } from '../documents/tool.ts';

export const partsOf = memoizeBy((draft: SpecDraft): ((spec: ToolSpec) => ToolPart) => {
  let parts: ReadonlyMap<ToolSpec, ToolPart> | undefined;
  return (spec) => {
    parts ??= new Map(draft.tools.map((tool) => [tool.spec, tool]));
    const part = parts.get(spec);
    invariant(part, 'every spec of a draft has its part');
    return part;
  };
});
