/** A Plan in which parameters have the names that a fix gives them, so that a comparison shows what else it changes. */
import type { JsonObject, Schema } from '@haft/runtime/language';
import type { PlacedKey } from '../../spec/behaviors/behavior.ts';
import type { Rename } from '../../base/diagnostic.ts';
import type { Plan, ToolPlan } from '../../plan/model.ts';
import { readJsonMap } from '../../plan/read-json.ts';

/** `mapping` are keys of behaviors that only map the old names to the new ones: example calls judge those. */
export function renamedIn(plan: Plan, renames: readonly Rename[], mapping: readonly PlacedKey[]): Plan {
  if (renames.length === 0) return plan;
  const servers = plan.servers.map((server) => ({
    ...server,
    tools: server.tools.map((tool) => {
      const own = renames.filter((one) => one.tool === tool.name && (one.server ?? server.name) === server.name);
      return own.reduce((result, one) => renamedTool(result, one), own.length > 0 ? without(tool, mapping) : tool);
    }),
  }));
  return { ...plan, servers };
}

function without(tool: ToolPlan, mapping: readonly PlacedKey[]): ToolPlan {
  const keys = new Set(mapping.map(({ key }) => key));
  const behavior = Object.fromEntries(Object.entries(tool.behavior).filter(([key]) => !keys.has(key)));
  return { ...tool, behavior: behavior as ToolPlan['behavior'] };
}

function renamedTool(tool: ToolPlan, { from, to }: Rename): ToolPlan {
  const { inputSchema, at_least_one, behavior } = tool;
  const { properties = {}, required } = inputSchema;
  const named = (name: string): string => (name === from ? to : name);
  const members = Object.entries(properties).map(([name, schema]): [string, Schema] => [named(name), schema]);
  // Only what is the same but for the name may differ: both sides are read with the new one.
  const word = new RegExp(`(?<!\\w)${from.replaceAll(/\W/g, '\\$&')}(?!\\w)`, 'g');
  const text = JSON.stringify(behavior).replaceAll(word, to);
  return {
    ...tool,
    inputSchema: {
      ...inputSchema,
      properties: Object.fromEntries(members),
      ...(required && { required: required.map(named) }),
    },
    ...(at_least_one && { at_least_one: at_least_one.map((group) => group.map(named)) }),
    behavior: { ...readJsonMap(text) } as ToolPlan['behavior'],
  };
}

/** Arguments under the new names. */
export function renamedArguments(args: JsonObject, renames: readonly Rename[]): JsonObject {
  const names = new Map(renames.map(({ from, to }) => [from, to]));
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [names.get(name) ?? name, value]));
}
