/** Where an imported tool names a parameter, and parameters that the author renamed: those places show which ones, and the other versions of a tool follow. */
import { type Json, type JsonObject, isObject, parseTemplate, ownMember } from '@haft/runtime/language';
import type { NodePath } from '../../spec/yaml/spec.ts';
import { membersOf, valueAt } from './merge.ts';

/** By the name in `base`: the author's. A name is only followed where everything that the author left of its uses agrees. */
export function ownNames(base: JsonObject, ours: JsonObject, theirs = base): ReadonlyMap<string, string> {
  const [before, own, other] = [base, ours, theirs].map((tool) => membersOf(tool['parameters']));
  if (!before || !own || !other) return new Map();
  const names = Object.keys(before).flatMap((name): [string, string][] => {
    if (Object.hasOwn(own, name)) return [];
    const written = usesOf(base, name).flatMap((path) => nameAt(base, ours, path, name) ?? []);
    const [to] = written;
    const isNew = to !== undefined && Object.hasOwn(own, to) && !Object.hasOwn({ ...before, ...other }, to);
    return isNew && written.every((one) => one === to) ? [[name, to]] : [];
  });
  const targets = names.map(([, to]) => to);
  return new Map(names.filter(([, to]) => targets.indexOf(to) === targets.lastIndexOf(to)));
}

/** What the author wrote for the name; undefined where the place is gone or says something else. */
function nameAt(base: JsonObject, ours: JsonObject, path: NodePath, name: string): string | undefined {
  const [before, own] = [base, ours].map((value) => variablesIn(valueAt(value, path)));
  if (!before || !own || before.length !== own.length) return undefined;
  return own[before.indexOf(name)];
}

function variablesIn(value: Json | undefined): readonly string[] | undefined {
  if (typeof value !== 'string') return undefined;
  return parseTemplate(value).parts.flatMap((part) => (typeof part === 'string' ? [] : (part.path[0] ?? '')));
}

/** The tool with other names of parameters. */
export function withNames(tool: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const parameters = membersOf(tool['parameters']);
  if (names.size === 0) return tool;
  const named = (name: string): string => names.get(name) ?? name;
  const entries = Object.entries(tool).map(([key, value]): [string, Json] => {
    if (key === 'parameters')
      return [key, Object.fromEntries(Object.entries(parameters).map(([name, one]) => [named(name), one]))];
    if (key === 'required' || key === 'at_least_one') return [key, withTexts(value, named)];
    const isFilled = FILLED.some((one) => one === key);
    return [key, isFilled ? withTexts(value, (text) => renamedIn(text, named)) : value];
  });
  return Object.fromEntries(entries);
}

function withTexts(value: Json, change: (text: string) => string): Json {
  if (Array.isArray(value)) return value.map((one: Json) => withTexts(one, change));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one, change)]));
  return typeof value === 'string' ? change(value) : value;
}

function renamedIn(text: string, named: (name: string) => string): string {
  let [result, end] = ['', 0];
  for (const part of parseTemplate(text).parts) {
    const [name] = typeof part === 'string' ? [] : part.path;
    if (typeof part === 'string' || name === undefined) continue;
    result += `${text.slice(end, part.offset + 1)}${named(name)}`;
    end = part.offset + 1 + name.length;
  }
  return result + text.slice(end);
}

/** Keys of a tool in which templates name parameters. */
const FILLED = ['http', 'command', 'file', 'mcp'] as const;

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
