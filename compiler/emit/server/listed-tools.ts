/** What `tools/list` of a server shows, and with `list: search` the two tools that find and call the others. */
import type { ObjectSchema, ToolTable } from '@haft/runtime';
import { toolDescriptor } from './descriptor.ts';
import { isListed } from '../../check/tool-names.ts';
import { planDescription } from '../../plan/description.ts';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';

export interface PlacedTool {
  readonly tool: ToolPlan;
  /** It is not listed, but found. */
  readonly isFound: boolean;
}

/** Hosts ask their user about each tool by its name: what destroys keeps its own, and what is not known may destroy. */
export function placedTools(server: ServerPlan): readonly PlacedTool[] {
  const isSearched = server.list === 'search';
  const own = server.tools.map((tool): PlacedTool => {
    const { readOnlyHint, destructiveHint } = tool.annotations;
    const isFound = isSearched && (readOnlyHint || !destructiveHint);
    return { tool, isFound: isFound && isListed(tool) };
  });
  const findable = own.filter(({ isFound }) => isFound).map(({ tool }) => tool);
  return isSearched ? [...finders(server, findable).map((tool) => ({ tool, isFound: false })), ...own] : own;
}

/** The table of the tools as the runtime reads it. */
export function toolTable(server: ServerPlan): ToolTable {
  return placedTools(server).map(({ tool, isFound }) => ({
    ...toolDescriptor(tool, server.limits),
    ...(isFound && { listed: 'found' }),
  }));
}

function finders(server: ServerPlan, findable: readonly ToolPlan[]): readonly ToolPlan[] {
  const { source } = server;
  const shared = { evals: [], source, behavior: { kind: 'find' } } as const;
  const isOpen = findable.some(({ annotations }) => annotations.openWorldHint);
  return [
    {
      ...shared,
      ...namedTool('find_tools', 'Finds tools of this server by the words of a request.', FINDS),
      title: 'Find tools',
      inputSchema: FIND_INPUT,
      returns: FIND_RESULT,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    {
      ...shared,
      ...namedTool('call_tool', 'Calls a tool that find_tools found; its result is that of the tool.', CALLS),
      title: 'Call a found tool',
      inputSchema: CALL_INPUT,
      returns: {},
      annotations: {
        readOnlyHint: findable.every(({ annotations }) => annotations.readOnlyHint),
        destructiveHint: false,
        idempotentHint: findable.every(({ annotations }) => annotations.idempotentHint),
        openWorldHint: isOpen,
      },
    },
  ];
}

function namedTool(name: string, does: string, when: string): Pick<ToolPlan, 'name' | 'description' | 'authored'> {
  const description = planDescription([
    { part: 'does', text: does },
    { part: 'when', text: when },
  ]);
  return { name, description, authored: { does, when } };
}

const FINDS =
  'Use when the task needs a tool of this server that is not listed. Name what shall be done and with what, in a few words.';
const CALLS = 'Use when find_tools has returned a tool, with its name and arguments.';

const FIND_INPUT: ObjectSchema = {
  type: 'object',
  properties: {
    request: { type: 'string', maxLength: 2000, description: 'What shall be done, in a few words.' },
    limit: { type: 'integer', minimum: 1, maximum: 20, default: 5, description: 'How many tools to return at most.' },
    schemas: {
      type: 'boolean',
      default: false,
      description: 'Whether to return whole descriptions and JSON schemas instead of a line for each tool.',
    },
  },
  required: ['request'],
};

const FIND_RESULT = {
  type: 'object',
  properties: {
    tools: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          does: { type: 'string' },
          arguments: { type: 'string' },
          schema: { type: 'object', additionalProperties: true },
        },
        required: ['name', 'does'],
      },
    },
    more: { type: 'integer', description: 'Further tools that share a word with the request.' },
  },
  required: ['tools', 'more'],
} as const satisfies ToolPlan['returns'];

const CALL_INPUT: ObjectSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Name of the tool, as find_tools returned it.' },
    arguments: { type: 'object', additionalProperties: true, description: 'Arguments of that tool.' },
  },
  required: ['name'],
};
