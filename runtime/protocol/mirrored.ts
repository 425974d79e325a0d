/** Headers that repeat what a gateway routes by (MCP 2026-07-28): which members of a request, and which arguments of a tool. */
import { isObject } from '../language/json.ts';

/** The member of the params that `Mcp-Name` repeats, by method. */
export const NAMED: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['resources/read', 'uri'],
  ['prompts/get', 'name'],
]);

/** The keyword of a schema. */
export const KEYWORD = 'x-mcp-header';

export interface HeaderParameter {
  /** With its prefix. */
  readonly header: string;
  readonly path: readonly string[];
  readonly type: unknown;
}

/** Those of a schema of arguments to which nothing but names of properties leads. */
export function headerParameters(schema: unknown, path: readonly string[] = []): readonly HeaderParameter[] {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, inner]) => {
    const at = [...path, name];
    const { [KEYWORD]: header, type } = isObject(inner) ? inner : {};
    const own = typeof header === 'string' ? [{ header: `Mcp-Param-${header}`, path: at, type }] : [];
    return [...own, ...headerParameters(inner, at)];
  });
}
