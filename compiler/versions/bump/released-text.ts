/** The released version of a tool as text of a spec: the author's text where nothing forces another one, else printed again. */
import type { ToolPart } from '../../check/model.ts';
import { handlerFileIn } from '../../spec/behaviors/handler.ts';
import type { TextEdit } from '../../base/diagnostic.ts';
import { differences } from '../../spec/yaml/differences.ts';
import type { NodePath } from '../../spec/yaml/spec.ts';
import { referenceOf, writtenText } from '../../check/tool-names.ts';
import { writtenAdapter } from '../../plan/adapter.ts';
import type { Deprecation, ToolPlan } from '../../plan/model.ts';
import { releasedSpec } from '../../plan/released-spec.ts';
import type { ToolSurroundings } from '../../plan/released-spec.ts';
import { planTool } from '../../plan/tool.ts';

/** After a current tool, whose text is the model: two ways, of which the first keeps comments and layout. */
export function releasedBehind(
  released: ToolPlan,
  model: ToolPart,
  deprecated: Deprecation | undefined,
  handler = handlerFileIn(model.spec.handler),
): (TextEdit | undefined)[] {
  const target = specOf(released, handler, deprecated, model);
  return [model.copyBehind({ target, changed: changedIn(model, target) }), model.insertBehind(target)];
}

/** In the place of an edited tool; its evals stay. */
export function releasedInPlace(released: ToolPlan, part: ToolPart): TextEdit | undefined {
  const target = {
    ...specOf(released, handlerFileIn(part.spec.handler), released.deprecated ?? adapterTerms(part), part),
    ...(part.spec.evals && { evals: part.spec.evals }),
  };
  return part.edit({ kind: 'rewrite', path: [], target, changed: changedIn(part, target) });
}

/** A tool that was an adapter stays deprecated. */
function adapterTerms({ spec: { deprecated } }: ToolPart): Deprecation | undefined {
  if (!deprecated?.via) return undefined;
  const { since, use, remove_after, reason } = deprecated;
  return { since, use: referenceOf(use), remove_after, reason };
}

/** The keys of the released version at a place. */
export function specOf(
  released: ToolPlan,
  handler: string | undefined,
  deprecated: Deprecation | undefined,
  place: ToolSurroundings,
): object {
  const { behavior } = released;
  const via = deprecated && behavior.kind === 'via' ? writtenAdapter(behavior, writtenText(deprecated.use)) : {};
  return { ...releasedSpec(released, handler, place), ...(deprecated && { deprecated: { ...deprecated, ...via } }) };
}

/** Both as plans write them: how the author wrote a value that did not change makes no difference. */
function changedIn(part: ToolPart, target: object): NodePath[] {
  const { evals, deprecated } = part.spec;
  const current = releasedSpec(
    planTool({ tool: part, programs: part.server?.spec.programs, results: part.server?.spec.results }),
    handlerFileIn(part.spec.handler),
    part,
  );
  const changed = differences({ ...current, ...(deprecated && { deprecated }), ...(evals && { evals }) }, target);
  // What the plan adds is nowhere in the text.
  return changed.filter(([key = '']) => Object.hasOwn(target, key) || Object.hasOwn(part.spec, key));
}
