/** Printed tools: each is parsed at its first call. */
import type {
  PrintedServer,
  PrintedTool,
  ServerDescriptor,
  ToolDescriptor,
  ToolTable,
} from '../descriptor/descriptor.ts';
import { entryOf } from './memory.ts';

/** Tools by name. */
export type ByName<Item> = Pick<ReadonlyMap<string, Item>, 'get' | 'keys'>;

/** Replaces the texts of a printed server by tools; returns any other server unchanged. */
export function readPrintedServer(server: ServerDescriptor | PrintedServer): ServerDescriptor {
  if ('tools' in server) return server;
  let tools: ToolTable | undefined;
  return Object.defineProperty({ ...server, tools: [] }, 'tools', {
    enumerable: true,
    get: () => (tools ??= server.printed.map(readTool)),
  });
}

/** Creates an item of a tool when it is first read. */
export function lazily<Item>(printed: readonly PrintedTool[], make: (tool: ToolDescriptor) => Item): ByName<Item> {
  const texts = new Map(printed.map((tool) => [tool[0], tool]));
  const items = new Map<string, Item>();
  return {
    keys: () => texts.keys(),
    get(name) {
      const text = texts.get(name);
      return text && entryOf(items, name, () => make(readTool(text)));
    },
  };
}

function readTool([, listed, rest, isUnlisted]: PrintedTool): ToolDescriptor {
  return {
    ...JSON.parse(listed),
    ...JSON.parse(rest),
    ...(isUnlisted && { listed: isUnlisted === true ? false : isUnlisted }),
  };
}

/** The fields of a tool that clients may see, as `PrintedTool` has them. */
export function listedTool(tool: ToolDescriptor): string {
  const { name, title, description, inputSchema, outputSchema, annotations, icons, execution, _meta } = tool;
  return JSON.stringify({ name, title, description, inputSchema, outputSchema, annotations, icons, execution, _meta });
}
