/** Behavior `find`: the two tools of a server with `list: search`, which find its other tools and call them. */
import type { Behavior, ServerDescriptor, ToolDescriptor } from '../../descriptor/descriptor.ts';
import { clip } from '../../language/describe.ts';
import { isObject } from '../../language/json.ts';
import { nearest } from '../../language/nearest.ts';
import { indexTools } from '../../language/tool-index.ts';
import { firstSentence, typedLine } from '../../language/typed-line.ts';
import type { CallTool } from '../../server/call.ts';
import { type ToolFailure, failure } from '../../server/failure.ts';
import type { ByName } from '../../server/printed.ts';
import type { BehaviorRunner } from '../shared/run.ts';

/** The name of the tool that calls one that was found. */
const CALL_TOOL = 'call_tool';

/** The texts of the tools are read at the first request: they cost a start nothing. */
export const find: BehaviorRunner<Extract<Behavior, { kind: 'find' }>> = {
  kind: 'find',
  needs: () => [],
  run: (_behavior, { server }) => {
    let search: ReturnType<typeof indexTools> | undefined;
    const findable = (): readonly ToolDescriptor[] =>
      server.tools.filter(({ listed, behavior }) => listed !== false && behavior.kind !== 'find');
    return ({ request, limit, schemas }) => {
      search ??= indexTools(findable());
      const names = search(String(request));
      if (names.length === 0)
        return failure(
          'nothing_found',
          'No tool has a word of the request.',
          'Ask with other words, in the language of the tools: what shall be done, and with what.',
        );
      const best = names.slice(0, Number(limit));
      const tools = best.flatMap((name) => server.tools.filter((tool) => tool.name === name));
      return { tools: tools.map((tool) => entryOf(tool, schemas === true)), more: names.length - best.length };
    };
  },
};

function entryOf({ name, description = '', inputSchema }: ToolDescriptor, whole: boolean): object {
  if (whole) return { name, does: description, schema: { ...inputSchema } };
  return { name, does: firstSentence(description), arguments: typedLine('', inputSchema) };
}

/** After others were hidden: they are gone where nothing is left to find, and only read where all others do. */
export function fitFinders(tools: readonly ToolDescriptor[], readOnly: boolean): readonly ToolDescriptor[] {
  const isAny = tools.some(({ listed }) => listed === 'found');
  return tools.flatMap((tool) => {
    if (tool.behavior.kind !== 'find') return tool;
    const annotations = { ...tool.annotations, ...(readOnly && { readOnlyHint: true }) };
    return isAny ? { ...tool, annotations } : [];
  });
}

/** `call_tool` calls the tool that it names: what is checked, logged and returned is that tool's. */
export function callFound(
  tools: ByName<CallTool>,
  { printed, tools: all }: ServerDescriptor,
): ByName<CallTool> | undefined {
  const own = tools.get(CALL_TOOL);
  if (own === undefined) return undefined;
  const hidden = new Set(
    printed?.flatMap(([name, , , isUnlisted]) => (isUnlisted ? name : [])) ??
      all.flatMap(({ name, listed }) => (listed === undefined ? [] : name)),
  );
  const call: CallTool = (request, origin) => {
    const { name, arguments: args = {} } = isObject(request) ? request : {};
    if (typeof name !== 'string') return own(request, origin);
    const target = tools.get(name);
    if (target === undefined || !hidden.has(name)) return own(notCallable(name, target && name, tools), origin);
    return target(args, origin);
  };
  return { keys: () => tools.keys(), get: (name) => (name === CALL_TOOL ? call : tools.get(name)) };
}

function notCallable(name: string, listed: string | undefined, tools: ByName<CallTool>): ToolFailure {
  if (listed !== undefined)
    return failure(
      'listed',
      `${listed} is a tool of its own.`,
      `Call ${listed} by its name: hosts ask the user about it.`,
    );
  const meant = nearest(name, tools.keys());
  const hint = meant === undefined ? 'Find the name of a tool first.' : `Did you mean ${meant}?`;
  return failure('unknown_tool', `There is no tool ${clip(name)}.`, hint);
}
