/** Names of tools are unique in a server, not in a project: what a text calls `tool` or `server.tool` is resolved here and nowhere else. */
import { groupBy } from '../base/groups.ts';

/** A tool of a project. */
export interface ToolId {
  /** Empty while it is not known. */
  readonly server: string;
  readonly tool: string;
}

/** Whether models see a tool; callers reach every tool. */
export function isListed({ deprecated }: { readonly deprecated?: { readonly listed?: unknown } }): boolean {
  return deprecated?.listed !== false;
}

declare const written: unique symbol;

/**
 * A name of a tool as an author wrote it. It is a text where it is stored and printed; the type keeps it from being compared with
 * the name of a tool, which another server can have as well.
 */
export interface ToolReference {
  readonly [written]: never;
}

export function referenceOf(text: string): ToolReference {
  return text as unknown as ToolReference;
}

/** To print it. */
export function writtenText(reference: ToolReference): string {
  return String(reference);
}

type Written = string | ToolReference;

/** It has no `has`: a plain name can be that of several tools. */
export interface ToolNames {
  /** Whether there is such a tool. */
  includes(tool: ToolId): boolean;
  /**
   * The tools that a name can mean; none where it is unknown, several where it is ambiguous. A tool of the servers `near`
   * comes before all others, so that no other server changes what their own texts mean.
   */
  resolve(written: Written, near?: readonly string[]): readonly ToolId[];
  /** What to write for a tool there: its plain name where that means this tool alone. */
  reference(tool: ToolId, near?: readonly string[]): string;
  /** Plain names of the tools of these servers; of all where none is given. */
  plain(servers?: readonly string[]): readonly string[];
  /** How many tools a server has. */
  countOf(server: string): number;
  /** Whether a reference means this tool. */
  means(written: Written, tool: ToolId, near?: readonly string[]): boolean;
}

export function toolNames(tools: readonly ToolId[]): ToolNames {
  const servers = new Map<string, Map<string, ToolId>>();
  for (const id of tools) {
    const own = servers.get(id.server) ?? new Map<string, ToolId>();
    servers.set(id.server, own);
    if (!own.has(id.tool)) own.set(id.tool, id);
  }
  let names: ReadonlyMap<string, readonly ToolId[]> | undefined;
  const byName = (): ReadonlyMap<string, readonly ToolId[]> =>
    (names ??= groupBy(
      tools.filter((id) => servers.get(id.server)?.get(id.tool) === id),
      ({ tool }) => tool,
    ));
  const qualified = (written: string): readonly ToolId[] => {
    const end = written.indexOf('.');
    const match = servers.get(written.slice(0, Math.max(0, end)))?.get(written.slice(end + 1));
    return match ? [match] : NOTHING;
  };
  const resolve: ToolNames['resolve'] = (reference, near = []) => {
    const written = String(reference);
    const own = [...new Set(near)].flatMap((server) => servers.get(server)?.get(written) ?? []);
    return [...(own.length > 0 ? own : (byName().get(written) ?? [])), ...qualified(written)];
  };
  const means: ToolNames['means'] = (written, { server, tool }, near) => {
    const [match, ...others] = resolve(written, near);
    return others.length === 0 && match?.server === server && match.tool === tool;
  };
  return {
    includes: ({ server, tool }) => servers.get(server)?.has(tool) === true,
    resolve,
    means,
    reference: (id, near) => (means(id.tool, id, near) ? id.tool : qualifiedName(id)),
    countOf: (server) => servers.get(server)?.size ?? 0,
    plain: (wanted) => {
      const own = wanted?.flatMap((server) => [...(servers.get(server)?.keys() ?? [])]);
      return [...new Set(own ?? byName().keys())];
    },
  };
}

const NOTHING: readonly never[] = [];

/** The tool itself; where its server has another name now, the only one of that name. */
export function currentTool(id: ToolId, names: ToolNames, hasServer: (name: string) => boolean): ToolId | undefined {
  if (names.includes(id)) return id;
  const matches = hasServer(id.server) ? [] : names.resolve(id.tool).filter(({ tool }) => tool === id.tool);
  return matches.length === 1 ? matches[0] : undefined;
}

export function qualifiedName({ server, tool }: ToolId): string {
  return `${server}.${tool}`;
}
