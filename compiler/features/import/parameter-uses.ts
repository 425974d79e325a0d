/** Where the request, command or file of an imported tool names a parameter. */
import { type Json, type JsonObject, isObject, ownMember, parseTemplate } from '@haft/runtime/language';
import type { NodePath } from '../../spec/yaml/spec.ts';

/** Keys of a tool in which templates name parameters. */
export const FILLED = ['http', 'command', 'file', 'mcp'] as const;

/** The tool without what is filled in by the parameter. */
export function withoutUses(tool: JsonObject, name: string): JsonObject {
  const entries = Object.entries(tool).flatMap(([key, part]): [string, Json][] => {
    const rest = FILLED.some((one) => one === key) ? unusedIn(part, name) : part;
    return rest === undefined ? [] : [[key, rest]];
  });
  return Object.fromEntries(entries);
}

/** Maps whose keys are names of parameters. */
const BY_PARAMETER: ReadonlySet<string> = new Set(['translate', 'argv']);

/** Undefined for what names the parameter, and for what is empty without it. */
function unusedIn(value: Json, name: string, within = ''): Json | undefined {
  if (typeof value === 'string') return uses(value, name) ? undefined : value;
  if (Array.isArray(value)) {
    const parts = value.map((item: Json) => unusedIn(item, name, within));
    // A flag of a program goes together with its value.
    const isGroup = value.every((item) => typeof item === 'string');
    if (isGroup && parts.includes(undefined) && typeof value[0] === 'string' && value[0].startsWith('-'))
      return undefined;
    return parts.filter((part) => part !== undefined);
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, member]): [string, Json][] => {
    const rest = key === name && BY_PARAMETER.has(within) ? undefined : unusedIn(member, name, key);
    return rest === undefined ? [] : [[key, rest]];
  });
  return entries.length === 0 && Object.keys(value).length > 0 ? undefined : Object.fromEntries(entries);
}

export function uses(text: string, name: string): boolean {
  return parseTemplate(text).parts.some((part) => typeof part === 'object' && part.path[0] === name);
}

/** Places in maps that the parameter fills in. */
export function usesOf(tool: JsonObject, name: string): readonly NodePath[] {
  const paths: NodePath[] = [];
  const visit = (node: Json | undefined, path: NodePath): void => {
    if (typeof node === 'string' && uses(node, name)) paths.push(path);
    if (isObject(node)) for (const [key, member] of Object.entries(node)) visit(member, [...path, key]);
  };
  for (const key of FILLED) visit(ownMember(tool, key), [key]);
  return paths;
}
