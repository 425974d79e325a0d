/** Plans one tool. */
import { toolParts } from '../check/description.ts';
import type { DescriptionPart } from '../check/description.ts';
import type { Programs } from '../spec/behaviors/programs.ts';
import type { ToolPart } from '../check/model.ts';
import { type Results, type ToolSpec, passedOn } from '../check/documents/tool.ts';
import { memoizeByParts } from '../base/memo.ts';
import type { JsonObject, ToolAnnotations } from '@haft/runtime';
import { planBehavior } from './behavior.ts';
import { planDescription } from './description.ts';
import { planEval } from './eval.ts';
import type { ToolPlan } from './model.ts';
import { titleOf } from './names.ts';
import { importedInput, importedSchema, inputSchema, resultSchema } from './schema.ts';

/** A tool, and what its server declares for all of them. */
interface OwnedTool {
  readonly tool: ToolPart;
  readonly programs: Programs | undefined;
  readonly results: Results | undefined;
}

/** The same spec in the same file has the same plan, independent of its position. */
export const planTool = memoizeByParts(
  ({ tool: { spec, file, profile }, programs, results }: OwnedTool) => [spec, file, profile, programs, results],
  toPlan,
);

function toPlan({ tool: { spec, file, profile }, programs = {}, results = 'envelope' }: OwnedTool): ToolPlan {
  const { name, replaces, deprecated, handler, icons, meta, execution, output_schema, from } = spec;
  const isRaw = (spec.results ?? results) === 'raw';
  const title = spec.title ?? (profile === 'mcp' ? undefined : titleOf(name));
  const hints = listedHints(spec, isRaw);
  return {
    name,
    ...(title !== undefined && { title }),
    description: planDescription([...deprecationNote(deprecated), ...toolParts(spec)]),
    authored: spec.description,
    inputSchema: profile === 'mcp' ? importedInput(spec, isRaw) : inputSchema(spec),
    returns: (profile === 'mcp' ? importedSchema : resultSchema)(spec.returns ?? { type: 'object' }),
    annotations: annotations(spec),
    ...(spec.at_least_one && { at_least_one: spec.at_least_one }),
    ...(hints !== undefined && { hints }),
    ...(icons && { icons }),
    ...(meta && { meta }),
    ...(execution && { execution }),
    ...(isRaw && { results: 'raw' }),
    ...(isRaw && output_schema && { outputSchema: output_schema }),
    ...passedOn(spec),
    behavior: planBehavior(spec, programs),
    ...(handler !== undefined && { handlerFile: pathNextTo(file, handler) }),
    evals: (spec.evals ?? []).map((one) => planEval(one, name)),
    ...(replaces !== undefined && { replaces: [replaces].flat() }),
    ...(deprecated && { deprecated }),
    ...(from !== undefined && { from }),
    source: file,
  };
}

/** First, where a model cannot miss it: MCP has no field for it (EXT §9 rule 2). */
function deprecationNote(deprecated: ToolSpec['deprecated']): DescriptionPart[] {
  if (!deprecated) return [];
  return [{ part: 'deprecated', text: `Deprecated: use ${deprecated.use} instead.` }];
}

/** MCP tool annotations; a read changes nothing, so it can neither destroy nor differ when repeated. */
function annotations({ hints, effects, idempotent, open_world = true }: ToolSpec): ToolAnnotations {
  if (hints) return effective(hints);
  return {
    readOnlyHint: effects === 'read',
    // The defaults of MCP.
    destructiveHint: effects === undefined || effects === 'destroy',
    idempotentHint: idempotent ?? effects === 'read',
    openWorldHint: open_world,
  };
}

/** What hints mean, with the defaults of MCP. */
export function effective({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint,
}: JsonObject): ToolAnnotations {
  const isRead = readOnlyHint === true;
  return {
    readOnlyHint: isRead,
    destructiveHint: !isRead && destructiveHint !== false,
    idempotentHint: idempotentHint === undefined ? isRead : idempotentHint === true,
    openWorldHint: openWorldHint !== false,
  };
}

/** What is listed instead of the four; raw tools list only what was given. */
function listedHints(spec: ToolSpec, isRaw: boolean): JsonObject | null | undefined {
  const { hints, effects, idempotent, open_world } = spec;
  if (hints || !isRaw) return hints;
  return effects === undefined && idempotent === undefined && open_world === undefined ? null : undefined;
}

function pathNextTo(file: string, name: string): string {
  return `${file.slice(0, file.lastIndexOf('/') + 1)}${name.replace(/^\.\//, '')}`;
}
