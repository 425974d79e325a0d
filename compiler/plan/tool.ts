/** Plans one tool. */
import { toolParts } from '../check/description.ts';
import type { DescriptionPart } from '../check/description.ts';
import type { Programs } from '../behaviors/programs.ts';
import type { ToolPart } from '../check/model.ts';
import type { ToolSpec } from '../check/documents/tool.ts';
import { memoizeByParts } from '../memo.ts';
import type { ToolAnnotations } from '@haft/runtime';
import { planBehavior } from './behavior.ts';
import { planDescription } from './description.ts';
import { planEval } from './eval.ts';
import type { ToolPlan } from './model.ts';
import { titleOf } from './names.ts';
import { inputSchema, resultSchema } from './schema.ts';

/** A tool, and what its server declares for all of them. */
interface OwnedTool {
  readonly tool: ToolPart;
  readonly programs: Programs | undefined;
}

/** The same spec in the same file is the same plan, wherever it is there. */
export const planTool = memoizeByParts(
  ({ tool: { spec, file, profile }, programs }: OwnedTool) => [spec, file, profile, programs],
  toPlan,
);

function toPlan({ tool: { spec, file, profile }, programs = {} }: OwnedTool): ToolPlan {
  const { name, title = titleOf(name), timeout_ms, on_timeout, replaces, deprecated, handler, definitions } = spec;
  return {
    name,
    title,
    description: planDescription([...deprecationNote(deprecated), ...toolParts(spec)]),
    authored: spec.description,
    inputSchema: inputSchema(spec.parameters ?? {}, spec.required ?? [], { imported: profile === 'mcp', definitions }),
    returns: resultSchema(spec.returns ?? { type: 'object' }),
    annotations: annotations(spec),
    ...(spec.at_least_one && { at_least_one: spec.at_least_one }),
    ...(timeout_ms !== undefined && { timeout_ms }),
    ...(on_timeout && { on_timeout }),
    behavior: planBehavior(spec, programs),
    ...(handler !== undefined && { handlerFile: pathNextTo(file, handler) }),
    evals: (spec.evals ?? []).map((one) => planEval(one, name)),
    ...(replaces !== undefined && { replaces: [replaces].flat() }),
    ...(deprecated && { deprecated }),
    source: file,
  };
}

/** First, where a model cannot miss it: MCP has no field for it (EXT §9 rule 2). */
function deprecationNote(deprecated: ToolSpec['deprecated']): DescriptionPart[] {
  if (!deprecated) return [];
  return [{ part: 'deprecated', text: `Deprecated: use ${deprecated.use} instead.` }];
}

/** MCP tool annotations; a read changes nothing, so it can neither destroy nor differ when repeated. */
function annotations({ effects, idempotent = effects === 'read', open_world = true }: ToolSpec): ToolAnnotations {
  return {
    readOnlyHint: effects === 'read',
    // The defaults of MCP.
    destructiveHint: effects === undefined || effects === 'destroy',
    idempotentHint: idempotent,
    openWorldHint: open_world,
  };
}

function pathNextTo(file: string, name: string): string {
  return `${file.slice(0, file.lastIndexOf('/') + 1)}${name.replace(/^\.\//, '')}`;
}
