/** Turns a planned tool back into the keys of a spec that plans to the same tool, to restore a released version. */
import { BEHAVIORS } from '../spec/behaviors/index.ts';
import { withoutUndefined } from '../base/json.ts';
import { passedOn } from '../check/documents/tool.ts';
import type { ToolPart } from '../check/model.ts';
import { titleOf } from './names.ts';
import type { ToolPlan } from './model.ts';

/** Where the tool will be: what is derived there, or holds for all tools of its server. */
export type ToolSurroundings = Pick<ToolPart, 'profile' | 'server'>;

/** In the order in which authors write them. `handler` is the file of the handlers, where the tool has one. */
export function releasedSpec(
  tool: ToolPlan,
  handler: string | undefined,
  place?: ToolSurroundings,
): Record<string, unknown> {
  const { name, title, authored, description, returns, annotations, behavior, replaces } = tool;
  const { hints, icons, meta, execution, results, outputSchema, at_least_one: groups, scopes } = tool;
  return {
    name,
    ...(isTitled(tool, place) && { title }),
    ...(description.parts.some(({ part }) => part !== 'deprecated') && {
      description: authored.when === '' ? authored.does : authored,
    }),
    ...parameters(tool),
    ...(groups && { at_least_one: groups }),
    ...(scopes && { scopes }),
    ...(tool.public === true && { public: true }),
    ...(Object.keys(returns).length > 1 && { returns }),
    ...(hints === undefined ? effects(annotations) : hints && { hints }),
    ...withoutUndefined({ icons, meta, execution }),
    ...(results ? { results } : place?.server?.spec.results === 'raw' && { results: 'envelope' }),
    ...(outputSchema && { output_schema: outputSchema }),
    ...passedOn(tool),
    ...Object.assign({}, ...BEHAVIORS.map((one) => one.write(behavior, handler, place?.server?.spec.programs ?? {}))),
    ...(replaces && { replaces: replaces.length === 1 ? replaces[0] : replaces }),
  };
}

/** Profile `ext` derives one; where the place is not known, only raw results are certain to be of the other. */
function isTitled({ title, name, results }: ToolPlan, place: ToolSurroundings | undefined): boolean {
  if (title === undefined) return false;
  return title !== titleOf(name) || (place ? place.profile === 'mcp' : results !== undefined);
}

/** Where results have an envelope, what the plan adds is left out. */
function parameters({ inputSchema, results }: ToolPlan): Record<string, unknown> {
  const { type: _type, properties, required, additionalProperties: others, $defs, ...more } = inputSchema;
  const isRaw = results === 'raw';
  return {
    ...(properties && (isRaw || Object.keys(properties).length > 0) && { parameters: properties }),
    ...($defs && { definitions: $defs }),
    ...(required && (isRaw || required.length > 0) && { required }),
    ...(others !== undefined && (isRaw || others !== false) && { additional_parameters: others }),
    ...(Object.keys(more).length > 0 && { parameters_schema: more }),
  };
}

function effects(annotations: ToolPlan['annotations']): Record<string, unknown> {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  const kind = readOnlyHint ? 'read' : destructiveHint ? 'destroy' : 'write';
  return {
    effects: kind,
    ...(idempotentHint !== readOnlyHint && { idempotent: idempotentHint }),
    ...(!openWorldHint && { open_world: false }),
  };
}
