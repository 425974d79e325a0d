/** Turns a planned tool back into the keys of a spec that plans to the same tool, to restore a released version. */
import { BEHAVIORS } from '../behaviors/index.ts';
import { titleOf } from './names.ts';
import type { ToolPlan } from './model.ts';

/** In the order in which authors write them. `handler` is the file of the handlers, where the tool has one. */
export function releasedSpec(tool: ToolPlan, handler: string | undefined): Record<string, unknown> {
  const { name, title, authored, inputSchema, returns, annotations, timeout_ms, on_timeout, behavior, replaces } = tool;
  const { properties, required, $defs } = inputSchema;
  const { at_least_one: groups } = tool;
  return {
    name,
    ...(title !== titleOf(name) && { title }),
    description: authored.when === '' ? authored.does : authored,
    ...(Object.keys(properties).length > 0 && { parameters: properties }),
    ...($defs && { definitions: $defs }),
    ...(required.length > 0 && { required }),
    ...(groups && { at_least_one: groups }),
    ...(returns.properties && { returns }),
    ...effects(annotations),
    ...(timeout_ms !== undefined && { timeout_ms }),
    ...(on_timeout && { on_timeout }),
    ...Object.assign({}, ...BEHAVIORS.map((one) => one.write(behavior, handler))),
    ...(replaces && { replaces: replaces.length === 1 ? replaces[0] : replaces }),
  };
}

function effects({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint,
}: ToolPlan['annotations']): Record<string, unknown> {
  const kind = readOnlyHint ? 'read' : destructiveHint ? 'destroy' : 'write';
  return {
    effects: kind,
    ...(idempotentHint !== readOnlyHint && { idempotent: idempotentHint }),
    ...(!openWorldHint && { open_world: false }),
  };
}
